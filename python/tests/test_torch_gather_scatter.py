# ===- test_torch_gather_scatter.py - message passing in PyTorch ----------===#

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import scatter_mlir  # noqa: E402
from scatter_mlir.torch import (  # noqa: E402
    Prepared, gather_nd, gather_scatter, prepare, scatter_nd_update, scatter_nd_update_,
    slice_scatter,
)  # fmt: skip

REDUCTIONS = ("sum", "mean", "min", "max", "prod")
NAMES = {"min": "amin", "max": "amax"}


def make_case(dtype=torch.float64, width=(3,), edges=14, nodes=5, rows=6, seed=0):
    torch.manual_seed(seed)
    x = torch.randn(nodes, *width, dtype=dtype)
    src, dst = torch.randint(-nodes, nodes, (edges,)), torch.randint(-rows, rows - 2, (edges,))
    return x, src, dst, torch.randn(edges, dtype=dtype)


def compose(x, src, dst, weight, size, reduction):
    """The same from ops of PyTorch."""
    src, dst = src % len(x), dst % size
    messages = x[src]
    if weight is not None:
        messages = messages * weight.reshape(-1, *[1] * (x.dim() - 1))
    index = dst.reshape(-1, *[1] * (x.dim() - 1)).expand(messages.shape)
    # PyTorch counts what it starts from as one of equal values.
    start = x.new_full((size, *x.shape[1:]), 1e9)
    name = NAMES.get(reduction, reduction)
    result = start.scatter_reduce(0, index, messages, name, include_self=False)
    has_edges = x.new_zeros(size).index_add(0, dst, x.new_ones(len(dst))) > 0
    return torch.where(has_edges.reshape(-1, *[1] * (x.dim() - 1)), result, 0)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("weighted", (False, True))
@pytest.mark.parametrize("is_prepared", (False, True))
def test_values_and_gradients(reduction, weighted, is_prepared):
    x, src, dst, weight = make_case()
    weight = weight if weighted else None
    targets = prepare(dst, 6) if is_prepared else dst
    expected = scatter_mlir.gather_scatter(x, src, dst, weight, size=6, reduction=reduction)
    found = gather_scatter(x, src, targets, weight, size=6, reduction=reduction)
    assert torch.equal(found, expected)
    torch.testing.assert_close(found, compose(x, src, dst, weight, 6, reduction))
    inputs = [tensor.requires_grad_() for tensor in (x, weight) if tensor is not None]
    grad = torch.randn(6, 3, dtype=x.dtype)

    def run(call, where):
        values = [tensor.clone() for tensor in inputs]
        result = call(values[0], src, where, values[1] if weighted else None)
        return torch.autograd.grad(result, inputs, grad)

    ours = run(lambda *a: gather_scatter(*a, size=6, reduction=reduction), targets)
    theirs = run(lambda *a: compose(*a, 6, reduction), dst)
    torch.testing.assert_close(ours, theirs)

    def call(x, weight=None):
        return gather_scatter(x, src, targets, weight, size=6, reduction=reduction)

    assert torch.autograd.gradcheck(call, inputs)
    if reduction in ("sum", "mean"):
        assert torch.autograd.gradgradcheck(call, inputs)


@pytest.mark.parametrize("reduction", ("min", "max", "prod"))
def test_gradients_of_ties_and_zeros(reduction):
    x = torch.tensor([0.0, 2.0, 2.0, 0.0, -1.0], dtype=torch.float64, requires_grad=True)
    src = torch.tensor([1, 2, 4, 0, 1, 0, 3, 1, 4])
    dst = torch.tensor([0, 0, 0, 1, 1, 2, 2, 2, 3])
    ours = gather_scatter(x, src, dst, size=5, reduction=reduction)
    theirs = compose(x, src, dst, None, 5, reduction)
    assert torch.equal(ours, theirs)
    weights = torch.arange(1.0, 6, dtype=x.dtype)
    (found,) = torch.autograd.grad(ours, x, weights)
    (expected,) = torch.autograd.grad(theirs, x, weights)
    torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("reduction", ("min", "max"))
def test_gradients_of_nan(reduction):
    x = torch.tensor([0.0, float("nan"), 2.0, 2.0], dtype=torch.float64, requires_grad=True)
    src, dst = torch.tensor([0, 1, 2, 2, 3, 0]), torch.tensor([0, 0, 1, 1, 1, 3])

    def call(x, src, dst, weight, size, reduction):
        return gather_scatter(x, src, dst, weight, size=size, reduction=reduction)

    outputs = [f(x, src, dst, None, 4, reduction) for f in (call, compose)]
    grads = [torch.autograd.grad(each, x, torch.arange(1.0, 5).double()) for each in outputs]
    torch.testing.assert_close(*grads, equal_nan=True)


