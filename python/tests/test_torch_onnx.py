# ===- test_torch_onnx.py - the ops in models that PyTorch exports ---------===#

import io

import numpy as np
import pytest

torch = pytest.importorskip("torch")
onnx = pytest.importorskip("onnx")
onnxruntime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnxscript")

import scatter_mlir.torch as st
from scatter_mlir.torch import drop_in
from scatter_mlir.torch.onnx import translation_table

X = torch.arange(20.0).reshape(5, 4)
I = torch.tensor([[0], [3], [0]])
U = torch.arange(12.0).reshape(3, 4) + 0.5


def update_in_place(x, i, u):
    y = x * 1
    st.scatter_nd_update_(y, i, u, reduction="sum")
    return y * 2


def update_slice_in_place(x, i, u):
    y = x * 1
    st.slice_scatter_(y, u[:, :2], (3, 3), (0, 0), (-1, -2), (0, 1))
    return y


FUNCTIONS = [
    (update_in_place, ["ScatterND"]),
    (lambda x, i, u: st.scatter_nd_update(x, i, u, reduction="sub"), ["ScatterND"]),
    (lambda x, i, u: st.scatter_nd_update(x, i.int(), u), ["ScatterND"]),
    (lambda x, i, u: st.scatter_nd_update(x, i, u, reduction="max"), ["ScatterND"]),
    (update_slice_in_place, ["ScatterElements"] * 2),
    (lambda x, i, u: st.slice_scatter(x, u, -4, 4, 1, -2), ["ScatterElements"]),
    (lambda x, i, u: drop_in.slice_scatter(x, x[:, :2] * 3, 1, 1, None, 2), None),
    (lambda x, i, u: drop_in.index_add(x, 0, i[:, 0], u, alpha=2), ["ScatterND"]),
    (lambda x, i, u: drop_in.index_put(x, (i[:, 0], i[:, 0]), u[:, 0]), ["ScatterND"]),
    (lambda x, i, u: drop_in.scatter_reduce(x, 0, i.expand(3, 4), u, "amax"), ["ScatterND"]),
    (lambda x, i, u: st.gather_nd(x, i), []),
    (lambda x, i, u: st.gather_nd(x[None], i[None].int(), batch_dims=1), []),
    (lambda x, i, u: st.gather_scatter(x, i[:, 0], i[:, 0] - 2), ["ScatterND"]),
    (lambda x, i, u: st.gather_scatter(u, i[:, 0] % 3, i[:, 0], u[:, 0], size=7), None),
    *(
        (lambda x, i, u, kind=kind: st.gather_scatter(x - 9, i[:, 0], i[:, 0] + 1, reduction=kind), None)
        for kind in ("mean", "min", "max", "prod")
    ),
    (lambda x, i, u: st.gather_scatter(x[:, 0].long(), i[:, 0], i[:, 0], reduction="min"), None),
]


class Model(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x, i, u):
        return self.function(x, i, u)


def export(function, is_dynamo, path):
    model = Model(function).eval()
    if is_dynamo:
        table = translation_table()
        program = torch.onnx.export(
            model, (X, I, U), dynamo=True, custom_translation_table=table, verbose=False
        )
        program.save(str(path))
        return path.read_bytes()
    file = io.BytesIO()
    names = ["x", "i", "u"]
    torch.onnx.export(
        model, (X, I, U), file, dynamo=False, opset_version=18, input_names=names
    )
    return file.getvalue()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("is_dynamo", [False, True], ids=["torchscript", "dynamo"])
@pytest.mark.parametrize("function, nodes", FUNCTIONS)
def test_models_hold_the_updates(function, nodes, is_dynamo, tmp_path):
    model = export(function, is_dynamo, tmp_path / "model.onnx")
    found = [
        node.op_type
        for node in onnx.load_from_string(model).graph.node
        if node.op_type.startswith("Scatter")
    ]
    assert found == nodes if nodes is not None else found
    session = onnxruntime.InferenceSession(model)
    inputs = dict(zip("xiu", (X, I, U)))
    [result] = session.run(
        None, {each.name: inputs[each.name].numpy() for each in session.get_inputs()}
    )
    np.testing.assert_allclose(result, function(X.clone(), I, U).numpy())


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("is_dynamo", [False, True], ids=["torchscript", "dynamo"])
@pytest.mark.parametrize("policy", ["drop", "clamp"])
@pytest.mark.parametrize("function", ["scatter_nd_update", "gather_nd"])
def test_what_onnx_cannot_say_is_an_error(function, policy, is_dynamo, tmp_path):
    def update(x, i, u):
        if function == "gather_nd":
            return st.gather_nd(x, i, out_of_bounds=policy)
        return st.scatter_nd_update(x, i, u, out_of_bounds=policy)

    with pytest.raises(Exception) as error:
        export(update, is_dynamo, tmp_path / "model.onnx")
    causes, cause = [], error.value
    while cause is not None:
        causes.append(str(cause))
        cause = cause.__cause__
    assert any("'out_of_bounds': expected 'error' or 'undefined'" in each for each in causes)
