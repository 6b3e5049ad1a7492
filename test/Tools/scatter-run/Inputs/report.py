# ===- report.py - checks a report of scatter-run -------------------------===#
#
# report.py FILE RUNS THREADS
#
# ===----------------------------------------------------------------------===#

import json
import sys

report = json.load(open(sys.argv[1]))
assert list(report) == ["compile_ms", "runs_ms", "threads", "peak_rss_mb"], report
assert len(report["runs_ms"]) == int(sys.argv[2]), report
assert all(0 <= time < report["compile_ms"] for time in report["runs_ms"]), report
assert report["threads"] == int(sys.argv[3]), report
assert 10 < report["peak_rss_mb"] < 10000, report
