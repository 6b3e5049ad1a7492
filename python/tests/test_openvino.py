# ===- test_openvino.py - the ops in OpenVINO ------------------------------===#

import io
import os
import subprocess
import sys

import numpy as np
import pytest

ov = pytest.importorskip("openvino")
try:
    import scatter_mlir.openvino as so
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

from openvino import opset4, opset15

import scatter_mlir

INDICES = np.array([[0], [2], [-1]])


@pytest.fixture(scope="module")
def core():
    return so.add_extension(ov.Core())


def make_update(dtype="f4", reduction="none", index="i8", shape=(-1, 3)):
    data = opset15.parameter(list(shape), np.dtype(dtype), name="data")
    indices = opset15.parameter([-1, -1], np.dtype(index), name="indices")
    rank = len(shape)
    updates = opset15.parameter([-1] * rank, np.dtype(dtype), name="updates")
    result = opset15.scatter_nd_update(data, indices, updates, reduction)
    return ov.Model([result], [data, indices, updates], "update")


def make_slice(count, shape=(-1, -1, 4), axes=True, index="i8"):
    data = opset15.parameter(list(shape), np.float32, name="data")
    updates = opset15.parameter([-1] * len(shape), np.float32, name="updates")
    names = ["start", "stop", "step", "axes"][: 3 + axes]
    bounds = [opset15.parameter([count], np.dtype(index), name=name) for name in names]
    result = opset15.slice_scatter(data, updates, *bounds)
    return ov.Model([result], [data, updates, *bounds], "slice")


def get_types(model):
    return [op.get_type_name() for op in model.get_ops()]


def run_both(core, model, feeds):
    expected = ov.Core().compile_model(model, "CPU")(feeds)[0]
    result = core.compile_model(so.rewrite(model, core), "CPU")(feeds)[0]
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)


TYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]


@pytest.mark.parametrize("dtype", TYPES)
def test_element_types(dtype, core, rng):
    model = make_update(dtype)
    assert "NDUpdate" in get_types(so.rewrite(model, core))
    feeds = {
        "data": rng.integers(0, 2, (4, 3)).astype(dtype),
        "indices": INDICES,
        "updates": rng.integers(0, 2, (3, 3)).astype(dtype),
    }
    run_both(core, model, feeds)


@pytest.mark.parametrize("index", ["i4", "i8"])
@pytest.mark.parametrize("reduction", ["none", "sum", "sub", "prod", "min", "max"])
@pytest.mark.parametrize("dtype", ["f4", "i4"])
def test_reductions(reduction, dtype, index, core, rng):
    feeds = {
        "data": rng.integers(-9, 9, (4, 5)).astype(dtype),
        "indices": rng.integers(-4, 4, (7, 1)).astype(index),
        "updates": rng.integers(-9, 9, (7, 5)).astype(dtype),
    }
    if reduction == "none":
        feeds["indices"][:4, 0], feeds["indices"] = range(4), feeds["indices"][:4]
        feeds["updates"] = feeds["updates"][:4]
    run_both(core, make_update(dtype, reduction, index, (-1, 5)), feeds)


def test_older_operation_sets(core):
    data, updates = (opset4.parameter([4, 3], np.float32) for _ in range(2))
    indices = opset4.parameter([4, 1], np.int32)
    update = opset4.scatter_nd_update(data, indices, updates)
    model = ov.Model([update], [data, indices, updates])
    assert "ScatterNDUpdate" in get_types(model)
    assert "NDUpdate" in get_types(so.rewrite(model, core))


@pytest.mark.parametrize("reduction", ["none", "sum", "sub", "prod", "min", "max"])
def test_the_same_bits_as_the_package(reduction, core, rng):
    data = rng.normal(size=(6, 3)).astype("f4")
    indices = rng.integers(-6, 6, (40, 1))
    updates = rng.normal(size=(40, 3)).astype("f4")
    compiled = core.compile_model(so.rewrite(make_update(reduction=reduction), core))
    result = compiled({"data": data, "indices": indices, "updates": updates})[0]
    expected = scatter_mlir.scatter_nd_update(data, indices, updates, reduction=reduction)
    assert result.tobytes() == expected.tobytes()


SLICES = [
    ([1], [3], [1], None),
    ([0, -1], [4, -9], [2, -1], None),
    ([0, -1], [4, -9], [2, -1], [2, 0]),
    ([-2], [2**31 - 1], [1], [-1]),
]


