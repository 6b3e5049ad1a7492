#!/usr/bin/env python3
"""Compiles damaged copies of models: damaged.py SCATTER_TRANSLATE FOLDER COUNT.

FOLDER holds .onnx files or folders with model.onnx. Of each model COUNT copies
are cut or changed at random places. A copy is either imported, or status 1 and
one line on stderr.
"""

import os
import random
import subprocess
import sys
import tempfile


def damage(content, source):
    copy = bytearray(content)
    kind = source.randrange(4)
    if kind == 0:
        return bytes(copy[: source.randrange(len(copy))])
    for _ in range(source.randrange(1, 4)):
        place = source.randrange(len(copy))
        if kind == 1:
            copy[place] ^= 1 << source.randrange(8)
        elif kind == 2:
            copy[place] = source.choice((0, 0x7F, 0x80, 0xFF))
        else:
            del copy[place : place + source.randrange(1, 8)]
            copy = copy or bytearray(1)
    return bytes(copy)


def find_models(folder):
    for path, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            if name.endswith(".onnx"):
                yield os.path.join(path, name)


def main():
    translate, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    source = random.Random(1)
    imported = refused = 0
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "damaged.onnx")
        for model in find_models(folder):
            with open(model, "rb") as file:
                content = file.read()
            for _ in range(count if content else 0):
                with open(path, "wb") as file:
                    file.write(damage(content, source))
                run = subprocess.run(
                    [translate, "--import-onnx", path, "-o", os.devnull],
                    capture_output=True,
                    timeout=60,
                )
                lines = run.stderr.decode(errors="replace").splitlines()
                if run.returncode == 0:
                    imported += 1
                elif run.returncode == 1 and len(lines) == 1:
                    refused += 1
                else:
                    os.replace(path, "damaged-kept.onnx")
                    sys.exit(f"{model}: status {run.returncode}: {lines}")
    print(f"{imported} imported, {refused} refused, none crashed")


main()
