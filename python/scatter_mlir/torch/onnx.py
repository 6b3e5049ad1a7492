# ===- onnx.py - the ops for torch.onnx.export -----------------------------===#
"""Translations of the ops for both exporters of `torch.onnx`.

The exporter of TorchScript (`dynamo=False`) finds them by itself. The other one
takes them as an argument:

    torch.onnx.export(
        model, arguments, "model.onnx", dynamo=True,
        custom_translation_table=scatter_mlir.torch.onnx.translation_table(),
    )

`scatter_nd_update` becomes ScatterND (opset 18), `slice_scatter` becomes
ScatterElements along each axis, `gather_nd` GatherND, and `gather_scatter` Gather and
ScatterND. What ONNX cannot say is an error: `out_of_bounds` "drop" and "clamp", `sub` of
truth values, and `return_args`. An index that `negative_indices="reject"` rejects
counts from the end in ONNX.
"""

import functools
import math

import torch
import torch.onnx

from . import _gather, _messages  # noqa: F401
from ._library import nd_kernel, nd_update, slice_kernel, slice_update

__all__ = ["translation_table"]

#: The opset of ScatterND with max and min.
_OPSET = 18
#: The types of messages, by their names in ONNX.
_DTYPES = {
    "FLOAT16": torch.float16,
    "BFLOAT16": torch.bfloat16,
    "FLOAT": torch.float32,
    "DOUBLE": torch.float64,
    "INT8": torch.int8,
    "INT16": torch.int16,
    "INT32": torch.int32,
    "INT64": torch.int64,
    "UINT8": torch.uint8,
}
_REDUCTIONS = {"none": "none", "sum": "add", "prod": "mul", "min": "min", "max": "max"}


def _check_policy(out_of_bounds, name):
    if out_of_bounds in ("drop", "clamp"):
        raise torch.onnx.errors.OnnxExporterError(
            f"'out_of_bounds': expected 'error' or 'undefined', which {name} has, "
            f"found {out_of_bounds!r}"
        )


def _check_nd(reduction, out_of_bounds, is_bool):
    _check_policy(out_of_bounds, "ScatterND")
    if is_bool and reduction not in ("none",):
        raise torch.onnx.errors.OnnxExporterError(
            f"'reduction': expected 'none' for truth values, found {reduction!r}"
        )


def _get_identity(reduction, dtype):
    """The neutral element of a reduction of messages of type `dtype`."""
    if reduction == "prod":
        return 1
    if dtype.is_floating_point:
        return math.inf if reduction == "min" else -math.inf
    info = torch.iinfo(dtype)
    return info.max if reduction == "min" else info.min


def _pass_messages(emit, constant, x, dtype, rank, src, dst, weight, size, reduction):
    """The nodes of gather_scatter. `emit(name, *inputs, **attributes)` makes a node, and
    `constant(numbers)` one that holds a number or a list of them."""
    behind = list(range(1, rank))

    def expand(values):
        return emit("Unsqueeze", values, constant(behind)) if behind else values

    def fill(number, shape):
        return emit("Expand", emit("CastLike", constant(number), x), shape)

    rows = emit("Gather", x, emit("Cast", src, to=7), axis=0)
    if weight is not None:
        rows = emit("Mul", rows, expand(weight))
    tuples = emit("Unsqueeze", emit("Cast", dst, to=7), constant([-1]))
    num_rows = constant([size])
    sizes = [num_rows]
    if behind:
        sizes.append(emit("Slice", emit("Shape", x), constant([1]), constant([rank])))
    shape = emit("Concat", *sizes, axis=0)
    if reduction in ("sum", "mean"):
        start = fill(0, shape)
    else:
        # Rows without messages are 0.
        none, one = emit("Cast", constant(0), to=9), emit("Cast", constant(1), to=9)
        hits = emit("Expand", one, emit("Shape", dst))
        has_messages = emit("ScatterND", emit("Expand", none, num_rows), tuples, hits)
        identity = fill(_get_identity(reduction, dtype), shape)
        start = emit("Where", expand(has_messages), identity, fill(0, shape))
    kind = {"mean": "sum"}.get(reduction, reduction)
    result = emit("ScatterND", start, tuples, rows, reduction=_REDUCTIONS[kind])
    if reduction != "mean":
        return result
    if not dtype.is_floating_point:
        raise torch.onnx.errors.OnnxExporterError(
            f"'reduction': expected another one than 'mean' for {dtype}, found 'mean'"
        )
    zeros = emit("Expand", constant(0.0), num_rows)
    ones = emit("Expand", constant(1.0), emit("Shape", dst))
    counts = emit("ScatterND", zeros, tuples, ones, reduction="add")
    counts = emit("CastLike", emit("Max", counts, constant(1.0)), x)
    return emit("Div", result, expand(counts))


