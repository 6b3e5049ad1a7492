# ===- _gather.py - reads at index tuples ----------------------------------===#

import operator

import numpy as np

from ._arrays import to_numpy, to_usable
from ._calls import check_options, make, run
from ._indices import Indices
from ._numbers import convert_numbers


def check_batch_dims(batch_dims):
    """Returns the argument `batch_dims` as an integer."""
    try:
        return operator.index(batch_dims)
    except TypeError:
        raise TypeError(f"'batch_dims': expected an integer, found {batch_dims!r}") from None


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
    threads = check_options(
        threads, out_of_bounds=out_of_bounds, negative_indices=negative_indices
    )
    batch_dims = check_batch_dims(batch_dims)
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
        return run(
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


gather_nd = make("gather_nd", _gather_nd)
