# ===- cases.py - workloads as arrays -------------------------------------===#
"""Reads workloads.json and makes the arrays of a workload."""

import itertools
import json
import pathlib
import zlib

import numpy as np

DTYPES = {
    "f16": np.dtype(np.float16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "i8": np.dtype(np.int8),
    "u8": np.dtype(np.uint8),
    "i16": np.dtype(np.int16),
    "u16": np.dtype(np.uint16),
    "i32": np.dtype(np.int32),
    "u32": np.dtype(np.uint32),
    "i64": np.dtype(np.int64),
}
PATH = pathlib.Path(__file__).resolve().parent.parent / "workloads.json"


def is_workload(case):
    """Whether it is one of the 16 workloads, not one of the sweep or the growth series."""
    return "sweep" not in case and "growth" not in case


def _make_rows_case(name, rows, row_bytes, tuples, distribution, reduction):
    """Makes an update of f32 rows. A row of 4 bytes is a single element."""
    return {
        "name": name,
        "data": [rows] if row_bytes == 4 else [rows, row_bytes // 4],
        "dtype": "f32",
        "tuples": [tuples],
        "components": 1,
        "distribution": distribution,
        "reduction": reduction,
    }


def load():
    """Loads the workloads, the sweep and the growth series, by name. The values are
    dictionaries as in the file."""
    content = json.loads(PATH.read_text())
    cases = {case["name"]: case for case in content["workloads"]}
    sweep = content["sweep"]
    for tuples, row, duplicates in itertools.product(
        sweep["tuples"], sweep["row_bytes"], sweep["duplicates"]
    ):
        name = f"sweep_{tuples}x{row}_d{duplicates}"
        rows = 2 * tuples // duplicates
        distribution = "distinct" if duplicates == 1 else f"half_{duplicates}"
        cases[name] = {
            **_make_rows_case(name, rows, row, tuples, distribution, "sum"),
            "sweep": {"tuples": tuples, "row_bytes": row, "duplicates": duplicates},
        }
    for number, series in enumerate(content["growth"]["series"]):
        for tuples, row in itertools.product(series["tuples"], series["row_bytes"]):
            name = f"growth{number}_{tuples}x{row}"
            rows = series["data_bytes"] // row
            cases[name] = {
                **_make_rows_case(
                    name, rows, row, tuples, "uniform", series["reduction"]
                ),
                "growth": {"series": number, "tuples": tuples, "row_bytes": row},
            }
    return cases


def make_array(shape, dtype):
    """Returns an uninitialized array that is cache-line aligned."""
    dtype = np.dtype(dtype)
    size = int(np.prod(shape)) * dtype.itemsize
    raw = np.empty(size + 64, np.uint8)
    begin = -raw.ctypes.data % 64
    return raw[begin : begin + size].view(dtype).reshape(shape)


def copy_array(array):
    result = make_array(array.shape, array.dtype)
    np.copyto(result, array)
    return result


def _draw(shape, dtype, random):
    result = make_array(shape, dtype)
    if dtype == np.float32 or dtype == np.float64:
        random.random(dtype=dtype, out=result)
    elif dtype.kind in "iu":
        result[...] = random.integers(0, 128, shape, dtype)
    else:
        result[...] = random.random(shape, np.float32).astype(dtype)
    return result


def _draw_rows(count, rows, distribution, random):
    """Draws `count` rows out of `rows`."""
    if distribution == "uniform":
        return random.integers(0, rows, count)
    if distribution == "sorted":
        return np.sort(random.integers(0, rows, count))
    if distribution == "distinct":
        return random.permutation(rows)[:count]
    if distribution == "zipf":
        weights = 1 / np.arange(1, rows + 1)
        return random.permutation(rows)[
            random.choice(rows, count, p=weights / weights.sum())
        ]
    # half_N: on average every second row, N times each.
    hit = random.permutation(rows)[: rows // 2]
    return random.permutation(np.resize(hit, count))


def _make_slices(case):
    """Returns the Python slices of a SliceScatter, one per dimension."""
    bounds = case["slice"]
    slices = [slice(None)] * len(case["data"])
    for start, stop, step, axis in zip(
        bounds["start"], bounds["stop"], bounds["step"], bounds["axes"]
    ):
        slices[axis] = slice(start, stop, step)
    return tuple(slices)


class Problem:
    """The arrays of one workload.

    The inputs are `data`, `indices` (None for a slice) and `updates`. `expected` is the
    result. These arrays are read only. `out` is written.
    """

    def __init__(self, case, arrays):
        self.case = case
        self.name = case["name"]
        self.is_slice = "slice" in case
        self.slices = _make_slices(case) if self.is_slice else None
        self.reduction = case.get("reduction", "none")
        self.data = arrays["data"]
        self.indices = arrays.get("indices")
        self.updates = arrays["updates"]
        self.expected = arrays.get("expected")
        self._out = None

    @property
    def out(self):
        """The array that contestants update in place or write their result to."""
        if self._out is None:
            self._out = copy_array(self.data)
        return self._out

    def reset_out(self):
        if self._out is not None:
            np.copyto(self._out, self.data)

    @classmethod
    def make(cls, case):
        """Draws the arrays. The name of the workload is the seed."""
        from . import reference

        random = np.random.default_rng(zlib.crc32(case["name"].encode()))
        dtype, shape = DTYPES[case["dtype"]], tuple(case["data"])
        arrays = {"data": _draw(shape, dtype, random)}
        if "slice" in case:
            shape = arrays["data"][_make_slices(case)].shape
            arrays["updates"] = _draw(shape, dtype, random)
        else:
            k, tuples = case["components"], tuple(case["tuples"])
            count = int(np.prod(tuples))
            rows = int(np.prod(shape[:k]))
            slots = _draw_rows(count, rows, case["distribution"], random)
            indices = np.stack(np.unravel_index(slots, shape[:k]), axis=-1)
            arrays["indices"] = indices.astype(np.int64).reshape(*tuples, k)
            arrays["updates"] = _draw((*tuples, *shape[k:]), dtype, random)
            if case["reduction"] == "prod" and dtype.kind == "f":
                # After a few calls in place, products of smaller numbers would become
                # denormals, which are slow.
                np.copysign(1, arrays["updates"] - dtype.type(0.5), arrays["updates"])
        problem = cls(case, arrays)
        problem.expected = reference.compute(problem)
        return problem

    def save(self, folder):
        for name in ("data", "indices", "updates", "expected"):
            if getattr(self, name) is not None:
                np.save(f"{folder}/{name}.npy", getattr(self, name))

    @classmethod
    def load(cls, case, folder):
        arrays = {
            path.stem: np.load(path, mmap_mode="r")
            for path in pathlib.Path(folder).glob("*.npy")
        }
        # Copies the inputs to cache-line aligned memory of this process. The result is
        # only read for the comparison.
        copies = {n: copy_array(a) for n, a in arrays.items() if n != "expected"}
        return cls(case, arrays | copies)

    @property
    def has_duplicates(self):
        return not self.is_slice and self.case["distribution"] != "distinct"

    @property
    def components(self):
        """`indices` as one array per component, as indexing in NumPy and JAX expects."""
        return tuple(
            np.ascontiguousarray(self.indices[..., j])
            for j in range(self.indices.shape[-1])
        )

    @property
    def slots(self):
        """The linear position of the slot of every tuple."""
        k = self.indices.shape[-1]
        return np.ravel_multi_index(
            tuple(c.ravel() for c in self.components), self.data.shape[:k]
        )


class Outline:
    """Shapes and types of a workload without values, for writing its module."""

    def __init__(self, case):
        self.case = case
        self.is_slice = "slice" in case
        self.reduction = case.get("reduction", "none")
        dtype, shape = DTYPES[case["dtype"]], tuple(case["data"])
        # An array of one element with strides of 0.
        self.data = np.broadcast_to(np.zeros(1, dtype), shape)
        if self.is_slice:
            self.updates = self.data[_make_slices(case)]
            return
        k, tuples = case["components"], tuple(case["tuples"])
        self.indices = np.broadcast_to(np.zeros(1, np.int64), (*tuples, k))
        self.updates = np.broadcast_to(np.zeros(1, dtype), (*tuples, *shape[k:]))
