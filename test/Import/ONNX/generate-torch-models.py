#!/usr/bin/env python3
"""Exports small PyTorch models to ONNX: generate-torch-models.py ARCHIVE.tar.xz.

Each model is exported by both exporters of PyTorch, torch.onnx.export with
dynamo=False (legacy) and dynamo=True, and packed as a test in the form of ONNX's
backend tests with the results that PyTorch computes. Needs torch and onnxscript.
`--check` compares the results in ARCHIVE with those of the installed PyTorch.
"""

import io
import os
import sys
import tarfile
import tempfile
import warnings

import numpy as np
import onnx
import torch
from onnx import numpy_helper

CASES = {}


def case(*arguments, name=None):
    def register(function):
        CASES[name or function.__name__] = (function, arguments)
        return function

    return register


def floats(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed + sum(shape))
    return torch.rand(shape, generator=generator) * 4 - 2


def index(*values):
    return torch.tensor(values)


@case(floats(6, 4), index(4, 0, -2), floats(3, 4, seed=1))
def set_rows(x, i, v):
    y = x.clone()
    y[i] = v
    return y


@case(floats(6, 4), index(4, 0, 4))
def set_rows_to_number(x, i):
    y = x.clone()
    y[i] = 1.5
    return y


@case(floats(6, 4), index(4, 0, 3), index(1, 3, 0), floats(3, seed=1))
def set_elements(x, i, j, v):
    y = x.clone()
    y[i, j] = v
    return y


@case(floats(3, 6, 4), index(4, 0, 3), floats(3, 3, 4, seed=1))
def set_middle(x, i, v):
    y = x.clone()
    y[:, i] = v
    return y


@case(floats(4, 6), index(4, 0, 3), floats(4, 3, seed=1))
def set_columns(x, i, v):
    y = x.clone()
    y[:, i] = v
    return y


@case(floats(6, 4), index(4, 0, 4), floats(3, 4, seed=1))
def index_put(x, i, v):
    return x.index_put((i,), v)


@case(floats(6, 4), index(4, 0, 4), floats(3, 4, seed=1))
def index_put_accumulate(x, i, v):
    y = x.clone()
    y.index_put_((i,), v, accumulate=True)
    return y


@case(floats(6, 4), index(4, 0, 4), index(1, 3, 1), floats(3, seed=1))
def index_put_accumulate_elements(x, i, j, v):
    return x.index_put((i, j), v, accumulate=True)


@case(floats(6, 8), floats(6, 3, seed=1))
def set_slice(x, v):
    y = x.clone()
    y[:, 2:5] = v
    return y


@case(floats(6, 8), floats(3, 8, seed=1))
def set_strided(x, v):
    y = x.clone()
    y[::2] = v
    return y


@case(floats(6, 8), floats(6, 3, seed=1))
def set_strided_columns(x, v):
    y = x.clone()
    y[:, 1:7:2] = v
    return y


@case(floats(6, 8))
def set_slice_to_number(x):
    y = x.clone()
    y[1:3, 2:-1] = 0.5
    return y


@case(floats(2, 6, 8), floats(2, 6, seed=1))
def set_last(x, v):
    y = x.clone()
    y[..., -1] = v
    return y


@case(floats(6, 8), floats(2, 8, seed=1))
def add_to_slice(x, v):
    y = x.clone()
    y[2:4] += v
    return y


@case(floats(6, 8), floats(3, 8, seed=1))
def slice_scatter(x, v):
    return torch.slice_scatter(x, v, dim=0, start=1, end=6, step=2)


@case(floats(6, 8), floats(6, seed=1))
def select_scatter(x, v):
    return torch.select_scatter(x, v, 1, 3)


@case(floats(5, 4), torch.tensor([[0, 3, 1, 0], [2, 2, 4, 0]]), floats(2, 4, seed=1))
def scatter(x, i, v):
    return x.scatter(0, i, v)


