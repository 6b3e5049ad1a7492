# usage: installed.py BUILD TARGET
# Prints the files of the build tree that `cmake --install` installs and that
# building TARGET does not make, then their number.

import pathlib
import re
import subprocess
import sys

build, target = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
cache = (build / "CMakeCache.txt").read_text()
ninja = re.search(r"^CMAKE_MAKE_PROGRAM:\w+=(.*)$", cache, re.M)[1]


def artifacts():
    """Libraries and programs that the install scripts name."""
    for script in build.rglob("cmake_install.cmake"):
        # Tests and benchmarks have build trees of other projects there.
        tree = next(p for p in script.parents if (p / "CMakeCache.txt").exists())
        if tree != build:
            continue
        for line in script.read_text().splitlines():
            if "TYPE EXECUTABLE" in line or "_LIBRARY" in line or "TYPE MODULE" in line:
                for path in re.findall(r'"([^"]+)"', line):
                    if path.startswith(f"{build}/"):
                        yield str(pathlib.Path(path).relative_to(build))


def ask_ninja(*arguments):
    return subprocess.run(
        [ninja, "-C", build, "-t", *arguments, target],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()


# "inputs" may leave out those of the target itself.
made = {*ask_ninja("inputs"), *ask_ninja("query")}
installed = set(artifacts())
missing = sorted(installed - made)
print(*missing, sep="\n", end="\n" if missing else "")
print(f"{len(missing)} of {len(installed)} are not made")
sys.exit(len(missing) != 0 or len(installed) < 10)
