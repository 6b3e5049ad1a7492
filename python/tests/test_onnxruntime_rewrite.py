# ===- test_onnxruntime_rewrite.py - models with the ops -------------------===#

import pathlib
import tarfile

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
ort = pytest.importorskip("onnxruntime")
try:
    import scatter_mlir.onnxruntime as so
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

from onnx import TensorProto, helper

from onnxruntime_models import get_ops, make_model, make_session, make_update, run_both

INDICES = np.array([[0], [2], [-1]])


def make_constant(name, value):
    return helper.make_node("Constant", [], [name], value=onnx.numpy_helper.from_array(value))


def grid(*lines):
    return np.stack(np.meshgrid(*lines, indexing="ij"), -1)


CONSTANT_INDICES = {
    "a range": (grid([1, 2, 3]), "SliceScatter"),
    "a step": (grid([0, 2]), "SliceScatter"),
    "one": (grid([-1]), "SliceScatter"),
    "from the end": (grid([-3, -2, -1]), "SliceScatter"),
    "two dimensions": (grid([0, 2], [1, 2, 3, 4]), "SliceScatter"),
    "backwards": (grid([2, 1]), "ScatterNDUpdate"),
    "around": (grid([-1, 0]), "ScatterNDUpdate"),
    "no grid": (np.array([[0, 0], [1, 1]]), "ScatterNDUpdate"),
    "no order": (grid([0, 1, 3]), "ScatterNDUpdate"),
    "transposed": (grid([0, 2], [1, 2]).transpose(1, 0, 2), "ScatterNDUpdate"),
}


@pytest.mark.parametrize("case", CONSTANT_INDICES)
def test_constant_indices(case, rng):
    indices, op = CONSTANT_INDICES[case]
    data = rng.normal(size=(4, 5, 2)).astype("f4")
    shape = indices.shape[:-1] + data.shape[indices.shape[-1] :]
    nodes = [make_constant("indices", indices), *make_update().graph.node]
    model = make_model(nodes, [("data", "f4", None), ("updates", "f4", None)])
    feeds = {"data": data, "updates": rng.normal(size=shape).astype("f4")}
    rewritten = run_both(model, feeds)
    assert op in get_ops(rewritten)
    assert len(get_ops(rewritten)) == (5 if op == "SliceScatter" else 2)


def test_constant_indices_out_of_bounds():
    nodes = [make_constant("indices", grid([3, 4])), *make_update().graph.node]
    model = make_model(nodes, [("data", "f4", None), ("updates", "f4", None)])
    session = make_session(so.rewrite(model))
    with pytest.raises(Exception, match=r"'updates': expected the shape \[1, 2\]"):
        session.run(None, {"data": np.zeros((4, 2), "f4"), "updates": np.ones((2, 2), "f4")})


def test_transposes_around_a_slice_are_left_out(rng):
    nodes = [
        helper.make_node("Transpose", ["data"], ["moved"], perm=[1, 2, 0]),
        helper.make_node("Transpose", ["updates"], ["rows"], perm=[1, 2, 0]),
        helper.make_node("ScatterND", ["moved", "indices", "rows"], ["updated"]),
        helper.make_node("Transpose", ["updated"], ["y"], perm=[2, 0, 1]),
    ]
    indices = onnx.numpy_helper.from_array(grid([2, 3, 4]), "indices")
    inputs = [("data", "f4", None), ("updates", "f4", None)]
    model = make_model(nodes, inputs, initializer=[indices])
    feeds = {"data": rng.normal(size=(3, 6, 4)).astype("f4")}
    feeds["updates"] = rng.normal(size=(3, 3, 4)).astype("f4")
    rewritten = run_both(model, feeds)
    assert get_ops(rewritten) == ["Constant"] * 4 + ["SliceScatter"]
    assert not rewritten.graph.initializer
    # Where something else uses what is transposed it stays.
    model.graph.output.append(helper.make_tensor_value_info("moved", TensorProto.FLOAT, None))
    assert get_ops(run_both(model, feeds)).count("Transpose") == 1
    model.graph.output.append(helper.make_tensor_value_info("updated", TensorProto.FLOAT, None))
    assert get_ops(run_both(model, feeds)).count("Transpose") == 3


