# ===- test_torch_drop_in_contexts.py - PyTorch's functions, traced ---------===#
"""The drop-ins under transforms, in compiled graphs, on tensors without values and in
exported programs and models, beside PyTorch's functions."""

import io

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch._subclasses.fake_tensor import FakeTensorMode

import scatter_mlir.torch as st
from scatter_mlir.torch import drop_in

INDEX = torch.tensor([2, 0, 3])
#: The arguments behind the first one, of each function, made of an index and rows.
ARGUMENTS = {
    "index_add": lambda i, rows: ((0, i, rows), {"alpha": 2}),
    "index_copy": lambda i, rows: ((0, i, rows), {}),
    "index_fill": lambda i, rows: ((0, i, 5.0), {}),
    "index_put": lambda i, rows: (((i, i % 2), rows[:, 0]), {}),
    "index_reduce": lambda i, rows: ((0, i, rows, "amax"), {"include_self": False}),
    "masked_scatter": lambda i, rows: ((i.reshape(-1)[:1] * 0 < torch.ones(4, 2), rows.repeat(3, 1)), {}),
    "scatter": lambda i, rows: ((0, i[:, None] + rows.long() * 0, rows), {}),
    "scatter_add": lambda i, rows: ((0, i[:, None], rows), {}),
    "scatter_reduce": lambda i, rows: ((0, i[:, None] + rows.long() * 0, rows, "mean"), {}),
}
NAMES = [name + suffix for name in ARGUMENTS for suffix in ("", "_")]
DATA = torch.arange(8.0).reshape(4, 2)
ROWS = torch.tensor([[1.5, -2], [0.5, 7], [3, 1]])


def make_call(name, module):
    """A function of data, index and rows that calls PyTorch's function or ours."""
    is_in_place = name.endswith("_")
    owner = torch.Tensor if is_in_place and module is torch else module
    function = getattr(owner, name)

    def call(data, index, rows):
        arguments, options = ARGUMENTS[name.rstrip("_")](index, rows)
        data = data * 1 if is_in_place else data
        result = function(data, *arguments, **options)
        return (data if is_in_place else result) + 0

    return call


@pytest.mark.parametrize("name", NAMES)
def test_vmap(name):
    data, rows = torch.stack([DATA, DATA + 1]), torch.stack([ROWS, -ROWS])
    index = torch.stack([INDEX, INDEX.flip(0)])
    call, reference = make_call(name, drop_in), make_call(name, torch)
    for dims in ((0, None, 0), (0, 0, 0), (0, 0, None), (0, None, None)):
        tensors = [
            batch if dim == 0 else batch[0] for batch, dim in zip((data, index, rows), dims)
        ]
        each = [
            [batch[i] if dim == 0 else batch for batch, dim in zip(tensors, dims)]
            for i in range(2)
        ]
        expected = torch.stack([reference(*arguments) for arguments in each])
        torch.testing.assert_close(torch.vmap(call, dims)(*tensors), expected)


@pytest.mark.parametrize("name", NAMES)
def test_functionalized(name):
    data, call = DATA.clone(), make_call(name, drop_in)
    expected = make_call(name, torch)(DATA, INDEX, ROWS)
    found = torch.func.functionalize(call)(data, INDEX, ROWS)
    torch.testing.assert_close(found, expected)
    assert torch.equal(data, DATA)


@pytest.mark.parametrize("update", ["scatter_nd_update_", "slice_scatter_"])
def test_updates_in_place_of_functionalized_functions(update):
    arguments = ([[0], [2]], ROWS[:2]) if update[1] == "c" else (ROWS[:2], 1, 3)
    data, other = DATA.clone(), DATA.clone()
    torch.func.functionalize(getattr(st, update))(data, *arguments)
    assert torch.equal(data, getattr(st, update)(other, *arguments))


def test_a_source_with_too_few_elements_under_transforms():
    mask = torch.tensor([[True, True], [True, False]])

    def update(mask, source):
        return drop_in.masked_scatter(torch.zeros(2), mask, source)

    source = torch.ones(2, 1)
    for call in (
        lambda: torch.vmap(update)(mask, source),
        lambda: torch.vmap(update, (None, 0))(mask[0], source),
        lambda: torch.func.vjp(lambda s: update(mask[0], s), source[0]),
        lambda: torch.func.functionalize(update)(mask[0], source[0]),
        lambda: update(mask[0], source[0].as_subclass(Subclass)),
    ):
        with pytest.raises(RuntimeError, match="'source': expected at least 2 elements"):
            call()
    found = torch.vmap(update)(mask, torch.ones(2, 2))
    assert found.tolist() == [[1, 1], [1, 0]]


