# ===- reference.py - the result by the specification ---------------------===#
"""The sequential loop over the tuples, vectorized over tuples of distinct slots.

Round n applies the n-th tuple of every slot. No slot occurs twice in a round, and the
rounds keep the order of the tuples of a slot. Every element therefore goes through the
same operations in the same order as in the sequential loop.
"""

import ctypes

import numpy as np

_FUNCTIONS = {
    "sum": np.add,
    "sub": np.subtract,
    "prod": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
}
_CHUNK_BYTES = 64 << 20


def compute(problem):
    """Returns the updated copy of `problem.data`."""
    result = problem.data.copy()
    if problem.is_slice:
        result[problem.slices] = problem.updates
        return result
    slots = problem.slots
    k = problem.indices.shape[-1]
    rows = result.reshape(-1, int(np.prod(result.shape[k:], dtype=np.int64)))
    updates = problem.updates.reshape(len(slots), -1)
    order = np.argsort(slots, kind="stable")
    ordered = slots[order]
    positions = np.arange(len(slots))
    is_first = np.r_[True, ordered[1:] != ordered[:-1]]
    nth = positions - np.maximum.accumulate(np.where(is_first, positions, 0))
    by_round = np.argsort(nth, kind="stable")
    ends = np.cumsum(np.bincount(nth))
    step = max(1, _CHUNK_BYTES // max(1, updates[:1].nbytes))
    for begin, end in zip(np.r_[0, ends[:-1]], ends):
        for chunk in range(begin, end, step):
            tuples = order[by_round[chunk : min(chunk + step, end)]]
            target = slots[tuples]
            if problem.reduction == "none":
                rows[target] = updates[tuples]
            else:
                function = _FUNCTIONS[problem.reduction]
                rows[target] = function(rows[target], updates[tuples])
    return result


def _are_identical(a, b):
    compare = ctypes.CDLL(None).memcmp
    compare.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]
    return compare(a.ctypes.data, b.ctypes.data, a.nbytes) == 0


def judge(result, expected):
    """Compares `result` with `expected`. Returns exact, close or wrong.

    Close means equal up to another order of the same additions.
    """
    result = np.ascontiguousarray(result)
    if result.dtype != expected.dtype or result.size != expected.size:
        return "wrong"
    if _are_identical(result, expected):
        return "exact"
    tolerance = 2e-2 if expected.itemsize == 2 else 1e-4
    result, expected = result.ravel(), expected.ravel()
    # In chunks that fit in the cache.
    for begin in range(0, result.size, 1 << 16):
        a, b = result[begin : begin + (1 << 16)], expected[begin : begin + (1 << 16)]
        with np.errstate(all="ignore"):
            if not (np.abs(a - b) <= tolerance * (1 + np.abs(b))).all():
                return "wrong"
    return "close"
