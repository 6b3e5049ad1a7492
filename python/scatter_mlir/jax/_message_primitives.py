# ===- _message_primitives.py - message passing as primitives --------------===#
"""`gather_scatter` as a primitive of JAX. Its transpose is message passing along the
reversed edges."""

import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax.interpreters import ad, batching

from scatter_mlir._messages import REDUCTIONS

from ._derivatives import Update, get_other_factors
from ._primitives import bind, make_primitive


def _to_attributes(*, size, reduction, weighted, order, transposed, threads):
    return {
        "reduction": np.int32(REDUCTIONS.index(reduction)),
        "weighted": np.int32(weighted),
        "prepared": np.int64(order.number if order else 0),
        "threads": np.int32(threads or 0),
    }


def _evaluate(x, src, dst, weight, *, size, **parameters):
    return x.update(shape=(size, *x.shape[1:]), weak_type=False)


def _evaluate_args(*operands, **parameters):
    result = _evaluate(*operands, **parameters)
    # int32 unless 64 bits are enabled.
    return [result, result.update(dtype=jax.dtypes.canonicalize_dtype(np.int64))]


gather_scatter_p = make_primitive("gather_scatter", _evaluate, _to_attributes)
#: Of min and max: also returns the edges of the elements.
gather_scatter_args_p = make_primitive("gather_scatter_args", _evaluate_args, _to_attributes)
gather_scatter_args_p.multiple_results = True


def _batch(primitive, operands, dims, *, size, **parameters):
    (count,) = {x.shape[d] for x, d in zip(operands, dims) if d is not None}
    x, src, dst, weight = operands
    if dims[1:] == (None, None, None):
        # The batch is one more dimension of the rows.
        x = jnp.moveaxis(x, dims[0], -1)
        result = bind(primitive, x, src, dst, weight, size=size, **parameters)
        return result, jax.tree.map(lambda each: each.ndim - 1, result)
    moved = [
        jnp.broadcast_to(x, (count, *x.shape)) if d is None else jnp.moveaxis(x, d, 0)
        for x, d in zip(operands, dims)
    ]
    parameters.update(order=None, transposed=None)
    run = functools.partial(bind, primitive, size=size, **parameters)
    result = jax.lax.map(lambda each: run(*each), tuple(moved))
    return result, jax.tree.map(lambda each: 0, result)


for _primitive in gather_scatter_p, gather_scatter_args_p:
    batching.primitive_batchers[_primitive] = functools.partial(_batch, _primitive)

# ===----------------------------------------------------------------------===#
# Derivatives
# ===----------------------------------------------------------------------===#


def _expand(values, like):
    """Returns one value for each row of `like`, to be broadcast to it."""
    return values.reshape(values.shape + (1,) * (like.ndim - 1))


def _get_count_type(dtype):
    """Returns a type in which numbers of messages up to 2^24 are exact."""
    return jnp.promote_types(jnp.finfo(dtype).dtype, jnp.float32)


def _divide_by_counts(values, dst):
    """Returns the rows of `values`, divided by the numbers of their messages."""
    counts = jnp.zeros(len(values), _get_count_type(values.dtype)).at[dst].add(1)
    return (values / _expand(jnp.maximum(counts, 1), values)).astype(values.dtype)


def _sum_rows(values, dst, size):
    return jnp.zeros((size, *values.shape[1:]), values.dtype).at[dst].add(values)


def _multiply_others(messages, result, dst, threads):
    """Returns the product of the other messages of the row, for each message."""
    options = {
        "out_of_bounds": "error",
        "negative_indices": "wrap",
        "unique_indices": False,
        "indices_are_sorted": False,
        "threads": threads,
    }
    return get_other_factors(Update(dst[:, None], options), jnp.ones_like(result), messages)


def _differentiate_messages(primals, tangents, weighted):
    """Returns the messages and their tangents."""
    x, src, _, weight = primals
    tx, _, _, tw = tangents
    rows = x[src]
    messages = rows * _expand(weight, x) if weighted else rows
    terms = []
    if type(tx) is not ad.Zero:
        terms.append(tx[src] * _expand(weight, x) if weighted else tx[src])
    if weighted and type(tw) is not ad.Zero:
        terms.append(rows * _expand(tw, x))
    return messages, sum(terms[1:], terms[0])


def _differentiate_extremum(primals, tangents, result, weighted):
    x, _, dst, _ = primals
    messages, tangent = _differentiate_messages(primals, tangents, weighted)
    is_taken = messages == result[dst]
    hits = _sum_rows(is_taken.astype(_get_count_type(x.dtype)), dst, len(result))
    total = _sum_rows(tangent * is_taken.astype(x.dtype), dst, len(result))
    return (total / jnp.maximum(hits, 1)).astype(x.dtype)


def _make_zero(value):
    return ad.Zero(jax.typeof(value).to_tangent_aval())


def _is_constant(tangents, weighted):
    return type(tangents[0]) is ad.Zero and (not weighted or type(tangents[3]) is ad.Zero)


def _jvp(primals, tangents, *, reduction, weighted, **parameters):
    x, src, dst, weight = primals
    tx, _, _, tw = tangents
    run = functools.partial(bind, gather_scatter_p, **parameters)
    result = run(*primals, reduction=reduction, weighted=weighted)
    if _is_constant(tangents, weighted):
        return result, _make_zero(result)
    if reduction in ("sum", "mean"):
        terms = []
        if type(tx) is not ad.Zero:
            terms.append(run(tx, src, dst, weight, reduction=reduction, weighted=weighted))
        if weighted and type(tw) is not ad.Zero:
            terms.append(run(x, src, dst, tw, reduction=reduction, weighted=True))
        return result, functools.reduce(jnp.add, terms)
    if reduction == "prod":
        messages, tangent = _differentiate_messages(primals, tangents, weighted)
        others = _multiply_others(messages, result, dst, parameters["threads"])
        return result, _sum_rows(tangent * others, dst, len(result))
    return result, _differentiate_extremum(primals, tangents, result, weighted)


def _jvp_args(primals, tangents, *, weighted, **parameters):
    result, args = bind(gather_scatter_args_p, *primals, weighted=weighted, **parameters)
    if _is_constant(tangents, weighted):
        tangent = _make_zero(result)
    else:
        tangent = _differentiate_extremum(primals, tangents, result, weighted)
    return (result, args), (tangent, _make_zero(args))


def _transpose(cotangent, x, src, dst, weight, **parameters):
    """sum and mean are linear in x, and in the weights."""
    of_x = of_weight = None
    if type(cotangent) is ad.Zero:
        return None, None, None, None
    if parameters["reduction"] == "mean":
        cotangent = _divide_by_counts(cotangent, dst)
    if ad.is_undefined_primal(x):
        parameters.update(
            size=x.aval.shape[0],
            reduction="sum",
            order=parameters["transposed"],
            transposed=parameters["order"],
        )
        of_x = bind(gather_scatter_p, cotangent, dst, src, weight, **parameters)
    if ad.is_undefined_primal(weight):
        products = x[src] * cotangent[dst]
        of_weight = products.reshape(len(src), math.prod(x.shape[1:])).sum(1)
    return of_x, None, None, of_weight


ad.primitive_jvps[gather_scatter_p] = _jvp
ad.primitive_jvps[gather_scatter_args_p] = _jvp_args
ad.primitive_transposes[gather_scatter_p] = _transpose
