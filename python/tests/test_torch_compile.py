# ===- test_torch_compile.py - the ops in compiled and exported functions --===#

import itertools

import pytest

torch = pytest.importorskip("torch")

import scatter_mlir.torch as st
from torch_cases import INDICES, REDUCTIONS, make_data, make_updates


def make_samples():
    """Arguments of the four ops for opcheck."""
    ops = torch.ops.scatter_mlir
    for reduction, records in itertools.product(REDUCTIONS, (False, True)):
        data, updates = make_data().add(0.5), make_updates()
        options = {"reduction": reduction, "out_of_bounds": "drop"}
        data.requires_grad_(records), updates.requires_grad_(records)
        yield ops.scatter_nd_update, (data, INDICES, updates), options
        yield ops.scatter_nd_update_, (data.detach(), INDICES, updates.detach()), options
    bounds = [3, 0], [0, 2], [-2, 1], [0, 1]
    data, updates = make_data(), torch.ones(2, 2)
    yield ops.slice_scatter_, (data, updates, *bounds), {}
    data, updates = data.clone().requires_grad_(), updates.clone().requires_grad_()
    yield ops.slice_scatter, (data, updates, *bounds), {}
    given = INDICES, make_updates(), "max", "error", "wrap", False, False, None
    yield ops._scatter_nd_update, (make_data(), *given), {}
    yield ops._scatter_nd_update_, (make_data(), *given), {}
    given = torch.ones(2, 2), *bounds, None
    yield ops._slice_scatter, (make_data(), *given), {}
    yield ops._slice_scatter_, (make_data(), *given), {}
    yield ops.scatter_nd_update, (make_data(), INDICES.short(), torch.ones(3)), {}
    integers = make_data(torch.int64), INDICES.int(), make_updates(dtype=torch.int64)
    yield ops.scatter_nd_update, integers, {"reduction": "max"}
    transposed = make_data().T.contiguous().T
    yield ops.scatter_nd_update, (transposed, INDICES, make_updates()), {}


@pytest.mark.parametrize("op, arguments, options", list(make_samples()))
def test_opcheck(op, arguments, options):
    torch.library.opcheck(op.default, arguments, options)


def step(data, indices, updates):
    """Uses in place and functional forms of both ops."""
    data = data * 2
    st.scatter_nd_update_(data, indices, updates, reduction="sum")
    st.slice_scatter_(data[1:], updates[:2] + 1, None, 3, 2)
    data = st.slice_scatter(data, updates[0], start=-1, stop=None)
    return st.scatter_nd_update(data, indices, data[1:], out_of_bounds="clamp")


@pytest.mark.parametrize("backend", ["aot_eager", "inductor"])
@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("dynamic", [False, True])
def test_compile(backend, records, dynamic):
    def make():
        tensors = make_data().add(1), INDICES, make_updates()
        if records:
            tensors[0].requires_grad_(), tensors[2].requires_grad_()
        return tensors

    torch._dynamo.reset()
    compiled = torch.compile(step, fullgraph=True, backend=backend, dynamic=dynamic)
    tensors, others = make(), make()
    result, expected = compiled(*tensors), step(*others)
    assert torch.equal(result, expected)
    if records:
        result.pow(2).sum().backward(), expected.pow(2).sum().backward()
        for tensor, other in zip(tensors[::2], others[::2]):
            torch.testing.assert_close(tensor.grad, other.grad)


def test_arguments_are_updated_in_a_compiled_function():
    torch._dynamo.reset()

    def append(cache, row, position):
        st.scatter_nd_update_(cache, position[None, None], row[None])
        return cache.sum()

    cache = torch.zeros(8, 3)
    total = torch.compile(append, fullgraph=True)(cache, torch.ones(3), torch.tensor(2))
    assert total == 3 and cache[2].eq(1).all() and cache.sum() == 3


@pytest.mark.parametrize("strict", [False, True])
def test_export(strict):
    class Module(torch.nn.Module):
        def forward(self, data, indices, updates):
            return step(data, indices, updates)

    tensors = make_data(), INDICES, make_updates()
    program = torch.export.export(Module(), tensors, strict=strict)
    names = {str(node.target) for node in program.graph.nodes}
    assert any("scatter_mlir.scatter_nd_update" in name for name in names)
    assert torch.equal(program.module()(*tensors), step(*tensors))