def test_computed_constants(rng):
    """As PyTorch's exporters write the indices of x[:, 1:3]."""
    nodes = [
        helper.make_node("Shape", ["data"], ["shape"]),
        make_constant("zero", np.array(0)),
        make_constant("one", np.array(1)),
        make_constant("three", np.array(3)),
        make_constant("last", np.array([-1])),
        make_constant("column", np.array([[0], [1]])),
        helper.make_node("Gather", ["shape", "zero"], ["count"]),
        helper.make_node("Range", ["one", "three", "one"], ["range"]),
        make_constant("sizes", np.array([2, 2])),
        helper.make_node("Expand", ["column", "sizes"], ["rows"]),
        helper.make_node("Expand", ["range", "sizes"], ["columns"]),
        helper.make_node("Unsqueeze", ["rows", "last"], ["a"]),
        helper.make_node("Unsqueeze", ["columns", "last"], ["b"]),
        helper.make_node("Concat", ["a", "b"], ["indices"], axis=-1),
        *make_update().graph.node,
    ]
    model = make_model(nodes, [("data", "f4", (2, 5, 3)), ("updates", "f4", None)])
    feeds = {"data": np.zeros((2, 5, 3), "f4"), "updates": rng.normal(size=(2, 2, 3)).astype("f4")}
    rewritten = run_both(model, feeds)
    assert "SliceScatter" in get_ops(rewritten) and "Range" not in get_ops(rewritten)


def test_subgraphs_and_functions(rng):
    update = make_update().graph.node[0]
    inner = [make_constant("indices", INDICES), update]
    branch = helper.make_graph(inner, "then", [], [helper.make_tensor_value_info("y", 1, None)])
    other = helper.make_graph(
        [helper.make_node("f", ["data", "updates"], ["z"], domain="local")],
        "else", [], [helper.make_tensor_value_info("z", 1, None)],
    )  # fmt: skip
    node = helper.make_node("If", ["flag"], ["result"], then_branch=branch, else_branch=other)
    inputs = [("data", "f4", None), ("updates", "f4", None), ("flag", "?", [])]
    model = make_model([node], inputs, ["result"])
    imports = [helper.make_opsetid("", 24)]
    body = [make_constant("indices", grid([0, 1, 2])), update]
    model.functions.append(helper.make_function("local", "f", ["data", "updates"], ["y"], body, imports))
    model.opset_import.append(helper.make_opsetid("local", 1))
    del model.opset_import[1]
    data = rng.normal(size=(4, 3)).astype("f4")
    for flag in (True, False):
        feeds = {"data": data, "updates": data[:3] + 1, "flag": np.array(flag)}
        rewritten = run_both(model, feeds)
    (node,) = rewritten.graph.node
    assert "ScatterNDUpdate" in str(node) and "SliceScatter" in str(rewritten.functions[0])


def test_what_is_left_alone(tmp_path):
    model = make_update()
    assert get_ops(model) == ["ScatterND"]
    onnx.save(model, tmp_path / "model.onnx")
    assert get_ops(so.rewrite(tmp_path / "model.onnx")) == ["ScatterNDUpdate"]
    assert get_ops(model) == ["ScatterND"]
    for value in model.graph.input:
        if value.name != "indices":
            value.type.tensor_type.elem_type = TensorProto.STRING
    model.graph.output[0].type.tensor_type.elem_type = TensorProto.STRING
    assert get_ops(so.rewrite(model)) == ["ScatterND"]
    with pytest.raises(ValueError, match="'threads': expected 1 to 1024, found 0"):
        so.rewrite(model, threads=0)


ROOT = pathlib.Path(__file__).parents[2]
MODELS = ROOT / "test/Import/ONNX/Inputs/torch-models.tar.xz"


def read_models():
    """(name, model, inputs) of models that PyTorch's exporters have written."""
    with tarfile.open(MODELS) as archive:
        files = {
            member.name: archive.extractfile(member).read()
            for member in archive
            if member.isfile()
        }
    for name, data in files.items():
        folder, _, file = name.rpartition("/")
        if file == "model.onnx":
            model = onnx.load_from_string(data)
            tensors = (
                onnx.load_tensor_from_string(files[f"{folder}/test_data_set_0/input_{i}.pb"])
                for i in range(len(model.graph.input))
            )
            yield folder, model, [onnx.numpy_helper.to_array(t) for t in tensors]


def test_models_of_pytorch():
    ops = []
    for name, model, inputs in read_models():
        rewritten = so.rewrite(model)
        feeds = {value.name: x for value, x in zip(model.graph.input, inputs)}
        expected = ort.InferenceSession(model.SerializeToString()).run(None, feeds)
        results = make_session(rewritten).run(None, feeds)
        for result, value in zip(results, expected):
            np.testing.assert_allclose(result, value, rtol=1e-5, atol=1e-6, err_msg=name)
        ops += get_ops(rewritten)
    assert ops.count("SliceScatter") >= 15 and ops.count("ScatterNDUpdate") >= 25
    assert "ScatterND" not in ops
