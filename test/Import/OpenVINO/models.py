"""Models for OpenVINO's own Python package: graphs and inputs by name."""

import numpy as np
import openvino as ov
from openvino import opset3, opset4, opset12, opset14
from openvino import opset15 as op

F, I, L = np.float32, np.int32, np.int64
MODELS = {}
# Models whose bounds are inputs. The CPU plugin of OpenVINO 2026.4 crashes on
# them: their results are those of a copy in which the bounds are constants.
FROZEN = {"slice_at_run", "slice_at_run_with_axes", "slice_axes_at_run", "slice_kv_cache"}
# Models whose results OpenVINO's reference implementation computes, since the
# CPU plugin does not follow the specification.
REFERENCE = {"integer_quotients", "strided_slice_new_axis"}


def model(function, name=None):
    """Registers a function that returns outputs, parameters and inputs, or a list
    of inputs for each run."""
    MODELS[name or function.__name__] = function
    return function


def rng(name):
    return np.random.default_rng(sum(map(ord, name)))


def data(*shape, dtype=F, name="data"):
    """Numbers without rounding errors under a few additions."""
    values = rng(name).integers(-8, 9, shape)
    if np.issubdtype(dtype, np.unsignedinteger):
        values = values + 8
    return values.astype(dtype)


def bind(**arrays):
    """Parameters for arrays, under their names, and the arrays."""
    parameters = [
        op.parameter(list(array.shape), array.dtype, name=name)
        for name, array in arrays.items()
    ]
    return parameters, list(arrays.values())


def const(values, dtype=L):
    return op.constant(np.asarray(values, dtype))


# ScatterNDUpdate ---------------------------------------------------------


def nd(build, dtype=F, shape=(5, 4, 3), indices=((0,), (-2,), (0,))):
    indices = np.array(indices, L)
    updates = data(*indices.shape[:-1], *shape[indices.shape[-1] :], name="u", dtype=dtype)
    parameters, arrays = bind(data=data(*shape, dtype=dtype), indices=indices, updates=updates)
    return [build(*parameters)], parameters, arrays


@model
def nd_3_rows():
    return nd(opset14.scatter_nd_update, indices=((0,), (2,), (4,)))


@model
def nd_4_elements():
    return nd(opset4.scatter_nd_update, indices=((0, 1, 2), (-1, -1, -1)))


@model
def nd_15_none():
    return nd(lambda *p: op.scatter_nd_update(*p, "none"), indices=((1,), (3,)))


for _reduction in ("sum", "sub", "prod", "min", "max"):
    for _dtype in (F, I) if _reduction != "sub" else (F, L):
        MODELS[f"nd_15_{_reduction}_{np.dtype(_dtype).name}"] = (
            lambda r=_reduction, d=_dtype: nd(lambda *p: op.scatter_nd_update(*p, r), d)
        )


@model
def nd_15_pairs_f16():
    return nd(
        lambda *p: op.scatter_nd_update(*p, "sum"), np.float16, indices=((0, 1), (4, -1), (0, 1))
    )


@model
def nd_15_i32_indices():
    indices = np.array([[1], [0]], I)
    parameters, arrays = bind(data=data(4, 2, dtype=np.uint8), indices=indices, updates=data(2, 2, dtype=np.uint8))
    return [op.scatter_nd_update(*parameters, "max")], parameters, arrays


@model
def nd_boolean():
    parameters, arrays = bind(data=data(6) > 0, indices=np.array([[0], [5], [-2]]), updates=data(3, name="u") > 0)
    return [op.scatter_nd_update(*parameters)], parameters, arrays


@model
def nd_constant_indices():
    parameters, arrays = bind(data=data(4, 3), updates=data(2, 3, name="u"))
    result = op.scatter_nd_update(parameters[0], const([[3], [1]]), parameters[1], "sum")
    return [op.add(result, op.constant(data(1, 3, name="c")))], parameters, arrays


# SliceScatter ------------------------------------------------------------


def slices(start, stop, step, axes=None, shape=(6, 5), dtype=F, at_run=False):
    region = [slice(None)] * len(shape)
    for i, bounds in enumerate(zip(start, stop, step)):
        region[axes[i] if axes else i] = slice(*bounds)
    full = data(*shape, dtype=dtype)
    arrays = {"data": full, "updates": data(*full[tuple(region)].shape, dtype=dtype, name="u")}
    lists = [start, stop, step] + ([axes] if axes else [])
    if at_run:
        for name, values in zip(("start", "stop", "step"), lists):
            arrays[name] = np.array(values, L)
    parameters, values = bind(**arrays)
    bounds = parameters[2:] + [const(each) for each in lists[3:]] if at_run else map(const, lists)
    return [op.slice_scatter(*parameters[:2], *bounds)], parameters, values


