#!/usr/bin/env python3
"""Exports PyTorch models with dynamic axes: generate-dynamic-models.py ARCHIVE.tar.xz.

Beside generate-torch-models.py, whose exporters and options this script has.
Each model is exported once and has the results of PyTorch for two sizes.
"""

import importlib.util
import os
import warnings

import torch

PATH = os.path.join(os.path.dirname(__file__), "generate-torch-models.py")
SPEC = importlib.util.spec_from_file_location("generate_torch_models", PATH)
BASE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(BASE)
floats = BASE.floats

CASES = {}


def case(dims, *sizes, without=()):
    """Registers a function of sizes that makes the arguments of a model. `dims`
    has the names of the arguments' dimensions, a text for each argument; those
    that are numbers are static. `without` names exporters that do not export
    the model."""

    def register(make):
        CASES[make.__name__] = (make, dims.split(), sizes, without)
        return make

    return register


def integers(end, *shape):
    generator = torch.Generator().manual_seed(sum(shape) + end)
    return torch.randint(end, shape, generator=generator)


def distinct(end, count):
    """Indices without duplicates."""
    generator = torch.Generator().manual_seed(end)
    return torch.randperm(end, generator=generator)[:count]


def updated(x, function):
    y = x.clone()
    function(y)
    return y


# Each function returns the model and its arguments for the sizes.


@case("n,4 n,4", (3,), (7,))
def add(n):
    return lambda x, y: x + 2 * y, (floats(n, 4), floats(n, 4, seed=1))


@case("n,m m", (3, 5), (6, 2))
def add_row(n, m):
    return lambda x, y: x * y, (floats(n, m), floats(m, seed=1))


@case("n,1 1,m", (3, 5), (6, 2))
def outer_sum(n, m):
    return lambda x, y: x + y, (floats(n, 1), floats(1, m, seed=1))


@case("n,m", (3, 5), (6, 2))
def where(n, m):
    return lambda x: torch.where(x > 0, x, x * 0.1), (floats(n, m),)


@case("n,4 k k,4", (6, 3), (9, 5))
def set_rows(n, k):
    def f(x, i, v):
        y = x.clone()
        y[i] = v
        return y

    return f, (floats(n, 4), distinct(n, k), floats(k, 4, seed=1))


@case("n,4 k k k", (6, 3), (9, 5))
def set_elements(n, k):
    def f(x, i, j, v):
        y = x.clone()
        y[i, j] = v
        return y

    return f, (floats(n, 4), distinct(n, k), integers(4, k), floats(k, seed=1))


@case("b,n,4 k b,k,4", (2, 6, 3), (3, 5, 4))
def set_middle(b, n, k):
    def f(x, i, v):
        y = x.clone()
        y[:, i] = v
        return y

    return f, (floats(b, n, 4), distinct(n, k), floats(b, k, 4, seed=1))


@case("n,4 k k,4", (6, 5), (4, 9), without=["legacy"])
def index_put_accumulate(n, k):
    def f(x, i, v):
        return x.index_put((i,), v, accumulate=True)

    return f, (floats(n, 4), integers(n, k), floats(k, 4, seed=1))


@case("n,8 n,3", (6,), (4,))
def set_columns(n):
    def f(x, v):
        y = x.clone()
        y[:, 2:5] = v
        return y

    return f, (floats(n, 8), floats(n, 3, seed=1))


@case("n,8", (6,), (9,))
def set_strided_rows(n):
    def f(x):
        y = x.clone()
        y[::2] = 0.5
        return y

    return f, (floats(n, 8),)


@case("n,m", (6, 5), (9, 7))
def set_inner(n, m):
    def f(x):
        y = x.clone()
        y[1:-1, 2:] = 0.5
        return y

    return f, (floats(n, m),)


@case("n,8", (6,), (9,))
def add_to_slice(n):
    def f(x):
        y = x.clone()
        y[1:] += x[:-1]
        return y

    return f, (floats(n, 8),)


@case("n,8 n,3", (6,), (4,), without=["legacy"])
def slice_scatter(n):
    def f(x, v):
        return torch.slice_scatter(x, v, dim=1, start=1, end=6, step=2)

    return f, (floats(n, 8), floats(n, 3, seed=1))


