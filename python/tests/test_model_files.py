# ===- test_model_files.py - programs of files ----------------------------===#

import os
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

import scatter_mlir
from program_cases import SOURCE, I, U


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
