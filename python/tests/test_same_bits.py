# ===- test_same_bits.py - one update through all that is installed --------===#
"""The same random updates through C, NumPy and each framework, compared by bits.

C is the library itself, called without the package's conversion of arguments.
"""

import ctypes
import pathlib

import numpy as np
import pytest
from c_structures import DLTensor, NDUpdateOptions

import scatter_mlir

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]


def load_library():
    (path,) = pathlib.Path(scatter_mlir.__file__).parent.glob("libscatter.so.*")
    library = ctypes.CDLL(str(path))
    library.scatter_nd_update.restype = ctypes.c_void_p
    library.scatter_slice_scatter.restype = ctypes.c_void_p
    return library


def to_tensor(array):
    code = {"i": 0, "u": 1, "f": 2}[array.dtype.kind]
    shape = (ctypes.c_int64 * array.ndim)(*array.shape)
    bits = 8 * array.itemsize
    tensor = DLTensor(array.ctypes.data, 1, 0, array.ndim, code, bits, 1, shape)
    return ctypes.byref(tensor)


class C:
    def __init__(self):
        self.library = load_library()

    def update(self, data, indices, updates, reduction):
        out = data.copy()
        options = NDUpdateOptions(ctypes.sizeof(NDUpdateOptions), REDUCTIONS.index(reduction))
        arrays = data, indices, updates, out
        assert not self.library.scatter_nd_update(
            *map(to_tensor, arrays), ctypes.byref(options)
        )
        return out

    def update_slice(self, data, updates, start, stop, step):
        out = data.copy()
        bounds = [(ctypes.c_int64 * len(x))(*x) for x in (start, stop, step)]
        assert not self.library.scatter_slice_scatter(
            to_tensor(data), to_tensor(updates), *bounds, None,
            ctypes.c_size_t(len(start)), to_tensor(out), None,
        )  # fmt: skip
        return out


class NumPy:
    def update(self, data, indices, updates, reduction):
        return scatter_mlir.scatter_nd_update(data, indices, updates, reduction=reduction)

    def update_slice(self, data, updates, start, stop, step):
        return scatter_mlir.slice_scatter(data, updates, start, stop, step)


class PyTorch:
    def __init__(self):
        self.torch = pytest.importorskip("torch")
        self.module = pytest.importorskip("scatter_mlir.torch")

    def update(self, data, indices, updates, reduction):
        tensors = map(self.torch.from_numpy, (data, indices, updates))
        return self.module.scatter_nd_update(*tensors, reduction=reduction).numpy()

    def update_slice(self, data, updates, *bounds):
        tensors = map(self.torch.from_numpy, (data, updates))
        return self.module.slice_scatter(*tensors, *bounds).numpy()


class JAX:
    def __init__(self):
        self.jax = pytest.importorskip("jax")
        self.module = import_or_skip("jax")

    def update(self, data, indices, updates, reduction):
        update = self.jax.jit(self.module.nd_update, static_argnames="reduction")
        return np.asarray(update(data, indices.astype("i4"), updates, reduction=reduction))

    def update_slice(self, data, updates, *bounds):
        update = self.jax.jit(lambda d, u: self.module.slice_update(d, u, *bounds))
        return np.asarray(update(data, updates))


class ONNXRuntime:
    def __init__(self):
        self.onnx = pytest.importorskip("onnx")
        self.ort = pytest.importorskip("onnxruntime")
        self.module = import_or_skip("onnxruntime")

    def run(self, op, feeds, **attributes):
        helper = self.onnx.helper
        values = [
            helper.make_tensor_value_info(
                name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
            )
            for name, array in feeds.items()
        ]
        element = helper.np_dtype_to_tensor_dtype(feeds["data"].dtype)
        result = helper.make_tensor_value_info("y", element, None)
        node = helper.make_node(op, list(feeds), ["y"], domain="scatter_mlir", **attributes)
        graph = helper.make_graph([node], "update", values, [result])
        imports = [helper.make_opsetid("", 18), helper.make_opsetid("scatter_mlir", 1)]
        model = helper.make_model(graph, opset_imports=imports, ir_version=10)
        options = self.module.register()
        session = self.ort.InferenceSession(model.SerializeToString(), options)
        return session.run(None, feeds)[0]

    def update(self, data, indices, updates, reduction):
        feeds = {"data": data, "indices": indices, "updates": updates}
        return self.run("ScatterNDUpdate", feeds, reduction=reduction)

    def update_slice(self, data, updates, *bounds):
        names = dict(zip(("start", "stop", "step"), map(np.array, bounds)))
        return self.run("SliceScatter", {"data": data, "updates": updates, **names})


