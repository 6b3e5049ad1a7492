# ===- _ops.py - updates at index tuples and of slices ---------------------===#
"""The general path of the functions, for arguments that the C++ path does not accept."""

from ._arrays import to_numpy, to_usable
from ._bounds import Slices
from ._calls import check_options, make, run
from ._indices import Indices
from ._messages import get_prepared, update_prepared
from ._threads import check_threads
from ._updates import broadcast_updates, convert_updates, fits, get_updates_shape


def _scatter_nd_update(
    data,
    indices,
    updates,
    *,
    reduction="none",
    out_of_bounds="error",
    negative_indices="wrap",
    unique_indices=False,
    indices_are_sorted=False,
    out=None,
    threads=None,
):
    """Update elements or slices of an array at the positions that indices name.

    For each tuple t of `indices` in row-major order,
    `result[indices[t]] = f(result[indices[t]], updates[t])`, starting from a
    copy of `data`. The order is kept with any number of threads: of duplicates
    the last one wins, and sums are added in that order.

    Args:
        data: array of rank r >= 1.
        indices: integers of rank q >= 1; k = indices.shape[-1] is at most r. Or a
            mask, an array of bools of the shape data.shape[:k], which stands for
            the tuples of its elements that are true, `np.argwhere(mask)`. Or what
            `prepare` has made of indices of shape [E, 1], with all checks done.
        updates: array of data's element type that broadcasts to
            `indices.shape[:-1] + data.shape[k:]`; a number, a list or an array
            of rank 0 takes that type.
        reduction: f is "none" (the update), "sum", "sub", "prod", "min" or
            "max".
        out_of_bounds: "error", "drop" (ignore the tuple), "clamp" (take the
            nearest position) or "undefined" (a promise that there is none).
        negative_indices: "wrap" (count from the end) or "reject" (out of
            bounds).
        unique_indices: a promise that no position occurs twice.
        indices_are_sorted: a promise that the tuples ascend.
        out: array for the result, of data's type and shape; `out=data` updates
            in place.
        threads: the number of threads that may be used, or "all" for one per CPU
            of the process; if not given, the default of `set_num_threads`.

    Returns:
        `out` if given, else a new array of the kind of `data`.

    Raises:
        IndexError: an index is out of bounds. The attributes tuple, component,
            value and size say which; `out` is unchanged.
        ValueError: shapes do not fit, `out` is read-only or has elements that
            share memory, or an unknown option.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import numpy as np
        >>> from scatter_mlir import scatter_nd_update
        >>> data = np.array([1, 2, 3, 4, 5, 6, 7, 8])
        >>> indices = np.array([[4], [3], [1], [7]])
        >>> scatter_nd_update(data, indices, np.array([9, 10, 11, 12]))
        array([ 1, 11,  3, 10,  9,  6,  7, 12])
    """
    threads = check_options(
        threads,
        reduction=reduction,
        out_of_bounds=out_of_bounds,
        negative_indices=negative_indices,
    )
    prepared = get_prepared(indices)
    if prepared is not None:
        return update_prepared(data, prepared, updates, reduction, out, threads)
    array = to_usable(to_numpy(data, "data"))
    given = Indices(indices, array.shape)
    index = given.array
    update = convert_updates(updates, array.dtype)
    if array.dtype.kind == "c" and reduction in ("min", "max"):
        raise TypeError(
            f"'reduction': expected none, sum, sub or prod for {array.dtype}, "
            f"found {reduction!r}"
        )
    # Whether there is one index for each update, as in NumPy.
    are_rows = fits(update.shape, index.shape + array.shape[1:])
    is_deep = index.ndim == 1 and index.shape[-1] > array.ndim
    hint = given.suggest() if are_rows and (update.ndim or is_deep) else ""
    expected = get_updates_shape(array.shape, index.shape, hint)
    update = broadcast_updates(update, expected, hint)
    if out_of_bounds == "undefined" and given.has_wide():
        # An index beyond 64 bits is reported despite the promise, because the clamped
        # index would be used.
        out_of_bounds = "error"
    try:
        return run(
            "scatter_nd_update",
            data,
            array,
            lambda d, o: (
                d,
                index,
                update,
                reduction,
                out_of_bounds,
                negative_indices,
                bool(unique_indices),
                bool(indices_are_sorted),
                o,
                threads,
            ),
            out,
        )
    except IndexError as error:
        given.name_value(error)
        raise


def _slice_scatter(
    data, updates, start=None, stop=None, step=None, axes=None, *, out=None, threads=None
):
    """Replace a slice of an array.

    `result = copy of data; result[slice] = updates` with
    `start[i]:stop[i]:step[i]` along `axes[i]` and everything along other axes;
    the bounds mean what they mean in Python. `updates` may be a part of `data`.

    Args:
        data: array of rank r.
        updates: array of data's element type that broadcasts to the slice; a
            number, a list or an array of rank 0 takes that type.
        start, stop, step: integers or sequences of them, one per axis; None
            means what it means in `data[start:stop:step]`.
        axes: distinct axes in [-r, r - 1]; the first ones if not given.
        out: array for the result, of data's type and shape; `out=data` updates
            in place.
        threads: the number of threads that may be used, or "all" for one per CPU
            of the process; if not given, the default of `set_num_threads`.

    Returns:
        `out` if given, else a new array of the kind of `data`.

    Raises:
        ValueError: shapes or lengths do not fit, a step is zero, an axis does
            not exist, or `out` is read-only or has elements that share memory;
            `out` is unchanged.
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import numpy as np
        >>> from scatter_mlir import slice_scatter
        >>> slice_scatter(np.arange(6), np.array([10, 20]), 1, 5, 2)
        array([ 0, 10,  2, 20,  4,  5])
    """
    threads = check_threads(threads)
    array = to_usable(to_numpy(data, "data"))
    update = convert_updates(updates, array.dtype)
    slices = Slices(start, stop, step, axes, array.shape)
    update = broadcast_updates(update, slices.shape)
    bounds = slices.start, slices.stop, slices.step, slices.axes
    return run(
        "slice_scatter",
        data,
        array,
        lambda d, o: (d, update, *bounds, o, threads),
        out,
    )


scatter_nd_update = make("scatter_nd_update", _scatter_nd_update)
slice_scatter = make("slice_scatter", _slice_scatter)
