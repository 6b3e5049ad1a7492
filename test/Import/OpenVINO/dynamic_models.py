"""Models whose sizes and bounds are known when they run: each has inputs of two
sizes."""

import numpy as np
import openvino as ov
from models import F, I, L, const, data, model
from openvino import opset3, opset12
from openvino import opset15 as op


def bind_dynamic(calls, **shapes):
    """Parameters of shapes in which None and ranges are dynamic, and arrays of
    `calls`: lists in the order of the parameters."""
    parameters = []
    for (name, shape), array in zip(shapes.items(), calls[0]):
        dims = [ov.Dimension(*size) if isinstance(size, tuple) else size or -1 for size in shape]
        parameters.append(op.parameter(ov.PartialShape(dims), array.dtype, name=name))
    return parameters, calls


def integers(*values, dtype=L):
    return np.array(values, dtype)


@model
def dynamic_slice():
    """Bounds from the end, beyond it, and in reverse."""
    calls = [
        [data(6, 5), integers(1, -2), integers(-1, -100)],
        [data(3, 8), integers(-9, 7), integers(100, 1)],
    ]
    (x, start, stop), calls = bind_dynamic(calls, x=(None, None), start=(2,), stop=(2,))
    results = [
        op.slice(x, start, stop, const([1, -2])),
        op.slice(x, const([1]), const([-1]), const([2]), const([-1])),
        op.slice(x, start, op.add(start, const([2, -2])), const([2, -1]), const([0, 1])),
    ]
    return results, [x, start, stop], calls


@model
def dynamic_strided_slice():
    calls = [
        [data(6, 5, 4), integers(1, 2), integers(5, 4)],
        [data(3, 8, 2), integers(-1, -3), integers(9, 8)],
    ]
    (x, begin, end), calls = bind_dynamic(calls, x=(None, None, None), begin=(2,), end=(2,))
    ones = const([1, 1])
    results = [
        op.strided_slice(x, begin, end, ones, [0, 0], [0, 0]),
        op.strided_slice(x, begin, end, const([1, 2]), [0, 1], [0, 0], [], [1, 0]),
        op.strided_slice(x, begin, end, ones, [0, 0], [0, 1], [], [0, 1]),
        op.strided_slice(x, const([0, 0, 0]), const([0, 0, -1]), const([1, 1, 1]), [1, 1, 0], [1, 1, 0], [], [], [1, 0, 0]),
        op.strided_slice(x, const([-1]), const([0]), const([-1]), [1], [1]),
    ]  # fmt: skip
    return results, [x, begin, end], calls


@model
def dynamic_gather():
    """An index out of bounds reads 0."""
    calls = [
        [data(5, 3), integers(0, -1, 4, 7), np.array([[0, 2], [1, 1]] * 2 + [[0, 0]], I)],
        [data(2, 4), integers(1, -3), np.array([[3, -4], [9, 0]], I)],
    ]
    shapes = {"x": (None, None), "i": (None,), "j": (None, None)}
    (x, i, j), calls = bind_dynamic(calls, **shapes)
    results = [op.gather(x, i, const(0)), op.gather(x, i, const(1)), op.gather(x, j, const(1), 1),
               op.gather(op.shape_of(x), const([1, 0]), const(0))]  # fmt: skip
    return results, [x, i, j], calls


@model
def dynamic_gather_of_rows():
    """Rows of 64 bytes."""
    calls = [
        [data(2, 5, 16), integers(0, -1, 4, 7), np.array([[0, 2], [1, -6]], I)],
        [data(3, 1, 16), integers(1), np.array([[3, -4], [9, 0], [0, 0]], I)],
    ]
    shapes = {"x": (None, None, 16), "i": (None,), "j": (None, None)}
    (x, i, j), calls = bind_dynamic(calls, **shapes)
    results = [op.gather(x, i, const(0)), op.gather(x, i, const(1)), op.gather(x, j, const(1), 1)]
    return results, [x, i, j], calls


@model
def dynamic_gathers_of_elements():
    calls = [
        [data(4, 3), np.array([[0, 2, 1], [3, 3, 0]]), np.array([[0, 1], [3, 2], [1, 1]])],
        [data(2, 5), np.array([[1, 0, 1, 1, 0]] * 3), np.array([[1, 4]])],
    ]
    shapes = {"x": (None, None), "i": (None, None), "j": (None, 2)}
    (x, i, j), calls = bind_dynamic(calls, **shapes)
    return [op.gather_elements(x, i, 0), op.gather_nd(x, j)], [x, i, j], calls


