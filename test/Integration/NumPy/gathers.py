# ===- gathers.py - random gather_nd against NumPy's fancy reading --------===#

import numpy as np

from batch import DTYPES, Case
from updates import make_indices, make_values


def read(data, indices, batch_dims, out_of_bounds, negative_indices, fill):
    """What the tuples read, by NumPy's fancy indexing. IndexError as NumPy has
    it."""
    depth = indices.shape[-1]
    batch = data.shape[:batch_dims]
    if indices.dtype.kind == "u":
        # Beyond all sizes either way; NumPy takes no uint64 as an index.
        indices = np.minimum(indices.astype(np.uint64), np.uint64(2**63 - 1))
    tuples = indices.astype(np.int64)
    sizes = np.array(data.shape[batch_dims : batch_dims + depth], np.int64)
    keep = np.ones(tuples.shape[:-1], bool)
    if out_of_bounds != "error":
        if negative_indices == "wrap":
            tuples = np.where(tuples < 0, tuples + sizes, tuples)
        if out_of_bounds == "clamp":
            keep[...] = bool(np.all(sizes > 0))
            tuples = np.maximum(np.minimum(tuples, sizes - 1), 0)
        else:
            keep = np.all((tuples >= 0) & (tuples < sizes), axis=-1)
    elif negative_indices == "reject" and np.any(tuples < 0):
        raise IndexError("negative")
    result = np.empty(tuples.shape[:-1] + data.shape[batch_dims + depth :], data.dtype)
    for place in np.ndindex(*batch):
        kept = keep[place]
        where = tuple(tuples[place][kept][..., j] for j in range(depth))
        part = result[(*place, ...)]
        part[~kept] = fill
        if depth:
            part[kept] = data[place][where]
        else:
            part[...] = data[(*place, ...)]
    return result


def make_group(random, size):
    """Cases that one function with dynamic shapes serves."""
    element = random.choice(list(DTYPES))
    attributes = {
        "out_of_bounds": random.choice(["error", "error", "drop", "clamp", "undefined"]),
        "negative_indices": random.choice(["wrap", "wrap", "reject"]),
    }
    if attributes["out_of_bounds"] == "undefined":
        attributes["negative_indices"] = "wrap"
    index_type = random.choice(["i32", "i64", "i64", "ui32", "ui64", "index"])
    rank = int(random.integers(1, 5))
    batch_dims = int(random.choice([0, 0, random.integers(0, rank + 1)]))
    depth = int(random.integers(0, rank - batch_dims + 1))
    outer = int(random.integers(0, 3))
    outside = attributes["out_of_bounds"] in ("drop", "clamp")
    long = random.random() < 0.3
    clauses = " ".join(f"{key}({value})" for key, value in attributes.items())
    if batch_dims:
        clauses += f" batch_dims({batch_dims})"
    cases = []
    for _ in range(size):
        shape = random.integers(0 if random.random() < 0.1 else 1, 7, rank)
        counts = random.integers(0 if random.random() < 0.1 else 1, 6, outer)
        if long and outer:
            counts[-1] = random.integers(1, 100)
        if long and depth + batch_dims < rank:
            shape[-1] = random.integers(1, 100)
        counts = (*shape[:batch_dims], *counts)
        indexed = slice(batch_dims, batch_dims + depth)
        if 0 in shape[indexed] and not outside and 0 not in counts:
            # There is no index into a dimension of size 0.
            shape[indexed] = np.maximum(shape[indexed], 1)
        indices = make_indices(random, counts, shape[indexed], index_type, attributes)
        data = make_values(random, tuple(shape), element, "none")
        policy = attributes["out_of_bounds"]
        expected = read(
            data,
            indices,
            batch_dims,
            "error" if policy == "undefined" else policy,
            attributes["negative_indices"],
            0,
        )
        out = make_values(random, expected.shape, element, "none")
        shaped = [(out, element), (indices, index_type), (data, element)]
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
    data = make_values(random, shape, "f32", "none")
    try:
        read(data, indices, 0, "error", "wrap", 0)
    except IndexError:
        out = np.zeros((6, *shape[depth:]), np.float32)
        shaped = [(out, "f32"), (indices, "i64"), (data, "f32")]
        return Case(shaped, [], "", None), "'indices' tuple"
    raise AssertionError("NumPy takes the indices")
