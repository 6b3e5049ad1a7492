"""usage: run_page.py PAGE BUILD TOOLS [--update]

Runs the commands of the Markdown file PAGE in the current folder, in which
`build` becomes a link to the build tree BUILD; TOOLS, a folder, comes first in
PATH. Blocks have a line before them that says what they are:

<!-- file: NAME -->  the contents of a file,
<!-- run -->         commands for the shell, which must succeed,
<!-- prints -->      what the commands before print, stderr included.

--update replaces the last kind of blocks by what is printed.
"""

import os
import re
import subprocess
import sys

BLOCK = re.compile(r"^<!-- (file: \S+|run|prints) -->\n```\w+\n(.*?)^```$", re.M | re.S)


def main():
    page, build, tools, *options = sys.argv[1:]
    if not os.path.exists("build"):
        os.symlink(build, "build")
    os.environ["PATH"] = tools + os.pathsep + os.environ["PATH"]
    printed, commands, failures = None, [], []

    def handle(match):
        nonlocal printed
        kind, text = match.groups()
        if kind == "run":
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", text],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            commands.append(text)
            printed = done.stdout
            if done.returncode:
                failures.append(f"status {done.returncode} of\n{text}{printed}")
        elif kind == "prints":
            if printed != text:
                failures.append(f"expected\n{text}found\n{printed}of\n{commands[-1]}")
            return match.group()[: match.start(2) - match.start()] + printed + "```"
        else:
            with open(kind.split()[1], "w") as file:
                file.write(text)
        return match.group()

    with open(page) as file:
        updated = BLOCK.sub(handle, file.read())
    if "--update" in options:
        with open(page, "w") as file:
            file.write(updated)
        failures = [each for each in failures if each.startswith("status")]
    print("\n".join(failures), file=sys.stderr)
    print(f"{len(commands)} commands")
    sys.exit(1 if failures or not commands else 0)


main()