@model
def slice_first_axis():
    return slices([1], [4], [1])


@model
def slice_steps_and_axes():
    return slices([-25, 1], [25, 5], [2, 3], [1, 0])


@model
def slice_backwards():
    return slices([-1, 4], [-100, 1], [-2, -1])


@model
def slice_negative_axis():
    return slices([1], [3], [1], [-1], shape=(2, 3, 4), dtype=I)


@model
def slice_at_run():
    return slices([2, -3], [6, 100], [2, 1], at_run=True)


@model
def slice_at_run_with_axes():
    return slices([0], [4], [1], [2], shape=(2, 3, 8), at_run=True)


@model
def slice_axes_at_run():
    full = data(4, 6)
    parameters, arrays = bind(data=full, updates=data(4, 2, name="u"), axes=np.array([-1], I))
    return (
        [op.slice_scatter(*parameters[:2], const([1]), const([3]), const([1]), parameters[2])],
        parameters,
        arrays,
    )


@model
def slice_kv_cache():
    """A row of a cache at a position of the run."""
    parameters, arrays = bind(
        cache=data(1, 2, 8, 4), row=data(1, 2, 1, 4, name="u"), position=np.array([5], L)
    )
    stop = op.add(parameters[2], const([1]))
    result = op.slice_scatter(*parameters[:2], parameters[2], stop, const([1]), const([2]))
    return [result], parameters, arrays


# ScatterUpdate and ScatterElementsUpdate ---------------------------------


@model
def update_rows():
    parameters, arrays = bind(data=data(5, 3), indices=np.array([4, 0]), updates=data(2, 3, name="u"))
    return [opset3.scatter_update(*parameters, const(0))], parameters, arrays


@model
def update_columns():
    parameters, arrays = bind(
        data=data(2, 5, 3), indices=np.array([[4, 0], [1, 2]], I), updates=data(2, 2, 2, 3, name="u")
    )
    return [opset3.scatter_update(*parameters, const(-2))], parameters, arrays


def elements(build, dtype=F, axis=0):
    indices = np.array([[0, 1, 2], [-1, 1, 3]], L)
    parameters, arrays = bind(data=data(4, 4, dtype=dtype), indices=indices, updates=data(2, 3, name="u", dtype=dtype))
    return [build(*parameters, const(axis))], parameters, arrays


@model
def elements_3():
    return elements(opset3.scatter_elements_update)


@model
def elements_3_last_axis():
    return elements(opset3.scatter_elements_update, I, -1)


for _reduction in ("none", "sum", "prod", "min", "max", "mean"):
    for _initial in (True, False):
        MODELS[f"elements_12_{_reduction}_{'data' if _initial else 'updates'}"] = (
            lambda r=_reduction, i=_initial: elements(
                lambda *p: opset12.scatter_elements_update(*p, r, i), axis=1
            )
        )


@model
def elements_12_sum_broadcast_indices():
    """Indices that are broadcast along rows, as PyTorch's scatter_reduce has."""
    parameters, arrays = bind(data=data(6, 4), indices=np.array([[1], [3], [1]]), updates=data(3, 4, name="u"))
    rows = op.broadcast(parameters[1], const([3, 4]), broadcast_spec="BIDIRECTIONAL")
    return [op.scatter_elements_update(parameters[0], rows, parameters[2], const(0), "sum")], parameters, arrays


@model
def update_one_row():
    parameters, arrays = bind(data=data(5, 3), indices=np.array([2], I), updates=data(1, 3, name="u"))
    return [opset3.scatter_update(*parameters, const(0, I))], parameters, arrays


# Other ops ---------------------------------------------------------------


@model
def elementwise_floats():
    (x, y), arrays = bind(x=data(2, 3), y=data(3, name="y") + F(0.5))
    results = [
        op.add(x, y), op.subtract(x, y), op.multiply(x, y), op.divide(x, y), op.maximum(x, y),
        op.minimum(x, y), op.relu(x), op.sigmoid(x), op.tanh(x), op.exp(x), op.negative(x), op.abs(x),
        op.floor(y), op.ceiling(y), op.sqrt(op.abs(x)), op.squared_difference(x, y),
        op.clamp(x, -2.0, 3.5), op.floor_mod(x, y), op.mod(x, y),
    ]  # fmt: skip
    return results, [x, y], arrays


