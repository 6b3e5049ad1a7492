"""usage: quotes.py PAGE FOLDER

Checks that every code block of the Markdown file PAGE is quoted from a file in
FOLDER: the line `<!-- from FILE -->` stands before the block, and the lines of
the block follow each other in FILE, indented by any number of spaces.
"""

import os
import re
import sys
import textwrap


def is_quoted(block, source):
    wanted = textwrap.dedent(block).strip("\n").split("\n")
    lines = source.split("\n")
    for start in range(len(lines) - len(wanted) + 1):
        part = "\n".join(lines[start : start + len(wanted)])
        if textwrap.dedent(part).split("\n") == wanted:
            return True
    return False


def main():
    page, folder = sys.argv[1:]
    with open(page) as file:
        text = file.read()
    blocks = re.findall(
        r"(?:^<!-- from (\S+) -->\n)?^```[^\n]*\n(.*?)^```$", text, re.M | re.S
    )
    failures = []
    for name, block in blocks:
        first = block.split("\n")[0]
        if not name:
            failures.append(f"expected a line '<!-- from FILE -->' before '{first}'")
            continue
        with open(os.path.join(folder, name)) as file:
            if not is_quoted(block, file.read()):
                failures.append(f"{name} has no such lines: '{first}'...")
    for failure in failures:
        print(f"{page}: {failure}", file=sys.stderr)
    print(f"{len(blocks)} blocks")
    sys.exit(1 if failures or not blocks else 0)


main()
