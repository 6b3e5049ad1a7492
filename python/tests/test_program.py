# ===- test_program.py ----------------------------------------------------===#

import concurrent.futures
import copy
import inspect
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import scatter_mlir

SOURCE = """
func.func @update(%data: tensor<?xf32>, %indices: tensor<?x1xi64>,
                  %updates: tensor<?xf32>) -> tensor<?xf32> {
  %r = scatter.scatter_nd_update
      ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>)
      outs(%data : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @append(%cache: memref<4x2xf32>, %row: memref<1x2xf32>, %at: index,
                  %end: index) {
  scatter.slice_scatter ins(%row : memref<1x2xf32>)
      outs(%cache : memref<4x2xf32>) from [%at] to [%end] axes [0]
  return
}
"""
I = np.array([[0], [-1]])
U = np.array([7, 8], "f4")


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


def save_onnx(folder):
    onnx = pytest.importorskip("onnx")
    model = onnx.parser.parse_model("""
      <ir_version: 9, opset_import: ["": 18]>
      g (int64[n,1] at, float[n,2] rows) => (float[4,2] result) {
        result = ScatterND(table, at, rows)
      }""")
    table = onnx.numpy_helper.from_array(np.arange(8, dtype="f4").reshape(4, 2), "table")
    model.graph.initializer.append(table)
    path = folder / "model.onnx"
    onnx.save(model, path, save_as_external_data=True, location="table", size_threshold=0)
    return path


def save_openvino(folder):
    openvino = pytest.importorskip("openvino")
    ops = pytest.importorskip("openvino.opset15")
    at, rows = ops.parameter([-1, 1], np.int64, "at"), ops.parameter([-1, 2], np.float32, "rows")
    table = ops.constant(np.arange(8, dtype="f4").reshape(4, 2))
    result = ops.scatter_nd_update(table, at, rows)
    result.output(0).set_names({"result"})
    path = folder / "model.xml"
    openvino.save_model(openvino.Model([result], [at, rows]), path, compress_to_fp16=False)
    return path


@pytest.mark.parametrize("save", [save_onnx, save_openvino])
def test_a_pickle_needs_no_files(tmp_path, save):
    folder = tmp_path / "model"
    folder.mkdir()
    path = save(folder)
    assert len(list(folder.iterdir())) == 2
    program = scatter_mlir.compile(path)
    written = pickle.dumps(program)
    shutil.rmtree(folder)
    copied = pickle.loads(written)
    copied = pickle.loads(pickle.dumps(copied))
    assert repr(copied) == repr(program)
    assert copied.arguments == program.arguments and copied.results == program.results
    rows = U.reshape(2, 1) * np.ones(2, "f4")
    expected = program(I, rows)
    assert expected.tolist() == [[7, 7], [2, 3], [4, 5], [8, 8]]
    np.testing.assert_array_equal(copied(I, rows), expected)
    with pytest.raises(IndexError, match=r"model\.\w+\.mlir.*tuple 0, component 0"):
        copied(np.array([[4]]), rows[:1])
    # What is not in memory is read again.
    with pytest.raises(scatter_mlir.CompileError, match=r"table|model\.bin"):
        pickle.dumps(program)


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


def test_files(tmp_path):
    path = tmp_path / "model.mlir"
    path.write_text(SOURCE)
    for source in (path, str(path), os.fspath(path), SOURCE.encode()):
        assert scatter_mlir.compile(source, "update").name == "update"
    for missing in (tmp_path / "missing.mlir", "missing.mlir"):
        with pytest.raises(FileNotFoundError):
            scatter_mlir.compile(missing)


def test_only_regular_files_are_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero", "/dev/full"):
        with pytest.raises(OSError, match="expected a regular file"):
            scatter_mlir.compile(path)
    with pytest.raises(IsADirectoryError):
        scatter_mlir.compile(tmp_path)
    sparse = tmp_path / "sparse.mlir"
    with open(sparse, "wb") as file:
        file.truncate((2 << 30) + 1)
    with pytest.raises(OSError, match="expected at most 2147483648 bytes"):
        scatter_mlir.compile(sparse)


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