@model
def elementwise_integers():
    (x, y), arrays = bind(x=data(2, 3, dtype=np.int64), y=np.array([1, 3, 2], L))
    results = [
        op.add(x, y), op.subtract(x, y), op.multiply(x, y), op.maximum(x, y), op.minimum(x, y),
        op.negative(x), op.abs(x), op.floor_mod(x, y),
    ]  # fmt: skip
    return results, [x, y], arrays


@model
def integer_quotients():
    """Rounded down, as attribute m_pythondiv says; the CPU plugin does not."""
    (x, y), arrays = bind(x=np.array([7, -7, 7, -7, 6], I), y=np.array([2, 2, -2, -2, -3], I))
    return [op.divide(x, y), op.mod(x, y), op.floor_mod(x, y)], [x, y], arrays


@model
def comparisons():
    (x, y), arrays = bind(x=data(3, 3), y=data(3, 3, name="y"))
    less, equal = op.less(x, y), op.equal(x, y)
    results = [
        less, equal, op.not_equal(x, y), op.greater(x, y), op.greater_equal(x, y), op.less_equal(x, y),
        op.logical_and(less, equal), op.logical_or(less, equal), op.logical_xor(less, equal),
        op.logical_not(less), op.select(less, x, y),
    ]  # fmt: skip
    return results, [x, y], arrays


@model
def conversions():
    (x,), arrays = bind(x=data(7))
    half = op.convert(x, "f16")
    results = [half, op.convert(x, "i32"), op.convert(x, "f64"), op.convert(x, "boolean"),
               op.convert(half, "f32"), op.convert_like(x, const([0], np.int8))]  # fmt: skip
    return results, [x], arrays


@model
def shapes():
    """A shape that is computed from that of the input."""
    (x,), arrays = bind(x=data(2, 3, 4))
    sizes = op.shape_of(x)
    rows = op.gather(sizes, const([0]), const(0))
    rest = op.reduce_prod(op.slice(sizes, const([1]), const([3]), const([1])), const([0]), True)
    flat = op.reshape(x, op.concat([rows, rest], 0), False)
    numbers = op.range(const(0), op.squeeze(rest, const([0])), const(2), "i32")
    copied = op.reshape(x, const([0, -1, 2]), True)
    return [flat, numbers, copied, op.unsqueeze(x, const([0, -1])), op.squeeze(op.reshape(x, const([1, 24]), False))], [x], arrays


@model
def movement():
    (x, y), arrays = bind(x=data(2, 3, 4), y=data(2, 1, 4, name="y"))
    parts = op.split(x, const(2), 2)
    uneven = op.variadic_split(x, const(1), const([1, -1]))
    results = [
        op.transpose(x, const([2, 0, 1])), op.concat([x, y], 1), op.tile(y, const([1, 2, 1])),
        op.slice(x, const([3, 0]), const([-9, 2]), const([-2, 1]), const([2, 1])),
        op.strided_slice(x, const([0, 1, 0]), const([0, 3, 0]), const([1, 2, 1]), [1, 0, 1], [1, 0, 1]),
        *parts.outputs(), *uneven.outputs(),
        op.broadcast(y, const([2, 3, 4])), op.broadcast(op.constant(data(3)), const([3, 2]), const([0]), "EXPLICIT"),
    ]  # fmt: skip
    return results, [x, y], arrays


@model
def strided_slice_new_axis():
    """x[1, np.newaxis]; the CPU plugin reads beyond the input."""
    (x,), arrays = bind(x=data(2, 3, 4))
    bounds = [const([1, 0]), const([2, 0]), const([1, 1])]
    return [op.strided_slice(x, *bounds, [0, 0], [0, 0], [0, 1], [1, 0])], [x], arrays


@model
def gathers():
    (x, i), arrays = bind(x=data(3, 4), i=np.array([[0, -1], [2, 1]]))
    results = [
        op.gather(x, i, const(0)), op.gather(x, i, const(1)),
        op.gather(x, const([0, 9, -1]), const(1)), op.gather_elements(x, const([[0, 3], [1, 1], [2, 0]]), 1), op.gather_nd(x, i),
        op.gather(x, op.constant(np.array([[0, 1], [1, 3], [2, 2]])), const(1), 1),
    ]  # fmt: skip
    return results, [x, i], arrays


