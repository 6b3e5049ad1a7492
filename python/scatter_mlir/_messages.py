# ===- _messages.py - message passing and prepared indices ----------------===#

import contextlib
import operator

import numpy as np

from . import _core
from ._arrays import (
    check_destination,
    check_type,
    from_numpy,
    is_array,
    to_ndarray,
    to_numpy,
    to_usable,
)
from ._calls import check_out
from ._frameworks import get_torch, record_write
from ._indices import clamp, name_integer
from ._numbers import convert_numbers, find_integers
from ._threads import check_threads
from ._updates import broadcast_updates, convert_updates

#: Indices that `prepare` has sorted.
Prepared = _core.Prepared


def get_prepared(value):
    """Returns the `Prepared` that `value` is, or that one of `scatter_mlir.torch` holds,
    otherwise None."""
    if isinstance(value, Prepared):
        return value
    return getattr(value, "_prepared_indices", None)


REDUCTIONS = ("sum", "mean", "min", "max", "prod")


def check_reduction(reduction):
    """Raises an error if `reduction` is not one of `gather_scatter`."""
    if not isinstance(reduction, str):
        raise TypeError(f"'reduction': expected a string, found {type(reduction).__name__}")
    if reduction not in REDUCTIONS:
        raise ValueError(
            f"'reduction': expected sum, mean, min, max or prod, found {reduction!r}"
        )


def check_args(return_args, reduction):
    """Raises an error if `return_args` asks for the edges of another reduction."""
    if return_args and reduction not in ("min", "max"):
        raise ValueError(
            f"'return_args': expected a reduction min or max, found {reduction!r}"
        )


def check_size(size):
    """Returns the argument `size` as an integer of 0 or more."""
    try:
        size = operator.index(size)
    except TypeError:
        raise TypeError(f"'size': expected an integer, found {size!r}") from None
    if not 0 <= size < 1 << 63:
        raise ValueError(f"'size': expected 0 or more and less than 2^63, found {size}")
    return size


def check_prepared(dst, size, prepared_type, module):
    """Returns the number of rows of the result, or None if it is not known. `dst` may be a
    `prepared_type`, which `prepare` of the framework's `module` returns."""
    if isinstance(dst, Prepared):
        raise TypeError(
            f"'dst': expected integers or what {module}.prepare returns, found what "
            "scatter_mlir.prepare returns"
        )
    if not isinstance(dst, prepared_type):
        return size
    if size is not None:
        _check_rows(dst, "dst", size)
    return dst.size


def check_prepared_rows(indices, shape):
    """Raises ValueError if the `Prepared` `indices` of an update are not those of data
    of shape `shape`."""
    if shape:
        _check_rows(indices, "indices", shape[0])


def _check_rows(prepared, name, rows):
    if prepared.size != rows:
        raise ValueError(
            f"'{name}': expected indices prepared for {rows} rows, found {prepared.size}"
        )


def _convert_indices(indices, name):
    """Returns `indices` as an array of int32, int64, uint32 or uint64."""
    result = to_ndarray(indices, name)
    integers = find_integers(indices, result)
    if integers is not None:
        return clamp(integers)
    check_type(result, name)
    # NumPy's default type is float64, also for an empty list.
    is_untyped = not result.size and result.dtype == np.float64 and not is_array(indices)
    if result.dtype.kind not in "iu" and not is_untyped:
        raise TypeError(f"'{name}': expected integers, found {result.dtype}")
    if result.dtype.itemsize < 4 or is_untyped:
        return result.astype(np.int64)
    return to_usable(result)


@contextlib.contextmanager
def _name_wide(**arguments):
    """Names the integers that the caller passed in errors, where they are wider than those
    of the arrays."""
    try:
        yield
    except IndexError as error:
        for name, indices in arguments.items():
            if str(error).startswith(f"'{name}'"):
                integers = find_integers(indices, to_ndarray(indices, name))
                if integers is not None:
                    name_integer(error, integers.flat[error.tuple])
        raise


def _convert_weight(weight, dtype):
    if not is_array(weight):
        return convert_numbers(weight, dtype, "weight")
    result = to_usable(to_numpy(weight, "weight"))
    if result.dtype != dtype:
        method = "to" if get_torch(weight) else "astype"
        raise TypeError(
            f"'weight': expected the element type of 'x', {dtype}, found {result.dtype}; "
            f"use weight.{method}(x.dtype)"
        )
    return result


def _read_out(out, dtype, owner, shape=None):
    """Returns `out` as an array, and one that kernels can write, which holds the same."""
    target = check_out(out, dtype, owner, shape)
    direct = to_usable(target)
    if direct is not target:
        check_destination(target)
    return target, direct


def _finish_out(out, target, direct):
    if direct is not target:
        np.copyto(target, direct)
    record_write(out)
    return out