@pytest.mark.parametrize("index", ["i4", "i8"])
@pytest.mark.parametrize("start, stop, step, axes", SLICES)
def test_slices(start, stop, step, axes, index, core, rng):
    data = rng.normal(size=(4, 3, 4)).astype("f4")
    slices = [slice(None)] * 3
    for i, axis in enumerate(axes or range(len(start))):
        slices[axis] = slice(start[i], stop[i], step[i])
    feeds = {
        "data": data,
        "updates": rng.normal(size=data[tuple(slices)].shape).astype("f4"),
    }
    names = {"start": start, "stop": stop, "step": step, "axes": axes}
    feeds |= {name: np.array(v, index) for name, v in names.items() if v is not None}
    model = make_slice(len(start), axes=axes is not None, index=index)
    assert "SliceUpdate" in get_types(so.rewrite(model, core))
    run_both(core, model, feeds)


def test_shapes(core):
    compiled = core.compile_model(so.rewrite(make_update(), core), "CPU")
    assert compiled.output(0).partial_shape == ov.PartialShape([-1, 3])
    feeds = {"data": np.ones((4, 3), "f4")}
    feeds |= {"indices": np.zeros((0, 1), "i8"), "updates": np.zeros((0, 3), "f4")}
    assert compiled(feeds)[0].sum() == 12
    feeds["data"] = np.zeros((0, 3), "f4")
    assert compiled(feeds)[0].shape == (0, 3)


CONFIGS = [
    {},
    {"INFERENCE_NUM_THREADS": 1},
    {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1},
    {"INFERENCE_NUM_THREADS": 1, "PERFORMANCE_HINT": "THROUGHPUT"},
    {"INFERENCE_NUM_THREADS": 2},
    {"NUM_STREAMS": 1},
    {"NUM_STREAMS": 2},
    {"PERFORMANCE_HINT": "LATENCY"},
    {"PERFORMANCE_HINT": "THROUGHPUT"},
]


def get_feeds(index):
    return {
        "data": np.zeros((4, 3), "f4"),
        "indices": np.array([[1], [index]]),
        "updates": np.ones((2, 3), "f4"),
    }


def run_sync(request, feeds):
    return request.infer(feeds)[0]


def run_async(request, feeds):
    request.start_async(feeds)
    request.wait()
    return request.results[0]


@pytest.mark.parametrize("run", [run_sync, run_async])
@pytest.mark.parametrize("config", CONFIGS)
def test_an_index_out_of_bounds_is_an_error(config, run, core):
    compiled = core.compile_model(so.rewrite(make_update(), core), "CPU", config)
    request = compiled.create_infer_request()
    for _ in range(3):
        assert run(request, get_feeds(3)).sum() == 6
        with pytest.raises(RuntimeError, match="tuple 1, component 0: .* size 4, found 9"):
            run(request, get_feeds(9))
    with pytest.raises(RuntimeError, match="found 9"):
        compiled(get_feeds(9))


def test_an_error_on_one_core(tmp_path):
    """Where a process has one CPU, models are compiled for one thread."""
    ov.save_model(make_update(), tmp_path / "model.xml", compress_to_fp16=False)
    script = f"""
import os, numpy as np, openvino
os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])
from scatter_mlir.openvino import add_extension
core = add_extension(openvino.Core())
compiled = core.compile_model({str(tmp_path / "model.xml")!r}, "CPU")
feeds = {{"data": np.zeros((4, 3), "f4"), "indices": np.array([[1], [9]]), "updates": np.ones((2, 3), "f4")}}
try:
    compiled(feeds)
except RuntimeError as error:
    assert "found 9" in str(error)
else:
    raise SystemExit("no error")
"""
    subprocess.run([sys.executable, "-c", script], check=True, env=os.environ)


def test_wrong_arguments(core):
    compiled = core.compile_model(so.rewrite(make_update(), core), "CPU")
    with pytest.raises(RuntimeError, match="'updates': expected"):
        compiled({**get_feeds(1), "updates": np.ones((2, 4), "f4")})
    with pytest.raises(RuntimeError, match="'indices'"):
        compiled({**get_feeds(1), "indices": np.zeros((2, 3), "i8")})
    compiled = core.compile_model(so.rewrite(make_slice(1), core), "CPU")
    feeds = {"data": np.ones((4, 3, 4), "f4"), "updates": np.ones((2, 3, 4), "f4")}
    feeds |= {name: np.array([2]) for name in ("start", "stop", "axes")}
    with pytest.raises(RuntimeError, match="'updates': expected the shape"):
        compiled({**feeds, "step": np.array([1])})
    with pytest.raises(RuntimeError, match="'step' entry 0"):
        compiled({**feeds, "step": np.array([0])})


