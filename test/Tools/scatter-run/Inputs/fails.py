# ===- fails.py - checks how a command fails ------------------------------===#
#
# fails.py STATUS COMMAND...   runs COMMAND, which must end with STATUS, print
# nothing on stdout and one line on stderr; prints that line. Warnings of the
# address sanitizer about memory that is not to be had do not count.
#
# ===----------------------------------------------------------------------===#

import subprocess
import sys

status = int(sys.argv[1])
result = subprocess.run(sys.argv[2:], capture_output=True, text=True)
lines = result.stderr.splitlines(keepends=True)
error = "".join(
    line for line in lines if "WARNING: AddressSanitizer" not in line
)
print(error, end="")
if result.returncode != status:
    sys.exit(f"expected exit status {status}, found {result.returncode}")
if result.stdout:
    sys.exit(f"expected nothing on stdout, found {result.stdout!r}")
if error.count("\n") != 1 or not error.endswith("\n"):
    sys.exit("expected one line on stderr")
