# ===- torch_calls.py - random calls of PyTorch's functions -----------------===#
"""Arguments of calls of the drop-ins, legal and illegal ones."""

import warnings

import numpy as np
import torch

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

    def number(self):
        """A number that many types hold, and some do not."""
        if self.rarely(0.2):
            return self.rng.choice([300, -300, 1e6, 1e40, 1 << 40, 2 + 0j, 1 + 1j, "1", None])
        return self.rng.choice([0, 1, 2, -1, 2.5, True, np.float32(3), np.int64(2)])

    def index_copy(self):
        return "index_copy", self._slices(), {}

    def index_fill(self):
        data, dim, index, _ = self._slices()
        value = self.number()
        if self.rarely(0.4):
            value = self.tensor(self.mutate([]), self.dtype(data.dtype))
        return "index_fill", (data, dim, index, value), {}

    def scatter_add(self):
        _, (data, dim, index, source, _), _ = self.scatter_reduce()
        return "scatter_add", (data, dim, index, source), {}

    def scatter(self):
        _, (data, dim, index, source, _), _ = self.scatter_reduce()
        options = {}
        if self.rng.random() < 0.3:
            options["reduce"] = self.rng.choice(["add", "multiply"])
            if self.rarely():
                options["reduce"] = self.rng.choice(["sum", "prod", "", None])
        if self.rng.random() < 0.4:
            source = self.number()
            if self.rarely():
                source = self.tensor([], self.dtype(data.dtype))
            if self.rng.random() < 0.5:
                return "scatter", (data, dim, index), {"value": source, **options}
        return "scatter", (data, dim, index, source), options

    def masked_scatter(self):
        data = self.tensor(self.shape(), self.dtype())
        mask = self.mask(self.mutate(data.shape))
        if self.rarely(0.05):
            mask = mask.to(self.dtype())
        while mask.dim() and self.rarely(0.2):
            mask = mask[0] if mask.shape[0] else mask.new_zeros(mask.shape[1:])
        count = int(mask.bool().sum()) if mask.shape == data.shape else data.numel()
        source = [max(count + self.rng.choice([-1, 0, 0, 2]), 0)]
        source = self.tensor(self.mutate(source), self.dtype(data.dtype))
        return "masked_scatter", (data, mask, source), {}

    def _place(self, tensor):
        """The same elements, sometimes among others, in memory of another layout."""
        if not tensor.dim() or not self.rarely(0.4):
            return tensor
        kind = self.rng.randint(0, 2)
        if kind == 0:
            return tensor.repeat_interleave(2, -1)[..., ::2]
        if kind == 1:
            return tensor.movedim(0, -1).contiguous().movedim(-1, 0)
        return tensor[:1].expand(tensor.shape) if tensor.shape[0] else tensor

    def in_place(self):
        """A call of a function in place; sometimes its tensors share memory."""
        functions = [
            self.index_put,
            self.index_add,
            self.index_reduce,
            self.scatter_reduce,
            self.index_copy,
            self.index_fill,
            self.scatter,
            self.scatter_add,
            self.masked_scatter,
        ]
        name, (data, *others), options = self.rng.choice(functions)()
        data = self._place(data)
        if data.dim() and self.rarely():
            # Another argument is a part of `data`.
            places = [
                place
                for place, other in enumerate(others)
                if isinstance(other, torch.Tensor) and other.dim() == data.dim()
            ]
            if places:
                place = self.rng.choice(places)
                size = others[place].shape[0]
                others[place] = data[self.rng.randint(0, 1) :][:size]
        return name + "_", (data, *others), options

    def draw(self):
        functions = [
            self.index_put,
            self.index_add,
            self.index_reduce,
            self.scatter_reduce,
            self.slice_scatter,
            self.index_copy,
            self.index_fill,
            self.scatter,
            self.scatter_add,
            self.masked_scatter,
        ]
        return self.rng.choice(functions + [self.in_place] * len(functions))()
