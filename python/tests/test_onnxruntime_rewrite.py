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
    with pytest.raises(ValueError, match="'threads': expected 1 to 1024 or 'all', found 0"):
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


def make_elements(nodes=(), reduction="none", axis=0, inputs=None, opset=18, indices="indices"):
    attributes = {} if reduction == "none" and opset < 16 else {"reduction": reduction}
    node = helper.make_node(
        "ScatterElements", ["data", indices, "updates"], ["y"], axis=axis, **attributes
    )
    inputs = inputs or [("data", "f4", None), ("indices", "i8", None), ("updates", "f4", None)]
    return make_model([*nodes, node], inputs, opset=opset)


@pytest.mark.parametrize("reduction", ["none", "add", "mul", "min", "max"])
def test_random_elements(reduction, rng):
    for _ in range(40):
        rank = rng.integers(1, 5)
        axis = int(rng.integers(-rank, rank))
        shape = rng.integers(1, 6, rank)
        # Updates may be shorter than data, and longer along the axis.
        sizes = np.array([rng.integers(1, size + 1) for size in shape])
        sizes[axis] = rng.integers(1, 8)
        kind = rng.choice(["any", "rows", "all rows"])
        if kind == "all rows":
            sizes = np.where(np.arange(rank) == axis % rank, sizes, shape)
        indices = rng.integers(-shape[axis], shape[axis], sizes)
        if kind != "any":
            first = tuple(slice(None) if i == axis % rank else slice(1) for i in range(rank))
            indices = np.broadcast_to(indices[first], sizes).copy()
        feeds = {
            "data": rng.integers(-4, 5, shape).astype("f4"),
            "indices": indices,
            "updates": rng.integers(-3, 4, sizes).astype("f4"),
        }
        rewritten = run_both(make_elements((), reduction, axis), feeds)
        (node,) = rewritten.graph.node
        assert (node.op_type, node.domain) == ("ScatterElements", "scatter_mlir")


def test_expanded_indices(rng):
    """As PyTorch's exporters write scatter_add and index_add of rows."""
    expand = [
        make_constant("axes", np.array([1])),
        helper.make_node("Unsqueeze", ["indices", "axes"], ["column"]),
        helper.make_node("Expand", ["column", "shape"], ["expanded"]),
    ]
    feeds = {
        "data": rng.integers(0, 9, (7, 4)).astype("f4"),
        "indices": rng.integers(-7, 7, 12),
        "updates": rng.integers(0, 9, (12, 4)).astype("f4"),
    }
    known = [("data", "f4", ("n", 4)), ("indices", "i8", ("m",)), ("updates", "f4", ("m", 4))]
    shapes = {
        "of the updates": helper.make_node("Shape", ["updates"], ["shape"]),
        "constant": make_constant("shape", np.array([12, 4])),
    }
    for case, node in shapes.items():
        static = [("data", "f4", (7, 4)), ("indices", "i8", (12,)), ("updates", "f4", (12, 4))]
        inputs = static if case == "constant" else known
        model = make_elements([node, *expand], "add", 0, inputs, indices="expanded")
        rewritten = run_both(model, feeds)
        assert "Expand" not in get_ops(rewritten) and "Unsqueeze" in get_ops(rewritten)
    # Another shape than that of the updates stays an error of the model.
    wrong = make_elements(
        [make_constant("shape", np.array([12, 3])), *expand], "add", 0, known, indices="expanded"
    )
    rewritten = so.rewrite(wrong)
    assert "Expand" in get_ops(rewritten)
    with pytest.raises(Exception, match="'indices' dimension 1: expected size 4"):
        make_session(rewritten).run(None, feeds)


def test_elements_of_int32_and_old_versions(rng):
    inputs = [("data", "f4", None), ("indices", "i4", None), ("updates", "f4", None)]
    feeds = {
        "data": np.zeros((4, 3), "f4"),
        "indices": np.array([[0, 1, -1], [2, 2, 0]], "i4"),
        "updates": rng.normal(size=(2, 3)).astype("f4"),
    }
    rewritten = run_both(make_elements((), "none", 0, inputs), feeds)
    assert get_ops(rewritten) == ["Cast", "ScatterElements"]
    # PyTorch writes max into models of opset 16.
    model = make_elements((), "max", 1, opset=16)
    feeds["indices"] = feeds["indices"].astype("i8")
    assert run_both(model, feeds).graph.node[0].domain == "scatter_mlir"


# What ONNX Runtime has no kernel for.
_MORE = {"f2": ("add", "mul"), "b1": ("min", "max")}


