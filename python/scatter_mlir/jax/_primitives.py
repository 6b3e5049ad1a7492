# ===- _primitives.py - primitives and calls of XLA -----------------------===#
"""The primitives of the ops: shapes, XLA calls, batching.

They take the arguments of kernels: `updates` has exactly the shape of what it updates,
`indices` are integers of 32 or 64 bits, bounds are tuples of integers.
"""

import ctypes
import functools
import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import batching, mlir

# Also loads libscatter.so.
from scatter_mlir._calls import CHOICES


def _load():
    path = pathlib.Path(__file__).with_name("libscatter_jax.so")
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(
            "scatter_mlir.jax needs its handlers, which are built where jaxlib is "
            f"installed when the package is: {error}"
        ) from None


library = _load()


def _update_first(data, *operands, **parameters):
    return data.update(weak_type=False)


def _to_attribute(name, value):
    if name in CHOICES:
        value = CHOICES[name].index(value)
    if isinstance(value, tuple):
        return np.array(value, np.int64)
    return np.int32(value or 0)


def _to_attributes(**parameters):
    return {name: _to_attribute(name, value) for name, value in parameters.items()}


def make_primitive(name, evaluate=_update_first, to_attributes=_to_attributes):
    """Makes a primitive. `evaluate` returns its abstract result, or a list of them; if
    that is the first operand, XLA may update it in place. `to_attributes` converts its
    parameters to what the handler reads."""
    target = f"scatter_mlir.{name}"
    handler = jax.ffi.pycapsule(getattr(library, f"scatter_jax_{name}"))
    jax.ffi.register_ffi_target(target, handler, platform="cpu")
    primitive = Primitive(f"scatter_{name}")

    @functools.lru_cache(maxsize=4096)
    def compile(parameters):
        return jax.jit(functools.partial(primitive.bind, **dict(parameters)))

    @primitive.def_impl
    def run(*operands, **parameters):
        return compile(tuple(parameters.items()))(*operands)

    primitive.def_abstract_eval(evaluate)
    aliases = {0: 0} if evaluate is _update_first else None
    lower = jax.ffi.ffi_lowering(target, operand_output_aliases=aliases)

    def lower_parameters(context, *operands, **parameters):
        return lower(context, *operands, **to_attributes(**parameters))

    mlir.register_lowering(primitive, lower_parameters, platform="cpu")
    return primitive


def _get_axes(operand):
    """Returns the mesh axes along which the values of devices may differ."""
    aval = jax.typeof(operand)
    manual = getattr(aval, "mat", None)
    return frozenset(getattr(aval, "vma", ()) if manual is None else manual.varying)


def bind(primitive, *operands, **parameters):
    """Binds `primitive`, also if only some operands differ by device."""
    axes = [_get_axes(operand) for operand in operands]
    if any(axes):
        every = frozenset().union(*axes)
        operands = tuple(
            _vary(operand, tuple(every - own)) for operand, own in zip(operands, axes)
        )
    return primitive.bind(*operands, **parameters)


def _vary(operand, axes):
    if not axes:
        return operand
    if hasattr(jax.lax, "pcast"):
        return jax.lax.pcast(operand, axes, to="varying")
    return jax.lax.pvary(operand, axes)


def _evaluate_gather(data, indices, fill, *, batch_dims, **parameters):
    slice_shape = data.shape[batch_dims + indices.shape[-1] :]
    return data.update(shape=(*indices.shape[:-1], *slice_shape), weak_type=False)


nd_update_p = make_primitive("nd_update")
slice_update_p = make_primitive("slice_update")
gather_nd_p = make_primitive("gather_nd", _evaluate_gather)


def _move(operand, dim, size):
    """Moves the batch dimension of `operand` to the front."""
    if dim is None:
        return jnp.broadcast_to(operand, (size, *operand.shape))
    return jnp.moveaxis(operand, dim, 0)


def _batch_nd(operands, dims, **parameters):
    sizes = {x.shape[d] for x, d in zip(operands, dims) if d is not None}
    (size,) = sizes
    data, indices, updates = (_move(x, dim, size) for x, dim in zip(operands, dims))
    # The position in the batch becomes the first component of a tuple.
    numbers = jax.lax.broadcasted_iota(indices.dtype, (*indices.shape[:-1], 1), 0)
    indices = jnp.concatenate((numbers, indices), -1)
    return bind(nd_update_p, data, indices, updates, **parameters), 0


def _batch_slice(operands, dims, *, axes, **parameters):
    sizes = {x.shape[d] for x, d in zip(operands, dims) if d is not None}
    (size,) = sizes
    operands = (_move(x, dim, size) for x, dim in zip(operands, dims))
    axes = tuple(axis + 1 for axis in axes)
    return bind(slice_update_p, *operands, axes=axes, **parameters), 0


def _batch_gather(operands, dims, *, batch_dims, **parameters):
    data, indices, fill = operands
    if dims[2] is not None:
        # The tuples of a batch read a number of their own.
        fills, fill = fill, jnp.zeros((), fill.dtype)
    (size,) = {x.shape[d] for x, d in zip(operands, dims) if d is not None}
    indices = _move(indices, dims[1], size)
    if dims[0] is not None or batch_dims > 0:
        data, batch_dims = _move(data, dims[0], size), batch_dims + 1
    parameters["batch_dims"] = batch_dims
    result = bind(gather_nd_p, data, indices, fill, **parameters)
    if dims[2] is None:
        return result, 0
    ones = jnp.ones(data.shape[: batch_dims + indices.shape[-1]], bool)
    is_read = bind(gather_nd_p, ones, indices, jnp.zeros((), bool), **parameters)
    is_read = is_read.reshape(is_read.shape + (1,) * (result.ndim - is_read.ndim))
    fills = fills.reshape((size,) + (1,) * (result.ndim - 1))
    return jnp.where(is_read, result, fills), 0


batching.primitive_batchers[gather_nd_p] = _batch_gather
batching.primitive_batchers[nd_update_p] = _batch_nd
batching.primitive_batchers[slice_update_p] = _batch_slice
