# ===- test_torch_gradients.py - gradients of the ops in PyTorch ----------===#

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import gradcheck, gradgradcheck

import scatter_mlir.torch as st

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]

#: Indices, the rank of the slots, options.
CASES = {
    "duplicates": ([[0], [2], [0], [-1]], {}),
    "unique": ([[0], [2], [1]], {"unique_indices": True}),
    "dropped": ([[0], [7], [0], [-9]], {"out_of_bounds": "drop"}),
    "clamped": ([[0], [7], [0], [-9]], {"out_of_bounds": "clamp"}),
    "rejected": (
        [[0], [-1], [3]],
        {"out_of_bounds": "drop", "negative_indices": "reject"},
    ),
    "elements": ([[0, 1], [2, 0], [0, -2]], {}),
    "all of data": (torch.zeros(3, 0, dtype=torch.int64), {}),
    "a grid of tuples": ([[[0], [1]], [[1], [1]]], {}),
    "none at all": (torch.zeros(0, 1, dtype=torch.int64), {}),
}


def make_tensor(shape, generator=torch.Generator().manual_seed(7)):
    tensor = torch.randn(shape, dtype=torch.float64, generator=generator)
    return (tensor + tensor.sign()).requires_grad_()


def update_copy(function, data, *arguments, **options):
    return function(data * 1, *arguments, **options)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("in_place", [False, True])
def test_gradients_of_both_orders(case, reduction, in_place):
    indices, options = CASES[case]
    indices = torch.as_tensor(indices)
    data = make_tensor((4, 2))
    updates = make_tensor((*indices.shape[:-1], *data.shape[indices.shape[-1] :]))

    def update(data, updates):
        options_ = {"reduction": reduction, **options}
        if in_place:
            return update_copy(
                st.scatter_nd_update_, data, indices, updates, **options_
            )
        return st.scatter_nd_update(data, indices, updates, **options_)

    assert gradcheck(update, (data, updates))
    assert gradgradcheck(update, (data, updates))


def test_broadcast_updates():
    data, row = make_tensor((4, 2)), make_tensor((2,))

    def update(data, row):
        return st.scatter_nd_update(data, [[0], [2], [0]], row, reduction="sum")

    assert gradcheck(update, (data, row))


@pytest.mark.parametrize("reduction", ["none", "sum", "sub", "prod"])
def test_complex_numbers(reduction):
    data = torch.complex(make_tensor((4, 2)), make_tensor((4, 2)).flip(0)).detach()
    updates = torch.complex(make_tensor((3, 2)), make_tensor((3, 2)).flip(0)).detach()
    tensors = data.requires_grad_(), updates.requires_grad_()
    indices = torch.tensor([[0], [2], [0]])

    def update(data, updates):
        return st.scatter_nd_update(data, indices, updates, reduction=reduction)

    assert gradcheck(update, tensors)
    assert gradgradcheck(update, tensors)


@pytest.mark.parametrize("zeros", [1, 2, 3])
def test_products_with_zeros(zeros):
    data, updates = make_tensor((4,)), make_tensor((5,)).detach()
    indices = torch.tensor([[1], [1], [0], [1], [1]])
    updates[[0, 3, 4][:zeros]] = 0

    def update(data, updates):
        return st.scatter_nd_update(data, indices, updates, reduction="prod")

    assert gradcheck(update, (data, updates.requires_grad_()))
    assert gradgradcheck(update, (data, updates))


def test_only_the_last_update_of_a_slot_has_a_gradient():
    updates = torch.ones(3, requires_grad=True)
    data = torch.ones(3, requires_grad=True)
    st.scatter_nd_update(data, [[0], [2], [0]], updates).sum().backward()
    assert updates.grad.tolist() == [0, 1, 1]
    assert data.grad.tolist() == [0, 1, 0]