@case("n,m k,m k,m", (6, 3, 5), (4, 5, 9))
def scatter_add(n, m, k):
    def f(x, i, v):
        return x.scatter_add(0, i, v)

    return f, (floats(n, m), integers(n, k, m), floats(k, m, seed=1))


@case("n,m n,k n,k", (6, 4, 3), (3, 7, 5))
def scatter_reduce(n, m, k):
    def f(x, i, v):
        return x.scatter_reduce(1, i, v, "amax")

    return f, (floats(n, m), integers(m, n, k), floats(n, k, seed=1))


@case("n,4 k k,4", (6, 5), (4, 9), without=["legacy"])
def index_add(n, k):
    def f(x, i, v):
        return x.index_add(0, i, v)

    return f, (floats(n, 4), integers(n, k), floats(k, 4, seed=1))


@case("b,2,s,4 b,2,1,4 1", (2, 6), (3, 9))
def kv_cache(b, s):
    def f(cache, key, position):
        cache = cache.clone()
        cache[:, :, position] = key
        return cache

    return f, (floats(b, 2, s, 4), floats(b, 2, 1, 4, seed=1), torch.tensor([s - 2]))


@case("b,2,s,4 b,2,t,4", (2, 6, 2), (3, 4, 5))
def kv_concat(b, s, t):
    def f(past, key):
        return torch.cat([past, key], dim=2)

    return f, (floats(b, 2, s, 4), floats(b, 2, t, 4, seed=1))


@case("b,s,8", (2, 5), (3, 4))
def split_heads(b, s):
    def f(x):
        return x.view(x.shape[0], x.shape[1], 2, 4).transpose(1, 2)

    return f, (floats(b, s, 8),)


@case("b,s,8", (2, 5), (3, 4))
def merge_rows(b, s):
    return lambda x: x.reshape(-1, 8).sum(0), (floats(b, s, 8),)


@case("n,m", (3, 5), (6, 4))
def softmax(n, m):
    return lambda x: torch.softmax(x, -1), (floats(n, m),)


@case("n,m", (3, 5), (6, 4))
def mean(n, m):
    return lambda x: (x.mean(0), x.amax(1), x.sum()), (floats(n, m),)


@case("n,m", (3, 5), (6, 4))
def arg_max(n, m):
    return lambda x: x.argmax(1), (floats(n, m),)


@case("n,4", (3,), (6,))
def linear(n):
    torch.manual_seed(3)
    return torch.nn.Linear(4, 5), (floats(n, 4),)


@case("b,s,4", (2, 3), (4, 5))
def linear_sequence(b, s):
    torch.manual_seed(3)
    return torch.nn.Linear(4, 5), (floats(b, s, 4),)


@case("b,s,4 b,4,t", (2, 3, 5), (4, 6, 3))
def matmul(b, s, t):
    return lambda x, y: x @ y, (floats(b, s, 4), floats(b, 4, t, seed=1))


@case("n,4 b,s", (6, 2, 3), (9, 4, 5))
def embedding(n, b, s):
    return lambda w, i: w[i], (floats(n, 4), integers(n, b, s))


@case("n,m n,k", (6, 4, 3), (3, 7, 5))
def gather(n, m, k):
    return lambda x, i: x.gather(1, i), (floats(n, m), integers(m, n, k))


@case("n,3", (4,), (5,))
def repeat(n):
    return lambda x: x.repeat(2, 3), (floats(n, 3),)


@case("n,3 m", (4, 2), (5, 6))
def expand(n, m):
    def f(x, y):
        return x.unsqueeze(0).expand(y.shape[0], -1, -1) * 2

    return f, (floats(n, 3), floats(m))


@case("n,3", (4,), (7,))
def positions(n):
    def f(x):
        return x + torch.arange(x.shape[0]).unsqueeze(1)

    return f, (floats(n, 3),)


@case("n,8", (4,), (7,))
def chunks(n):
    def f(x):
        a, b = x.chunk(2, dim=1)
        return a * b

    return f, (floats(n, 8),)


@case("n,3", (4,), (7,))
def flip(n):
    return lambda x: x.flip(0), (floats(n, 3),)


