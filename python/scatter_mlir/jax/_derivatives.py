# ===- _derivatives.py - derivatives, forward and transposed --------------===#
"""Derivatives, expressed with functions that have derivatives themselves.

* none: values that are overwritten, in a slot or by a later update, do not contribute.
* sum, sub: both are linear.
* prod: the derivative with respect to a factor is the product of the others.
* min, max: the derivative is divided evenly among the values that equal the result,
  including the former value of the slot, as in JAX.

Tuples that are dropped do not contribute.
"""

import math

import jax
import jax.numpy as jnp
from jax.interpreters import ad

from ._primitives import bind, gather_nd_p, nd_update_p, slice_update_p


class Update:
    """Reads and writes slots with the tuples and options of an update."""

    def __init__(self, indices, parameters):
        self.indices = indices
        self.parameters = parameters

    def scatter(self, data, updates, reduction):
        parameters = {**self.parameters, "reduction": reduction}
        return bind(nd_update_p, data, self.indices, updates, **parameters)

    def gather(self, source):
        """Gathers the slots that the tuples name. 0 for tuples that are dropped."""
        source = jnp.asarray(source)
        depth = self.indices.shape[-1]
        shape = (*self.indices.shape[:-1], *source.shape[depth:])
        if depth == 0:
            return jnp.broadcast_to(source, shape)
        if 0 in source.shape[:depth]:
            return jnp.zeros(shape, source.dtype)
        components, valid = self._locate(source.shape)
        slots = source.at[components].get(mode="promise_in_bounds")
        return slots if valid is None else self.mask(slots, valid)

    def _locate(self, shape):
        components, valid = [], None
        for j, size in enumerate(shape[: self.indices.shape[-1]]):
            component = self.indices[..., j]
            if self.parameters["negative_indices"] == "wrap":
                component = jnp.where(component < 0, component + size, component)
            if self.parameters["out_of_bounds"] == "drop":
                inside = (component >= 0) & (component < size)
                valid = inside if valid is None else valid & inside
            components.append(jnp.clip(component, 0, size - 1))
        return tuple(components), valid

    @staticmethod
    def mask(values, valid):
        valid = valid.reshape(valid.shape + (1,) * (values.ndim - valid.ndim))
        return jnp.where(valid, values, jnp.zeros((), values.dtype))

    def find_last(self, shape):
        """Returns which tuples are the last ones of their slots."""
        depth = self.indices.shape[-1]
        tuples = self.indices.shape[:-1]
        numbers = jnp.arange(math.prod(tuples), dtype=jnp.int32).reshape(tuples)
        if depth == 0:
            return numbers == math.prod(tuples) - 1
        last = jnp.zeros(shape[:depth], jnp.int32)
        return self.gather(self.scatter(last, numbers, "none")) == numbers

    def count(self, data, hits):
        """Counts the `hits` of each slot, plus `data`."""
        data, hits = data.astype(jnp.float32), hits.astype(jnp.float32)
        return self.scatter(data, hits, "sum")


def get_other_factors(update, data, updates):
    """Returns for each update the product of the other factors of its slot."""
    if update.parameters["unique_indices"]:
        return update.gather(data)
    # Divides the product of all nonzero updates by this update. This is the product of
    # the others if none of them is 0. If one of the others is 0, the factor is the sum
    # of the other zeros, which is 0 but has the right derivative. With more zeros the
    # factor is 0.
    is_zero = updates == 0
    zero, one = jnp.zeros((), updates.dtype), jnp.ones((), updates.dtype)
    factors = jnp.where(is_zero, one, updates)
    zeros = jnp.where(is_zero, updates, zero)
    others = update.gather(update.scatter(data, factors, "prod")) / factors
    hits = update.count(jnp.zeros(data.shape, bool), is_zero)
    count = update.gather(hits) - is_zero
    sums = update.gather(update.scatter(jnp.zeros_like(data), zeros, "sum")) - zeros
    return others * jnp.where(count == 0, one, jnp.where(count == 1, sums, zero))


def _instantiate(tangent, like):
    if type(tangent) is ad.Zero:
        return jnp.zeros(like.shape, like.dtype)
    return tangent


def _differentiate_product(update, primals, tangents):
    data, _, updates = primals
    terms = []
    if type(tangents[0]) is not ad.Zero:
        terms.append(update.scatter(tangents[0], updates, "prod"))
    if type(tangents[2]) is not ad.Zero:
        parts = tangents[2] * get_other_factors(update, data, updates)
        terms.append(update.scatter(jnp.zeros_like(data), parts, "sum"))
    return sum(terms[1:], terms[0])


def _differentiate_extremum(update, primals, tangents, result):
    data, _, updates = primals
    is_data, is_update = data == result, updates == update.gather(result)
    zero = jnp.zeros((), data.dtype)
    parts = jnp.where(is_update, _instantiate(tangents[2], updates), zero)
    whole = jnp.where(is_data, _instantiate(tangents[0], data), zero)
    count = update.count(is_data, is_update).astype(data.dtype)
    # A NaN result equals none of the values.
    count = jnp.where(count == 0, jnp.ones((), data.dtype), count)
    return update.scatter(whole, parts, "sum") / count


