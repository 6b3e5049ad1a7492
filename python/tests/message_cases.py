# ===- message_cases.py - cases of gather_scatter, and their results --------===#

import ml_dtypes
import numpy as np

REDUCTIONS = ("sum", "mean", "min", "max", "prod")
FLOATS = ("float16", ml_dtypes.bfloat16, "float32", "float64")
INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
FUNCTIONS = {
    "sum": np.add, "mean": np.add, "min": np.minimum, "max": np.maximum, "prod": np.multiply,
}  # fmt: skip


def same_bits(found, expected):
    """Whether two arrays are equal, bit for bit but for NaN."""
    found, expected = np.asarray(found), np.asarray(expected)
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    bits = f"u{found.itemsize}" if found.itemsize <= 8 else "u8"
    same = np.ascontiguousarray(found).view(bits) == np.ascontiguousarray(expected).view(bits)
    both_nan = (found != found) & (expected != expected)
    return bool(np.all(same.reshape(-1)) if not both_nan.any() else np.all(same | both_nan))


def divide(total, count):
    """Returns the mean of `count` values with the sum `total`."""
    if total.dtype.kind in "iu":
        return total // total.dtype.type(count)
    wide = np.float64 if total.dtype == np.float64 else np.float32
    return (total.astype(wide) / wide(count)).astype(total.dtype)


def loop(x, src, dst, weight=None, *, out=None, size=None, reduction="sum"):
    """The meaning of `gather_scatter`, as a loop over the edges."""
    rows = (size,) + x.shape[1:]
    result = np.zeros(rows, x.dtype) if out is None else out.copy()
    counts = np.full(len(result), 0 if out is None else 1)
    function = FUNCTIONS[reduction]
    with np.errstate(all="ignore"):
        for e in range(len(src)):
            message = x[src[e]]
            if weight is not None:
                message = (message * weight[e]).astype(x.dtype)
            row = dst[e]
            starts = counts[row] == 0 and reduction not in ("sum", "mean")
            result[row] = message if starts else function(result[row], message)
            counts[row] += 1
        if reduction == "mean":
            for row in np.nonzero(counts)[0]:
                result[row] = divide(result[row], counts[row])
    return result


def make(shape, dtype, rng):
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        low = 0 if dtype.kind == "u" else -50
        return rng.integers(low, 51, shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def make_case(rng, dtype, width, edges=60, nodes=13, rows=11, index="int64"):
    x = make((nodes, *width), dtype, rng)
    src = rng.integers(-nodes, nodes, edges).astype(index)
    # The last rows have no edges.
    dst = rng.integers(0, rows - 3, edges).astype(index)
    return x, src, dst, make(edges, dtype, rng)
