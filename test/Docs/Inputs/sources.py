"""Checks the files of include/ and lib/, and the include guards of all headers.

sources.py ROOT

* A source has at most 400 lines, and its first line begins with its name.
* No two files of lib/ have the same name.
* An include guard is the path: SCATTER_A_B_H in include/scatter/A/B.h,
  SCATTER_LIB_A_B_H in lib/A/B.h.
"""

import collections
import pathlib
import re
import sys

ENDINGS = (".c", ".cpp", ".h", ".td")
TOPS = ("include", "lib", "python", "test", "tools")


def check_guard(path, place):
    name = re.sub(r"\W", "_", str(place).removeprefix("include/")).upper()
    expected = name if name.startswith("SCATTER_") else f"SCATTER_{name}"
    found = re.search(r"^#ifndef (\w+)\n#define \1$", path.read_text(), re.MULTILINE)
    if found and found[1] != expected:
        yield f"{place}: expected the include guard {expected}, found {found[1]}"


def main():
    root = pathlib.Path(sys.argv[1])
    paths = [path for top in ("include", "lib") for path in sorted((root / top).rglob("*")) if path.suffix in ENDINGS]
    for path in paths:
        lines = path.read_text().splitlines()
        place = path.relative_to(root)
        if len(lines) > 400:
            yield f"{place}: expected at most 400 lines, found {len(lines)}"
        if not re.match(rf"(//|/\*)===-+ {path.name} - ", lines[0]):
            yield f"{place}: expected its name in the first line, found {lines[0]!r}"
    for path in (path for top in TOPS for path in sorted((root / top).rglob("*")) if path.suffix in (".h", ".td")):
        yield from check_guard(path, path.relative_to(root))
    names = collections.defaultdict(list)
    for path in paths:
        if path.is_relative_to(root / "lib"):
            names[path.name].append(str(path.relative_to(root)))
    for name, same in names.items():
        if len(same) > 1:
            yield f"{name}: expected one file of this name in lib, found {', '.join(same)}"


problems = list(main())
print("\n".join(problems))
sys.exit(1 if problems else 0)
