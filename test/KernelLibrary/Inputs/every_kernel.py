"""Runs every kernel of the table in libscatter_kernels and in libscatter, which
compiles its own, and compares the bytes of the results. Slices and gathers are
compared with those of NumPy.

usage: every_kernel.py TABLE.json LIBSCATTER_KERNELS LIBSCATTER
"""

import ctypes
import json
import pathlib
import sys
import zlib

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "python" / "tests"))
from c_structures import (
    DLTensor,
    GatherNDOptions,
    KernelCounts,
    NDUpdateOptions,
    SliceScatterOptions,
)

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]

# Names of the table: DLPack's code and bits, the type of numpy that holds it.
TYPES = {
    "i8": (0, 8, np.int8),
    "i16": (0, 16, np.int16),
    "i32": (0, 32, np.int32),
    "i64": (0, 64, np.int64),
    "f16": (2, 16, np.float16),
    "bf16": (4, 16, np.uint16),
    "f32": (2, 32, np.float32),
    "f64": (2, 64, np.float64),
    "complex<f32>": (5, 64, np.complex64),
    "complex<f64>": (5, 128, np.complex128),
}

# From these sizes on calls use threads: bytes of a row, of data, of updates.
ROW_BYTES, DATA_BYTES, UPDATES_BYTES = 1040, 9 << 20, 5 << 18


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.scatter_nd_update.restype = ctypes.c_void_p
        self.library.scatter_slice_scatter.restype = ctypes.c_void_p
        self.library.scatter_gather_nd.restype = ctypes.c_void_p
        self.library.scatter_status_message.restype = ctypes.c_char_p
        self.library.scatter_status_message.argtypes = [ctypes.c_void_p]
        self.library.scatter_status_destroy.argtypes = [ctypes.c_void_p]
        self.library.scatter_kernels_count.restype = KernelCounts

    def check(self, status):
        """The message of an error, or None."""
        if not status:
            return None
        message = self.library.scatter_status_message(status).decode()
        self.library.scatter_status_destroy(status)
        return message

    def nd_update(self, data, indices, updates, out, name, **options):
        read = NDUpdateOptions(ctypes.sizeof(NDUpdateOptions), **options)
        i = "i32" if indices.dtype == np.int32 else "i64"
        return self.check(
            self.library.scatter_nd_update(
                ctypes.byref(tensor(data, name)),
                ctypes.byref(tensor(indices, i)),
                ctypes.byref(tensor(updates, name)),
                ctypes.byref(tensor(out, name)),
                ctypes.byref(read),
            )
        )

    def gather_nd(self, data, indices, out, name, threads):
        read = GatherNDOptions(ctypes.sizeof(GatherNDOptions), threads=threads)
        i = "i32" if indices.dtype == np.int32 else "i64"
        return self.check(
            self.library.scatter_gather_nd(
                ctypes.byref(tensor(data, name)),
                ctypes.byref(tensor(indices, i)),
                ctypes.byref(tensor(out, name)),
                ctypes.byref(read),
            )
        )

    def slice_scatter(self, data, updates, bounds, out, name, threads):
        read = SliceScatterOptions(ctypes.sizeof(SliceScatterOptions), threads=threads)
        start, stop, step = [(ctypes.c_int64 * len(b))(*b) for b in zip(*bounds)]
        return self.check(
            self.library.scatter_slice_scatter(
                ctypes.byref(tensor(data, name)),
                ctypes.byref(tensor(updates, name)),
                start,
                stop,
                step,
                None,
                ctypes.c_size_t(len(bounds)),
                ctypes.byref(tensor(out, name)),
                ctypes.byref(read),
            )
        )


