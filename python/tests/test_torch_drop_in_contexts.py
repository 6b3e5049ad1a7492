# ===- test_torch_drop_in_contexts.py - PyTorch's functions, traced ---------===#
"""The drop-ins under transforms, in compiled graphs, on tensors without values and in
exported programs and models, beside PyTorch's functions."""

import io

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch._subclasses.fake_tensor import FakeTensorMode

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
