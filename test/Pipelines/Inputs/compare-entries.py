"""compare-entries.py SCATTER_OPT PROGRAM: lowers PROGRAM with each entry of the
machine description, once as an option and once in the module."""

import re
import subprocess
import sys

# One value for each entry, other than its default.
VALUES = {
    "bucket-data-bytes": 1 << 20,
    "core-cache-bytes": 1 << 18,
    "cores": 2,
    "element-data-bytes": 1 << 20,
    "memcpy-bytes": 512,
    "nontemporal-bytes": 1 << 22,
    "openmp": 1,
    "parallel-bytes": 1 << 10,
    "prefetch": 1,
    "prefetch-row-bytes": 512,
    "prefetch-total-bytes": 1 << 22,
    "scratch-bytes": 0,
    "threads": 3,
    "vector-bytes": 16,
}


def lower(tool, program, entries, option=""):
    text = ", ".join(f'"{key.replace("-", "_")}" = {value} : i64' for key, value in entries.items())
    command = [*tool, "--allow-unregistered-dialect", f"--scatter-to-llvm={option}"]
    run = subprocess.run(command, input=program.replace("ENTRIES", text), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    # The module keeps its description, with the entries in their order.
    return "\n".join(line for line in run.stdout.splitlines() if "dlti.target_system_spec" not in line)


def main():
    *tool, path = sys.argv[1:]
    with open(path) as file:
        program = file.read()
    listing = subprocess.run([*tool, "--help"], capture_output=True, text=True, check=True).stdout
    options = listing.split("--scatter-set-machine ")[1].split("\n      --")[0]
    names = set(re.findall(r"^ +--([a-z-]+)=", options, re.M))
    assert names == set(VALUES), f"entries without a value here, or the other way round: {names ^ set(VALUES)}"
    # Most entries matter to several threads only.
    base = {"threads": 4}
    default = lower(tool, program, base)
    failures = []
    for name, value in VALUES.items():
        by_option = lower(tool, program, base, f"{name}={value}")
        by_entry = lower(tool, program, {**base, name: value})
        if by_option != by_entry:
            failures.append(f"{name}: the option and the entry give different code")
        if by_entry == default:
            failures.append(f"{name}: {value} gives the code of the default")
    sys.exit("\n".join(failures) or 0)


main()