MODEL = """<net name="n" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="3" element_type="f32"/>
<output><port id="0" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="1" name="w" type="Const" version="opset1">
<data element_type="f32" shape="3" offset="0" size="12"/>
<output><port id="0" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="2" name="n" type="Add" version="opset1">
<input><port id="0"><dim>3</dim></port><port id="1"><dim>3</dim></port></input>
<output><port id="2" precision="FP32"><dim>3</dim></port></output></layer>
<layer id="3" name="y" type="Result" version="opset1">
<input><port id="0"><dim>3</dim></port></input></layer></layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/></edges></net>
"""


@pytest.mark.parametrize("untrusted", [False, True])
def test_models_of_openvino(tmp_path, monkeypatch, untrusted):
    """Weights are found beside the model, also by the compiler's process."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.xml").write_text(MODEL)
    np.array([1, 2, 3], "f4").tofile("model.bin")
    program = scatter_mlir.compile("model.xml", untrusted=untrusted)
    assert program(x=np.ones(3, "f4")).tolist() == [2, 3, 4]


@pytest.mark.parametrize(
    "name, message",
    [
        ("model.onnx", "expected an ONNX model"),
        ("model.pb", "expected a GraphDef"),
        ("model.xml", "expected XML"),
    ],
)
def test_models_of_other_formats(tmp_path, name, message):
    path = tmp_path / name
    path.write_bytes(b"")
    with pytest.raises(scatter_mlir.CompileError, match=message) as info:
        scatter_mlir.compile(path)
    assert len(info.value.diagnostics) == 1
    with pytest.raises(FileNotFoundError):
        scatter_mlir.compile(tmp_path / ("missing_" + name))

# ScatterND-18 with reduction "add" of x: 4x3, i: 2x1, u: 2x3.
ONNX_MODEL = bytes.fromhex(
    "08083a8d010a300a01780a01690a01751201791a002209536361747465724e442a130a09"
    "726564756374696f6e2203616464a001033a00120567726170685a130a0178120e0a0c08"
    "0112080a0208040a0208035a130a0169120e0a0c080712080a0208020a0208015a130a01"
    "75120e0a0c080112080a0208020a02080362130a0179120e0a0c080112080a0208040a02"
    "080342040a001012"
)


def test_onnx_model(tmp_path):
    path = tmp_path / "model.onnx"
    path.write_bytes(ONNX_MODEL)
    program = scatter_mlir.compile(path)
    assert [name for name, _ in program.arguments] == ["x", "i", "u"]
    data = np.arange(12, dtype="f4").reshape(4, 3)
    indices, updates = np.array([[3], [-3]]), np.ones((2, 3), "f4")
    expected = data.copy()
    expected[[3, 1]] += 1
    np.testing.assert_array_equal(program(data, indices, updates), expected)
    with pytest.raises(IndexError, match="node of output 'y'"):
        program(data, indices + 4, updates)


def test_saved_model(tmp_path):
    models = Path(__file__).parents[2] / "test/Import/TensorFlow/Inputs/Models"
    case = np.load(models / "saved_update.npz")
    (tmp_path / "saved_model.pb").write_bytes(case["saved_model"].tobytes())
    program = scatter_mlir.compile(tmp_path)
    arguments = [case[f"argument:{name}"] for name, _ in program.arguments]
    for found, name in zip(program(*arguments), ("last", "sum"), strict=True):
        np.testing.assert_array_equal(found, case[f"result:{name}"])


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


def make_doubled_types(count):
    lines = ["!t0 = tuple<i1>"]
    lines += [f"!t{i} = tuple<!t{i - 1}, !t{i - 1}>" for i in range(1, count)]
    return "\n".join([*lines, f"func.func @f(%a: !t{count - 1}) {{ return }}\n"])


def make_type_chain(count):
    lines = ["!t0 = tuple<i1>"]
    lines += [f"!t{i} = tuple<!t{i - 1}>" for i in range(1, count)]
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
    for source in (make_doubled_types(60), "(" * 100000 + "\n"):
        with pytest.raises(scatter_mlir.CompileError, match="error: "):
            scatter_mlir.compile(source, untrusted=True)
    with pytest.raises((scatter_mlir.CompileError, ValueError)):
        scatter_mlir.compile(make_type_chain(100000), entry="g", untrusted=True)


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
