# ===- test_jax_random_calls.py - random calls of JAX's indexed updates ----===#
"""Draws calls of `x.at[index].method(values)`, legal and illegal ones, for JAX and us.

usage: test_jax_random_calls.py [CALLS] [SEED]: prints each call that differs.
"""

import random
import sys
import warnings

import numpy as np
import pytest

jax = pytest.importorskip("jax")
try:
    from scatter_mlir.jax import at
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

import jax.numpy as jnp

# Few types and sizes: JAX compiles each combination.
DTYPES = ["float32"] * 4 + ["int32"] * 2 + ["bfloat16", "uint8", "uint32", "bool", "complex64"]
METHODS = ["set", "add", "subtract", "multiply", "min", "max", "mul"]
METHODS += ["divide", "power", "apply", "get"]
MODES = [None] * 6 + ["drop", "fill", "clip", jax.lax.GatherScatterMode.CLIP, "wrap", "abc"]


class Caller:
    """Draws the arguments of calls from `rng`, a random.Random."""

    def __init__(self, rng):
        self.rng = rng

    def rarely(self, chance=0.08):
        return self.rng.random() < chance

    def shape(self, rank):
        return [self.rng.choice([0, 1, 2, 3, 3]) for _ in range(rank)]

    def numbers(self, shape, dtype, low=-3, high=5):
        count = int(np.prod(shape))
        numbers = np.array([self.rng.randint(low, high) for _ in range(count)], "int64")
        if dtype in ("uint8", "uint32", "bool"):
            numbers = np.abs(numbers)
        return jnp.asarray(numbers.reshape(shape)).astype(dtype)

    def index(self, shape, size):
        dtype = self.rng.choice(["int32"] * 6 + ["int8", "uint32", "float32"])
        low, high = -size, size - 1
        if self.rarely(0.25):
            low, high = low - 2, high + 2
        if dtype.startswith("u"):
            low = 0
        index = self.numbers(shape, "int32", low, max(high, low)).astype(dtype)
        if dtype == "uint32" and self.rarely(0.3):
            index = index + np.uint32(1 << 31)
        return index if self.rng.random() < 0.5 else np.asarray(index)

    def entry(self, size, common):
        kind = self.rng.random()
        if kind < 0.25:
            return slice(None)
        if kind < 0.45:
            bounds = [
                None if self.rarely(0.4) else self.rng.randint(-size - 1, size + 1)
                for _ in range(2)
            ]
            step = self.rng.choice([None, 1, 2, -1]) if not self.rarely(0.05) else 0
            return slice(*bounds, step)
        if kind < 0.6:
            if self.rarely(0.05):
                return self.rng.choice([True, None, 1.5])
            return self.rng.randint(-size - 1, size)
        shape = list(common)
        if shape and self.rarely(0.3):
            shape = shape[1:] if self.rng.random() < 0.5 else [1, *shape[1:]]
        if shape and self.rarely(0.05):
            shape[-1] += 1
        return self.index(shape, size)

    def draw_index(self, shape):
        if self.rarely(0.1):
            mask = [size + (self.rng.choice([-1, 1]) if self.rarely(0.1) else 0) for size in shape]
            mask = [max(size, 0) for size in mask[: self.rng.randint(1, max(len(mask), 1))]]
            return np.asarray(self.numbers(mask, "bool", 0, 1))
        common = [2, 3][: self.rng.randint(0, 2)]
        count = self.rng.randint(0 if self.rarely() else 1, max(len(shape), 1))
        if self.rarely(0.03):
            count = len(shape) + 1
        sizes = [*shape, 3]
        entries = [self.entry(sizes[dim], common) for dim in range(count)]
        if self.rarely(0.15):
            entries.insert(self.rng.randint(0, len(entries)), Ellipsis)
        return tuple(entries) if len(entries) != 1 or self.rarely(0.5) else entries[0]

    def draw(self):
        shape = self.shape(self.rng.choice([0, 1, 1, 2, 2, 2, 3]))
        dtype = self.rng.choice(DTYPES)
        array = self.numbers(shape, dtype)
        index = self.draw_index(shape)
        method = self.rng.choice(METHODS)
        options = {}
        mode = self.rng.choice(MODES)
        if mode is not None:
            options["mode"] = mode
        if self.rarely(0.1):
            options["wrap_negative_indices"] = self.rng.random() < 0.5
        if method == "apply":
            return array, index, method, jnp.negative, options
        if method == "get":
            if self.rarely(0.3):
                options["fill_value"] = self.rng.choice([7, -1.5, float("nan"), True, "1"])
            return array, index, method, None, options
        try:
            target = list(array[index].shape)
        except Exception:  # noqa: BLE001
            target = []
        values_type = dtype if self.rng.random() < 0.7 else self.rng.choice(DTYPES)
        kind = self.rng.random()
        if kind < 0.15:
            values = self.rng.choice([2, -1, 1.5, True, 300])
        else:
            if kind < 0.3:
                target = target[1:]
            elif kind < 0.36:
                target = [1, *target]
            elif kind < 0.42 and target:
                target[self.rng.randrange(len(target))] += self.rng.choice([-1, 1])
            values = self.numbers([max(size, 0) for size in target], values_type)
        return array, index, method, values, options


def run(positions, method, values, options):
    """The result of a call, or the exception, and whether it warned."""
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            arguments = () if method == "get" else (values,)
            result = getattr(positions, method)(*arguments, **options)
        except Exception as error:  # noqa: BLE001
            result = error
    return result, any(issubclass(each.category, FutureWarning) for each in warned)


def find_ordered(array, index, method, options):
    """Where the value does not depend on the order of updates."""
    if method != "set":
        return np.ones(array.shape, bool)
    counts = jnp.zeros(array.shape, "int32").at[index].add(1, **options)
    return np.asarray(counts) <= 1


def get_difference(array, index, method, values, options):
    """What differs between JAX's result and ours, or None."""
    expected, expected_warning = run(array.at[index], method, values, options)
    found, warning = run(at(array)[index], method, values, options)
    if isinstance(expected, Exception) or isinstance(found, Exception):
        if isinstance(found, type(expected)):
            return None
        return f"JAX: {expected!r}, ours: {found!r}"
    if expected_warning != warning:
        return f"JAX warns: {expected_warning}, we: {warning}"
    if expected.shape != found.shape or expected.dtype != found.dtype:
        return f"JAX: {expected!r}, ours: {found!r}"
    ordered = ... if method == "get" else find_ordered(array, index, method, options)
    pair = [np.asarray(each)[ordered].astype("complex128") for each in (found, expected)]
    if not np.allclose(*pair, rtol=2e-2, atol=2e-2, equal_nan=True):
        return f"JAX: {expected!r}, ours: {found!r}"
    return None


def main(calls=2000, seed=1):
    rng = random.Random(seed)
    accepted = [0, 0]
    differing = 0
    for number in range(calls):
        call = Caller(rng).draw()
        difference = get_difference(*call)
        array, index, *rest = call
        accepted[not isinstance(run(array.at[index], *rest)[0], Exception)] += 1
        if difference:
            differing += 1
            text = " ".join(f"{call}".split())
            print(f"call {number}: {text}\n  {' '.join(difference.split())}", flush=True)
    return differing, accepted


def test_random_calls_are_accepted_refused_and_computed_as_by_jax():
    differing, accepted = main()
    assert differing == 0
    assert min(accepted) > 400


if __name__ == "__main__":
    print(*main(*map(int, sys.argv[1:])))
