# ===- test_torch_fused.py - updates that Inductor compiles itself ----------===#

import shutil

import pytest

torch = pytest.importorskip("torch")

from torch._inductor.utils import run_and_get_code

import scatter_mlir.torch as st

pytestmark = pytest.mark.skipif(not shutil.which("g++"), reason="Inductor needs g++")


@pytest.fixture(autouse=True)
def fused():
    torch._dynamo.reset()
    assert st.set_compiled_updates("fused") == "deterministic"
    yield
    assert st.set_compiled_updates("deterministic") == "fused"


X = torch.arange(48.0).reshape(12, 4)
I = torch.tensor([3, 0, 3, -1, 7])
U = torch.arange(20.0).reshape(5, 4) + 0.5


def compile_and_run(function, *tensors):
    """The result of the compiled function, and the code that Inductor made."""
    compiled = torch.compile(function, fullgraph=True)
    result, codes = run_and_get_code(compiled, *(t.clone() for t in tensors))
    return result, "".join(codes)


def append(x, i, u):
    return st.scatter_nd_update_(x, i[:1, None], u[:1] * 2) + 1


def write_slices(x, i, u):
    x = st.slice_scatter(x, u[:, :2] * 2, (10, 3), (0, None), (-2, -2), (0, 1))
    return st.slice_scatter_(x, u * 2, 4, None, -1) + 1


def clamp(x, i, u):
    options = {"out_of_bounds": "clamp", "reduction": "sub"}
    return st.scatter_nd_update(x, i[:, None] * 4 - 6, u * 2, **options) + 1


def unique(x, i, u):
    return st.scatter_nd_update(x, i[2:, None], u[2:] * 2, unique_indices=True) + 1


def sum_columns(x, i, u):
    return st.index_add(x, 1, i.clamp(0, 3), x[:, :1] + u[:, 0]) + 1


@pytest.mark.parametrize("function", [append, write_slices, clamp, unique, sum_columns])
def test_the_graph_has_no_opaque_call(function):
    result, code = compile_and_run(function, X, I, U)
    torch.testing.assert_close(result, function(X.clone(), I, U))
    assert "def call(" in code
    assert "torch.ops.scatter_mlir" not in code
    assert "aten." not in code.replace("torch.ops.aten\n", "")


def test_gradients_are_fused():
    def loss(x, i, u):
        def run(u):
            return (st.scatter_nd_update(x, i[:, None], u, reduction="sum") ** 2).sum()

        return torch.func.grad(run)(u)

    result, code = compile_and_run(loss, X, I, U)
    torch.testing.assert_close(result, loss(X, I, U))
    assert "torch.ops.scatter_mlir" not in code


OPAQUE = [
    lambda x, i, u: st.scatter_nd_update(x, i[:, None], u),
    lambda x, i, u: st.scatter_nd_update(x, i[:, None], u, reduction="max"),
    lambda x, i, u: st.scatter_nd_update(
        x, i[:, None] * 9, u, reduction="sum", out_of_bounds="drop"
    ),
    lambda x, i, u: st.scatter_nd_update(
        x.bfloat16(), i[:, None], u.bfloat16(), reduction="sum"
    ),
]


@pytest.mark.parametrize("function", OPAQUE)
def test_what_inductor_cannot_say_stays_a_call(function):
    result, code = compile_and_run(function, X, I, U)
    assert torch.equal(result, function(X, I, U))
    assert "torch.ops.scatter_mlir" in code


def test_the_mode_is_a_part_of_what_is_compiled():
    @torch.compile(backend="eager")
    def update(x, i, u):
        return st.index_add(x, 0, i.clamp(0), u)

    def count():
        with torch.profiler.profile() as profile:
            update(X, I, U)
        names = [event.key for event in profile.key_averages()]
        return sum("scatter_mlir" in name for name in names)

    assert count() == 0
    st.set_compiled_updates("deterministic")
    assert count() > 0
    st.set_compiled_updates("fused")
    assert count() == 0


def test_exported_programs_keep_the_op():
    class Model(torch.nn.Module):
        def forward(self, x, i, u):
            return st.index_add(x, 0, i.clamp(0), u)

    program = torch.export.export(Model(), (X, I, U))
    assert "scatter_mlir" in str(program.graph)


def test_unknown_modes():
    with pytest.raises(ValueError, match="'mode': expected 'deterministic' or 'fused'"):
        st.set_compiled_updates("fast")
