# ===- onnx.py - the ops for torch.onnx.export -----------------------------===#
"""Translations of the ops for both exporters of `torch.onnx`.

The exporter of TorchScript (`dynamo=False`) finds them by itself. The other one
takes them as an argument:

    torch.onnx.export(
        model, arguments, "model.onnx", dynamo=True,
        custom_translation_table=scatter_mlir.torch.onnx.translation_table(),
    )

`scatter_nd_update` becomes ScatterND (opset 18), `slice_scatter` becomes
ScatterElements along each axis. What ONNX cannot say is an error: `out_of_bounds`
"drop" and "clamp", and `sub` of truth values. An index that `negative_indices=
"reject"` rejects counts from the end in ONNX.
"""

import torch
import torch.onnx

from ._library import nd_kernel, nd_update, slice_kernel, slice_update

__all__ = ["translation_table"]

#: The opset of ScatterND with max and min.
_OPSET = 18
_REDUCTIONS = {"none": "none", "sum": "add", "prod": "mul", "min": "min", "max": "max"}


def _check_nd(reduction, out_of_bounds, is_bool):
    if out_of_bounds in ("drop", "clamp"):
        raise torch.onnx.errors.OnnxExporterError(
            f"'out_of_bounds': expected 'error' or 'undefined', which ScatterND has, "
            f"found {out_of_bounds!r}"
        )
    if is_bool and reduction not in ("none",):
        raise torch.onnx.errors.OnnxExporterError(
            f"'reduction': expected 'none' for truth values, found {reduction!r}"
        )


# The exporter of TorchScript calls functions on graphs.


def _constant(g, numbers):
    return g.op("Constant", value_t=torch.tensor(numbers, dtype=torch.int64))


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
    for name, function in (("scatter_nd_update", nd), ("slice_scatter", sliced)):
        for prefix in ("", "_"):
            torch.onnx.register_custom_op_symbolic(
                f"scatter_mlir::{prefix}{name}", function, _OPSET
            )


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

    return {
        nd_kernel: scatter_nd_update,
        nd_update: scatter_nd_update,
        slice_kernel: slice_scatter,
        slice_update: slice_scatter,
    }
