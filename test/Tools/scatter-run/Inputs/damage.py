# ===- damage.py - runs a command on damaged files ------------------------===#
#
# damage.py FILE DAMAGED OUTPUT COMMAND... [-- CASES SEED]
#
# For CASES (120) variants of FILE, written to DAMAGED: COMMAND must succeed, or
# fail with status 1, one line on stderr and no file OUTPUT. Prints how often
# the line says that the process of the reader did not live to report an error.
#
# ===----------------------------------------------------------------------===#

import os
import random
import subprocess
import sys

arguments, cases, seed = sys.argv[1:], 120, 1
if "--" in arguments:
    cases, seed = map(int, arguments[arguments.index("--") + 1 :])
    arguments = arguments[: arguments.index("--")]
file, damaged, output, *command = arguments
with open(file, "rb") as stream:
    whole = stream.read()
rng = random.Random(seed)


def damage(number):
    data = bytearray(whole)
    # The counts are in front; most crashes come from them.
    if number < 96:
        data[16 + number // 2] ^= (1, 64)[number % 2]
        return bytes(data)
    kind = rng.randrange(3)
    position = rng.randrange(len(data))
    if kind == 0:
        data[position] ^= 1 << rng.randrange(8)
    elif kind == 1:
        data[position] = rng.choice([0, 1, 0x7F, 0xFE, 0xFF])
    else:
        del data[position : position + rng.randrange(1, 9)]
    return bytes(data)


crashes = refused = 0
for number in range(cases):
    data = damage(number)
    with open(damaged, "wb") as stream:
        stream.write(data)
    if os.path.exists(output):
        os.remove(output)
    result = subprocess.run(command, capture_output=True, timeout=60)
    if result.returncode == 0:
        continue
    refused += 1
    crashes += any(
        end in result.stderr
        for end in (b"crash the reader", b"out of memory", b"no end within")
    )
    if (
        result.returncode != 1
        or result.stderr.count(b"\n") != 1
        or not result.stderr.endswith(b"\n")
        or b"error: " not in result.stderr
        or b"internal error" in result.stderr
        or result.stdout
        or os.path.exists(output)
    ):
        sys.exit(f"case {number}: status {result.returncode}: {result.stderr}")
print("refused:", refused, "by the end of the reader:", crashes)
