# ===- test_message_args.py - the edges of minima and maxima ---------------===#

import numpy as np
import pytest

from message_cases import FUNCTIONS, same_bits
from scatter_mlir import gather_scatter, prepare


def find_args(x, src, dst, weight, size, reduction, out):
    """The edges that `return_args` returns, as a loop over the edges."""
    result = np.zeros((size, *x.shape[1:]), x.dtype) if out is None else out.copy()
    args = np.full(result.shape, len(src))
    is_first = np.full(size, out is None)
    for e, (row, target) in enumerate(zip(src, dst)):
        message = x[row] if weight is None else x[row] * weight[e]
        former = result[target].copy()
        result[target] = message if is_first[target] else FUNCTIONS[reduction](former, message)
        is_other = (result[target] != former) & (former == former)
        args[target] = np.where(is_other | is_first[target], e, args[target])
        is_first[target] = False
    return result, args


@pytest.mark.parametrize("seed", range(60))
def test_args(seed):
    rng = np.random.default_rng(seed)
    rows, size, edges = rng.integers(1, 8), int(rng.integers(1, 9)), rng.integers(0, 40)
    shape = [(rows,), (rows, 3), (rows, 2, 5), (rows, 130)][rng.integers(4)]
    x = rng.integers(-3, 4, shape).astype([np.float32, np.float64, np.int32][seed % 3])
    if x.dtype.kind == "f":
        x[rng.random(shape) < 0.1] = np.nan
    src, dst = rng.integers(-rows, rows, edges), rng.integers(-size, size, edges)
    weight = rng.integers(1, 3, edges).astype(x.dtype) if rng.random() < 0.4 else None
    out = np.ones((size, *shape[1:]), x.dtype) if rng.random() < 0.4 else None
    reduction = str(rng.choice(["min", "max"]))
    expected = find_args(x, src, dst, weight, size, reduction, out)
    target = prepare(dst, size) if rng.random() < 0.5 else dst
    options = {"size": size} if out is None else {"out": out}
    threads = int(rng.integers(1, 4))
    found = gather_scatter(
        x, src, target, weight, reduction=reduction, threads=threads, return_args=True, **options
    )
    assert same_bits(found[0], expected[0]) and np.array_equal(found[1], expected[1])


def test_args_of_zeros():
    # -0 is less than +0.
    x = np.array([0.0, -0.0, -0.0, 0.0], np.float32)
    for reduction, edge in (("min", 1), ("max", 0)):
        _, args = gather_scatter(x, [0, 1, 2, 3], [0] * 4, reduction=reduction, return_args=True)
        assert args.tolist() == [edge, 4, 4, 4]


def test_args_are_those_of_an_extremum():
    with pytest.raises(ValueError, match="'return_args': expected a reduction min or max"):
        gather_scatter(np.ones((2, 2)), [0], [1], return_args=True)
