#!/usr/bin/env python3
"""Packs tests of ONNX's backend suite that scatter-run passes.

usage: generate-node-tests.py FOLDER SCATTER_RUN ARCHIVE.tar.xz LEFT_OUT.txt

FOLDER holds folders with model.onnx and test_data_set_*: node tests of Debian's
libonnx-testdata (/usr/share/libonnx-testdata/data/node), or those that

    python -m onnx.backend.test.cmd_tools generate-data -o DIR

of the PyPI package onnx writes. ARCHIVE gets the tests that pass, LEFT_OUT.txt a
line with name and reason for each of the others whose ops are all in the table
of scatter-translate --list-onnx-ops.
"""

import os
import re
import subprocess
import sys
import tarfile

# What the table of ops does not hold is no failure.
UNCOVERED = "expected an op that can be imported"


def main():
    folder, runner, archive, left_out = sys.argv[1:]
    run = subprocess.run(
        [runner, f"--onnx-test={folder}"], capture_output=True, text=True
    )
    failed = {}
    for line in run.stdout.splitlines():
        if match := re.match(r"FAIL: (\S+?): (.*)", line):
            reason = match[2].replace(folder.rstrip("/") + "/", "")
            failed[os.path.basename(match[1])] = reason
    names = sorted(
        name
        for name in os.listdir(folder)
        if os.path.exists(os.path.join(folder, name, "model.onnx"))
    )

    def clean(info):
        info.uid = info.gid = info.mtime = 0
        info.uname = info.gname = ""
        return info

    passed = [name for name in names if name not in failed]
    with tarfile.open(archive, "w:xz", preset=9) as tar:
        for name in passed:
            tar.add(os.path.join(folder, name), arcname=name, filter=clean)
    with open(left_out, "w") as out:
        for name, reason in sorted(failed.items()):
            if UNCOVERED not in reason:
                print(f"{name}: {reason}", file=out)
    print(f"{len(passed)} packed, {len(failed)} left out")


main()
