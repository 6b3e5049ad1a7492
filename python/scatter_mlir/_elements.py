# ===- _elements.py - updates along an axis --------------------------------===#

import operator

from . import _core
from ._arrays import to_numpy, to_usable
from ._calls import check_options, make, run
from ._indices import Indices
from ._updates import broadcast_updates, convert_updates


def _scatter_elements(
    data,
    indices,
    updates,
    axis=0,
    *,
    reduction="none",
    out_of_bounds="error",
    negative_indices="wrap",
    out=None,
    threads=None,
):
    """Update elements of an array at the positions that indices name along an axis.

    For each position p of `indices` in row-major order, `updates[p]` updates the element
    of the result at p, but for `indices[p]` on `axis`: with axis 1,
    `result[i, indices[i, j]] = f(result[i, indices[i, j]], updates[i, j])`, starting from
    a copy of `data`. This is `np.put_along_axis`, ONNX's ScatterElements and PyTorch's
    scatter_add and scatter_reduce.

    Args:
        data: array of rank r >= 1.
        indices: integers of rank r, on the other axes of at most the size of `data`. Or
            of rank 1: each index names a slice of `data`, as PyTorch's index_add does.
        updates: array of data's element type that broadcasts to the shape of `indices`
            or, for indices of rank 1, to that of `data` with as many positions on
            `axis` as there are indices; a number, a list or an array of rank 0 takes
            that type.
        axis: an integer in [-r, r - 1].
        reduction, out_of_bounds, negative_indices, out, threads: as in
            `scatter_nd_update`.

    Returns:
        `out` if given, else a new array of the kind of `data`.

    Raises:
        IndexError: an index is out of bounds. The attribute tuple is its number in
            row-major order; `out` is unchanged.
        ValueError: shapes do not fit, `out` is read-only or has elements that
            share memory, or an unknown option.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import numpy as np
        >>> from scatter_mlir import scatter_elements
        >>> scatter_elements(np.zeros((2, 3)), np.array([[2, 2], [0, 1]]), 1, 1, reduction="sum")
        array([[0., 0., 2.],
               [1., 1., 0.]])
        >>> scatter_elements(np.zeros((2, 3)), np.array([1]), [[5], [6]], 1)
        array([[0., 5., 0.],
               [0., 6., 0.]])
    """
    threads = check_options(
        threads,
        reduction=reduction,
        out_of_bounds=out_of_bounds,
        negative_indices=negative_indices,
    )
    try:
        axis = operator.index(axis)
    except TypeError:
        raise TypeError(f"'axis': expected an integer, found {axis!r}") from None
    array = to_usable(to_numpy(data, "data"))
    given = Indices(indices, array.shape, takes_masks=False)
    index = given.array
    update = convert_updates(updates, array.dtype)
    update = broadcast_updates(update, _get_elements_shape(array.shape, index.shape, axis))
    if out_of_bounds == "undefined" and given.has_wide():
        # As in scatter_nd_update.
        out_of_bounds = "error"
    try:
        return run(
            "scatter_elements",
            data,
            array,
            lambda d, o: (
                d,
                index,
                update,
                axis,
                reduction,
                out_of_bounds,
                negative_indices,
                o,
                threads,
            ),
            out,
        )
    except IndexError as error:
        given.name_value(error, is_tuple=False)
        raise


def _get_elements_shape(data, indices, axis):
    """Returns the shape of updates of scatter_elements."""
    if len(data) < 1:
        raise ValueError("'data': expected a rank of at least 1, found 0")
    if not -len(data) <= axis < len(data):
        raise ValueError(
            f"'axis': expected {-len(data)} to {len(data) - 1}, found {axis}"
        )
    if len(indices) != 1:
        return indices
    shape = list(data)
    shape[axis] = indices[0]
    return tuple(shape)


def _decline(*arguments, **keywords):
    """Returns None for arguments that the C++ path does not accept."""


scatter_elements = make("scatter_elements", _scatter_elements)
#: scatter_elements without conversions, all arguments by position, or None.
update_elements = _core.make_function("update_elements", _decline, "")
#: PyTorch's reductions by position, or None: update_elements whose slots begin with the
#: number `start` if that is not None, and whose sums are divided if `divides`.
reduce_elements = _core.make_function("reduce_elements", _decline, "")