def test_models_are_saved_and_cached(core, tmp_path):
    model = so.rewrite(make_update(reduction="sum"), core)
    ov.save_model(model, tmp_path / "model.xml", compress_to_fp16=False)
    assert 'version="scatter_mlir"' in (tmp_path / "model.xml").read_text()
    config = {"CACHE_DIR": str(tmp_path / "cache")}
    for _ in range(2):
        compiled = core.compile_model(tmp_path / "model.xml", "CPU", config)
        assert compiled(get_feeds(1))[0].sum() == 6
        with pytest.raises(RuntimeError, match="found 9"):
            compiled(get_feeds(9))
    assert list((tmp_path / "cache").iterdir())


def test_wrong_attributes(core, tmp_path):
    ov.save_model(make_update(reduction="sum"), tmp_path / "model.xml", compress_to_fp16=False)
    text = (tmp_path / "model.xml").read_text()
    (tmp_path / "model.xml").write_text(text.replace('reduction="sum"', 'reduction="mean"'))
    with pytest.raises(RuntimeError, match="'reduction': expected one of .* found 'mean'"):
        core.read_model(tmp_path / "model.xml")


def test_constants_are_folded(core):
    data = opset15.constant(np.zeros((4, 3), "f4"))
    updates = opset15.parameter([1, 3], np.float32, name="updates")
    update = opset15.scatter_nd_update(data, opset15.constant(np.array([[2]])), updates)
    model = so.rewrite(ov.Model([update], [updates]), core)
    result = core.compile_model(model, "CPU")(np.ones((1, 3), "f4"))[0]
    assert result.sum(1).tolist() == [0, 0, 3, 0]


def test_threads_have_the_same_bits(core, rng):
    feeds = {
        "data": rng.normal(size=(512, 256)).astype("f4"),
        "indices": rng.integers(0, 512, (4096, 1)),
        "updates": rng.normal(size=(4096, 256)).astype("f4"),
    }
    model = so.rewrite(make_update(reduction="sum", shape=(-1, 256)), core)
    results = [
        core.compile_model(model, "CPU", {"INFERENCE_NUM_THREADS": n})(feeds)[0].tobytes()
        for n in (1, 2)
    ]
    expected = scatter_mlir.scatter_nd_update(*feeds.values(), reduction="sum")
    assert results == [expected.tobytes()] * 2
    assert so.__all__ == ["LIBRARY", "add_extension", "rewrite"]


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_constants_that_are_not_aligned(core, tmp_path, index):
    """In a file, the constants follow each other without gaps."""
    updates = opset15.parameter([1], np.uint8, name="updates")
    data = opset15.constant(np.zeros(5, np.uint8))
    indices = opset15.constant(np.array([[1]], index))
    result = opset15.scatter_nd_update(data, indices, updates, "none")
    path = str(tmp_path / "model.xml")
    ov.save_model(ov.Model([result], [updates], "model"), path)
    compiled = core.compile_model(core.read_model(path), "CPU")
    assert compiled({"updates": np.ones(1, np.uint8)})[0].tolist() == [0, 1, 0, 0, 0]


@pytest.mark.parametrize("is_stream", [False, True])
def test_imported_models_raise(core, is_stream):
    """By one thread, too, where OpenVINO itself returns the former output."""
    config = {"INFERENCE_NUM_THREADS": 1}
    model = so.rewrite(make_update(), core)
    exported = core.compile_model(model, "CPU", config).export_model()
    if is_stream:
        exported = io.BytesIO(bytes(exported.read() if hasattr(exported, "read") else exported))
    compiled = core.import_model(exported, "CPU", config)
    inputs = {"data": np.zeros((3, 3), "f4"), "updates": np.ones((1, 3), "f4")}
    assert compiled({**inputs, "indices": np.array([[1]])})[0].sum() == 3
    with pytest.raises(RuntimeError, match="found 3"):
        compiled({**inputs, "indices": np.array([[3]])})
