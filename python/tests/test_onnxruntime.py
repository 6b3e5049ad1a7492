# ===- test_onnxruntime.py - the ops in ONNX Runtime ----------------------===#

import ctypes
import threading
import time

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
ort = pytest.importorskip("onnxruntime")
try:
    import scatter_mlir.onnxruntime as so
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

import ml_dtypes
from onnx import TensorProto, helper

import scatter_mlir
from onnxruntime_models import ELEMENTS, get_ops, make_model, make_session, make_update, run_both

INDICES = np.array([[0], [2], [-1]])


@pytest.mark.parametrize("dtype", ELEMENTS)
def test_element_types(dtype, rng):
    data = rng.integers(0, 2, (4, 3)).astype(dtype)
    updates = rng.integers(0, 2, (3, 3)).astype(dtype)
    feeds = {"data": data, "indices": INDICES, "updates": updates}
    assert get_ops(run_both(make_update(dtype), feeds)) == ["ScatterNDUpdate"]


@pytest.mark.parametrize("reduction", ["none", "add", "mul", "min", "max"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64"])
def test_reductions(reduction, dtype, rng):
    data = rng.normal(size=(4, 5, 3)).astype(dtype)
    indices = rng.permutation(20)[:7, None] // (5, 1) % (4, 5)
    updates = rng.normal(size=(7, 3)).astype(dtype)
    feeds = {"data": data, "indices": indices, "updates": updates}
    run_both(make_update(dtype, (None, 5, 3), reduction=reduction), feeds)


@pytest.mark.parametrize("reduction", ["none", "sum", "sub", "prod", "min", "max"])
def test_the_same_bits_as_the_package(reduction, rng):
    node = helper.make_node(
        "ScatterNDUpdate", ["data", "indices", "updates"], ["y"],
        domain="scatter_mlir", reduction=reduction, out_of_bounds="drop",
        negative_indices="reject",
    )  # fmt: skip
    inputs = [("data", "f4", None), ("indices", "i8", None), ("updates", "f4", None)]
    data = rng.normal(size=(6, 3)).astype("f4")
    indices = rng.integers(-1, 8, (40, 1))
    updates = rng.normal(size=(40, 3)).astype("f4")
    feeds = {"data": data, "indices": indices, "updates": updates}
    (result,) = make_session(make_model([node], inputs)).run(None, feeds)
    expected = scatter_mlir.scatter_nd_update(
        data, indices, updates, reduction=reduction, out_of_bounds="drop",
        negative_indices="reject",
    )  # fmt: skip
    assert result.tobytes() == expected.tobytes()


def test_data_of_a_size_without_a_name(rng):
    """The slice after the update is a whole dimension, which the optimizer looks at."""
    nodes = [
        helper.make_node("Shape", ["x"], ["shape"]),
        helper.make_node("ConstantOfShape", ["shape"], ["zeros"]),
        helper.make_node("ScatterElements", ["zeros", "i", "x"], ["u"], axis=1),
        helper.make_node("Slice", ["u", "zero", "one", "one"], ["y"]),
    ]
    constants = [
        helper.make_tensor(name, TensorProto.INT64, [1], [value])
        for name, value in (("zero", 0), ("one", 1))
    ]
    x = rng.random((6, 4), "f4")
    index = np.argsort(x, axis=1)
    inputs = [("x", "f4", ["n", 4]), ("i", "i8", ["n", 4])]
    model = make_model(nodes, inputs, initializer=constants)
    rewritten = run_both(model, {"x": x, "i": index})
    assert get_ops(rewritten)[2] == "ScatterElements"


def test_shapes_are_inferred():
    model = so.rewrite(make_update())
    session = make_session(model)
    assert session.get_outputs()[0].shape == ["n", 3]
    feeds = {"data": np.zeros((2, 3), "f4"), "indices": np.zeros((0, 1), "i8")}
    feeds["updates"] = np.zeros((0, 3), "f4")
    assert session.run(None, feeds)[0].shape == (2, 3)


MODES = [
    {},
    {"threads": 2},
    {"execution_mode": ort.ExecutionMode.ORT_PARALLEL},
    {"graph_optimization_level": ort.GraphOptimizationLevel.ORT_DISABLE_ALL},
]


@pytest.mark.parametrize("mode", MODES)
def test_an_index_out_of_bounds_is_an_error(mode):
    session = make_session(so.rewrite(make_update(), threads=2), **mode)
    feeds = {
        "data": np.zeros((4, 3), "f4"),
        "indices": np.array([[1], [9]]),
        "updates": np.ones((2, 3), "f4"),
    }
    match = "'indices' tuple 1, component 0: .* size 4, found 9"
    with pytest.raises(Exception, match=match):
        session.run(None, feeds)
    errors = []
    done = threading.Event()

    def callback(results, user, error):
        errors.append(error)
        done.set()

    if mode.get("threads") == 2:
        session.run_async(None, feeds, callback, None)
        assert done.wait(10) and "found 9" in errors[0]
    feeds["indices"] = np.array([[1], [3]])
    assert session.run(None, feeds)[0].sum() == 6


@pytest.mark.parametrize(
    "attributes, match",
    [
        ({"reduction": "add"}, "'reduction': expected one of 'none', .* found 'add'"),
        ({"threads": -1}, "'threads': expected 0 to 1024, found -1"),
        ({"negative_indices": "no"}, "'wrap', 'reject', found 'no'"),
        ({"reduction": ""}, "'reduction': expected one of 'none', .* found ''"),
        ({"reduction": 1}, "'reduction': expected a string, found another type"),
        ({"reduction": ["sum"]}, "'reduction': expected a string, found another type"),
        ({"out_of_bounds": 1.5}, "'out_of_bounds': expected a string"),
        ({"threads": "2"}, "'threads': expected an integer, found another type"),
        ({"threads": 2.0}, "'threads': expected an integer, found another type"),
        ({"unique_indices": "yes"}, "'unique_indices': expected an integer"),
        ({"unique_indices": [1]}, "'unique_indices': expected an integer"),
        ({"unique_indices": 2}, "'unique_indices': expected 0 to 1, found 2"),
        ({"axis": 0}, "'axis': ScatterNDUpdate has no such attribute, expected one of 'reduction'"),
        ({"mode": "linear"}, "'mode': ScatterNDUpdate has no such attribute"),
        ({"mode": 1.5}, "'mode': ScatterNDUpdate has no such attribute"),
        ({"axes": [0, 1]}, "'axes': ScatterNDUpdate has no such attribute"),
        ({"accumulate": 1}, "'accumulate': ScatterNDUpdate has no such attribute"),
    ],
)
def test_wrong_attributes(attributes, match):
    model = so.rewrite(make_update())
    (node,) = model.graph.node
    for name, value in attributes.items():
        kept = [a for a in node.attribute if a.name != name]
        del node.attribute[:]
        node.attribute.extend([*kept, helper.make_attribute(name, value)])
    with pytest.raises(Exception, match=match):
        make_session(model)


OPS = {
    "ScatterElements": ["data", "indices", "updates"],
    "SliceScatter": ["data", "updates", "start", "stop"],
    "TensorScatter": ["data", "updates"],
}


@pytest.mark.parametrize(
    "op, attributes, match",
    [
        ("ScatterElements", {"axis": 0.5}, "'axis': expected an integer"),
        ("ScatterElements", {"reduction": 1}, "'reduction': expected a string"),
        ("ScatterElements", {"expand_indices": "1"}, "'expand_indices': expected an integer"),
        ("ScatterElements", {"expand_indices": -1}, "'expand_indices': expected 0 to 1, found -1"),
        ("ScatterElements", {"out_of_bounds": "drop"}, "'out_of_bounds': ScatterElements has no such"),
        ("SliceScatter", {"threads": "all"}, "'threads': expected an integer"),
        ("SliceScatter", {"step": [2]}, "'step': SliceScatter has no such attribute, .* 'threads'"),
        ("SliceScatter", {"reduction": "sum"}, "'reduction': SliceScatter has no such attribute"),
        ("TensorScatter", {"axis": [1]}, "'axis': expected an integer"),
        ("TensorScatter", {"mode": 1}, "'mode': expected a string"),
        ("TensorScatter", {"mode": ""}, "'mode': expected one of 'linear', 'circular', found ''"),
        ("TensorScatter", {"reduction": "sum"}, "'reduction': TensorScatter has no such attribute"),
        ("ScatterElements", {}, None),
        ("SliceScatter", {}, None),
        ("TensorScatter", {}, None),
    ],
)
def test_wrong_attributes_of_each_op(op, attributes, match):
    node = helper.make_node(op, OPS[op], ["y"], domain="scatter_mlir", **attributes)
    types = {"indices": "i8", "start": "i8", "stop": "i8"}
    inputs = [(name, types.get(name, "f4"), None) for name in OPS[op]]
    model = make_model([node], inputs)
    if match is None:
        make_session(model)
        return
    with pytest.raises(Exception, match=match):
        make_session(model)


def test_wrong_types():
    model = so.rewrite(make_update())
    model.graph.input[2].type.tensor_type.elem_type = TensorProto.DOUBLE
    with pytest.raises(Exception, match="ScatterNDUpdate"):
        make_session(model)


def test_wrong_shapes():
    session = make_session(so.rewrite(make_update()))
    feeds = {"data": np.zeros((4, 3), "f4"), "indices": INDICES}
    feeds["updates"] = np.ones((3, 4), "f4")
    with pytest.raises(Exception, match="'updates'"):
        session.run(None, feeds)


SLICES = [
    (1, 3, None, None),
    ([0, -1], [4, -9], [2, -1], [0, 1]),
    ([-2], [2**62], [1], [-1]),
    ([], [], None, None),
]


@pytest.mark.parametrize("start, stop, step, axes", SLICES)
def test_slices(start, stop, step, axes, rng):
    data = rng.normal(size=(4, 3)).astype("f4")
    listed = [None if x is None else np.atleast_1d(np.array(x, "i8")) for x in (start, stop, step, axes)]
    index = [slice(None)] * 2
    for i, axis in enumerate(listed[0] if listed[3] is None else listed[3]):
        axis = i if listed[3] is None else axis
        index[axis] = slice(listed[0][i], listed[1][i], None if step is None else listed[2][i])
    updates = rng.normal(size=data[tuple(index)].shape).astype("f4")
    names = ["start", "stop", "step", "axes"]
    given = {n: v for n, v in zip(names, listed) if v is not None}
    node = helper.make_node(
        "SliceScatter", ["data", "updates", *(n if n in given else "" for n in names)],
        ["y"], domain="scatter_mlir",
    )  # fmt: skip
    inputs = [("data", "f4", None), ("updates", "f4", None), *((n, "i8", None) for n in given)]
    session = make_session(make_model([node], inputs))
    (result,) = session.run(None, {"data": data, "updates": updates, **given})
    data[tuple(index)] = updates
    np.testing.assert_array_equal(result, data)
    if step:
        with pytest.raises(Exception, match="'step': expected .* entries"):
            session.run(None, {"data": data, "updates": updates, **given, "step": np.zeros(3, "i8")})


def make_cache(mode="linear", axis=-2, shape=(2, 3, 8, 4), length=3, indices=True):
    sizes = list(shape)
    sizes[axis] = length
    names = ["cache", "update", "at"][: 2 + indices]
    node = helper.make_node("TensorScatter", names, ["y"], mode=mode, axis=axis)
    inputs = [("cache", "f4", shape), ("update", "f4", sizes), ("at", "i8", [shape[0]])]
    return make_model([node], inputs[: 2 + indices]), sizes


@pytest.mark.parametrize("axis", [1, 2, -1])
@pytest.mark.parametrize("mode, at", [("linear", [5, 0]), ("linear", [4, 4]), ("circular", [6, 13]), ("circular", [3, 11])])
def test_caches(mode, at, axis, rng):
    shape = [2, 3, 3, 3]
    shape[axis] = 8
    model, sizes = make_cache(mode, axis, tuple(shape))
    cache, update = rng.normal(size=shape).astype("f4"), rng.normal(size=sizes).astype("f4")
    feeds = {"cache": cache, "update": update, "at": np.array(at)}
    assert get_ops(run_both(model, feeds)) == ["TensorScatter"]
    model, _ = make_cache(mode, axis, tuple(shape), indices=False)
    run_both(model, {"cache": cache, "update": update})


def test_caches_of_the_largest_rank(rng):
    shape = [2] + 30 * [1] + [8]
    model, sizes = make_cache("linear", -1, tuple(shape))
    cache, update = rng.normal(size=shape).astype("f4"), rng.normal(size=sizes).astype("f4")
    (result,) = make_session(so.rewrite(model)).run(
        None, {"cache": cache, "update": update, "at": np.array([5, 0])}
    )
    cache[0, ..., 5:8], cache[1, ..., 0:3] = update
    np.testing.assert_array_equal(result, cache)


@pytest.mark.parametrize("mode, at, match", [
    ("linear", [0, 6], "'write_indices' entry 1: expected 0 to 5, found 6"),
    ("linear", [-1, 0], "'write_indices' entry 0: expected 0 to 5, found -1"),
    ("circular", [0, -1], "'write_indices' entry 1: expected 0 or more, found -1"),
])  # fmt: skip
def test_wrong_positions_in_caches(mode, at, match):
    model, sizes = make_cache(mode)
    feeds = {"cache": np.zeros((2, 3, 8, 4), "f4"), "update": np.ones(sizes, "f4")}
    with pytest.raises(Exception, match=match):
        make_session(so.rewrite(model)).run(None, {**feeds, "at": np.array(at)})


def test_in_place():
    """A session does not copy what nothing else uses, and shares what is bound."""
    nodes = [
        helper.make_node("Neg", ["data"], ["x0"]),
        *(
            helper.make_node("ScatterND", [f"x{i}", "indices", "updates"], [f"x{i + 1}"])
            for i in range(50)
        ),
        helper.make_node("ReduceSum", ["x50"], ["y"], keepdims=0),
    ]
    inputs = [("data", "f4", [1 << 20, 4]), ("indices", "i8", [2, 1]), ("updates", "f4", [2, 4])]
    feeds = {
        "data": np.ones((1 << 20, 4), "f4"),
        "indices": np.array([[0], [5]]),
        "updates": np.ones((2, 4), "f4"),
    }
    session = make_session(so.rewrite(make_model(nodes, inputs)))
    seconds = []
    for _ in range(6):
        begin = time.perf_counter()
        (result,) = session.run(None, feeds)
        seconds.append(time.perf_counter() - begin)
    assert result == 16 - 4 * (1 << 20)
    # Fifty copies of 16 MiB take 100 ms and more.
    assert min(seconds) < 0.08


def test_bound_memory_is_updated_in_place():
    session = make_session(so.rewrite(make_update()))
    cache = np.zeros((4, 3), "f4")
    binding = session.io_binding()
    binding.bind_cpu_input("indices", np.array([[1]]))
    binding.bind_cpu_input("updates", np.ones((1, 3), "f4"))
    for bind in (binding.bind_input, binding.bind_output):
        name = "data" if bind == binding.bind_input else "y"
        bind(name, "cpu", 0, np.float32, cache.shape, cache.ctypes.data)
    session.run_with_iobinding(binding)
    np.testing.assert_array_equal(cache[:, 0], [0, 1, 0, 0])


def test_threads_have_the_same_bits(rng):
    data = rng.normal(size=(512, 256)).astype("f4")
    indices = rng.integers(0, 512, (4096, 1))
    updates = rng.normal(size=(4096, 256)).astype("f4")
    feeds = {"data": data, "indices": indices, "updates": updates}
    model = make_update(shape=None, reduction="add")
    results = [
        make_session(so.rewrite(model, threads=n), threads=n).run(None, feeds)[0].tobytes()
        for n in (1, 2, 4)
    ]
    expected = scatter_mlir.scatter_nd_update(data, indices, updates, reduction="sum")
    assert results == [expected.tobytes()] * 3
    assert so.__all__ == ["LIBRARY", "register", "rewrite"]


def test_bfloat16():
    model = make_update()
    for value in (model.graph.input[0], model.graph.input[2], model.graph.output[0]):
        value.type.tensor_type.elem_type = TensorProto.BFLOAT16
    session = make_session(so.rewrite(model))
    bits = np.arange(12, dtype="u2").reshape(4, 3)
    values = [
        ort.OrtValue.ortvalue_from_numpy_with_onnx_type(array, TensorProto.BFLOAT16)
        for array in (bits, bits[:1] + 100)
    ]
    feeds = {"data": values[0], "updates": values[1]}
    feeds["indices"] = ort.OrtValue.ortvalue_from_numpy(np.array([[2]]))
    (result,) = session.run_with_ort_values(None, feeds)
    assert result.data_type() == "tensor(bfloat16)" and ml_dtypes.bfloat16


def test_older_versions_are_refused():
    """With the table of ONNX Runtime 1.17, of which only the first entry is used."""
    messages = []

    @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p)
    def create_status(code, message):
        messages.append(message.decode())
        return 1

    table = (ctypes.c_void_p * 1)(ctypes.cast(create_status, ctypes.c_void_p).value)

    @ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)
    def get_api(version):
        return ctypes.addressof(table) if version <= 17 else None

    @ctypes.CFUNCTYPE(ctypes.c_void_p)
    def get_version():
        return ctypes.cast(b"1.17.3", ctypes.c_void_p).value

    base = (ctypes.c_void_p * 2)(
        *(ctypes.cast(f, ctypes.c_void_p).value for f in (get_api, get_version))
    )
    library = ctypes.CDLL(so.LIBRARY)
    library.RegisterCustomOps.restype = ctypes.c_void_p
    assert library.RegisterCustomOps(None, ctypes.byref(base)) == 1
    assert messages == ["scatter_mlir: expected ONNX Runtime 1.18 or later, found 1.17.3"]
