# ===- random_cases.py - random workloads ---------------------------------===#
"""Random workloads. They are distributed evenly over the logarithm of their bytes, over
element types, kinds of indices and slices, reductions and ranks."""

import numpy as np

MIN_BYTES, MAX_BYTES = 16 << 10, 48 << 20
MAX_TUPLES = 1 << 21
DTYPES = ("f16", "f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64")
DISTRIBUTIONS = ("uniform", "zipf", "sorted", "distinct")
REDUCTIONS = ("none", "none", "sum", "sum", "max", "min", "prod")
STEPS = (1, 1, 1, 1, 2, 3, 4, 7, -1, -1, -2, -3)


def _draw_log(random, low, high):
    """Draws an integer with a uniform logarithm."""
    return int(np.exp(random.uniform(np.log(low), np.log(high + 1))))


def _split(random, product, count):
    """Returns `count` sizes with a product of about `product`."""
    cuts = np.sort(random.uniform(0, np.log(max(product, 1)), count - 1))
    parts = np.diff([0, *cuts, np.log(max(product, 1))])
    return [max(1, int(round(np.exp(part)))) for part in parts]


def _draw_update(random, item_bytes):
    """Draws the shapes and the kind of indices of a scatter_nd_update."""
    data_bytes = _draw_log(random, MIN_BYTES, MAX_BYTES)
    elements = data_bytes // item_bytes
    k = int(random.integers(1, 4))
    row = 1 if random.random() < 0.3 else _draw_log(random, 2, min(8192, elements // 4))
    sizes = _split(random, elements // row, k)
    slots = int(np.prod(sizes))
    if row > 1:
        sizes += _split(random, row, int(random.integers(1, 3)))
    row = int(np.prod(sizes[k:]))
    distribution = str(random.choice(DISTRIBUTIONS))
    most = min(MAX_TUPLES, 2 * MAX_BYTES // (row * item_bytes))
    if distribution == "distinct":
        most = min(most, slots)
    # From few tuples up to four per slot.
    tuples = _draw_log(random, 1, max(1, min(most, 4 * slots)))
    return {
        "data": sizes,
        "tuples": [tuples],
        "components": k,
        "distribution": distribution,
        "reduction": str(random.choice(REDUCTIONS)),
    }


def _draw_slice(random, item_bytes):
    """Draws the shape and the bounds of a slice_scatter."""
    rank = int(random.integers(1, 6))
    elements = _draw_log(random, MIN_BYTES, MAX_BYTES) // item_bytes
    sizes = _split(random, elements, rank)
    axes = sorted(random.permutation(rank)[: random.integers(1, rank + 1)].tolist())
    bounds = {"start": [], "stop": [], "step": [], "axes": axes}
    for axis in axes:
        step, size = int(random.choice(STEPS)), sizes[axis]
        first, last = sorted(random.integers(0, size, 2).tolist())
        if random.random() < 0.3:
            first, last = 0, size - 1
        if step > 0:
            start, stop = first, last + 1
        else:
            # The Python notation for the position before the first one.
            start, stop = last, first - 1 if first > 0 else -size - 1
        for name, value in (("start", start), ("stop", stop), ("step", step)):
            bounds[name].append(value)
    return {"data": sizes, "slice": bounds}


def draw(count, seed):
    """Draws `count` cases in the format of workloads.json. Deterministic for a seed."""
    random = np.random.default_rng(seed)
    cases = []
    for number in range(count):
        dtype = str(random.choice(DTYPES))
        item_bytes = int(dtype[1:]) // 8
        is_slice = random.random() < 0.4
        case = (_draw_slice if is_slice else _draw_update)(random, item_bytes)
        cases.append({"name": f"random_{seed}_{number}", "dtype": dtype, **case})
    return cases


def describe(case):
    """Describes a case in a few words."""
    sizes = "x".join(map(str, case["data"]))
    if "slice" in case:
        bounds = case["slice"]
        parts = [
            f"{axis}: {start}:{stop}:{step}"
            for start, stop, step, axis in zip(
                bounds["start"], bounds["stop"], bounds["step"], bounds["axes"]
            )
        ]
        return f"slice of {sizes} {case['dtype']}, {', '.join(parts)}"
    return (
        f"{case['reduction']} of {case['tuples'][0]} {case['distribution']} tuples, "
        f"k = {case['components']}, into {sizes} {case['dtype']}"
    )
