# ===- survive.py - runs the tools on hostile sources ---------------------===#
#
# survive.py TOOLS DIRECTORY nested|mutated TOOL [OPTION...]
#
# TOOLS is the folder of the programs, TOOL the one to test, whose path and
# options lit puts in place of its name; options are ignored. Each case must end
# by itself, with a message if it fails, within 10 s of CPU time and 2 GB of
# memory. A source that is small gets the limits that a tool sets by itself; one
# that is large gets 2 s. The last line is `N passed, N failed`.
#
# ===----------------------------------------------------------------------===#

import json
import os
import random
import subprocess
import sys

from attack import SOURCES
from bounded import Violation, run_bounded

SECONDS, MEGABYTES = 10, 2000

CASES, SEED = 24, 1

tools, directory, kind = sys.argv[1:4]
tool = os.path.basename(sys.argv[4])

MODULE = """#map = affine_map<(d0)[s0] -> (d0 * 4 + s0 floordiv 3)>
module attributes {test.list = [1 : i64, "two", #map, [3.0 : f32]]} {
  func.func @f(%d: memref<16x4xf32, strided<[?, 1], offset: ?>>, %i: memref<?x1xi64>,
               %u: memref<?x4xf32>, %n: index) -> index {
    %c = arith.constant dense<[[0], [2], [-1]]> : tensor<3x1xi32>
    scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x4xf32>)
      outs(%d : memref<16x4xf32, strided<[?, 1], offset: ?>>) reduction(sum)
    %r = affine.apply #map(%n)[%n]
    return %r : index loc(fused["a", callsite("b" at "file":1:2)])
  }
  func.func private @g(tensor<?x3xi32>, tuple<i1, complex<f64>>)
}
"""


def path_of(name):
    return os.path.join(directory, name)


def write(name, contents):
    with open(path_of(name), "wb") as file:
        file.write(contents)
    return path_of(name)


def request(method, params, identifier=None):
    body = {"jsonrpc": "2.0", "method": method, "params": params}
    if identifier is not None:
        body["id"] = identifier
    text = json.dumps(body).encode()
    return b"Content-Length: %d\r\n\r\n" % len(text) + text


def edit_session(contents):
    """What an editor says that opens a document and closes it."""
    document = {"uri": "file:///hostile.mlir", "languageId": "mlir", "version": 1}
    document["text"] = contents.decode(errors="replace")
    return b"".join(
        [
            request("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 0),
            request("textDocument/didOpen", {"textDocument": document}),
            request("shutdown", None, 1),
            request("exit", None),
        ]
    )


def command_of(path, contents):
    """The command for a source and its standard input."""
    program = os.path.join(tools, tool)
    if tool == "scatter-run":
        return [program, path, "--emit=llvm", "-o", os.devnull], b""
    if tool == "scatter-opt":
        return [program, path, "--canonicalize", "-o", os.devnull], b""
    if tool == "scatter-translate":
        return [program, "--mlir-to-llvmir", path, "-o", os.devnull], b""
    return [program], edit_session(contents)


def mutate_text(rng, text):
    for _ in range(rng.randrange(1, 4)):
        begin = rng.randrange(len(text))
        end = min(len(text), begin + rng.randrange(1, 20))
        choice = rng.randrange(4)
        if choice == 0:
            text = text[:begin] + text[end:]
        elif choice == 1:
            text = text[:end] + text[begin:]
        elif choice == 2:
            number = rng.choice([b"-1", b"0", b"9223372036854775807", b"1e400"])
            text = text[:begin] + number + text[end:]
        else:
            text = text[:begin] + bytes([rng.randrange(256)]) + text[end:]
    return text


def mutate_bytecode(rng, data):
    data = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        position = rng.randrange(8, len(data))
        choice = rng.randrange(3)
        if choice == 0:
            data[position] ^= 1 << rng.randrange(8)
        elif choice == 1:
            data[position] = rng.choice([0, 1, 0x2D, 0x7F, 0x85, 0xFE, 0xFF])
        else:
            del data[position : position + rng.randrange(1, 9)]
    return bytes(data)


def mutated_sources():
    text = MODULE.encode()
    whole = write("whole.mlir", text)
    compiled = path_of("whole.mlirbc")
    opt = os.path.join(tools, "scatter-opt")
    subprocess.run([opt, whole, "--emit-bytecode", "-o", compiled], check=True)
    with open(compiled, "rb") as file:
        bytecode = file.read()
    rng = random.Random(SEED)
    for number in range(CASES):
        yield f"text {number}", "mutated.mlir", mutate_text(rng, text)
        # An editor has no text of bytecode.
        if tool != "scatter-lsp-server":
            yield f"bytecode {number}", "mutated.mlirbc", mutate_bytecode(rng, bytecode)


def nested_sources():
    for name, make in SOURCES.items():
        yield name, name + ".mlir", make().encode()


sources = {"nested": nested_sources, "mutated": mutated_sources}[kind]
passed = failed = 0
for name, file, contents in sources():
    path = write(file, contents)
    command, data = command_of(path, contents)
    if len(contents) > 5000:
        command.append("--max-cpu-seconds=2")
    try:
        run_bounded(command, SECONDS, MEGABYTES, data)
        passed += 1
    except Violation as violation:
        failed += 1
        print(f"{name}: {violation}")
        write(f"failed-{failed}-{file}", contents)
    os.remove(path)
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
