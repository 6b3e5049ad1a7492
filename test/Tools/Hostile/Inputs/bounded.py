# ===- bounded.py - runs a command within bounds --------------------------===#
#
# bounded.py SECONDS MEGABYTES COMMAND...
#
# COMMAND must end by itself, not by a signal, with status 0 or 1 (2 for a
# report of the compiled code), having used at most SECONDS of CPU time and
# MEGABYTES of memory in any of its processes. With status 1 it must have said
# why. Prints the status and the last line of stderr.
#
# ===----------------------------------------------------------------------===#

import resource
import subprocess
import sys


class Violation(Exception):
    pass


def run_bounded(command, seconds, megabytes, data=b""):
    """Returns (status, stderr). The usage of children is that of all before."""

    def usage():
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return children.ru_utime + children.ru_stime, children.ru_maxrss / 1024

    before, _ = usage()
    try:
        # The machine may be busy: a wait is no use of time.
        done = subprocess.run(
            command, input=data, capture_output=True, timeout=30 + 10 * seconds
        )
    except subprocess.TimeoutExpired:
        raise Violation("no end")
    time, memory = usage()
    text = done.stderr.decode(errors="replace")
    lines = text.strip().splitlines()
    last = lines[-1] if lines else ""
    if done.returncode not in (0, 1, 2):
        raise Violation(f"status {done.returncode}: {text[-500:]}")
    if done.returncode != 0 and not last:
        raise Violation("no message")
    if time - before > seconds:
        raise Violation(f"{time - before:.1f} s of CPU time: {last}")
    if memory > megabytes:
        raise Violation(f"{memory:.0f} MB of memory: {last}")
    return done.returncode, text


if __name__ == "__main__":
    seconds, megabytes, *command = sys.argv[1:]
    try:
        status, text = run_bounded(command, float(seconds), float(megabytes))
    except Violation as violation:
        sys.exit(f"{violation}")
    print(f"status {status}: {text.strip().splitlines()[-1] if text.strip() else ''}")
