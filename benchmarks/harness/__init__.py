"""The harness of utils/run-benchmarks.sh."""