@pytest.mark.parametrize("reduction, name", [("max", "amax"), ("min", "amin")])
def test_ties_share_gradients_as_in_pytorch(reduction, name):
    indices = torch.tensor([0, 0, 0, 2, 2])

    def make():
        return (
            torch.tensor([1.0, 2, 3], requires_grad=True),
            torch.tensor([1.0, 1, 1, 4, 4], requires_grad=True),
        )

    data, updates = make()
    result = st.scatter_nd_update(
        data, indices[:, None], updates, reduction=reduction
    )
    grad = torch.tensor([3.0, 5, 7])
    result.backward(grad)
    expected = make()
    torch.index_reduce(expected[0], 0, indices, expected[1], name).backward(grad)
    assert torch.equal(data.grad, expected[0].grad)
    assert torch.equal(updates.grad, expected[1].grad)


@pytest.mark.parametrize("reduce", ["amax", "amin"])
@pytest.mark.parametrize("include_self", [True, False])
def test_gradients_of_nan_as_in_pytorch(reduce, include_self):
    nan = float("nan")
    generator = torch.Generator().manual_seed(3)
    index = torch.randint(0, 6, (9,), generator=generator)
    for _ in range(20):
        values = [
            torch.randint(-2, 3, (count, 2), generator=generator, dtype=torch.float64)
            for count in (7, 9, 7)
        ]
        for each in values[:2]:
            each[torch.rand(each.shape, generator=generator) < 0.2] = nan
        *inputs, grad = values
        expanded = index[:, None].expand(9, 2)
        for call in (
            lambda m, x, u: m.index_reduce(x, 0, index, u, reduce, include_self=include_self),
            lambda m, x, u: m.scatter_reduce(x, 0, expanded, u, reduce, include_self=include_self),
        ):
            grads = []
            for module in torch, st:
                leaves = [each.clone().requires_grad_() for each in inputs]
                grads.append(torch.autograd.grad(call(module, *leaves), leaves, grad))
            torch.testing.assert_close(*grads, rtol=1e-15, atol=0, equal_nan=True)
        if not include_self:
            continue
        leaves = [each.clone().requires_grad_() for each in inputs]
        result = st.scatter_nd_update(leaves[0], index[:, None], leaves[1], reduction=reduce[1:])
        found = torch.autograd.grad(result, leaves, grad)
        torch.testing.assert_close(found, grads[0], rtol=1e-15, atol=0, equal_nan=True)
        pushed = [
            torch.func.jvp(lambda *each: call(module, *each), tuple(inputs), (grad, grad[index]))
            for module, call in (
                (torch, lambda m, x, u: m.scatter_reduce(x, 0, expanded, u, reduce)),
                (st, lambda m, x, u: m.scatter_nd_update(x, index[:, None], u, reduction=reduce[1:])),
            )
        ]
        torch.testing.assert_close(*pushed, rtol=1e-15, atol=0, equal_nan=True)


BOUNDS = [(1, 4, 2), (4, 0, -2), (None, None, -1), (3, 3, 1), ((1, 0), (3, 2), None)]


@pytest.mark.parametrize("bounds", BOUNDS, ids=str)
@pytest.mark.parametrize("in_place", [False, True])
def test_gradients_of_slices(bounds, in_place):
    data = make_tensor((5, 3))
    slices = [b if isinstance(b, tuple) else (b,) for b in bounds if b is not None]
    if len(bounds) == 3 and bounds[0] is None:
        slices = [(None,), (None,), (-1,)]
    index = tuple(slice(*entries) for entries in zip(*slices))
    shape = data.detach().numpy()[index].shape
    function = st.slice_scatter_ if in_place else st.slice_scatter

    def update(data, updates):
        return update_copy(function, data, updates, *bounds)

    assert gradcheck(update, (data, make_tensor(shape)))
    assert gradgradcheck(update, (data, make_tensor(shape)))


def test_views_in_place():
    base, updates = make_tensor((5, 3)), make_tensor((2, 3))

    def update(base, updates):
        copy = base * 1
        st.scatter_nd_update_(copy[1:], [[0], [3]], updates, reduction="sum")
        return copy

    assert gradcheck(update, (base, updates))


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_functional_gradients(reduction):
    data, updates = make_tensor((4, 2)), make_tensor((3, 2))
    indices = torch.tensor([[0], [2], [0]])

    def loss(data, updates):
        result = st.scatter_nd_update(data, indices, updates, reduction=reduction)
        return result.pow(2).sum()

    grads = torch.func.grad(loss, (0, 1))(data.detach(), updates.detach())
    expected = torch.autograd.grad(loss(data, updates), (data, updates))
    for grad, other in zip(grads, expected):
        assert torch.equal(grad, other)
    batch = torch.stack((data.detach(), updates.detach().sum() + data.detach()))
    grads = torch.vmap(torch.func.grad(loss), (0, None))(batch, updates.detach())
    for grad, data in zip(grads, batch):
        torch.testing.assert_close(grad, torch.func.grad(loss)(data, updates.detach()))


