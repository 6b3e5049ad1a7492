#!/usr/bin/env python3
"""Packs tests of ONNX's backend suite that scatter-run passes.

usage: generate-node-tests.py FOLDER TOOLS ARCHIVE.tar.xz LEFT_OUT.txt

FOLDER holds folders with model.onnx and test_data_set_*: node tests of Debian's
libonnx-testdata (/usr/share/libonnx-testdata/data/node), or those that
write-node-tests.py writes with the PyPI package onnx. TOOLS holds scatter-run
and scatter-translate. ARCHIVE gets the tests that pass, LEFT_OUT.txt a line with
name and reason for each of the others whose ops are all in the table of
scatter-translate --list-onnx-ops. Needs the package onnx.
"""

import os
import re
import subprocess
import sys
import tarfile

import onnx

# Attention is not in the table; what its function expands to takes long.
SKIPPED = re.compile("test_attention_")


def get_covered_ops(tools):
    translate = os.path.join(tools, "scatter-translate")
    table = subprocess.check_output([translate, "--list-onnx-ops"], text=True)
    return set(re.findall(r"^\| (\w+) \|", table, re.MULTILINE))


def is_covered(path, ops):
    graph = onnx.load(path, load_external_data=False).graph
    return all(node.domain == "" and node.op_type in ops for node in graph.node)


def main():
    folder, tools, archive, left_out = sys.argv[1:]
    ops = get_covered_ops(tools)
    run = subprocess.run(
        [os.path.join(tools, "scatter-run"), f"--onnx-test={folder}"],
        capture_output=True,
        text=True,
    )
    failed = {}
    for line in run.stdout.splitlines():
        if match := re.match(r"FAIL: (\S+?): (.*)", line):
            name = os.path.basename(match[1])
            reason = re.sub(r"\S*model.onnx: error: |'\S*put_\d+.pb': ", "", match[2])
            failed[name] = reason
    names = sorted(
        name
        for name in os.listdir(folder)
        if os.path.exists(os.path.join(folder, name, "model.onnx"))
        and not SKIPPED.match(name)
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
            model = os.path.join(folder, name, "model.onnx")
            if is_covered(model, ops) and not SKIPPED.match(name):
                print(f"{name}: {reason}", file=out)
    print(f"{len(passed)} packed, {len(failed)} left out")


main()