@model
def dynamic_parts():
    calls = [[data(6, 4), integers(1, -1, 2)], [data(2, 8), integers(0, 2, -1)]]
    (x, lengths), calls = bind_dynamic(calls, x=(None, None), lengths=(3,))
    halves = op.split(x, const(1), 2)
    uneven = op.variadic_split(x, const(1), const([3, -1]))
    by_input = op.variadic_split(x, const(0), lengths)
    return [*halves.outputs(), *uneven.outputs(), *by_input.outputs()], [x, lengths], calls


@model
def dynamic_broadcasts():
    calls = [
        [data(3, 1), integers(2, 3, 4), data(3), data(1, 4, name="z")],
        [data(1, 1), integers(5, 2, 3), data(2), data(4, 1, name="z")],
    ]
    shapes = {"x": (None, None), "shape": (3,), "y": (None,), "z": (None, None)}
    (x, shape, y, z), calls = bind_dynamic(calls, **shapes)
    sizes = op.gather(shape, const([1, 2]), const(0))
    results = [
        op.broadcast(x, shape),
        op.broadcast(y, sizes, const([0]), "EXPLICIT"),
        op.broadcast(z, op.shape_of(x), broadcast_spec="BIDIRECTIONAL"),
    ]
    return results, [x, shape, y, z], calls


@model
def dynamic_tile():
    calls = [[data(2, 3), integers(3, 2)], [data(4, 1), integers(1, 5)]]
    (x, repeats), calls = bind_dynamic(calls, x=(None, None), repeats=(2,))
    return [op.tile(x, repeats), op.tile(x, const([2]))], [x, repeats], calls


@model
def dynamic_range_and_reshape():
    calls = [
        [data(4, 6), np.array(2, L), np.array(9, L), integers(0, -1, 2)],
        [data(2, 4), np.array(-3, L), np.array(5, L), integers(-1, 4, 2)],
    ]
    shapes = {"x": (None, None), "start": (), "stop": (), "shape": (3,)}
    (x, start, stop, shape), calls = bind_dynamic(calls, **shapes)
    rows = op.gather(op.shape_of(x, "i32"), const(0), const(0))
    results = [
        op.range(start, stop, const(2), "i64"),
        op.range(stop, start, const(-3), "i32"),
        op.range(const(0, I), rows, const(1, I), "i32"),
        op.reshape(x, shape, True),
        op.reshape(x, op.concat([op.shape_of(x), const([1])], 0), False),
        op.squeeze(op.unsqueeze(x, const([1])), const([1])),
    ]  # fmt: skip
    return results, [x, start, stop, shape], calls


def elements(name, build):
    """Indices and updates of sizes of their own, and data of others."""
    calls = [
        [data(4, 4), np.array([[0, 1, 2], [-1, 1, 3]]), data(2, 3, name="u")],
        [data(3, 5), np.array([[0, 1, 2, 4]] * 3), data(3, 4, name="u")],
    ]
    shapes = {"data": (None, None), "indices": (None, None), "updates": (None, None)}
    parameters, calls = bind_dynamic(calls, **shapes)
    return [build(*parameters)], parameters, calls


for _reduction in ("none", "sum", "mean", "max"):
    for _initial in (True, False):
        model(
            lambda r=_reduction, i=_initial: elements(
                r, lambda *p: opset12.scatter_elements_update(*p, const(1), r, i)
            ),
            f"dynamic_elements_{_reduction}_{'data' if _initial else 'updates'}",
        )


@model
def dynamic_elements_of_rows():
    """Indices that are broadcast along rows, of one row in a run."""
    calls = [
        [data(6, 2, 4), np.array([[[1], [3]], [[3], [0]], [[1], [1]]]), data(3, 2, 4, name="u")],
        [data(3, 5, 4), np.array([[[2]]]), data(2, 5, 4, name="u")],
    ]
    shapes = {"data": (None, None, 4), "indices": (None, None, 1), "updates": (None, None, 4)}
    (x, indices, updates), calls = bind_dynamic(calls, **shapes)
    rows = op.broadcast(indices, op.shape_of(updates), broadcast_spec="BIDIRECTIONAL")
    result = op.scatter_elements_update(x, rows, updates, const(0), "sum")
    return [result], [x, indices, updates], calls


@model
def dynamic_update_rows():
    calls = [
        [data(5, 3), integers(4, 0), data(2, 3, name="u")],
        [data(2, 4), integers(1), data(1, 4, name="u")],
    ]
    shapes = {"data": (None, None), "indices": (None,), "updates": (None, None)}
    parameters, calls = bind_dynamic(calls, **shapes)
    return [opset3.scatter_update(*parameters, const(0))], parameters, calls