class OpenVINO:
    def __init__(self):
        self.ov = pytest.importorskip("openvino")
        self.module = import_or_skip("openvino")
        self.core = self.module.add_extension(self.ov.Core())

    def run(self, name, arrays, *arguments):
        opset = self.ov.opset15
        inputs = [opset.parameter(array.shape, array.dtype) for array in arrays]
        result = getattr(opset, name)(*inputs, *arguments)
        model = self.module.rewrite(self.ov.Model([result], inputs), self.core)
        # Floats stay what they are on CPUs that would compute in bfloat16.
        config = {"INFERENCE_PRECISION_HINT": "f32"}
        return self.core.compile_model(model, "CPU", config)(list(arrays))[0]

    def update(self, data, indices, updates, reduction):
        return self.run("scatter_nd_update", (data, indices, updates), reduction)

    def update_slice(self, data, updates, *bounds):
        return self.run("slice_scatter", (data, updates), *map(np.array, bounds))


def import_or_skip(name):
    """A part of the package, which may lack what is compiled."""
    try:
        return __import__(f"scatter_mlir.{name}", fromlist=["*"])
    except ImportError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module", params=[C, PyTorch, JAX, ONNXRuntime, OpenVINO])
def binding(request):
    return request.param()


def check(result, expected):
    assert result.dtype == expected.dtype and result.shape == expected.shape
    assert result.tobytes() == expected.tobytes()


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_updates(binding, reduction, seed):
    rng = np.random.default_rng(seed)
    # Types that no framework converts: JAX and OpenVINO compute in 32 bits.
    dtype = ("f4", "i4", "f4", "u1")[seed]
    rank = int(rng.integers(1, 4))
    k = int(rng.integers(1, rank + 1))
    shape = tuple(rng.integers(1, 40, rank))
    tuples = tuple(rng.integers(1, 30, int(rng.integers(1, 3))))
    high = np.array(shape[:k])
    indices = rng.integers(-high, high, (*tuples, k))
    data = (rng.normal(size=shape) * 50).astype(dtype)
    updates = (rng.normal(size=tuples + shape[k:]) * 50).astype(dtype)
    expected = NumPy().update(data, indices, updates, reduction)
    check(binding.update(data, indices, updates, reduction), expected)


def test_updates_of_many_rows(binding):
    rng = np.random.default_rng(9)
    data = rng.normal(size=(300, 65)).astype("f4")
    indices = rng.integers(-300, 300, (5000, 1))
    updates = rng.normal(size=(5000, 65)).astype("f4")
    expected = NumPy().update(data, indices, updates, "sum")
    check(binding.update(data, indices, updates, "sum"), expected)


@pytest.mark.parametrize("seed", range(6))
def test_slices(binding, seed):
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(4, 20, int(rng.integers(1, 4))))
    data = rng.normal(size=shape).astype("f4")
    start = [int(rng.integers(-size, size)) for size in shape]
    stop = [int(rng.integers(-size, size + 1)) for size in shape]
    step = [int(n) for n in rng.choice([-2, -1, 1, 3], len(shape))]
    slot = data[tuple(map(slice, start, stop, step))].shape
    updates = rng.normal(size=slot).astype("f4")
    expected = NumPy().update_slice(data, updates, start, stop, step)
    check(binding.update_slice(data, updates, start, stop, step), expected)