def test_prepared_updates():
    data, _, dst, _ = make_case(torch.float32, nodes=6)
    updates, prepared = torch.randn(14, 3), prepare(dst, 6)
    for reduction in ("none", "sum", "max"):
        expected = scatter_nd_update(data, dst[:, None], updates, reduction=reduction)
        found = scatter_nd_update(data, prepared, updates, reduction=reduction)
        assert torch.equal(found, expected)
        target = data.clone()
        assert scatter_nd_update_(target, prepared, updates, reduction=reduction) is target
        assert torch.equal(target, expected)
    expected = scatter_nd_update(data, dst[:, None], updates, reduction="sum")
    recorded = updates.clone().requires_grad_()
    found = scatter_nd_update(data, prepared, recorded, reduction="sum")
    assert torch.equal(found, expected) and found.requires_grad
    compiled = torch.compile(lambda d, u: scatter_nd_update(d, prepared, u, reduction="sum"))
    assert torch.equal(compiled(data, updates), expected)
    for other in (data[:5], data[:5].clone().requires_grad_()):
        with pytest.raises(ValueError, match="'indices': expected indices prepared for 5 rows"):
            scatter_nd_update(other, prepared, updates)


def test_gather_nd_by_a_list_without_elements():
    data = torch.arange(6.0).reshape(3, 2)
    found = gather_nd(data.clone().requires_grad_(), [])
    assert torch.equal(found, gather_nd(data, [])) and torch.equal(found, data)


def test_half_types_and_no_grad():
    for dtype in (torch.float16, torch.bfloat16, torch.int32):
        x, src, dst, _ = make_case(torch.float32)
        x = (8 * x).to(dtype)
        expected = scatter_mlir.gather_scatter(x, src, dst, size=6)
        assert torch.equal(gather_scatter(x, src, dst, size=6, threads=2), expected)
    x = torch.randn(5, 2, requires_grad=True)
    with torch.no_grad():
        assert not gather_scatter(x, src, dst, size=6).requires_grad
    assert gather_scatter(x, [0, 1], [1, 1]).requires_grad


def test_transposed_order_is_kept():
    x, src, dst, _ = make_case()
    x.requires_grad_()
    prepared = prepare(dst, 6)
    assert isinstance(prepared, Prepared) and repr(prepared) == "<Prepared: 14 indices of 6 rows>"
    (first,) = torch.autograd.grad(gather_scatter(x, src, prepared).sum(), x)
    kept = prepared._source[2]
    (second,) = torch.autograd.grad(gather_scatter(x, src, prepared).sum(), x)
    assert prepared._source[2] is kept and torch.equal(first, second)
    src[0] = (src[0] + 1) % 5
    (third,) = torch.autograd.grad(gather_scatter(x, src, prepared).sum(), x)
    (expected,) = torch.autograd.grad(gather_scatter(x, src, dst, size=6).sum(), x)
    assert prepared._source[2] is not kept and torch.equal(third, expected)


def test_func_transforms():
    x, src, dst, weight = make_case(torch.float32)

    def loss(x, weight):
        return gather_scatter(x, src, dst, weight, size=6).square().sum()

    def same(x, weight):
        return compose(x, src, dst, weight, 6, "sum").square().sum()

    found, expected = (torch.func.grad(f, (0, 1))(x, weight) for f in (loss, same))
    torch.testing.assert_close(found, expected)
    batch = torch.randn(4, 5, 3)
    for in_dims in (0, None), (None, 0), (0, 0):
        arguments = (
            batch if in_dims[0] == 0 else x, torch.randn(4, 14) if in_dims[1] == 0 else weight
        )  # fmt: skip

        def call(x, weight):
            return gather_scatter(x, src, dst, weight, size=6, reduction="max")

        def compare(x, weight):
            return compose(x, src, dst, weight, 6, "amax")

        result = torch.func.vmap(call, in_dims)(*arguments)
        torch.testing.assert_close(result, torch.func.vmap(compare, in_dims)(*arguments))


def test_compile():
    x, src, dst, weight = make_case(torch.float32)
    prepared = prepare(dst, 6)
    x.requires_grad_()

    def step(x, src, dst, weight):
        return gather_scatter(x * 2, src, dst, weight, size=6, reduction="mean") + 1

    compiled = torch.compile(step, fullgraph=True)
    for targets in (dst, prepared):
        found, expected = compiled(x, src, targets, weight), step(x, src, targets, weight)
        torch.testing.assert_close(found, expected)
        grads = [torch.autograd.grad(result.sum(), x)[0] for result in (found, expected)]
        torch.testing.assert_close(*grads)
    torch.library.opcheck(
        torch.ops.scatter_mlir.gather_scatter.default,
        (x, src, dst, weight, 6, "sum", None, 0, 0),
    )


