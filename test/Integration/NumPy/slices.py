# ===- slices.py - random slice_scatter against slice assignment ----------===#

import numpy as np

from batch import DTYPES, Case
from updates import make_values

INT64_MIN, INT64_MAX = -(2**63), 2**63 - 1
EXTREMES = [INT64_MIN, INT64_MIN + 1, INT64_MAX, -(2**31), 2**31 - 1, 2**32]


def make_bound(random, size):
    if random.random() < 0.2:
        return int(EXTREMES[random.integers(len(EXTREMES))])
    return int(random.integers(-size - 3, size + 4))


def make_step(random):
    if random.random() < 0.15:
        return int(EXTREMES[random.integers(len(EXTREMES))])
    return int(random.choice([1, 1, 1, -1, -1, 2, 3, -2, -3, 4]))


def make_slices(random, shape, axes):
    """What indexes the array, and start, stop and step of each axis."""
    where = [slice(None)] * len(shape)
    bounds = []
    for axis in axes:
        size = int(shape[axis])
        # Most random slices of random arrays are empty; look for others first.
        for _ in range(3):
            one = make_bound(random, size), make_bound(random, size), make_step(random)
            if len(range(*slice(*one).indices(size))):
                break
        where[axis] = slice(*one)
        bounds.append(one)
    return tuple(where), bounds


def write_clauses(bounds, axes, is_static):
    """The lists of the op: literals, or the scalars in the order of bounds."""
    lists = []
    for part in range(3):
        entries = []
        for number, one in enumerate(bounds):
            # INT64_MIN as a literal stands for a run-time value.
            literal = str(max(one[part], INT64_MIN + 1))
            entries.append(literal if is_static else f"{{{3 * number + part}}}")
        lists.append(", ".join(entries))
    text = "from [{}] to [{}] step [{}]".format(*lists)
    return f"{text} axes [{', '.join(map(str, axes))}]"


def make_group(random, size, is_static):
    """Cases that one function with dynamic shapes and bounds serves."""
    element = random.choice(list(DTYPES))
    rank = random.integers(1, 5)
    count = random.integers(0, rank + 1)
    axes = random.permutation(rank)[:count]
    axes = [int(axis) - int(rank) * int(random.integers(2)) for axis in axes]
    cases = []
    for _ in range(size):
        shape = tuple(random.integers(0 if random.random() < 0.1 else 1, 9, rank))
        where, bounds = make_slices(random, shape, axes)
        data = make_values(random, shape, element, "none")
        expected = data.copy()
        updates = make_values(random, expected[where].shape, element, "none")
        expected[where] = updates
        scalars = [] if is_static else [value for one in bounds for value in one]
        clauses = write_clauses(bounds, axes, is_static)
        shaped = [(data, element), (updates, element)]
        cases.append(Case(shaped, scalars, clauses, expected))
    return cases


def make_bad(random, with_zero_step):
    """A case that NumPy refuses too: a step of 0, or updates of another shape."""
    rank = random.integers(1, 4)
    shape = tuple(random.integers(2, 7, rank))
    axes = list(range(rank))
    where, bounds = make_slices(random, shape, axes)
    data = make_values(random, shape, "i32", "none")
    updates = make_values(random, data[where].shape, "i32", "none")
    axis = int(random.integers(rank))
    if with_zero_step:
        bounds[axis] = (*bounds[axis][:2], 0)
        where = where[:axis] + (slice(*bounds[axis]),) + where[axis + 1 :]
        mention = "'step' entry"
    else:
        # Two more: NumPy would broadcast a size of 1.
        extended = list(updates.shape)
        extended[axis] += 2
        updates = make_values(random, tuple(extended), "i32", "none")
        mention = "'updates' dimension"
    try:
        data.copy()[where] = updates
    except ValueError:
        scalars = [value for one in bounds for value in one]
        clauses = write_clauses(bounds, axes, False)
        shaped = [(data, "i32"), (updates, "i32")]
        return Case(shaped, scalars, clauses, None), mention
    raise AssertionError("NumPy takes the slice")
