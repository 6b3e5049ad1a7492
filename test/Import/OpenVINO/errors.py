"""Runs models that are to be refused: errors.py SCATTER_RUN FOLDER NAMES.

Each of the names in the file NAMES has to end with status 1 and one line on stderr, which is printed.
"""

import os
import subprocess
import sys

scatter_run, folder, names = sys.argv[1:]
with open(names) as file:
    listed = file.read().split()
for name in listed:
    path = os.path.join(folder, name + ".xml")
    run = subprocess.run([scatter_run, path], capture_output=True, text=True, timeout=60)
    lines = run.stderr.splitlines()
    if run.returncode != 1 or len(lines) != 1 or run.stdout:
        sys.exit(f"{name}: status {run.returncode}: {lines} {run.stdout!r}")
    print(os.path.basename(lines[0].split(": error: ")[0]) + lines[0][lines[0].find(": error: ") :])
