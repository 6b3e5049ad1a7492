# ===- _updates.py - the argument `updates` --------------------------------===#

import numpy as np

from ._arrays import is_array, to_numpy, to_usable
from ._frameworks import get_torch
from ._numbers import convert_numbers

#: Updates up to this size are broadcast by a copy. Kernels for contiguous rows are
#: faster, and are built in where others must be compiled.
MAX_COPY = 16 << 20


def convert_updates(updates, dtype):
    """Converts updates to an array of `dtype`. Only numbers, lists and rank 0 change type."""
    if not is_array(updates):
        return convert_numbers(updates, dtype, "updates")
    result = to_usable(to_numpy(updates, "updates"))
    if result.dtype == dtype:
        return result
    if result.ndim == 0:
        return convert_numbers(result, dtype, "updates")
    method = "to" if get_torch(updates) else "astype"
    raise TypeError(
        f"'updates': expected the element type of 'data', {dtype}, found {result.dtype}; "
        f"use updates.{method}(data.dtype)"
    )


def fits(shape, expected):
    """Whether an array of `shape` can be assigned to one of shape `expected`."""
    extra = len(shape) - len(expected)
    if any(size != 1 for size in shape[: max(extra, 0)]):
        return False
    sizes = zip(reversed(shape), reversed(expected))
    return all(size in (1, wanted) for size, wanted in sizes)


def get_updates_shape(data, indices, hint=""):
    """Returns the shape of updates for data of shape `data` and indices of shape
    `indices`.

    Raises ValueError if no updates are possible. `hint` is appended to messages on
    components.
    """
    for name, shape in (("data", data), ("indices", indices)):
        if len(shape) < 1:
            raise ValueError(f"'{name}': expected a rank of at least 1, found 0")
    depth = indices[-1]
    if depth > len(data):
        raise ValueError(
            f"'indices': expected at most {len(data)} components, the rank of "
            f"'data', found {depth}{hint}"
        )
    return (*indices[:-1], *data[depth:])


def broadcast_updates(updates, expected, hint=""):
    """Broadcasts updates to the shape `expected`, by the rules of NumPy's assignment."""
    if updates.shape == expected:
        return updates
    if not fits(updates.shape, expected):
        raise ValueError(
            "'updates': expected a shape that broadcasts to "
            f"{expected}, found {updates.shape}{hint}"
        )
    extra = max(updates.ndim - len(expected), 0)
    result = np.broadcast_to(updates[(0,) * extra], expected)
    return result.copy() if result.nbytes <= MAX_COPY else result
