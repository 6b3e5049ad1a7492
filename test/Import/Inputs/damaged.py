#!/usr/bin/env python3
"""Imports damaged copies of models:

    damaged.py SCATTER_TRANSLATE OPTION EXTENSION FOLDER COUNT

FOLDER holds files of EXTENSION, at any depth. Of each model COUNT copies are cut
or changed at random places, or files beside it of the same name are cut. A copy
is either imported, or status 1 and one line on stderr.
"""

import os
import random
import shutil
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


def find_models(folder, extension):
    for path, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            if name.endswith(extension):
                yield os.path.join(path, name)


def copy_companions(model, place, source):
    """Copies files whose names differ in the extension, cut in one of three
    cases. Whether one was cut."""
    stem, own = os.path.splitext(os.path.basename(model))
    is_cut = False
    for name in sorted(os.listdir(os.path.dirname(model))):
        if os.path.splitext(name)[0] != stem or name.endswith(own):
            continue
        path = os.path.join(os.path.dirname(model), name)
        copy = os.path.join(place, "damaged" + os.path.splitext(name)[1])
        shutil.copy(path, copy)
        size = os.path.getsize(path)
        if size and source.randrange(3) == 0:
            os.truncate(copy, source.randrange(size))
            is_cut = True
    return is_cut


def main():
    translate, option, extension, folder = sys.argv[1:5]
    count = int(sys.argv[5])
    source = random.Random(1)
    imported = refused = 0
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "damaged" + extension)
        for model in find_models(folder, extension):
            with open(model, "rb") as file:
                content = file.read()
            for _ in range(count if content else 0):
                is_cut = copy_companions(model, place, source)
                with open(path, "wb") as file:
                    file.write(content if is_cut else damage(content, source))
                run = subprocess.run(
                    [translate, option, path, "-o", os.devnull],
                    capture_output=True,
                    timeout=60,
                )
                lines = run.stderr.decode(errors="replace").splitlines()
                if run.returncode == 0:
                    imported += 1
                elif run.returncode == 1 and len(lines) == 1:
                    refused += 1
                else:
                    os.replace(path, "damaged-kept" + extension)
                    sys.exit(f"{model}: status {run.returncode}: {lines}")
    print(f"{imported} imported, {refused} refused, none crashed")


main()
