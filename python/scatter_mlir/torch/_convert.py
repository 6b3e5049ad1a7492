# ===- _convert.py - converts arguments for kernels ------------------------===#
"""Converts indices, updates and bounds to the form of kernels."""

from collections.abc import Sequence

import numpy as np
import torch

from scatter_mlir._messages import check_prepared_rows
from scatter_mlir._updates import get_updates_shape

_INT64 = torch.iinfo(torch.int64)


def check_data(data):
    """Raises TypeError if `data` is not a tensor."""
    if not isinstance(data, torch.Tensor):
        raise TypeError(
            f"'data': expected a tensor, found {type(data).__name__}; use "
            "torch.as_tensor(data), or the functions of scatter_mlir for other arrays"
        )


def to_tensor(value, name, device, dtype=None):
    """Returns `value`, an argument that is no tensor, as one."""
    try:
        return torch.as_tensor(value, dtype=dtype, device=device)
    except (RuntimeError, TypeError) as error:
        raise TypeError(
            f"'{name}': expected a tensor, numbers or an array, found "
            f"{type(value).__name__} ({error})"
        ) from None


def to_indices(value, name, device):
    """Returns `value`, indices that are no tensor, as one. Without elements it has integers."""
    indices = to_tensor(value, name, device)
    return indices if indices.numel() else indices.long()


def check_device(tensor, name, data, data_name="data"):
    """Raises TypeError if a tensor is not where `data` is: kernels of the device 'meta'
    have results without contents."""
    if tensor.device != data.device:
        raise TypeError(
            f"'{name}': expected a tensor on the device of '{data_name}', {data.device}, "
            f"found {tensor.device}"
        )


def check_same_type(data, updates):
    if updates.dtype != data.dtype:
        raise TypeError(
            f"'updates': expected the element type of 'data', {data.dtype}, "
            f"found {updates.dtype}; use updates.to(data.dtype)"
        )


def _find_true(mask, shape):
    """Returns the index tuples of a mask of the leading dimensions of `shape`."""
    if mask.shape != shape[: mask.dim()]:
        raise ValueError(
            "'indices': expected a mask of the leading dimensions of 'data', whose shape "
            f"is {tuple(shape)}, found a mask of shape {tuple(mask.shape)}"
        )
    return mask.nonzero()


def convert_indices(indices, data):
    if hasattr(indices, "_prepared_indices"):
        # Recorded and compiled calls sort the indices again.
        check_prepared_rows(indices, data.shape)
        return indices.dst[:, None]
    if not isinstance(indices, torch.Tensor):
        indices = to_indices(indices, "indices", data.device)
    check_device(indices, "indices", data)
    if indices.dtype in (torch.int64, torch.int32, torch.uint64):
        return indices
    if indices.dtype == torch.bool and indices.dim():
        return _find_true(indices, data.shape)
    kinds = (torch.int8, torch.int16, torch.uint8, torch.uint16, torch.uint32)
    if indices.dtype not in kinds:
        raise TypeError(
            "'indices': expected integers of at most 64 bits, or a mask, found "
            f"{indices.dtype}"
        )
    return indices.long()


def _convert_updates(updates, data, shape, hint=""):
    """Converts updates to the type of `data` and broadcasts them to `shape`. Numbers,
    lists and arrays of rank 0 change type."""
    is_typed = hasattr(updates, "__dlpack__")
    if not isinstance(updates, torch.Tensor):
        updates = to_tensor(updates, "updates", data.device)
    if updates.dtype != data.dtype and not (is_typed and updates.dim()):
        updates = _cast(updates, data.dtype)
    check_same_type(data, updates)
    check_device(updates, "updates", data)
    while updates.dim() > len(shape) and updates.shape[0] == 1:
        updates = updates[0]
    if tuple(updates.shape) == tuple(shape):
        return updates
    if not _broadcasts(updates.shape, shape):
        raise ValueError(
            f"'updates': expected a shape that broadcasts to {tuple(shape)}, "
            f"found {tuple(updates.shape)}{hint}"
        )
    return updates.expand(shape)


def may_equal(size, other):
    """Whether sizes are equal. Sizes of a traced function that depend on values may be."""
    if not torch.compiler.is_compiling():
        return size == other
    from torch.fx.experimental.symbolic_shapes import guard_or_true

    return guard_or_true(size == other)


