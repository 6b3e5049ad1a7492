# ===- hostile.py - writes files that try to break a compiler -------------===#
#
# hostile.py DIRECTORY BYTECODE   BYTECODE is a well-formed bytecode file
#
# ===----------------------------------------------------------------------===#

import os
import sys

directory, bytecode = sys.argv[1:]


def write(name, contents):
    with open(os.path.join(directory, name), "wb") as file:
        file.write(contents.encode() if isinstance(contents, str) else contents)


write("empty.mlir", "")
write("binary.mlir", bytes(range(256)))
with open(bytecode, "rb") as file:
    whole = file.read()
write("cut.mlirbc", whole[: len(whole) // 2])

# Nesting in the text, with and without brackets.
write("deep.mlir", "func.func @f(%a: " + "tuple<" * 100000)
write("minus.mlir", "#m = affine_map<(d) -> (" + "-" * 100000 + "d)>")

# A type that nests deeply, by definitions that do not.
count = 30000
chain = ["!a0 = tuple<i1>"]
chain += [f"!a{i} = tuple<!a{i - 1}>" for i in range(1, count)]
chain += [f"func.func @f(%x: !a{count - 1}) {{ return }}"]
write("chain.mlir", "\n".join(chain))