def test_export():
    x, src, dst, weight = make_case(torch.float32)

    class Layer(torch.nn.Module):
        def __init__(self, targets):
            super().__init__()
            self.targets = targets

        def forward(self, x, src):
            return gather_scatter(x, src, self.targets, size=6).relu()

    for targets in (dst, prepare(dst, 6)):
        layer = Layer(targets)
        program = torch.export.export(layer, (x, src))
        assert torch.equal(program.module()(x, src), layer(x, src))


def test_meta():
    x, src, dst, _ = make_case(torch.float32)
    result = gather_scatter(x.to("meta"), src.to("meta"), dst.to("meta"), size=9)
    assert result.shape == (9, 3) and result.is_meta


X, I3 = torch.ones(3, 2), torch.arange(3)


@pytest.mark.parametrize(
    "error, message, call",
    [
        (IndexError, "'src' element 1: expected an index in [-3, 2]",
         lambda: gather_scatter(X, [0, 3, 1], I3)),
        (IndexError, "'dst' element 0: expected an index in [-2, 1]",
         lambda: gather_scatter(X, I3, [2, 0, 0], size=2)),
        (IndexError, "'dst' element 0", lambda: prepare([2], 2)),
        (ValueError, "'dst': expected the shape [3], found [2]",
         lambda: gather_scatter(X, I3, I3[:2])),
        (ValueError, "'weight': expected the shape [3], found [3, 1]",
         lambda: gather_scatter(X, I3, I3, torch.ones(3, 1))),
        (ValueError, "'src': expected a rank of 1, found 2",
         lambda: gather_scatter(X, I3[None], I3)),
        (ValueError, "'dst': expected indices prepared for 4 rows, found 3",
         lambda: gather_scatter(X, I3, prepare(I3, 3), size=4)),
        (ValueError, "'dst': expected the shape [3], found [2]",
         lambda: gather_scatter(X, I3, prepare([0, 1], 3))),
        (ValueError, "'x': expected a rank of at least 1",
         lambda: gather_scatter(torch.tensor(1.0), [0], [0])),
        (ValueError, "'reduction': expected sum, mean, min, max or prod",
         lambda: gather_scatter(X, I3, I3, reduction="amax")),
        (ValueError, "'threads'", lambda: gather_scatter(X, I3, I3, threads=0)),
        (TypeError, "'x': expected a tensor, found ndarray",
         lambda: gather_scatter(np.ones((3, 2)), I3, I3)),
        (TypeError, "'src': expected integers, found torch.float32",
         lambda: gather_scatter(X, torch.ones(3), I3)),
        (TypeError, "'weight': expected the element type of 'x', torch.float32",
         lambda: gather_scatter(X, I3, I3, torch.ones(3, dtype=torch.float64))),
        (TypeError, "'x': expected floats or integers of 8 to 64 bits",
         lambda: gather_scatter(X.to(torch.complex64), I3, I3)),
        (TypeError, "'src': expected a tensor, numbers or an array, found NoneType",
         lambda: gather_scatter(X, None, I3)),
        (TypeError, "'weight': expected a tensor, numbers or an array, found str",
         lambda: gather_scatter(X, I3, I3, "w")),
        (TypeError, "'src': expected a tensor on the device of 'x', cpu, found meta",
         lambda: gather_scatter(X, I3.to("meta"), I3)),
        (TypeError, "'weight': expected a tensor on the device of 'x', cpu, found meta",
         lambda: gather_scatter(X, I3, I3, torch.ones(3, device="meta"))),
        (TypeError, "'indices': expected a tensor on the device of 'data', cpu, found meta",
         lambda: gather_nd(X.clone().requires_grad_(), I3[:, None].to("meta"))),
        (TypeError, "'updates': expected a tensor on the device of 'data', cpu, found meta",
         lambda: slice_scatter(X.clone().requires_grad_(), X.to("meta"), 0, 3)),
        (TypeError, "'indices': expected a tensor, numbers or an array, found NoneType",
         lambda: scatter_nd_update(X.clone().requires_grad_(), None, 1.0)),
        (TypeError, "'batch_dims': expected an integer, found 1.0",
         lambda: gather_nd(X.clone().requires_grad_(), I3[:, None], batch_dims=1.0)),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_illegal_calls(error, message, call):
    with pytest.raises(error) as info:
        call()
    assert type(info.value) is error and message in str(info.value)


@pytest.mark.parametrize("reduction", ["sum", "mean"])
def test_forward_mode(reduction):
    x, src, dst = torch.randn(4, 3, dtype=torch.float64), [0, 1, 3, 1, 2], [0, 2, 2, 0, 1]
    weight = torch.randn(5, dtype=torch.float64)

    def run(x, weight):
        return gather_scatter(x, src, dst, weight, size=3, reduction=reduction)

    arguments = [t.clone().requires_grad_() for t in (x, weight)]
    assert torch.autograd.gradcheck(run, arguments, check_forward_ad=True)
    forward = torch.func.jacfwd(run, argnums=(0, 1))(x, weight)
    reverse = torch.func.jacrev(run, argnums=(0, 1))(x, weight)
    for found, want in zip(forward, reverse):
        torch.testing.assert_close(found, want)


@pytest.mark.parametrize("reduction", ["min", "max", "prod"])
def test_no_forward_mode(reduction):
    def run(x):
        return gather_scatter(x, [0, 1], [0, 0], reduction=reduction)

    with pytest.raises(NotImplementedError, match="expected sum or mean in forward mode"):
        torch.func.jvp(run, (torch.ones(2, 2),), (torch.ones(2, 2),))


def test_args():
    x = torch.tensor([[1.0, 5.0], [7.0, 5.0], [0.0, 9.0]], requires_grad=True)
    src, dst = torch.tensor([0, 1, 2, 1]), torch.tensor([0, 0, 2, 2])
    want, edges = [[7.0, 5.0], [0.0, 0.0], [7.0, 9.0]], [[1, 0], [4, 4], [3, 2]]

    def run(x, dst=dst):
        return gather_scatter(x, src, dst, size=3, reduction="max", return_args=True)

    calls = (run, torch.compile(run, backend="aot_eager"), lambda x: run(x, prepare(dst, 3)))
    for call in calls:
        result, args = call(x)
        assert result.tolist() == want and args.tolist() == edges
        assert args.dtype == torch.int64 and not args.requires_grad
        (gradient,) = torch.autograd.grad(result.sum(), x)
        assert gradient.tolist() == [[0.0, 0.5], [2.0, 0.5], [0.0, 1.0]]
    results, args = torch.vmap(run)(torch.stack([x, -x]))
    assert args.tolist() == [edges, [[0, 0], [4, 4], [2, 3]]]
    with pytest.raises(ValueError, match="'return_args': expected a reduction min or max"):
        gather_scatter(x, src, dst, return_args=True)


@pytest.mark.parametrize("reduction", ["mean", "min", "max"])
def test_many_messages_of_low_precision(reduction):
    """Their numbers are exact: bf16 has no 257."""
    count = 4096
    x = torch.ones(count, 2, dtype=torch.bfloat16, requires_grad=True)
    dst = torch.zeros(count, dtype=torch.int64)
    result = gather_scatter(x, torch.arange(count), dst, size=1, reduction=reduction)
    (grad,) = torch.autograd.grad(result.sum(), x)
    assert grad.dtype == torch.bfloat16 and (grad == 1 / count).all()


@pytest.mark.parametrize("reduction", ["sum", "mean", "min", "max", "prod"])
@pytest.mark.parametrize("shape", [(2,), (2, 3), (2, 0)])
def test_gradients_without_edges(reduction, shape):
    x = torch.ones(shape, requires_grad=True)
    weight, none = torch.zeros(0, requires_grad=True), torch.zeros(0, dtype=torch.int64)
    result = gather_scatter(x, none, none, weight, reduction=reduction)
    of_x, of_weight = torch.autograd.grad(result.sum(), (x, weight))
    assert of_x.shape == shape and not of_x.any() and of_weight.shape == (0,)


@pytest.mark.parametrize("is_compiled", (False, True))
def test_nested_transforms(is_compiled):
    x, src, dst, weight = make_case(torch.float64)
    batch, indices = torch.stack([x, 2 * x]), torch.tensor([[1], [-2]])
    grad, vmap, functionalize = torch.func.grad, torch.func.vmap, torch.func.functionalize
    for function in (
        lambda x: gather_scatter(x, src, dst, weight, size=6).sin().sum(),
        lambda x: gather_scatter(x, src, dst, size=6, reduction="max").sin().sum(),
        lambda x: gather_nd(x, indices).sin().sum(),
    ):
        leaf = batch.clone().requires_grad_()
        (expected,) = torch.autograd.grad(function(leaf[0]) + function(leaf[1]), leaf)
        if is_compiled:
            calls = grad(function), vmap(grad(function))
            calls = [torch.compile(f, fullgraph=True, backend="aot_eager") for f in calls]
        else:
            calls = [functionalize(grad(function)), vmap(grad(functionalize(function)))]
            assert torch.equal(functionalize(function)(x), function(x))
        torch.testing.assert_close(calls[0](batch[0]), expected[0])
        torch.testing.assert_close(calls[1](batch), expected)
