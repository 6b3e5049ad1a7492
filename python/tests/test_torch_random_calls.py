# ===- test_torch_random_calls.py - random calls of PyTorch's functions ----===#
"""Draws calls of the drop-ins, legal and illegal ones, for PyTorch and for us.

usage: test_torch_random_calls.py [CALLS] [SEED]: prints each call that differs.
"""

import random
import sys
import warnings

import pytest

torch = pytest.importorskip("torch")

from scatter_mlir.torch import drop_in

DTYPES = [
    torch.float32,
    torch.float64,
    torch.float16,
    torch.bfloat16,
    torch.int64,
    torch.int32,
    torch.int16,
    torch.int8,
    torch.uint8,
    torch.bool,
    torch.complex64,
]
INDEX_DTYPES = [torch.int64] * 8 + [torch.int32] * 3
INDEX_DTYPES += [torch.int16, torch.uint8, torch.float32, torch.bool]


class Caller:
    """Draws the arguments of calls from `rng`, a random.Random."""

    def __init__(self, rng):
        self.rng = rng

    def rarely(self, chance=0.08):
        return self.rng.random() < chance

    def shape(self, rank=None, low=0):
        rank = self.rng.randint(0, 3) if rank is None else rank
        return [self.rng.choice([low, 1, 2, 3, 4][low > 0 :]) for _ in range(rank)]

    def tensor(self, shape, dtype):
        count = 1
        for size in shape:
            count *= size
        numbers = [self.rng.randint(-3, 5) for _ in range(count)]
        if dtype in (torch.uint8, torch.bool):
            numbers = [abs(number) for number in numbers]
        result = torch.tensor(numbers, dtype=torch.int64).reshape(shape).to(dtype)
        if self.rarely(0.1) and len(shape) > 1:
            # The same elements in another order of memory.
            result = result.transpose(0, -1).contiguous().transpose(0, -1)
        if dtype.is_complex and self.rarely(0.3):
            result = result.conj()
        return result

    def mutate(self, shape):
        """A shape that mostly is the same, and else close to it."""
        shape = list(shape)
        if not self.rarely(0.2):
            return shape
        kind = self.rng.randint(0, 4)
        if kind == 0:
            return [1] + shape
        if kind == 1 and shape:
            return shape[1:]
        if kind == 2 and shape:
            shape[self.rng.randrange(len(shape))] = 1
        elif kind == 3 and shape:
            shape[self.rng.randrange(len(shape))] += self.rng.choice([-1, 1])
        else:
            return []
        return [max(size, 0) for size in shape]

    def dtype(self, dtype=None):
        if dtype is not None and not self.rarely():
            return dtype
        return self.rng.choice(DTYPES)

    def dim(self, rank):
        if self.rarely():
            return self.rng.randint(-rank - 2, rank + 1)
        return self.rng.randint(-max(rank, 1), max(rank, 1) - 1)

    def index(self, shape, size, negative=False):
        dtype = self.rng.choice(INDEX_DTYPES)
        low = -size if negative and size else 0
        high = max(size - 1, 0)
        if self.rarely(0.05):
            low, high = low - 1, high + 1
        count = 1
        for extent in shape:
            count *= extent
        numbers = [self.rng.randint(low, high) for _ in range(count)]
        return torch.tensor(numbers, dtype=torch.int64).reshape(shape).to(dtype)

    def mask(self, shape):
        dtype = torch.uint8 if self.rarely(0.2) else torch.bool
        count = 1
        for size in shape:
            count *= size
        bits = [self.rng.randint(0, 1) for _ in range(count)]
        return torch.tensor(bits, dtype=torch.int64).reshape(shape).to(dtype)

    # Each draws the name of a function and its arguments.

    def index_put(self):
        data = self.tensor(self.shape(), self.dtype())
        indices, dims = [], list(data.shape)
        common = self.shape(self.rng.randint(0, 2), low=1)
        while dims and (self.rng.random() < 0.6 or all(i is None for i in indices)):
            kind = self.rng.random()
            if kind < 0.2:
                indices.append(None)
                dims.pop(0)
            elif kind < 0.45:
                rank = self.rng.randint(0 if self.rarely() else 1, len(dims))
                indices.append(self.mask(self.mutate(dims[:rank])))
                dims = dims[rank:]
            else:
                shape = self.mutate(common)
                indices.append(self.index(shape, dims.pop(0), negative=True))
        if self.rarely(0.04):
            indices.append(self.index(common, 2))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                shape = list(torch.ops.aten.index(data, indices).shape)
        except (RuntimeError, IndexError, TypeError):
            shape = common
        values = self.mutate(shape)
        while values and self.rarely(0.3):
            values = values[1:]
        dtype = self.dtype(data.dtype)
        accumulate = self.rng.random() < 0.4
        return "index_put", (data, tuple(indices), self.tensor(values, dtype), accumulate), {}

    def _slices(self):
        data = self.tensor(self.shape(), self.dtype())
        dim = self.dim(data.dim())
        size = data.shape[dim] if -data.dim() <= dim < data.dim() else 1
        count = self.rng.randint(0, 4)
        index = self.index(self.mutate([count]), size)
        shape = list(data.shape)
        if shape and -len(shape) <= dim < len(shape):
            shape[dim] = count
        source = self.tensor(self.mutate(shape), self.dtype(data.dtype))
        return data, dim, index, source

    def index_add(self):
        options = {}
        if self.rng.random() < 0.3:
            options["alpha"] = self.rng.choice([2, -1, 0, 1, True, 1.5, 2 + 1j])
        return "index_add", self._slices(), options

    def index_reduce(self):
        reduce = self.rng.choice(["prod", "mean", "amax", "amin"])
        if self.rarely():
            reduce = self.rng.choice(["sum", "max", "min", "none", ""])
        options = {"include_self": self.rng.random() < 0.5}
        return "index_reduce", (*self._slices(), reduce), options

    def scatter_reduce(self):
        data = self.tensor(self.shape(), self.dtype())
        dim = self.dim(data.dim())
        size = data.shape[dim] if -data.dim() <= dim < data.dim() else 1
        shape = [self.rng.randint(0, extent) for extent in data.shape]
        if shape and -len(shape) <= dim < len(shape):
            shape[dim] = self.rng.randint(0, 4)
        index = self.index(self.mutate(shape), size)
        if index.dim() and index.shape[0] and self.rarely(0.2):
            index = index[:1].expand([4] + list(index.shape[1:]))
        source = [extent + self.rng.randint(0, 1) for extent in index.shape]
        source = self.tensor(self.mutate(source), self.dtype(data.dtype))
        reduce = self.rng.choice(["sum", "prod", "mean", "amax", "amin"])
        if self.rarely():
            reduce = self.rng.choice(["add", "multiply", "max", "min", ""])
        options = {"include_self": self.rng.random() < 0.5}
        return "scatter_reduce", (data, dim, index, source, reduce), options

    def slice_scatter(self):
        data = self.tensor(self.shape(), self.dtype())
        dim = self.dim(data.dim())
        bounds = [
            None if self.rng.random() < 0.2 else self.rng.randint(-6, 6)
            for _ in range(2)
        ]
        step = 1 if self.rng.random() < 0.6 else self.rng.randint(-1, 3)
        shape = list(data.shape)
        if shape and -len(shape) <= dim < len(shape) and step > 0:
            shape[dim] = len(range(*slice(*bounds, step).indices(shape[dim])))
        source = self.tensor(self.mutate(shape), self.dtype(data.dtype))
        return "slice_scatter", (data, source, dim, *bounds, step), {}

    def draw(self):
        return self.rng.choice(
            [
                self.index_put,
                self.index_add,
                self.index_reduce,
                self.scatter_reduce,
                self.slice_scatter,
            ]
        )()