# The exporter of TorchScript calls functions on graphs.


def _constant(g, numbers):
    return g.op("Constant", value_t=torch.tensor(numbers, dtype=torch.int64))


def _emit(g, name, *inputs, **attributes):
    types = {int: "i", str: "s"}
    named = {f"{key}_{types[type(value)]}": value for key, value in attributes.items()}
    return g.op(name, *inputs, **named)


def _symbolic_gather(g, data, indices, batch_dims, out_of_bounds, *_):
    _check_policy(out_of_bounds, "GatherND")
    indices = _emit(g, "Cast", indices, to=7)
    return _emit(g, "GatherND", data, indices, batch_dims=batch_dims)


def _symbolic_messages(g, x, src, dst, weight, size, reduction, *_):
    from torch.onnx import symbolic_helper

    def constant(numbers):
        is_float = isinstance(numbers, float)
        dtype = torch.float32 if is_float else torch.int64
        return g.op("Constant", value_t=torch.tensor(numbers, dtype=dtype))

    dtype = symbolic_helper._type_utils.JitScalarType.from_value(x).dtype()
    weight = None if symbolic_helper._is_none(weight) else weight
    arguments = src, dst, weight, size, reduction
    emit = functools.partial(_emit, g)
    return _pass_messages(emit, constant, x, dtype, x.type().dim(), *arguments)


def _symbolic_nd(g, data, indices, updates, reduction, out_of_bounds, *_):
    _check_nd(reduction, out_of_bounds, data.type().scalarType() == "Bool")
    indices = g.op("Cast", indices, to_i=torch.onnx.TensorProtoDataType.INT64)
    if reduction == "sub":
        updates, reduction = g.op("Neg", updates), "sum"
    attributes = {} if reduction == "none" else {"reduction_s": _REDUCTIONS[reduction]}
    return g.op("ScatterND", data, indices, updates, **attributes)


def _symbolic_slice(g, data, updates, start, stop, step, axes, *_):
    if not axes:
        return updates
    # The rank is that of the updates: a slice that was made here has no type.
    rank = updates.type().dim()
    return _scatter_axes(g, data, updates, start, stop, step, axes, rank)


def _scatter_axes(g, data, updates, start, stop, step, axes, rank):
    """Scatters the updates of the first axis, which are the slice of `data` along it
    with the updates of the other axes."""
    axis = axes[0]

    def slice_along(value, dim):
        bounds = (start[0], stop[0], dim, step[0])
        return g.op("Slice", value, *(_constant(g, [bound]) for bound in bounds))

    if len(axes) > 1:
        others = (start[1:], stop[1:], step[1:], axes[1:], rank)
        updates = _scatter_axes(g, slice_along(data, axis), updates, *others)
    size = g.op("Gather", g.op("Shape", data), _constant(g, axis), axis_i=0)
    positions = g.op("Range", _constant(g, 0), size, _constant(g, 1))
    positions = slice_along(positions, 0)
    behind = list(range(1, rank - axis % rank))
    if behind:
        positions = g.op("Unsqueeze", positions, _constant(g, behind))
    positions = g.op("Expand", positions, g.op("Shape", updates))
    return g.op("ScatterElements", data, positions, updates, axis_i=axis)