@case(floats(5, 4), torch.tensor([[0, 3], [2, 2], [1, 0]]))
def scatter_value(x, i):
    return x.scatter(1, i, 7.0)


@case(floats(5, 4), torch.tensor([[0, 3, 1, 0], [0, 2, 4, 0]]), floats(2, 4, seed=1))
def scatter_add(x, i, v):
    return x.scatter_add(0, i, v)


@case(floats(5, 4), index(3, 0, 3), floats(3, 4, seed=1))
def scatter_add_rows(x, i, v):
    return x.scatter_add(0, i.unsqueeze(1).expand(3, 4), v)


def make_reduce(reduction):
    indices = torch.tensor([[0, 3, 1, 0], [0, 2, 4, 0]])

    @case(floats(5, 4), indices, floats(2, 4, seed=1), name=f"scatter_{reduction}")
    def reduce(x, i, v):
        return x.scatter_reduce(0, i, v, reduce=reduction, include_self=True)


for reduction in ("sum", "prod", "amax", "amin"):
    make_reduce(reduction)


@case(floats(6, 4), index(4, 0, 4), floats(3, 4, seed=1))
def index_add(x, i, v):
    return x.index_add(0, i, v)


@case(floats(6, 4), index(4, 0, 1), floats(3, 4, seed=1))
def index_copy(x, i, v):
    return x.index_copy(0, i, v)


@case(floats(6, 4), index(4, 0))
def index_fill(x, i):
    return x.index_fill(0, i, -1.0)


@case(floats(6, 4), floats(6, 4, seed=1))
def masked(x, v):
    return torch.where(x > 0, x, v).masked_fill(v < 0, 0.0)


@case(torch.arange(24, dtype=torch.int32).reshape(6, 4), index(4, 0, 4), torch.ones(3, 4, dtype=torch.int32))
def add_int32(x, i, v):
    return x.index_put((i,), v, accumulate=True)


@case(torch.arange(24).reshape(6, 4), index(5, 1), torch.full((2, 4), -3))
def set_int64(x, i, v):
    y = x.clone()
    y[i] = v
    return y


@case(floats(2, 2, 8, 4), floats(2, 2, 1, 4, seed=1), index(5))
def kv_cache(cache, key, position):
    """One step of a cache along the sequence."""
    cache = cache.clone()
    cache[:, :, position] = key
    return cache


@case(floats(2, 2, 8, 4), floats(2, 2, 3, 4, seed=1))
def kv_cache_prefill(cache, keys):
    cache = cache.clone()
    cache[:, :, :3] = keys
    return cache


class Aggregation(torch.nn.Module):
    """A layer of a graph network: messages of edges are summed at nodes."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(7)
        self.message = torch.nn.Linear(4, 8)
        self.update = torch.nn.Linear(12, 4)

    def forward(self, nodes, source, target):
        messages = torch.relu(self.message(nodes[source]))
        sums = torch.zeros(nodes.shape[0], 8).index_add(0, target, messages)
        return self.update(torch.cat([nodes, sums], dim=1))


EDGES = (index(0, 1, 2, 3, 4, 1), index(1, 2, 0, 0, 3, 4))
CASES["graph_layer"] = (Aggregation(), (floats(5, 4), *EDGES))


class Decoder(torch.nn.Module):
    """A step of attention with a cache that is updated at a position."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(11)
        self.query, self.key, self.value, self.out = (
            torch.nn.Linear(8, 8) for _ in range(4)
        )

    def forward(self, x, keys, values, position):
        split = lambda t: t.reshape(1, 2, 4)
        keys, values = keys.clone(), values.clone()
        keys[:, :, position] = split(self.key(x)).unsqueeze(2)
        values[:, :, position] = split(self.value(x)).unsqueeze(2)
        query = split(self.query(x)).unsqueeze(2)
        scores = query @ keys.transpose(2, 3) / 2.0
        mask = torch.arange(6) > position
        weights = torch.softmax(scores.masked_fill(mask, -1e9), dim=-1)
        return self.out((weights @ values).reshape(1, 8)), keys, values