@model
def dynamic_update_columns():
    calls = [
        [data(2, 5, 3), np.array([[4, 0], [1, 2]], I), data(2, 2, 2, 3, name="u")],
        [data(1, 3, 2), np.array([[2, 0, 1]], I), data(1, 1, 3, 2, name="u")],
    ]
    shapes = {"data": (None, None, None), "indices": (None, None), "updates": (None,) * 4}
    parameters, calls = bind_dynamic(calls, **shapes)
    return [opset3.scatter_update(*parameters, const(-2))], parameters, calls


@model
def dynamic_slice_scatter():
    calls = [
        [data(6, 5), data(6, 3, name="u")],
        [data(2, 9), data(2, 3, name="u")],
    ]
    parameters, calls = bind_dynamic(calls, data=(None, None), updates=(None, 3))
    result = op.slice_scatter(*parameters, const([1]), const([4]), const([1]), const([1]))
    return [result], parameters, calls


@model
def dynamic_products_and_sums():
    calls = [
        [data(2, 3, 4), data(2, 4, 5, name="y"), data(4, name="z")],
        [data(3, 1, 4), data(3, 4, 2, name="y"), data(4, name="z")],
    ]
    shapes = {"x": (None, None, 4), "y": (None, 4, None), "z": (4,)}
    (x, y, z), calls = bind_dynamic(calls, **shapes)
    results = [
        op.matmul(x, y, False, False), op.matmul(x, z, False, False), op.reduce_sum(x, const([1])),
        op.reduce_max(x, const([0, -1]), True), op.transpose(x, const([2, 0, 1])),
        op.concat([x, op.transpose(y, const([0, 2, 1]))], 1), op.clamp(x, -2.0, 3.0),
        op.convert_like(x, const([0], I)), op.select(op.greater(x, z), x, z),
    ]  # fmt: skip
    return results, [x, y, z], calls


@model
def dynamic_range_of_sizes():
    """Sizes from 2 to 4, of 3 and more, and of at most 5."""
    calls = [[data(2, 3, 5)], [data(4, 7, 1)]]
    (x,), calls = bind_dynamic(calls, x=((2, 4), (3, -1), (0, 5)))
    return [op.relu(x)], [x], calls


@model
def dynamic_graph_layer():
    """Messages of edges summed at nodes."""
    calls = [
        [data(6, 4), integers(0, 1, 5, 3), np.array([[1], [1], [0], [4]])],
        [data(3, 4), integers(2, 2), np.array([[0], [-1]])],
    ]
    shapes = {"nodes": (None, 4), "sources": (None,), "targets": (None, 1)}
    (nodes, sources, targets), calls = bind_dynamic(calls, **shapes)
    weights = op.constant(data(4, 4, name="w") / F(8))
    messages = op.matmul(op.gather(nodes, sources, const(0)), weights, False, False)
    zeros = op.broadcast(op.constant(F(0)), op.shape_of(nodes))
    sums = op.scatter_nd_update(zeros, targets, messages, "sum")
    return [op.relu(sums)], [nodes, sources, targets], calls


@model
def dynamic_cache():
    """A cache that grows, and the part of a mask that it needs."""
    calls = [
        [data(1, 2, 3, 4), data(1, 2, 1, 4, name="u"), data(8, 8, name="m")],
        [data(2, 2, 5, 4), data(2, 2, 2, 4, name="u"), data(9, 9, name="m")],
    ]
    shapes = {"cache": (None, 2, None, 4), "rows": (None, 2, None, 4), "mask": (None, None)}
    (cache, rows, mask), calls = bind_dynamic(calls, **shapes)
    grown = op.concat([cache, rows], 2)
    size = lambda x: op.gather(op.shape_of(x), const([2]), const(0))
    past, total = size(cache), size(grown)
    begin = op.concat([past, const([0])], 0)
    end = op.concat([total, total], 0)
    visible = op.strided_slice(mask, begin, end, const([1, 1]), [0, 1], [0, 0])
    scores = op.matmul(rows, grown, False, True)
    return [grown, op.add(scores, visible)], [cache, rows, mask], calls


@model
def dynamic_nonzero():
    """As many positions as there are positive elements, and sums in order."""
    calls = [[data(6, 5)], [data(3, 8)]]
    (x,), calls = bind_dynamic(calls, x=(None, None))
    mask = op.greater(x, op.constant(F(0)))
    places = opset3.non_zero(mask, "i64")
    rows = op.transpose(places, const([1, 0]))
    results = [opset3.non_zero(x, "i32"), op.gather_nd(x, rows, 0), op.cum_sum(x, const(0))]
    return results, [x], calls