@case("n,m", (4, 4), (7, 5))
def triangle(n, m):
    return lambda x: torch.tril(x), (floats(n, m),)


@case("n,3 n,3", (4,), (7,))
def stack(n):
    return lambda x, y: torch.stack([x, y], 1), (floats(n, 3), floats(n, 3, seed=1))


@case("n,4 e e", (5, 6), (8, 11), without=["legacy"])
def graph_layer(n, e):
    model = BASE.Aggregation()
    return model, (floats(n, 4), integers(n, e), integers(n, e) * 0 + n - 1)


class Attention(torch.nn.Module):
    """Causal attention over keys of earlier calls and of this one."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(11)
        self.query, self.key, self.value, self.out = (
            torch.nn.Linear(8, 8) for _ in range(4)
        )

    def forward(self, x, keys, values):
        batch, length, past = x.shape[0], x.shape[1], keys.shape[2]
        split = lambda t: t.view(batch, length, 2, 4).transpose(1, 2)
        keys = torch.cat([keys, split(self.key(x))], dim=2)
        values = torch.cat([values, split(self.value(x))], dim=2)
        scores = split(self.query(x)) @ keys.transpose(2, 3) / 2.0
        rows = torch.arange(length).unsqueeze(1) + past
        mask = torch.arange(past + length).unsqueeze(0) > rows
        weights = torch.softmax(scores.masked_fill(mask, -1e9), dim=-1)
        mixed = (weights @ values).transpose(1, 2).reshape(batch, length, 8)
        return self.out(mixed), keys, values


@case("b,s,8 b,2,p,4 b,2,p,4", (2, 3, 4), (3, 5, 2))
def attention(b, s, p):
    arguments = (floats(b, s, 8), floats(b, 2, p, 4), floats(b, 2, p, 4, seed=1))
    return Attention(), arguments


class Cache(torch.nn.Module):
    """A step of decoding that writes a cache at a position."""

    def forward(self, keys, key, position):
        keys = keys.clone()
        keys[:, position] = key
        mask = torch.arange(keys.shape[1]) <= position
        return keys, keys * mask[None, :, None]


@case("b,s,4 b,1,4 1", (2, 5), (3, 8))
def cache_step(b, s):
    return Cache(), (floats(b, s, 4), floats(b, 1, 4, seed=1), torch.tensor([s - 2]))


def get_axes(dims):
    """The dynamic dimensions of each argument, by number."""
    return [
        {i: name for i, name in enumerate(text.split(",")) if not name.isdigit()}
        for text in dims
    ]


def get_options(dims, dynamo):
    axes = get_axes(dims)
    if not dynamo:
        names = [f"x{i}" for i in range(len(dims))]
        named = {name: each for name, each in zip(names, axes) if each}
        return {"input_names": names, "dynamic_axes": named}
    sizes = {
        name: torch.export.Dim(name, min=2, max=4096)
        for each in axes
        for name in each.values()
    }
    shapes = tuple({i: sizes[name] for i, name in each.items()} for each in axes)
    return {"dynamic_shapes": shapes}


def make_files(name, make, dims, sizes, dynamo):
    calls = [make(*each) for each in sizes]
    function, arguments = calls[0]
    options = get_options(dims, dynamo)
    if dynamo and not isinstance(function, torch.nn.Module):
        options["dynamic_shapes"] = (options["dynamic_shapes"],)
    model = BASE.export(function, arguments, dynamo, **options)
    files = {f"{name}/model.onnx": model.SerializeToString()}
    for i, (_, arguments) in enumerate(calls):
        files |= BASE.make_data_set(name, i, model, function, arguments)
    return files


def main():
    warnings.simplefilter("ignore")
    files, failures = {}, []
    for name, (make, dims, sizes, without) in CASES.items():
        for exporter in ("dynamo", "legacy"):
            if exporter in without:
                continue
            full = f"{name}_{exporter}"
            try:
                files |= make_files(full, make, dims, sizes, exporter == "dynamo")
            except Exception as error:
                failures.append(f"{full}: {type(error).__name__}: {error}"[:300])
    BASE.finish(files, failures)


if __name__ == "__main__":
    main()