def _register():
    from torch.onnx import symbolic_helper

    nd = symbolic_helper.parse_args("v", "v", "v", "s", "s", "s", "b", "b", "i")(_symbolic_nd)
    bounds = ["is"] * 4
    sliced = symbolic_helper.parse_args("v", "v", *bounds, "i")(_symbolic_slice)
    parse = symbolic_helper.parse_args
    gather = parse("v", "v", "i", "s", "s", "none", "none")(_symbolic_gather)
    messages = parse("v", "v", "v", "v", "i", "s", "none", "i", "i")(_symbolic_messages)
    for name, function in (
        ("scatter_nd_update", nd),
        ("_scatter_nd_update", nd),
        ("slice_scatter", sliced),
        ("_slice_scatter", sliced),
        ("gather_nd", gather),
        ("gather_scatter", messages),
    ):
        torch.onnx.register_custom_op_symbolic(f"scatter_mlir::{name}", function, _OPSET)


_register()


def translation_table():
    """The translations for `custom_translation_table` of `torch.onnx.export`. Needs the
    package onnxscript, as the exporter does.

    Returns:
        A dict of the ops and functions of onnxscript.
    """
    from onnxscript import opset18 as op

    def scatter_nd_update(
        data,
        indices,
        updates,
        reduction="none",
        out_of_bounds="error",
        negative_indices="wrap",
        unique_indices=False,
        indices_are_sorted=False,
        threads=None,
    ):
        is_bool = getattr(data, "dtype", None) is not None and "BOOL" in str(data.dtype)
        _check_nd(reduction, out_of_bounds, is_bool)
        indices = op.Cast(indices, to=7)
        if reduction == "sub":
            updates, reduction = op.Neg(updates), "sum"
        return op.ScatterND(data, indices, updates, reduction=_REDUCTIONS[reduction])

    def constant(numbers):
        return op.Constant(value_ints=numbers)

    def slice_scatter(data, updates, start, stop, step, axes, threads=None):
        if not axes:
            return op.Identity(updates)
        axis, rank = axes[0], len(data.shape)
        if len(axes) > 1:
            bounds = ([start[0]], [stop[0]], [axis], [step[0]])
            part = op.Slice(data, *map(constant, bounds))
            # The translation of the next axis reads the rank.
            sizes = list(data.shape)
            sizes[axis] = updates.shape[axis]
            part.shape = type(data.shape)(sizes)
            updates = slice_scatter(part, updates, start[1:], stop[1:], step[1:], axes[1:])
        size = op.Squeeze(op.Gather(op.Shape(data), constant([axis]), axis=0))
        positions = op.Range(op.Constant(value_int=0), size, op.Constant(value_int=1))
        bounds = ([start[0]], [stop[0]], [0], [step[0]])
        positions = op.Slice(positions, *map(constant, bounds))
        behind = list(range(1, rank - axis % rank))
        if behind:
            positions = op.Unsqueeze(positions, constant(behind))
        positions = op.Expand(positions, op.Shape(updates))
        return op.ScatterElements(data, positions, updates, axis=axis)

    def gather_nd(
        data,
        indices,
        batch_dims=0,
        out_of_bounds="error",
        negative_indices="wrap",
        fill=0,
        threads=None,
    ):
        _check_policy(out_of_bounds, "GatherND")
        return op.GatherND(data, op.Cast(indices, to=7), batch_dims=batch_dims)

    def emit(name, *inputs, **attributes):
        return getattr(op, name)(*inputs, **attributes)

    def make_constant(numbers):
        if isinstance(numbers, list):
            return op.Constant(value_ints=numbers)
        if isinstance(numbers, float):
            return op.Constant(value_float=numbers)
        return op.Constant(value_int=numbers)

    def gather_scatter(
        x, src, dst, weight, size, reduction, threads=None, prepared=0, transposed=0
    ):
        dtype = _DTYPES[x.dtype.name]
        arguments = src, dst, weight, size, reduction
        return _pass_messages(emit, make_constant, x, dtype, len(x.shape), *arguments)

    return {
        torch.ops.scatter_mlir.gather_nd.default: gather_nd,
        torch.ops.scatter_mlir.gather_scatter.default: gather_scatter,
        nd_kernel: scatter_nd_update,
        nd_update: scatter_nd_update,
        slice_kernel: slice_scatter,
        slice_update: slice_scatter,
    }
