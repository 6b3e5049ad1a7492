# ===- _ops.py - the ops as functions -------------------------------------===#
"""The general path of the functions, for arguments that the C++ path does not accept."""

import inspect
import operator

import numpy as np

from . import _core
from ._arrays import as_bytes, check_writable, from_numpy, to_numpy, to_usable
from ._bounds import Slices
from ._frameworks import record_write
from ._indices import Indices
from ._messages import get_prepared, update_prepared
from ._threads import check_threads
from ._numbers import convert_numbers
from ._updates import broadcast_updates, convert_updates, fits, get_updates_shape


#: The values of string options, in the order of the C enumerations.
CHOICES = _core.get_choices()


def check_choice(name, value):
    """Raises an error if `value` is not a value of the option `name`."""
    if not isinstance(value, str):
        raise TypeError(f"'{name}': expected a string, found {type(value).__name__}")
    if value not in CHOICES[name]:
        _core.check_name(name, value.replace("\0", "\\0"))


def _check_out(out, array, shape):
    """Returns a NumPy array over `out`, for a result of `shape` of the type of `array`."""
    target = to_numpy(out, "out")
    check_writable(target, out, "out")
    if target.dtype.newbyteorder("=") != array.dtype:
        raise TypeError(
            f"'out': expected the element type of 'data', {array.dtype}, "
            f"found {target.dtype}"
        )
    if target.shape != shape:
        raise ValueError(f"'out': expected the shape {shape}, found {target.shape}")
    return target


def _run(name, data, array, arguments, out, shape=None):
    """Calls the library with usable arrays. `array` is over the memory of `data`.

    `arguments` maps data and out to the positional arguments. The result has the shape
    of data unless `shape` is given.
    """
    shape = array.shape if shape is None else shape
    target = None if out is None else _check_out(out, array, shape)
    # If kernels cannot write to `out`, it receives a copy of the result.
    direct = target if target is not None and to_usable(target) is target else None
    if direct is not target:
        _core.check_destination(as_bytes(target))
    result = _core.call_function(name, False, *arguments(array, direct))
    if result is None:
        raise TypeError("unsupported arguments")
    if out is None:
        return from_numpy(result, data)
    if direct is None:
        np.copyto(target, result)
    record_write(out)
    return out


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
    for name, value in (
        ("reduction", reduction),
        ("out_of_bounds", out_of_bounds),
        ("negative_indices", negative_indices),
    ):
        check_choice(name, value)
    threads = check_threads(threads)
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
        return _run(
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
    return _run(
        "slice_scatter",
        data,
        array,
        lambda d, o: (d, update, *bounds, o, threads),
        out,
    )


def get_gather_shape(data, indices, batch_dims):
    """Returns the shape of what `indices` read, from the shapes of both."""
    for name, shape in (("data", data), ("indices", indices)):
        if len(shape) < 1:
            raise ValueError(f"'{name}': expected a rank of at least 1, found 0")
    most = min(len(data), len(indices) - 1)
    if not 0 <= batch_dims <= most:
        raise ValueError(
            f"'batch_dims': expected 0 to {most}, the rank of 'data' and that of "
            f"'indices' less 1, found {batch_dims}"
        )
    depth = indices[-1]
    if depth > len(data) - batch_dims:
        raise ValueError(
            f"'indices': expected at most {len(data) - batch_dims} components, the rank of "
            f"'data' less 'batch_dims', found {depth}"
        )
    if indices[:batch_dims] != data[:batch_dims]:
        raise ValueError(
            f"'indices': expected the batch dimensions of 'data', {data[:batch_dims]}, "
            f"found {indices[:batch_dims]}"
        )
    return (*indices[:-1], *data[batch_dims + depth :])


def _gather_nd(
    data,
    indices,
    *,
    batch_dims=0,
    out_of_bounds="error",
    negative_indices="wrap",
    fill=0,
    out=None,
    threads=None,
):
    """Read elements or slices of an array at the positions that indices name.

    For each tuple t of `indices`, `result[t] = data[indices[t]]`. With batch
    dimensions, a tuple reads the part of `data` at its own position in them:
    `result[b, t] = data[b][indices[b, t]]`.

    Args:
        data: array of rank r >= 1.
        indices: integers of rank q >= 1; k = indices.shape[-1] is at most
            r - batch_dims. Or a mask, an array of bools of the shape
            data.shape[:k], which stands for `np.argwhere(mask)`.
        batch_dims: how many leading dimensions `data` and `indices` share.
        out_of_bounds: "error", "drop" (read `fill`), "clamp" (take the nearest
            position) or "undefined" (a promise that there is none).
        negative_indices: "wrap" (count from the end) or "reject" (out of
            bounds).
        fill: a number that dropped tuples read.
        out: array for the result, of data's type and the shape
            `indices.shape[:-1] + data.shape[batch_dims + k:]`.
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
        >>> from scatter_mlir import gather_nd
        >>> gather_nd(np.array([1, 2, 3, 4, 5]), np.array([[4], [0], [-2]]))
        array([5, 1, 4])
    """
    check_choice("out_of_bounds", out_of_bounds)
    check_choice("negative_indices", negative_indices)
    threads = check_threads(threads)
    try:
        batch_dims = operator.index(batch_dims)
    except TypeError:
        raise TypeError(f"'batch_dims': expected an integer, found {batch_dims!r}") from None
    array = to_usable(to_numpy(data, "data"))
    given = Indices(indices, array.shape)
    index = given.array
    is_zero = type(fill) is int and fill == 0
    element = np.zeros((), array.dtype) if is_zero else convert_numbers(fill, array.dtype, "fill")
    if element.ndim:
        raise TypeError(f"'fill': expected a number, found an array of shape {element.shape}")
    shape = get_gather_shape(array.shape, index.shape, batch_dims)
    if out_of_bounds == "undefined" and given.has_wide():
        # As in scatter_nd_update.
        out_of_bounds = "error"
    try:
        return _run(
            "gather_nd",
            data,
            array,
            lambda d, o: (
                d,
                index,
                batch_dims,
                out_of_bounds,
                negative_indices,
                element,
                o,
                threads,
            ),
            out,
            shape,
        )
    except IndexError as error:
        given.name_value(error)
        raise


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
    for name, value in (
        ("reduction", reduction),
        ("out_of_bounds", out_of_bounds),
        ("negative_indices", negative_indices),
    ):
        check_choice(name, value)
    threads = check_threads(threads)
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
        return _run(
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


def _make(name, general):
    """Makes the function `name`. Common calls run in C++, others in `general`."""
    general.__name__ = general.__qualname__ = name
    signature = str(inspect.signature(general))
    return _core.make_function(
        name, general, f"{name}{signature}\n--\n\n{inspect.getdoc(general)}"
    )


scatter_nd_update = _make("scatter_nd_update", _scatter_nd_update)
slice_scatter = _make("slice_scatter", _slice_scatter)
gather_nd = _make("gather_nd", _gather_nd)
scatter_elements = _make("scatter_elements", _scatter_elements)

def _decline(*arguments, **keywords):
    """Returns None for arguments that the C++ path does not accept."""


#: scatter_elements without conversions, all arguments by position, or None.
update_elements = _core.make_function("update_elements", _decline, "")