CACHE = (floats(1, 2, 6, 4), floats(1, 2, 6, 4, seed=1))
CASES["decoder_step"] = (Decoder(), (floats(1, 8), *CACHE, index(3)))


class Wrapper(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *arguments):
        return self.function(*arguments)


def export(function, arguments, dynamo, **dynamic):
    module = function if isinstance(function, torch.nn.Module) else Wrapper(function)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.onnx")
        options = {"external_data": False} if dynamo else {"opset_version": 18}
        torch.onnx.export(
            module.eval(),
            arguments,
            path,
            dynamo=dynamo,
            verbose=False,
            **options,
            **dynamic,
        )
        model = onnx.load(path)
    # Where a node came from in Python is not part of the model.
    del model.metadata_props[:]
    for graph in [model.graph, *model.functions]:
        for part in [*graph.node, *graph.value_info]:
            del part.metadata_props[:]
            part.doc_string = ""
    del model.graph.metadata_props[:]
    return model


# The legacy exporter accumulates in zeros by a ScatterND that replaces, which
# loses duplicates.
LOSES_DUPLICATES = {
    "add_int32",
    "index_add",
    "index_put_accumulate",
    "index_put_accumulate_elements",
}


def without_duplicates(arguments):
    return tuple(
        index(4, 0, 1) if torch.equal(each, index(4, 0, 4)) else each
        for each in arguments
    )


def make_data_set(name, number, model, function, arguments):
    """The files of one call of `function` with `arguments`."""
    files = {}
    with torch.no_grad():
        results = function(*arguments)
    results = results if isinstance(results, tuple) else (results,)
    initializers = {tensor.name for tensor in model.graph.initializer}
    inputs = [info for info in model.graph.input if info.name not in initializers]
    for kind, infos, values in (
        ("input", inputs, arguments),
        ("output", model.graph.output, results),
    ):
        assert len(infos) == len(values), (name, kind, len(infos), len(values))
        for i, (info, value) in enumerate(zip(infos, values)):
            tensor = numpy_helper.from_array(value.detach().numpy(), info.name)
            path = f"{name}/test_data_set_{number}/{kind}_{i}.pb"
            files[path] = tensor.SerializeToString()
    return files


def make_files(name, function, arguments, dynamo):
    model = export(function, arguments, dynamo)
    files = {f"{name}/model.onnx": model.SerializeToString()}
    return files | make_data_set(name, 0, model, function, arguments)


def main():
    warnings.simplefilter("ignore")
    files, failures = {}, []
    for name, (function, arguments) in CASES.items():
        for dynamo in (True, False):
            full = f"{name}_{'dynamo' if dynamo else 'legacy'}"
            if not dynamo and name in LOSES_DUPLICATES:
                arguments = without_duplicates(arguments)
            try:
                files.update(make_files(full, function, arguments, dynamo))
            except Exception as error:
                failures.append(f"{full}: {type(error).__name__}: {error}"[:300])
    finish(files, failures)


def finish(files, failures):
    """Packs `files`, or compares the results with those in the archive."""
    check = "--check" in sys.argv
    archive = next(each for each in sys.argv[1:] if each != "--check")
    if check:
        with tarfile.open(archive) as tar:
            for path, content in files.items():
                if "/output_" not in path:
                    continue
                old = onnx.TensorProto.FromString(tar.extractfile(path).read())
                new = onnx.TensorProto.FromString(content)
                np.testing.assert_allclose(
                    *map(numpy_helper.to_array, (old, new)), rtol=1e-5, atol=1e-6
                )
    else:
        with tarfile.open(archive, "w:xz", preset=9) as tar:
            for path, content in sorted(files.items()):
                info = tarfile.TarInfo(path)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    print(*failures, sep="\n")
    print(sum(path.endswith(".onnx") for path in files), "models")



if __name__ == "__main__":
    main()
