# ===- updates.py - random scatter_nd_update against ufunc.at -------------===#

import numpy as np

from batch import DTYPES, Case

# What NumPy calls the reductions; booleans have no subtraction there.
UFUNCS = {
    "sum": np.add,
    "sub": np.subtract,
    "prod": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
}


def apply(data, indices, updates, reduction, out_of_bounds, negative_indices):
    """The new data by NumPy's fancy indexing, whose last duplicate wins and
    whose `at` goes through the tuples one by one. IndexError as NumPy has it."""
    out = data.copy()
    depth = indices.shape[-1]
    payload = data.shape[depth:]
    if indices.dtype.kind == "u":
        # Beyond all sizes either way; NumPy takes no uint64 as an index.
        indices = np.minimum(indices, np.iinfo(np.int64).max).astype(np.int64)
    count = int(np.prod(indices.shape[:-1], dtype=np.int64))
    tuples = indices.reshape(count, depth).astype(np.int64)
    rows = updates.reshape((count,) + payload)
    sizes = np.array(data.shape[:depth], np.int64)
    if out_of_bounds != "error":
        if negative_indices == "wrap":
            tuples = np.where(tuples < 0, tuples + sizes, tuples)
        if out_of_bounds == "clamp":
            keep = np.full(count, bool(np.all(sizes > 0)))
            tuples = np.maximum(np.minimum(tuples, sizes - 1), 0)
        else:
            keep = np.all((tuples >= 0) & (tuples < sizes), axis=1)
        tuples, rows = tuples[keep], rows[keep]
    elif negative_indices == "reject" and np.any(tuples < 0):
        raise IndexError("negative")
    where = tuple(tuples[:, j] for j in range(depth))
    with np.errstate(all="ignore"):
        if depth == 0:
            for row in rows:
                if reduction == "none":
                    out[...] = row
                else:
                    find_ufunc(reduction, out.dtype)(out, row, out=out)
        elif reduction == "none":
            out[where] = rows
        else:
            find_ufunc(reduction, out.dtype).at(out, where, rows)
    return out


def find_ufunc(reduction, dtype):
    if reduction == "sub" and dtype == np.bool_:
        return np.logical_xor
    return UFUNCS[reduction]


def make_values(random, shape, element, reduction):
    dtype = np.dtype(DTYPES[element])
    if dtype.kind == "b":
        return random.integers(0, 2, shape).astype(bool)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max, shape, dtype, endpoint=True)
    if dtype.kind == "c":
        # Exact products, whatever their formula.
        parts = random.integers(-4, 5, (2, *shape)).astype(dtype.type(0).real.dtype)
        return (parts[0] + 1j * parts[1]).astype(dtype)
    values = random.normal(1, 3, shape)
    if reduction in ("min", "max", "none") and values.size:
        values[random.random(shape) < 0.1] = np.nan
    return values.astype(dtype)


def make_indices(random, count_shape, sizes, index_type, attributes):
    """Indices that the policy takes; for drop and clamp also far outside."""
    dtype = DTYPES[index_type]
    shape = (*count_shape, len(sizes))
    result = np.zeros(shape, np.int64)
    outside = attributes["out_of_bounds"] in ("drop", "clamp")
    for j, size in enumerate(sizes):
        low, high = (-2 * size - 2, 2 * size + 2) if outside else (-size, size)
        if attributes["negative_indices"] == "reject" and not outside:
            low = 0
        if np.dtype(dtype).kind == "u":
            low = 0
        result[..., j] = random.integers(low, max(high, low + 1), count_shape)
        if outside and result.size and random.random() < 0.5:
            extreme = np.iinfo(dtype).max if random.random() < 0.5 else np.iinfo(dtype).min
            result.reshape(-1, len(sizes))[-1, j] = np.array(extreme, dtype).astype(
                np.int64
            )
    return result.astype(dtype)


def make_unique(random, sizes, index_type):
    """Some tuples in ascending order, none twice."""
    count = int(np.prod(sizes, dtype=np.int64))
    chosen = np.flatnonzero(random.random(count) < 0.5)
    tuples = np.stack(np.unravel_index(chosen, sizes), axis=-1)
    return tuples.astype(DTYPES[index_type])


def make_group(random, size):
    """Cases that one function with dynamic shapes serves."""
    element = random.choice(list(DTYPES))
    reductions = ["none", *UFUNCS]
    if element.startswith("complex"):
        reductions = reductions[:4]
    attributes = {
        "reduction": random.choice(reductions),
        "out_of_bounds": random.choice(["error", "error", "drop", "clamp", "undefined"]),
        "negative_indices": random.choice(["wrap", "wrap", "reject"]),
    }
    if attributes["out_of_bounds"] == "undefined":
        attributes["negative_indices"] = "wrap"
    index_type = random.choice(["i32", "i64", "i64", "ui32", "ui64", "index"])
    rank = random.integers(1, 5)
    depth = random.integers(0, rank + 1)
    outer = random.integers(0, 3)
    promises = depth > 0 and random.random() < 0.2
    clauses = " ".join(f"{key}({value})" for key, value in attributes.items())
    if promises:
        clauses += " {{unique_indices, indices_are_sorted}}"
        outer = 1
    cases = []
    for _ in range(size):
        shape = tuple(random.integers(0 if random.random() < 0.1 else 1, 7, rank))
        counts = tuple(random.integers(0 if random.random() < 0.1 else 1, 6, outer))
        sizes = shape[:depth]
        outside = attributes["out_of_bounds"] in ("drop", "clamp")
        if 0 in sizes and not outside and 0 not in counts:
            # There is no index into a dimension of size 0.
            shape = tuple(np.maximum(shape, 1))
            sizes = shape[:depth]
        if promises:
            indices = make_unique(random, sizes, index_type)
        else:
            indices = make_indices(random, counts, sizes, index_type, attributes)
        reduction = attributes["reduction"]
        data = make_values(random, shape, element, reduction)
        updates = make_values(
            random, (*indices.shape[:-1], *shape[depth:]), element, reduction
        )
        out_of_bounds = attributes["out_of_bounds"]
        if out_of_bounds == "undefined":
            out_of_bounds = "error"
        expected = apply(
            data, indices, updates, reduction, out_of_bounds, attributes["negative_indices"]
        )
        shaped = [(data, element), (indices, index_type), (updates, element)]
        cases.append(Case(shaped, [], clauses, expected))
    return cases


def make_bad_index(random):
    """A case whose indices NumPy refuses too."""
    rank = random.integers(1, 4)
    depth = random.integers(1, rank + 1)
    shape = tuple(random.integers(1, 5, rank))
    attributes = {"out_of_bounds": "error", "negative_indices": "wrap"}
    indices = make_indices(random, (6,), shape[:depth], "i64", attributes)
    component = random.integers(depth)
    size = shape[component]
    bad = random.choice([size, -size - 1, 2**31, -(2**40), 2**63 - 1, -(2**63)])
    indices[random.integers(6), component] = bad
    data = make_values(random, shape, "f32", "sum")
    updates = make_values(random, (6, *shape[depth:]), "f32", "sum")
    try:
        apply(data, indices, updates, "sum", "error", "wrap")
    except IndexError:
        shaped = [(data, "f32"), (indices, "i64"), (updates, "f32")]
        return Case(shaped, [], "reduction(sum)", None), "'indices' tuple"
    raise AssertionError("NumPy takes the indices")