class Subclass(torch.Tensor):
    pass


def test_memory_of_subclasses():
    """Tensors that share memory are refused, also those of a subclass."""
    index = torch.tensor([0, 1])
    for make in (
        lambda: torch.ones(1).expand(2),
        lambda: torch.ones(3)[:2],
    ):
        data = make()
        source = data if data.stride() == (1,) else torch.ones(2)
        for value in (data, data.as_subclass(Subclass)):
            with pytest.raises(RuntimeError, match="do not share|other memory"):
                drop_in.index_add_(value, 0, index, source)


def test_a_vector_of_indices_fills_a_number_under_vmap():
    index = torch.tensor([0, 0, 0])
    found = torch.vmap(lambda data: drop_in.index_fill(data, 0, index, 5))(torch.zeros(2))
    assert found.tolist() == [5, 5]


@pytest.mark.parametrize("name", NAMES)
def test_gradients_where_nothing_is_updated(name):
    """The updates have gradients of zeros, as in PyTorch."""
    for data, index, rows in (
        (DATA, INDEX[:0], ROWS[:0]),
        (DATA[:, :0], INDEX, ROWS[:, :0]),
    ):
        base = name.rstrip("_")
        if base == "masked_scatter" or (base in ("index_put", "scatter_add") and not data.numel()):
            continue
        # PyTorch's gradient of scatter_add needs an index of the shape of the source.
        rows = rows[:, :1] if name.startswith("scatter_add") else rows
        data, rows = data.clone().requires_grad_(), rows.clone().requires_grad_()
        grads = []
        for module in (drop_in, torch):
            result = make_call(name, module)(data.detach(), index, rows)
            wanted = torch.autograd.grad(result.sum(), rows) if result.requires_grad else None
            result = make_call(name, module)(data, index, rows)
            grads.append((wanted, torch.autograd.grad(result.sum(), data)))
        torch.testing.assert_close(grads[0], grads[1])


@pytest.mark.parametrize("name", NAMES)
def test_compiled_graphs(name):
    torch._dynamo.reset()
    call = make_call(name, drop_in)
    compiled = torch.compile(call, fullgraph=True, backend="aot_eager", dynamic=True)
    expected = make_call(name, torch)(DATA, INDEX, ROWS)
    torch.testing.assert_close(compiled(DATA, INDEX, ROWS), expected)


@pytest.mark.parametrize("name", NAMES)
def test_tensors_without_values(name):
    call = make_call(name, drop_in)
    with FakeTensorMode() as mode:
        tensors = [mode.from_tensor(tensor) for tensor in (DATA, INDEX, ROWS)]
        assert call(*tensors).shape == DATA.shape
    if name.rstrip("_") == "masked_scatter":
        return  # The mask is made on the CPU.
    result = call(DATA.to("meta"), INDEX.to("meta"), ROWS.to("meta"))
    assert result.shape == DATA.shape and result.device.type == "meta"


class Model(torch.nn.Module):
    def __init__(self, call):
        super().__init__()
        self.call = call

    def forward(self, data, index, rows):
        return self.call(data, index, rows)


@pytest.mark.parametrize("name", NAMES)
def test_exported_programs(name):
    model = Model(make_call(name, drop_in))
    program = torch.export.export(model, (DATA, INDEX, ROWS))
    expected = make_call(name, torch)(DATA, INDEX, ROWS)
    torch.testing.assert_close(program.module()(DATA, INDEX, ROWS), expected)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("is_dynamo", [False, True], ids=["torchscript", "dynamo"])
@pytest.mark.parametrize("name", NAMES)
def test_models(name, is_dynamo, tmp_path):
    onnxruntime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    from scatter_mlir.torch.onnx import translation_table

    model, tensors = Model(make_call(name, drop_in)).eval(), (DATA, INDEX, ROWS)
    if is_dynamo:
        table = translation_table()
        program = torch.onnx.export(
            model, tensors, dynamo=True, custom_translation_table=table, verbose=False
        )
        program.save(str(tmp_path / "model.onnx"))
        source = (tmp_path / "model.onnx").read_bytes()
    else:
        file = io.BytesIO()
        torch.onnx.export(
            model,
            tensors,
            file,
            dynamo=False,
            opset_version=18,
            input_names=["data", "index", "rows"],
        )
        source = file.getvalue()
    session = onnxruntime.InferenceSession(source)
    inputs = dict(zip(("data", "index", "rows"), tensors))
    [result] = session.run(
        None, {each.name: inputs[each.name].numpy() for each in session.get_inputs()}
    )
    expected = make_call(name, torch)(DATA, INDEX, ROWS)
    np.testing.assert_allclose(result, expected.numpy())