def tensor(array, name):
    code, bits, _ = TYPES[name]
    shape = (ctypes.c_int64 * max(array.ndim, 1))(*array.shape)
    strides = (ctypes.c_int64 * max(array.ndim, 1))(
        *[s // array.itemsize for s in array.strides]
    )
    return DLTensor(array.ctypes.data, 1, 0, array.ndim, code, bits, 1, shape, strides, 0)


def make(rng, name, shape):
    """Any numbers, NaN among them, in blocks that repeat."""
    count = int(np.prod(shape))
    block = make_block(rng, name, min(count, 8191))
    return np.resize(block, count).reshape(shape)


def make_block(rng, name, shape):
    dtype = np.dtype(TYPES[name][2])
    if name == "bf16":
        values = rng.standard_normal(shape).astype(np.float32)
        return (values.view(np.uint32) >> 16).astype(np.uint16)
    if dtype.kind == "i":
        info = np.iinfo(dtype)
        return rng.integers(info.min, info.max, shape, dtype, endpoint=True)
    values = rng.standard_normal(shape)
    values[rng.random(shape) < 0.001] = np.nan
    values[rng.random(shape) < 0.001] = -0.0
    return values.astype(dtype)


failures = []


def compare(what, ours, theirs, errors):
    if errors != [None, None]:
        failures.append(f"{what}: {errors}")
    elif ours.tobytes() != theirs.tobytes():
        failures.append(f"{what}: other values")


def check_update(rng, libraries, name, reduction, index, depth, has_rows):
    itemsize = np.dtype(TYPES[name][2]).itemsize
    row = (ROW_BYTES // itemsize,) if has_rows else ()
    slots = DATA_BYTES // ROW_BYTES if has_rows else 3000
    sizes = {1: (slots,), 2: (50, slots // 50), 3: (15, 10, slots // 150)}[depth]
    tuples = UPDATES_BYTES // ROW_BYTES if has_rows else 20000
    data = make(rng, name, sizes + row)
    updates = make(rng, name, (tuples,) + row)
    dtype = np.int32 if index == "i32" else np.int64
    indices = np.stack([rng.integers(-n, n, tuples) for n in sizes], -1).astype(dtype)
    what = f"scatter_nd_update {reduction} {name} {index} k={depth} rows={has_rows}"
    options = {"reduction": REDUCTIONS.index(reduction)}
    expected = data.copy()
    error = libraries[1].nd_update(
        expected, indices, updates, expected, name, threads=1, **options
    )
    for threads in (1, 2, 3, 40):
        result = data.copy()
        found = libraries[0].nd_update(
            result, indices, updates, result, name, threads=threads, **options
        )
        compare(f"{what} threads={threads}", result, expected, [found, error])
    # Not in place.
    result = np.zeros_like(data)
    found = libraries[0].nd_update(data, indices, updates, result, name, **options)
    compare(f"{what} out of place", result, expected, [found, error])
    # Promises that hold; the order of the first dimension is that of all.
    first = np.sort(rng.permutation(min(sizes))[:8]).astype(dtype)
    few = np.ascontiguousarray(np.stack([first] * depth, -1))
    results = [data.copy(), data.copy()]
    promises = [{"unique_indices": 1, "indices_are_sorted": 1}, {}]
    errors = [
        library.nd_update(result, few, updates[:8], result, name, **options, **promise)
        for library, result, promise in zip(libraries, results, promises)
    ]
    compare(f"{what} with promises", *results, errors)
    # A wrong index in the last tuple: the same report, nothing written.
    wrong = indices.copy()
    wrong[-1, -1] = sizes[-1]
    for threads in (1, 2):
        result = data.copy()
        errors = [
            library.nd_update(result, wrong, updates, result, name, threads=t, **options)
            for library, t in zip(libraries, (threads, 1))
        ]
        if errors[0] != errors[1] or "expected an index in" not in str(errors[0]):
            failures.append(f"{what}: {errors}")
        if result.tobytes() != data.tobytes():
            failures.append(f"{what}: written in spite of an error")


def check_gather(rng, library, name, index, depth, has_rows):
    itemsize = np.dtype(TYPES[name][2]).itemsize
    row = (ROW_BYTES // itemsize,) if has_rows else ()
    sizes = {1: (3000,), 2: (50, 60), 3: (15, 10, 20)}[depth]
    tuples = UPDATES_BYTES // ROW_BYTES if has_rows else UPDATES_BYTES
    data = make(rng, name, sizes + row)
    dtype = np.int32 if index == "i32" else np.int64
    indices = np.stack([rng.integers(-n, n, tuples) for n in sizes], -1).astype(dtype)
    what = f"gather_nd {name} {index} k={depth} rows={has_rows}"
    expected = data[tuple(indices[:, i] for i in range(depth))]
    for threads in (1, 2, 3, 40):
        result = np.zeros_like(expected)
        error = library.gather_nd(data, indices, result, name, threads)
        compare(f"{what} threads={threads}", result, expected, [error, None])
    # A wrong index in the last tuple: it is named, and nothing is written.
    indices[-1, -1] = sizes[-1]
    report = f"tuple {tuples - 1}, component {depth - 1}: expected an index in"
    for threads in (1, 2):
        result = np.zeros_like(expected)
        error = library.gather_nd(data, indices, result, name, threads)
        if report not in str(error):
            failures.append(f"{what}: {error}")
        if result.tobytes().strip(b"\0"):
            failures.append(f"{what}: written in spite of an error")


def check_slice(rng, libraries, name, rank, is_strided):
    shape = {1: (200000,), 2: (300, 700), 3: (20, 100, 100), 4: (10, 20, 20, 50)}[rank]
    # Enough for threads, whatever an element has.
    shape = (shape[0] * 8 // np.dtype(TYPES[name][2]).itemsize + 3,) + shape[1:]
    step = 3 if is_strided else 1
    data = make(rng, name, shape)
    bounds = [(1, n - 1, 1) for n in shape[:-1]] + [(2, shape[-1] - 1, step)]
    region = data[tuple(slice(*b) for b in bounds)]
    updates = make(rng, name, region.shape)
    what = f"slice_scatter {name} rank={rank} strided={is_strided}"
    # What libscatter does with slices is compared with NumPy elsewhere.
    expected = data.copy()
    expected[tuple(slice(*b) for b in bounds)] = updates
    for threads in (1, 2, 8):
        for in_place in (True, False):
            source = data.copy()
            result = source if in_place else np.zeros_like(data)
            error = libraries[0].slice_scatter(
                source, updates, bounds, result, name, threads
            )
            compare(f"{what} threads={threads}", result, expected, [error, None])


def main():
    with open(sys.argv[1]) as file:
        table = json.load(file)
    libraries = [Library(path) for path in sys.argv[2:4]]
    count = 0
    for row in table["scatter_nd_update"]:
        for name in row["types"]:
            for index in table["indices"]:
                for depth in table["components"]:
                    for has_rows in (False, True):
                        seed = zlib.crc32(f"{row['reduction']} {name} {depth}".encode())
                        rng = np.random.default_rng(seed)
                        check_update(
                            rng, libraries, name, row["reduction"], index, depth, has_rows
                        )
                        count += 1
    for name in table["gather_nd"]["types"]:
        for index in table["indices"]:
            for depth in table["components"]:
                for has_rows in (False, True):
                    rng = np.random.default_rng(depth)
                    check_gather(rng, libraries[0], name, index, depth, has_rows)
                    count += 1
    for name in table["slice_scatter"]["types"]:
        for rank in table["slice_scatter"]["ranks"]:
            for is_strided in (False, True):
                rng = np.random.default_rng(rank)
                check_slice(rng, libraries, name, rank, is_strided)
                count += 1
    for failure in failures[:20]:
        print(failure)
    compiled = libraries[0].library.scatter_kernels_count().compiled
    print(f"{count} kernels, {len(failures)} failures, {compiled} compiled")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