def prepare(dst, size):
    """Sort indices that are used several times, by the rows that they name.

    The result takes the place of `dst` in `gather_scatter` and of `indices` in
    `scatter_nd_update`, whose results stay the same bit for bit. They are
    faster: nothing is checked or sorted, and each thread combines rows of its
    own.

    Args:
        dst: integers of shape [E], or [E, 1] as in `scatter_nd_update`. Negative
            ones count from the end. They are not referred to afterwards.
        size: the number of rows of the arrays that are written.

    Returns:
        A `Prepared` with the attributes `num_indices` (E) and `size`. It never
        changes, and any number of threads may use it at once. It takes
        4 * E + 8 * size bytes.

    Raises:
        IndexError: an index is out of bounds.
        ValueError: the rank of `dst` is not 1, or `size` is negative.
        TypeError: `dst` are no integers, or `size` is none.

    Example:
        >>> import numpy as np
        >>> from scatter_mlir import gather_scatter, prepare
        >>> prepared = prepare(np.array([2, 0, 2]), size=3)
        >>> prepared
        <Prepared: 3 indices of 3 rows>
        >>> gather_scatter(np.array([10., 20.]), np.array([0, 0, 1]), prepared)
        array([10.,  0., 30.])
    """
    with _name_wide(dst=dst):
        return _core.prepare(_convert_indices(dst, "dst"), check_size(size))


def gather_scatter(
    x,
    src,
    dst,
    weight=None,
    *,
    out=None,
    size=None,
    reduction="sum",
    threads=None,
    return_args=False,
):
    """Send rows of an array along the edges of a graph: message passing.

    The message of edge e is `x[src[e]]`, times `weight[e]` if weights are given.
    Row `dst[e]` of the result is combined with it, for e = 0, 1, ... in this
    order with any number of threads. With `out`, what it holds is one more value
    of each row, the first one. Without it, sums start at 0, and rows without
    edges are 0 for all reductions.

    Args:
        x: array of shape [N, F], or of any rank >= 1 whose first dimension are
            the rows. Floats of 16 to 64 bits, bfloat16, or integers of 8 to 64
            bits.
        src: integers of shape [E], rows of `x`.
        dst: integers of shape [E], rows of the result; or what `prepare` has
            made of them. Negative indices count from the end.
        weight: array of shape [E] of x's element type.
        out: array of shape [size, F] of x's element type, which is updated in
            place. It may overlap `x`.
        size: number of rows of the result; if not given, that of `out`, of the
            prepared indices, or of `x`.
        reduction: "sum", "mean", "min", "max" or "prod". Each sum and product is
            rounded to x's element type. The mean is the sum divided by the
            number of values, rounded once more, or down for integers; with
            `out`, n messages make n + 1 values.
        threads: the number of threads that may be used, or "all" for one per CPU
            of the process; if not given, the default of `set_num_threads`.
        return_args: with "min" and "max": also return the edges whose messages the
            elements of the result are.

    Returns:
        `out` if given, else a new array of the kind of `x`. With `return_args` a pair of
        it and of an array of int64 in its shape: the edge e whose message an element is,
        the first of equal ones; E where it is what `out` held, and in rows without edges.

    Raises:
        IndexError: an index is out of bounds. The attributes tuple (the edge),
            value and size say which; `out` is unchanged.
        ValueError: shapes do not fit, `out` is read-only or has elements that
            share memory, an unknown reduction, or `return_args` with one that is not
            "min" or "max".
        TypeError: element types do not fit or are not supported.

    Example:
        >>> import numpy as np
        >>> from scatter_mlir import gather_scatter
        >>> x = np.array([[1., 2.], [3., 4.], [5., 6.]])
        >>> src, dst = np.array([0, 1, 2]), np.array([2, 2, 0])
        >>> gather_scatter(x, src, dst, np.array([1., 10., 1.]))
        array([[ 5.,  6.],
               [ 0.,  0.],
               [31., 42.]])
    """
    check_reduction(reduction)
    check_args(return_args, reduction)
    threads = check_threads(threads) or 0
    array = to_usable(to_numpy(x, "x"))
    given = _name_wide(src=src, dst=dst)
    src = _convert_indices(src, "src")
    prepared = get_prepared(dst)
    dst = _convert_indices(dst, "dst") if prepared is None else prepared
    if weight is not None:
        weight = _convert_weight(weight, array.dtype)
    if size is not None:
        size = check_size(size)
    if array.ndim == 0:
        raise ValueError("'x': expected a rank of at least 1, found 0")
    args = None
    if out is None:
        if size is None:
            size = array.shape[0] if prepared is None else prepared.size
        if return_args:
            args = np.empty((size, *array.shape[1:]), np.int64)
        with given:
            result = _core.gather_scatter(
                array, src, dst, weight, None, size, reduction, threads, args
            )
        result = from_numpy(result, x)
        return (result, from_numpy(args, x)) if return_args else result
    target, direct = _read_out(out, array.dtype, "x")
    if size is not None and target.shape[:1] != (size,):
        raise ValueError(f"'out': expected {size} rows, found the shape {target.shape}")
    if return_args:
        args = np.empty(target.shape, np.int64)
    with given:
        _core.gather_scatter(array, src, dst, weight, direct, -1, reduction, threads, args)
    result = _finish_out(out, target, direct)
    return (result, from_numpy(args, x)) if return_args else result


def update_prepared(data, indices, updates, reduction, out, threads):
    """Runs `scatter_nd_update` with prepared indices."""
    array = to_usable(to_numpy(data, "data"))
    if array.ndim == 0:
        raise ValueError("'data': expected a rank of at least 1, found 0")
    expected = (indices.num_indices, *array.shape[1:])
    update = broadcast_updates(convert_updates(updates, array.dtype), expected)
    update = to_usable(update)
    threads = threads or 0
    if out is None:
        result = _core.update_prepared(array, indices, update, reduction, None, threads)
        return from_numpy(result, data)
    target, direct = _read_out(out, array.dtype, "data", array.shape)
    _core.update_prepared(array, indices, update, reduction, direct, threads)
    return _finish_out(out, target, direct)