def find_last(names):
    """Which of the names are not named again later. None names nothing."""
    last = {name: number for number, name in enumerate(names)}
    return [name is not None and last[name] == n for n, name in enumerate(names)]


@pytest.mark.parametrize("rows, count", [(40, 3), (40, 30), (5, 30), (9, 9), (1, 4), (7, 1)])
@pytest.mark.parametrize("is_permuted", (False, True))
@pytest.mark.parametrize("policy", ("error", "drop"))
def test_the_last_update_gets_the_gradient(rows, count, is_permuted, policy):
    generator = torch.Generator().manual_seed(rows * count)
    indices = torch.randint(0, rows, (count, 1), generator=generator)
    if is_permuted:
        indices = torch.randperm(rows, generator=generator)[:count, None]
    if policy == "drop":
        indices[::3] += rows
    names = [int(row) if row < rows else None for row in indices]
    grad = torch.randn(rows, 3, generator=generator)
    data = torch.zeros(rows, 3, requires_grad=True)
    updates = torch.ones(len(names), 3, requires_grad=True)
    st.scatter_nd_update(data, indices, updates, out_of_bounds=policy).backward(grad)
    for name, is_last, found in zip(names, find_last(names), updates.grad):
        assert torch.equal(found, grad[name] if is_last else torch.zeros(3))
    named = [name for name in names if name is not None]
    assert torch.equal(data.grad, grad.index_fill(0, torch.tensor(named).long(), 0))


@pytest.mark.parametrize("sizes", [(40, 3), (40, 30), (5, 30), (9, 9), (1, 4)])
@pytest.mark.parametrize("dim", (0, 1, 2))
@pytest.mark.parametrize("is_permuted", (False, True))
@pytest.mark.parametrize("name", ("scatter", "index_copy"))
def test_the_last_element_and_slice_get_the_gradient(sizes, dim, is_permuted, name):
    size, count = sizes
    generator = torch.Generator().manual_seed(size * count)
    shape, others = [3, 2, 4], [3, 2, 4]
    shape[dim], others[dim] = size, min(count, size) if is_permuted else count
    if name == "index_copy":
        index = torch.randint(0, size, others[dim : dim + 1], generator=generator)
        if is_permuted:
            index = torch.randperm(size, generator=generator)[:count]
    else:
        others[(dim + 1) % 3] -= 1
        index = torch.randint(0, size, others, generator=generator)
        if is_permuted:
            noise = torch.rand([*others[:dim], size, *others[dim + 1 :]], generator=generator)
            index = noise.argsort(dim).narrow(dim, 0, others[dim])
    grad = torch.randn(shape, generator=generator)
    data = torch.zeros(shape, requires_grad=True)
    src = torch.ones(others, requires_grad=True)

    def call(data, src):
        return getattr(st, name)(data, dim, index, src)

    call(data, src).backward(grad)
    # Numbers show which update each element holds.
    numbers = torch.arange(1.0, src.numel() + 1).reshape(others)
    held = call(torch.zeros(shape), numbers)
    expected = torch.zeros(src.numel() + 1).index_put((held.long(),), grad)[1:]
    assert torch.equal(src.grad, expected.reshape(others))
    assert torch.equal(data.grad, grad.masked_fill(held > 0, 0))
    # Nested, and in batches.
    if size <= 9:
        src = src.detach().double().requires_grad_()
        data = data.detach().double().requires_grad_()
        assert gradgradcheck(lambda d, s: call(d * d, s * s), (data, src))
    grads = torch.stack([grad, -grad])
    _, pull = torch.func.vjp(call, data.detach().float(), src.detach().float())
    _, found = torch.vmap(pull)(grads)
    assert torch.equal(found[1], -expected.reshape(others))