def test_random_elements_are_accepted_like_the_originals(rng):
    outcomes = {False: 0, True: 0}
    for _ in range(300):
        rank = rng.integers(1, 5)
        axis = int(rng.integers(-rank - (rng.random() < 0.1), rank))
        opset = int(rng.choice([11, 13, 16, 18]))
        reductions = {16: ["none", "add", "mul"], 18: ["none", "add", "mul", "max", "min"]}
        reduction = str(rng.choice(reductions.get(opset, ["none"])))
        kind = str(rng.choice(["f4", "f2", "f8", "i1", "u2", "i8", "b1"]))
        index = str(rng.choice(["i4", "i8"]))
        if reduction in _MORE.get(kind, ()):
            continue
        shape = rng.integers(0 if rng.random() < 0.1 else 1, 5, rank)
        sizes = np.array([rng.integers(min(size, 1), size + 1) for size in shape])
        sizes[axis % rank] = rng.integers(0, 7) if shape[axis % rank] else 0
        wrong = sizes.copy()
        if rng.random() < 0.2:
            wrong[rng.integers(0, rank)] += rng.choice([-1, 1])
        bound = shape[axis % rank] + (rng.random() < 0.1)
        feeds = {
            "data": rng.integers(0, 5, shape).astype(kind),
            "indices": rng.integers(-bound, max(bound, 1), np.maximum(wrong, 0)).astype(index),
            "updates": rng.integers(0, 4, sizes).astype(kind),
        }
        inputs = [("data", kind, None), ("indices", index, None), ("updates", kind, None)]
        model = make_elements((), reduction, axis, inputs, opset)
        expected, found = (try_run(m, feeds) for m in (model, so.rewrite(model)))
        outcomes[found is None] += 1
        assert (expected is None) == (found is None), (feeds, axis, reduction, opset)
        if found is not None:
            assert np.array_equal(expected, found), (feeds, axis, reduction, opset)
    assert min(outcomes.values()) > 10


def try_run(model, feeds):
    """The result, or None if ONNX Runtime or an op of it refuses the call."""
    try:
        return make_session(model).run(None, feeds)[0]
    except Exception as error:
        assert "ScatterElements" in str(error), error
        return None


def test_elements_out_of_bounds():
    session = make_session(so.rewrite(make_elements((), "add", 1)))
    data, updates = np.zeros((2, 3), "f4"), np.ones((2, 2), "f4")
    for indices in [[0, 1], [2, 3]], [[3, 3], [3, 3]], [[0, -4], [1, 1]]:
        indices = np.array(indices)
        place = np.argwhere((indices < -3) | (indices > 2))[0]
        message = rf"'indices' element \[{place[0]}, {place[1]}\]: expected an index in \[-3, 2\]"
        with pytest.raises(Exception, match=message):
            session.run(None, {"data": data, "indices": indices, "updates": updates})
    for shapes, message in (
        (((2, 2), (2, 1)), "'indices' dimension 1: expected size 1"),
        (((1, 2), (2, 2)), "'indices' dimension 0: expected size 2"),
        (((3, 2), (3, 2)), "'updates' dimension 0: expected at most 2"),
        (((2,), (2,)), "'indices': expected rank 2, found rank 1"),
    ):
        feeds = {"data": data, "indices": np.zeros(shapes[0], "i8"), "updates": np.zeros(shapes[1], "f4")}
        with pytest.raises(Exception, match=message):
            session.run(None, feeds)
    empty = {"data": data, "indices": np.zeros((2, 0), "i8"), "updates": np.zeros((2, 0), "f4")}
    assert not session.run(None, empty)[0].any()


def test_forms_of_a_model(tmp_path):
    model = make_elements((), "add")
    path = tmp_path / "model.onnx"
    onnx.save(model, path)
    forms = model, model.SerializeToString(), bytearray(model.SerializeToString()), path, str(path)
    for form in forms:
        assert so.rewrite(form).graph.node[0].domain == "scatter_mlir"
    assert model.graph.node[0].domain == ""


def test_compile_forms_of_a_model(tmp_path):
    import scatter_mlir

    inputs = [("data", "f4", (4, 3)), ("indices", "i8", (2, 3)), ("updates", "f4", (2, 3))]
    model = make_elements((), "add", 0, inputs)
    feeds = np.zeros((4, 3), "f4"), np.zeros((2, 3), "i8"), np.ones((2, 3), "f4")
    for form in model, model.SerializeToString(), memoryview(model.SerializeToString()):
        program = scatter_mlir.compile(form)
        assert program(*feeds)[0].tolist() == [2, 2, 2]
    with pytest.raises(scatter_mlir.CompileError, match="<model>.onnx"):
        scatter_mlir.compile(b"\x08\x07 no model")
