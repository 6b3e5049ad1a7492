# ===- registry.py - the programs and their arguments ----------------------===#

import jax.numpy as jnp
import numpy as np

PROGRAMS = {}
# The shapes, with names for sizes, of the programs that are exported.
SHAPES = {}


def program(*arguments, shapes=None):
    """Registers a function with its arguments."""

    def register(function):
        assert function.__name__ not in PROGRAMS, function.__name__
        PROGRAMS[function.__name__] = function, arguments
        if shapes:
            SHAPES[function.__name__] = shapes
        return function

    return register


def numbers(*shape, dtype=np.float32, seed=0):
    """Small numbers with few binary digits, so that sums are exact."""
    generator = np.random.default_rng([seed, *shape])
    values = generator.integers(-8, 9, shape)
    dtype = jnp.dtype(dtype)
    if dtype == bool:
        return values > 0
    if jnp.issubdtype(dtype, jnp.unsignedinteger):
        values = np.abs(values)
    if jnp.issubdtype(dtype, jnp.complexfloating):
        values = values + 1j * generator.integers(-4, 5, shape)
    return values.astype(dtype)


def ints(*values, dtype=np.int32):
    return np.array(values, dtype)


X = numbers(8, 4)
ROWS = ints(1, 6, 1, -1, 9)
U = numbers(5, 4, seed=1)
