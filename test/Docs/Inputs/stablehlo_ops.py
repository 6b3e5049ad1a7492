"""usage: stablehlo_ops.py ROOT

Compares the ops that the StableHLO section of docs/Importers.md lists with those
of the tables of converters.
"""

import os
import re
import sys

root = sys.argv[1]


def read(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


folder = "lib/Import/StableHLO"
tables = read(folder, "StableHLOToScatter.cpp") + read(folder, "StableHLOScalars.cpp")
converted = set(re.findall(r'^ +\{"(?:stablehlo\.)?((?:chlo\.)?\w+)",', tables, re.MULTILINE))

section = read("docs", "Importers.md").split("\n## StableHLO\n")[1].split("\nElement types ")[0]
items = re.findall(r"^(?:\* |  )(.*)$", section, re.MULTILINE)
listed = set(re.findall(r"`((?:chlo\.)?\w+)`", " ".join(items)))

for name in sorted(converted - listed):
    print(f"docs/Importers.md: does not list '{name}'")
for name in sorted(listed - converted):
    print(f"docs/Importers.md: lists '{name}', which is not converted")
print(f"{len(converted)} ops are converted")
sys.exit(converted != listed)
