# ===- index_forms.py - forms of indices in JAX, beside x.at ----------------===#
#
# usage: index_forms.py [--rounds 5] [--shape 64,256,512]
#
# Times 40 forms of an index (python/tests/jax_forms.py) of `at(x)[index].set` and
# `x.at[index].set` in functions that are compiled with a donated x. Both take turns,
# and the time of each is that of the fastest round. Prints the times in us and the
# ratio, and how many forms take more than 1.5 times as long as JAX.
#
# ===----------------------------------------------------------------------===#

import argparse
import pathlib
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

from scatter_mlir.jax import at

sys.path.append(str(pathlib.Path(__file__).parents[1] / "python" / "tests"))
from jax_forms import FORMS  # noqa: E402

#: The sizes of the indices.
COUNT = 16


def make_step(form, i, j, get):
    # The indices are arguments, so that they are not known when it is compiled.
    return jax.jit(
        lambda array, i, j, value: get(array)[form(i, j)].set(value), donate_argnums=0
    )


class Contestant:
    def __init__(self, form, i, j, get, shape):
        self._call = make_step(form, i, j, get)
        self._indices = i, j
        self._array = jnp.zeros(shape, jnp.float32)
        self.best = float("inf")
        self.run(3)

    def run(self, count):
        array, value = self._array, jnp.float32(2)
        start = time.perf_counter()
        for _ in range(count):
            array = self._call(array, *self._indices, value)
        array.block_until_ready()
        self._array = array
        return (time.perf_counter() - start) / count

    def measure(self):
        once = self.run(1)
        count = max(1, min(200, int(2e-3 / once)))
        self.best = min(self.best, self.run(count))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--shape", default="64,256,512")
    options = parser.parse_args()
    shape = tuple(map(int, options.shape.split(",")))
    random = np.random.default_rng(1)
    i, j = (jnp.asarray(random.permutation(min(shape))[:COUNT]) for _ in range(2))
    slow = 0
    ratios = []
    for number, form in enumerate(FORMS):
        both = [
            Contestant(form, i, j, get, shape) for get in (at, lambda array: array.at)
        ]
        for _ in range(options.rounds):
            for contestant in both:
                contestant.measure()
        ours, theirs = (contestant.best * 1e6 for contestant in both)
        ratios.append(ours / theirs)
        slow += ratios[-1] > 1.5
        index = str(form(*map(Name, "ij")))
        print(f"{number:2} {index:52} {ours:9.1f} {theirs:9.1f} {ratios[-1]:6.2f}", flush=True)
    mean = float(np.exp(np.mean(np.log(ratios))))
    print(f"slower than 1.5: {slow}, geometric mean of the ratios: {mean:.2f}")


class Name:
    """An index of a form, for print."""

    def __init__(self, name):
        self._name = name

    def __getitem__(self, index):
        return Name(f"{self._name}[{index}]")

    def __repr__(self):
        return self._name


if __name__ == "__main__":
    main()