@model
def gathers_of_rows():
    """Rows of 64 bytes. An index out of bounds reads 0."""
    (x, i), arrays = bind(x=data(3, 4, 16), i=np.array([[0, -1], [2, 7], [-4, 1]]))
    results = [
        op.gather(x, i, const(0)), op.gather(x, i, const(1)), op.gather(x, i, const(1), 1),
        op.gather(x, const(-5), const(1)),
    ]  # fmt: skip
    return results, [x, i], arrays


@model
def reductions():
    (x,), arrays = bind(x=data(2, 3, 4))
    results = [
        op.reduce_sum(x, const([1])), op.reduce_sum(x, const([0, -1]), True), op.reduce_max(x, const(2)),
        op.reduce_min(x, const([0, 1, 2])), op.reduce_mean(x, const([2])), op.reduce_prod(x, const([0])),
        op.softmax(x, 2),
    ]  # fmt: skip
    return results, [x], arrays


@model
def top_k():
    """No two elements of a row are equal, because OpenVINO takes any of these."""
    numbers = np.random.default_rng(3).permutation(24).reshape(2, 3, 4)
    (x, i), arrays = bind(x=numbers.astype(F) - 12, i=numbers)
    tops = [
        op.topk(x, const(2), 2, "max", "value"), op.topk(x, const(1), 1, "min", "value"),
        op.topk(i, const(3), -1, "min", "value", "i64"), op.topk(x, const(2), 0, "max", "value", stable=True),
    ]  # fmt: skip
    return [output for top in tops for output in top.outputs()], [x, i], arrays


@model
def matmuls():
    (a, b, v), arrays = bind(a=data(2, 3, 4), b=data(2, 5, 4, name="b"), v=data(4, name="v"))
    results = [op.matmul(a, b, False, True), op.matmul(a, v, False, False),
               op.matmul(b, a, True, True) if False else op.matmul(v, b, False, True)]  # fmt: skip
    return results, [a, b, v], arrays


@model
def graph_layer():
    """Messages of edges summed at nodes, with weights in the file."""
    parameters, arrays = bind(
        nodes=data(6, 4), sources=np.array([0, 1, 5, 3]), targets=np.array([[1], [1], [0], [4]])
    )
    nodes, sources, targets = parameters
    messages = op.matmul(op.gather(nodes, sources, const(0)), op.constant(data(4, 4, name="w") / F(8)), False, False)
    zeros = op.broadcast(op.constant(F(0)), op.shape_of(nodes))
    sums = op.scatter_nd_update(zeros, targets, messages, "sum")
    return [op.relu(op.add(sums, op.constant(data(4, name="b"))))], parameters, arrays


@model
def norms_and_truths():
    parameters, arrays = bind(x=data(3, 4), m=data(3, 4, name="m") > 0)
    x, m = parameters
    results = [
        op.reduce_l1(x, const([1])), op.reduce_l2(x, const([0]), True), op.log_softmax(x, 1),
        op.reduce_logical_and(m, const([1])), op.reduce_logical_or(m, const([0, 1]), True),
    ]
    return results, parameters, arrays


@model
def cumulative_sums():
    parameters, arrays = bind(x=data(3, 20), y=data(2, 3, 2, dtype=L, name="y"))
    x, y = parameters
    results = [
        op.cum_sum(x, const(1)), op.cum_sum(x, const(-1), True, True), op.cum_sum(x, const(0), True, False),
        op.cum_sum(y, const(1), False, True),
    ]
    return results, parameters, arrays


@model
def masked_assignment():
    """x[x > 0] = 0 as a Select around a scatter."""
    parameters, arrays = bind(x=data(3, 4), indices=np.array([[0], [2]]), updates=data(2, 4, name="u"))
    x, indices, updates = parameters
    mask = op.greater(x, op.constant(F(0)))
    cleared = op.select(mask, op.constant(F(0)), x)
    return [op.scatter_nd_update(cleared, indices, updates, "sum"), mask], parameters, arrays


@model
def dynamic_rows():
    """Sizes that are known when the program runs."""
    arrays = {"data": data(5, 3), "indices": np.array([[0], [-1]]), "updates": data(2, 3, name="u")}
    parameters = [
        op.parameter(ov.PartialShape([-1, 3]), F, name="data"),
        op.parameter(ov.PartialShape([-1, 1]), L, name="indices"),
        op.parameter(ov.PartialShape([-1, 3]), F, name="updates"),
    ]
    return [op.scatter_nd_update(*parameters, "sum")], parameters, list(arrays.values())
