# ===- test_untrusted_sources.py - hostile sources ------------------------===#

import concurrent.futures
import os

import numpy as np
import pytest

import scatter_mlir
from program_cases import SOURCE, I, U


def make_types(count, uses):
    """A function on a type that names the one before `uses` times, and so on."""
    lines = ["!t0 = tuple<i1>"]
    lines += [f"!t{i} = tuple<{', '.join([f'!t{i - 1}'] * uses)}>" for i in range(1, count)]
    return "\n".join([*lines, f"func.func @f(%a: !t{count - 1}) {{ return }}\n"])


def test_untrusted_sources():
    program = scatter_mlir.compile(SOURCE, "update", untrusted=True)
    assert program(np.zeros(4, "f4"), I, U).tolist() == [7, 0, 0, 8]
    assert "scatter.scatter_nd_update" in program.mlir()
    with pytest.raises(IndexError, match="found 9"):
        program(np.zeros(4, "f4"), np.array([[0], [9]]), U)
    with pytest.raises(scatter_mlir.CompileError, match="<source>:1:18: error"):
        scatter_mlir.compile("func.func @f() { scatter.nosuch }\n", untrusted=True)


# Each would end this process if it were compiled here.
def test_untrusted_sources_end_no_process():
    for source in (make_types(60, uses=2), "(" * 100000 + "\n"):
        with pytest.raises(scatter_mlir.CompileError, match="error: "):
            scatter_mlir.compile(source, untrusted=True)
    with pytest.raises((scatter_mlir.CompileError, ValueError)):
        scatter_mlir.compile(make_types(100000, uses=1), entry="g", untrusted=True)


def test_untrusted_sources_from_many_threads():
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        futures = [
            pool.submit(scatter_mlir.compile, SOURCE, "update", untrusted=True)
            for _ in range(8)
        ]
    for future in futures:
        assert future.result()(np.zeros(4, "f4"), I, U).tolist() == [7, 0, 0, 8]


def test_bytes_that_are_not_utf8(tmp_path):
    # Bytecode with a section that is not one, and text in another encoding.
    for source in (b"ML\xefR\x0d\x01\xff\xfe\x80\n", b"func.func @\xe9()\n"):
        for untrusted in (False, True):
            with pytest.raises(scatter_mlir.CompileError) as info:
                scatter_mlir.compile(source, untrusted=untrusted)
            assert all(isinstance(text, str) for text in info.value.diagnostics)
    with pytest.raises(scatter_mlir.CompileError, match="unregistered dialect"):
        scatter_mlir.compile(b'"x.\\FF"() : () -> ()\n' b'"x.\xff"() : () -> ()\n')
    # Names of files, functions and values.
    path = os.fsencode(tmp_path) + b"/\xff\n.mlir"
    with open(path, "wb") as file:
        file.write(b"func.func")
    with pytest.raises(scatter_mlir.CompileError, match=r"/\\xff\\n\.mlir:1:10: "):
        scatter_mlir.compile(os.fsdecode(path))
    program = scatter_mlir.compile(
        'func.func @"f\\FF"(%a: tensor<4xf32> {scatter.name = "a\\FE"}) { return }\n'
    )
    assert program.name == "f\\xff"
    assert program.arguments == [("a\\xfe", "tensor<4xf32>")]
    assert "func.func" in program.mlir()
