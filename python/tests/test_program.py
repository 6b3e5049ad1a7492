# ===- test_program.py ----------------------------------------------------===#

import concurrent.futures
import copy
import inspect
import pickle
import subprocess
import sys

import numpy as np
import pytest

import scatter_mlir
from program_cases import SOURCE, I, U


def test_call():
    program = scatter_mlir.compile(SOURCE, "update")
    data = np.zeros(4, "f4")
    assert program(data, I, U).tolist() == [7, 0, 0, 8]
    assert program(data, updates=U, indices=I).tolist() == [7, 0, 0, 8]
    assert program(np.zeros(8, "f4")[::2], I, U).tolist() == [7, 0, 0, 8]
    assert not data.any()


def test_a_pickle_holds_the_source():
    program = scatter_mlir.compile(SOURCE, "update", threads=2)
    for copied in (pickle.loads(pickle.dumps(program)), copy.deepcopy(program)):
        assert repr(copied) == repr(program)
        assert copied(np.zeros(4, "f4"), I, U).tolist() == [7, 0, 0, 8]


def test_memrefs_are_updated_in_place():
    program = scatter_mlir.compile(SOURCE, entry="append")
    cache = np.zeros((4, 2), "f4")
    assert program(cache, U.reshape(1, 2), 2, 3) is None
    assert cache.tolist() == [[0, 0], [0, 0], [7, 8], [0, 0]]
    cache.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        program(cache, U.reshape(1, 2), 0, 1)
    assert cache[0, 0] == 0


def test_repr_and_signature():
    program = scatter_mlir.compile(SOURCE, "append")
    assert repr(program) == (
        "<scatter_mlir.Program append(cache: memref<4x2xf32>, "
        "row: memref<1x2xf32>, at: index, end: index)>"
    )
    assert program.arguments[2] == ("at", "index") and program.results == []
    assert str(inspect.signature(program)) == "(*args, **kwargs)"


def test_an_object_without_a_program():
    program = scatter_mlir.Program.__new__(scatter_mlir.Program)
    with pytest.raises(AttributeError):
        program(I, U)


def test_stages():
    program = scatter_mlir.compile(SOURCE, "update")
    assert "scatter.scatter_nd_update" in program.mlir()
    assert "scatter.scatter_nd_update" not in program.mlir("loops")
    assert "define" in program.mlir("optimized-llvm-ir")
    with pytest.raises(ValueError, match="'bufferize'"):
        program.mlir("nosuch")


def test_compile_errors():
    with pytest.raises(scatter_mlir.CompileError, match="<source>:1:") as info:
        scatter_mlir.compile("func.func @f() { scatter.nosuch }\n")
    assert info.value.diagnostics
    with pytest.raises(ValueError, match="'update', 'append'"):
        scatter_mlir.compile(SOURCE)
    with pytest.raises(TypeError):
        scatter_mlir.compile(1)


def test_errors_of_calls():
    program = scatter_mlir.compile(SOURCE, "update")
    data = np.zeros(4, "f4")
    with pytest.raises(TypeError):
        program(data, I)
    with pytest.raises(TypeError):
        program(data, I, nosuch=U)
    with pytest.raises(TypeError, match="f32"):
        program(data.astype("f8"), I, U)
    with pytest.raises(ValueError, match="rank"):
        program(data.reshape(2, 2), I, U)
    with pytest.raises(IndexError, match="<source>:4:") as info:
        program(data, I + 4, U)
    assert info.value.location.startswith("<source>:4:") and info.value.value == 4


def test_layouts_of_memrefs():
    program = scatter_mlir.compile(
        "func.func @f(%d: memref<?xi32, strided<[?], offset: ?>>) {\n"
        "  %c = arith.constant dense<7> : tensor<1xi32>\n"
        "  %u = bufferization.to_buffer %c : tensor<1xi32> to memref<1xi32>\n"
        "  scatter.slice_scatter ins(%u : memref<1xi32>)\n"
        "    outs(%d : memref<?xi32, strided<[?], offset: ?>>)\n"
        "    from [1] to [2] axes [0]\n"
        "  return\n}\n"
    )
    data = np.zeros(8, "i4")
    program(data[::-2])
    assert data.tolist() == [0, 0, 0, 0, 0, 7, 0, 0]
    with pytest.raises(ValueError, match="byte order"):
        program(data.astype(">i4"))


def test_scalars():
    program = scatter_mlir.compile(
        "func.func @add(%a: i8, %b: f32) -> (i8, f32) {\n"
        "  %c = arith.addi %a, %a : i8\n"
        "  %d = arith.addf %b, %b : f32\n"
        "  return %c, %d : i8, f32\n}\n"
    )
    a, b = program(3, 1.5)
    assert (a, b) == (6, 3) and a.dtype == "i1" and b.dtype == "f4"
    assert program(np.int8(3), np.float32(1))[0] == 6
    with pytest.raises(ValueError, match="'a'"):
        program(300, 1.5)
    with pytest.raises(TypeError):
        program("x", 1.5)