def _jvp_nd(primals, tangents, **parameters):
    data, indices, updates = primals
    reduction = parameters["reduction"]
    result = bind(nd_update_p, *primals, **parameters)
    if type(tangents[0]) is ad.Zero and type(tangents[2]) is ad.Zero:
        return result, jnp.zeros_like(result)
    update = Update(indices, parameters)
    if reduction == "prod":
        return result, _differentiate_product(update, primals, tangents)
    if reduction in ("min", "max"):
        return result, _differentiate_extremum(update, primals, tangents, result)
    whole = _instantiate(tangents[0], data)
    parts = _instantiate(tangents[2], updates)
    return result, update.scatter(whole, parts, reduction)


def _transpose_nd(cotangent, data, indices, updates, **parameters):
    reduction = parameters["reduction"]
    is_data, is_updates = ad.is_undefined_primal(data), ad.is_undefined_primal(updates)
    if type(cotangent) is ad.Zero:
        return (
            ad.Zero(data.aval) if is_data else None,
            None,
            ad.Zero(updates.aval) if is_updates else None,
        )
    update = Update(indices, parameters)
    if reduction == "prod":
        # Linear only in data.
        return update.scatter(cotangent, updates, "prod"), None, None
    whole = parts = None
    if is_data:
        whole = cotangent
        if reduction == "none":
            shape = updates.aval.shape if is_updates else updates.shape
            zeros = jnp.zeros(shape, cotangent.dtype)
            whole = update.scatter(cotangent, zeros, "none")
    if is_updates:
        parts = update.gather(cotangent)
        if reduction == "sub":
            parts = -parts
        if reduction == "none" and not parameters["unique_indices"]:
            parts = update.mask(parts, update.find_last(cotangent.shape))
    return whole, None, parts


def _read_slice(source, start, stop, step, axes):
    source = jnp.asarray(source)
    index = [slice(None)] * source.ndim
    for begin, end, stride, axis in zip(start, stop, step, axes):
        index[axis] = slice(begin, end, stride)
    return source[tuple(index)]


def _jvp_slice(primals, tangents, **parameters):
    result = bind(slice_update_p, *primals, **parameters)
    if all(type(tangent) is ad.Zero for tangent in tangents):
        return result, jnp.zeros_like(result)
    tangents = (_instantiate(t, x) for t, x in zip(tangents, primals))
    return result, bind(slice_update_p, *tangents, **parameters)


def _transpose_slice(cotangent, data, updates, *, threads, **bounds):
    is_data, is_updates = ad.is_undefined_primal(data), ad.is_undefined_primal(updates)
    if type(cotangent) is ad.Zero:
        return (
            ad.Zero(data.aval) if is_data else None,
            ad.Zero(updates.aval) if is_updates else None,
        )
    whole = parts = None
    if is_data:
        zeros = jnp.zeros_like(_read_slice(cotangent, **bounds))
        whole = bind(slice_update_p, cotangent, zeros, threads=threads, **bounds)
    if is_updates:
        parts = _read_slice(cotangent, **bounds)
    return whole, parts


def _jvp_gather(primals, tangents, **parameters):
    # Linear in data and fill together.
    data, indices, fill = primals
    result = bind(gather_nd_p, *primals, **parameters)
    source = _instantiate(tangents[0], data)
    other = _instantiate(tangents[2], fill)
    return result, bind(gather_nd_p, source, indices, other, **parameters)


def _transpose_gather(cotangent, data, indices, fill, *, batch_dims, **parameters):
    is_data, is_fill = ad.is_undefined_primal(data), ad.is_undefined_primal(fill)
    if type(cotangent) is ad.Zero:
        return (
            ad.Zero(data.aval) if is_data else None,
            None,
            ad.Zero(fill.aval) if is_fill else None,
        )
    # The positions in the batch become the first components of a tuple.
    shape = (*indices.shape[:-1], 1)
    batches = [
        jax.lax.broadcasted_iota(indices.dtype, shape, dim) for dim in range(batch_dims)
    ]
    tuples = jnp.concatenate((*batches, indices), -1) if batches else indices
    update = Update(
        tuples, {"unique_indices": False, "indices_are_sorted": False, **parameters}
    )
    shape = data.aval.shape if is_data else data.shape
    whole = other = None
    if is_data:
        whole = update.scatter(jnp.zeros(shape, cotangent.dtype), cotangent, "sum")
    if is_fill:
        _, valid = update._locate(shape)
        other = jnp.zeros((), cotangent.dtype)
        if valid is not None:
            other = update.mask(cotangent, ~valid).sum()
    return whole, None, other


ad.primitive_jvps[gather_nd_p] = _jvp_gather
ad.primitive_transposes[gather_nd_p] = _transpose_gather
ad.primitive_jvps[nd_update_p] = _jvp_nd
ad.primitive_transposes[nd_update_p] = _transpose_nd
ad.primitive_jvps[slice_update_p] = _jvp_slice
ad.primitive_transposes[slice_update_p] = _transpose_slice