def _broadcasts(shape, target):
    if len(shape) > len(target):
        return False
    pairs = zip(shape[::-1], target[::-1])
    return all([may_equal(a, 1) or may_equal(a, b) for a, b in pairs])


def _cast(updates, dtype):
    if not torch.can_cast(updates.dtype, dtype):
        raise TypeError(
            f"'updates': expected what {dtype} can hold, found {updates.dtype}"
        )
    return updates.to(dtype)


def _suggest(data, indices, updates):
    """Returns a hint for the case that each index was meant as a tuple."""
    shape = updates.shape if isinstance(updates, torch.Tensor) else np.shape(updates)
    expected = tuple(indices.shape) + tuple(data.shape[1:])
    is_deep = indices.dim() == 1 and indices.shape[-1] > data.dim()
    if not (len(shape) or is_deep) or not _broadcasts(shape, expected):
        return ""
    return f"; did you mean indices[{':' if indices.dim() == 1 else '...'}, None]?"


def convert_nd(data, indices, updates):
    check_data(data)
    indices = convert_indices(indices, data)
    is_possible = indices.dim() and data.dim()
    hint = _suggest(data, indices, updates) if is_possible else ""
    shape = get_updates_shape(data.shape, indices.shape, hint)
    return indices, _convert_updates(updates, data, shape, hint)


def convert_slice(data, updates, start, stop, step, axes):
    """Returns updates with the shape of the slice, and bounds as integers."""
    check_data(data)
    given = {"start": start, "stop": stop, "step": step, "axes": axes}
    given = {
        name: tuple(value) if isinstance(value, Sequence) else (value,)
        for name, value in given.items()
        if value is not None
    }
    counts = {name: len(value) for name, value in given.items()}
    if len(set(counts.values())) > 1:
        raise ValueError(f"expected as many entries in each bound, found {counts}")
    count = next(iter(counts.values()), 0)
    axes = given.pop("axes", tuple(range(count)))
    rank = data.dim()
    if count > rank:
        raise ValueError(f"expected at most {rank} entries, found {count}")
    for axis in axes:
        if not -rank <= axis < rank:
            raise ValueError(
                f"'axes': expected axes in [{-rank}, {rank - 1}], found {axis}"
            )
    axes = [axis % rank for axis in axes]
    if len(set(axes)) != len(axes):
        raise ValueError(f"'axes': expected distinct axes, found {axes}")
    starts, stops, steps, shape = [], [], [], list(data.shape)
    bounds = (given.get(name, (None,) * count) for name in ("start", "stop", "step"))
    for axis, begin, end, stride in zip(axes, *bounds):
        stride = 1 if stride is None else stride
        if stride == 0:
            raise ValueError("'step': expected steps other than 0, found 0")
        begin, end = _complete(begin, end, stride)
        shape[axis] = count_slice(begin, end, stride, shape[axis])
        starts.append(_clip(begin))
        stops.append(_clip(end))
        steps.append(_clip(stride))
    return _convert_updates(updates, data, shape), (starts, stops, steps, axes)


def _clip(bound):
    """Clamps a bound to 64 bits, which does not change its meaning."""
    if isinstance(bound, torch.Tensor):
        # A size while torch.jit traces.
        bound = int(bound)
    if isinstance(bound, int):
        return min(max(bound, _INT64.min), _INT64.max)
    return bound


def _complete(begin, end, stride):
    """Replaces bounds that are None by the largest ones."""
    low, high = (_INT64.min, _INT64.max)[:: 1 if stride > 0 else -1]
    return low if begin is None else begin, high if end is None else end


def count_slice(begin, end, stride, size):
    """Returns the number of elements of a slice; bounds may be None. Also works for
    symbolic integers."""
    begin, end = _complete(begin, end, stride)
    low, high = (0, size) if stride > 0 else (-1, size - 1)
    begin = max(begin + size, low) if begin < 0 else min(begin, high)
    end = max(end + size, low) if end < 0 else min(end, high)
    if stride > 0:
        return max((end - begin + stride - 1) // stride, 0)
    return max((begin - end - stride - 1) // -stride, 0)
