#!/usr/bin/env python3
# ===- count-tests.py - sum up the result files of lit --------------------===#
"""Counts test cases in files that `lit --output` wrote.

A lit test is one case, and so is each GoogleTest case, which lit lists by
itself. A script that runs many cases prints lines `N passed, N failed`; such
a lit test counts as the sum of these lines instead of as one. Prints the
failed tests, the count of each file and, as the last line, the total. The exit
status is 1 if anything failed, if nothing ran at all, or if a file is missing:
a suite that lit could not even load must not look like success.
"""

import json
import re
import sys

PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
NOT_RUN = {"UNSUPPORTED", "EXCLUDED", "SKIPPED"}
COUNT_LINE = re.compile(r"^(?:# \| )?(\d+) passed, (\d+) failed$", re.MULTILINE)


def count_test(test):
    """Returns (passed, failed) for one entry of lit's list of tests."""
    ok = test["code"] in PASSED
    counts = COUNT_LINE.findall(test.get("output", ""))
    passed = sum(int(p) for p, _ in counts)
    failed = sum(int(f) for _, f in counts)
    if passed + failed == 0:
        return (1, 0) if ok else (0, 1)
    # A script may count no failure and still fail, e.g. by a crash.
    return passed, failed if ok or failed else 1


def main(paths):
    passed = failed = 0
    not_run = []
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                tests = json.load(file)["tests"]
        except (OSError, ValueError, KeyError) as error:
            print(f"count-tests.py: {path}: {error}", file=sys.stderr)
            failed += 1
            continue
        file_passed = file_failed = 0
        for test in tests:
            if test["code"] in NOT_RUN:
                not_run.append(test["name"])
                continue
            p, f = count_test(test)
            file_passed += p
            file_failed += f
            if f:
                print(f"FAILED: {test['name']} ({test['code']})")
        print(f"{path}: {file_passed} passed, {file_failed} failed")
        passed += file_passed
        failed += file_failed
    for name in not_run:
        print(f"not run: {name}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
