"""Runs pytest on a folder and prints its counts as `N passed, N failed`."""

import sys

import pytest


class Counter:
    def __init__(self):
        self.passed = self.failed = 0

    def pytest_runtest_logreport(self, report):
        self.failed += report.failed
        self.passed += report.passed and report.when == "call"


counter = Counter()
status = pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]], [counter])
print(f"{counter.passed} passed, {counter.failed} failed")
sys.exit(int(status))