def test_calls_that_alternate():
    program = scatter_mlir.compile(SOURCE, "update")
    kept = []
    for size in (4, 4, 6, 4, 0, 5):
        data = np.arange(size, dtype="f4")
        # Row-major arrays, a view with strides and a read-only array.
        for view in (data, np.repeat(data, 2)[::2], data):
            if not size:
                with pytest.raises(IndexError):
                    program(view, I, U)
                continue
            kept.append((size, program(view, I, U)))
            view.flags.writeable = False
            kept.append((size, program(view, I, U)))
            view.flags.writeable = True
    for size, result in kept:
        assert result.tolist() == [7, *range(1, size - 1), 8]
    with pytest.raises(ValueError, match="rank"):
        program(np.zeros((4, 1), "f4"), I, U)
    with pytest.raises(TypeError, match="f64|float64"):
        program(np.zeros(4), I, U)
    assert program(np.zeros(4, "f4"), I, U).tolist() == [7, 0, 0, 8]


def test_read_only_memrefs():
    program = scatter_mlir.compile(
        """
        func.func @f(%d: memref<4xf32>, %i: memref<2x1xi64>, %u: memref<2xf32>) {
          scatter.scatter_nd_update ins(%i, %u : memref<2x1xi64>, memref<2xf32>)
              outs(%d : memref<4xf32>)
          return
        }"""
    )
    data = np.zeros(4, "f4")
    assert program(data, I, U) is None
    data.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        program(data, I, U)
    assert data.tolist() == [7, 0, 0, 8]


def test_calls_from_threads():
    program = scatter_mlir.compile(SOURCE, "update")

    def call(number):
        data = np.full(1000 + number, number, "f4")
        for _ in range(200):
            result = program(data, I, U)
            assert result[0] == 7 and result[-1] == 8
            assert (result[1:-1] == number).all()
        return True

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(call, range(16)))


@pytest.mark.parametrize(
    "function, what",
    [
        ("@f(%a: tensor<2xi48>) { return }", "argument 'a'"),
        ("@f(%a: i48) { return }", "argument 'a'"),
        (
            "@f() -> tensor<2xi24> { %c = arith.constant dense<1> : tensor<2xi24> "
            "return %c : tensor<2xi24> }",
            "result 'result0'",
        ),
    ],
)
def test_elements_have_a_dtype(function, what):
    with pytest.raises(TypeError, match=f"function 'f', {what}: expected .* dtype, found"):
        scatter_mlir.compile(f"func.func {function}")


def test_an_unsigned_index_out_of_bounds():
    program = scatter_mlir.compile(
        "func.func @f(%d: memref<3xf32>, %i: memref<1x1xui64>, %u: memref<1xf32>) {"
        "scatter.scatter_nd_update ins(%i, %u : memref<1x1xui64>, memref<1xf32>)"
        " outs(%d : memref<3xf32>) return }"
    )
    with pytest.raises(IndexError) as caught:
        program(np.zeros(3, "f4"), np.array([[2**64 - 1]], "u8"), U[:1].copy())
    assert caught.value.value == 2**64 - 1


@pytest.mark.parametrize("entry, error", [(3, TypeError), (b"update", TypeError), ("update\0", ValueError)])
def test_wrong_entries(entry, error):
    with pytest.raises(error, match="'entry': expected .*, found"):
        scatter_mlir.compile(SOURCE, entry)


@pytest.mark.parametrize("threads", [1.5, "2"])
def test_threads_are_integers(threads):
    with pytest.raises(TypeError, match="'threads': expected an integer or 'all', found"):
        scatter_mlir.compile(SOURCE, "update", threads)
    with pytest.raises(TypeError, match="'threads': expected an integer or 'all', found"):
        scatter_mlir.set_num_threads(threads)


def run_alone(script, *arguments):
    """Runs a script in a process of its own, which has loaded nothing else."""
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("action", ["compile", "call"])
def test_a_process_ends_beside_a_daemon_thread(action):
    script = """
import sys, threading, time
import numpy as np
import scatter_mlir
source = "func.func @f(%x: tensor<400000xf32>) -> tensor<400000xf32> { return %x : tensor<400000xf32> }"
program, x = scatter_mlir.compile(source), np.zeros(400000, "f4")
def run():
    for i in range(10**9):
        program(x) if sys.argv[1] == "call" else scatter_mlir.compile(f"{source} // {i}")
threading.Thread(target=run, daemon=True).start()
time.sleep(0.3)
"""
    run_alone(script, action)


def test_conversion_by_the_compiler_runtime():
    script = """
import numpy as np
import scatter_mlir
program = scatter_mlir.compile(
    "func.func @f(%x: f64) -> f16 { %y = arith.truncf %x : f64 to f16 return %y : f16 }"
)
print(float(program(0.1)))
"""
    assert run_alone(script) == "0.0999755859375\n"