def run(function, arguments, options):
    """The result of a call, or the exception that it raised."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*arguments, **options)
    except Exception as error:  # noqa: BLE001
        return error


def find_ordered(name, arguments, expected):
    """Where the value does not depend on the order of updates, which PyTorch leaves
    open if the last one wins."""
    if name != "index_put" or arguments[3]:
        return torch.ones_like(expected, dtype=torch.bool)
    ones = torch.ones_like(arguments[2], dtype=torch.int64)
    counts = torch.zeros_like(expected, dtype=torch.int64)
    reference = get_reference(name, arguments)
    counts = run(reference, (counts, arguments[1], ones, True), {})
    if isinstance(counts, Exception):
        # A number for a mask, which may have any rank, has no order.
        return torch.ones_like(expected, dtype=torch.bool)
    return counts <= 1


def get_reference(name, arguments):
    """PyTorch's function; only the op behind it takes None as an index."""
    if name == "index_put" and any(index is None for index in arguments[1]):
        return torch.ops.aten.index_put
    return getattr(torch, name)


def get_difference(name, arguments, options):
    """What differs between PyTorch's result and ours, or None."""
    expected = run(get_reference(name, arguments), arguments, options)
    found = run(getattr(drop_in, name), arguments, options)
    if isinstance(expected, Exception) or isinstance(found, Exception):
        if isinstance(found, type(expected)):
            return None
        # PyTorch's kernels lack types, fail for three dimensions of a mask, and do not
        # look at the index of an update without elements.
        text = str(expected)
        if isinstance(expected, NotImplementedError) or "not implemented for" in text:
            return None
        if "INTERNAL ASSERT" in text or "nullptr" in text:
            return None
        if isinstance(found, NotImplementedError):
            return None
        if isinstance(found, drop_in.IndexOutOfBounds) and arguments[0].numel() == 0:
            return None
        return f"PyTorch: {expected!r}, ours: {found!r}"
    if expected.shape != found.shape or expected.dtype != found.dtype:
        return f"PyTorch: {expected}, ours: {found}"
    ordered = find_ordered(name, arguments, expected)
    expected, found = expected[ordered], found[ordered]
    try:
        torch.testing.assert_close(found, expected, equal_nan=True, rtol=1e-2, atol=1e-2)
    except AssertionError:
        return f"PyTorch: {expected}, ours: {found}"
    return None


def main(calls=2000, seed=1):
    rng = random.Random(seed)
    accepted = {}
    differing = 0
    for number in range(calls):
        name, arguments, options = Caller(rng).draw()
        difference = get_difference(name, arguments, options)
        is_legal = not isinstance(run(getattr(torch, name), arguments, options), Exception)
        accepted.setdefault(name, [0, 0])[is_legal] += 1
        if difference:
            differing += 1
            text = " ".join(f"{name}{arguments} {options}".split())
            print(f"call {number}: {text}\n  {' '.join(difference.split())}")
    return differing, accepted


def test_random_calls_are_accepted_refused_and_computed_as_by_pytorch():
    differing, accepted = main()
    assert differing == 0
    # Both kinds of calls are drawn, of each function.
    assert len(accepted) == 5
    assert all(min(counts) >= 40 for counts in accepted.values())


if __name__ == "__main__":
    print(*main(*map(int, sys.argv[1:])))
