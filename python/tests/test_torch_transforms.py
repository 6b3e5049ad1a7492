# ===- test_torch_transforms.py - forward mode and nested transforms --------===#

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import forward_ad, gradcheck, gradgradcheck

import scatter_mlir.torch as st

func = torch.func
REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]
INDICES = torch.tensor([[0], [2], [0]])


def make_tensors(seed=3):
    generator = torch.Generator().manual_seed(seed)
    shapes = (4, 2), (3, 2)
    return [torch.rand(s, generator=generator, dtype=torch.float64) + 0.5 for s in shapes]


def make_update(reduction, is_in_place, **options):
    options = {"reduction": reduction, **options}

    def update(data, updates):
        if is_in_place:
            data = data * 1
            return st.scatter_nd_update_(data, INDICES, updates, **options)
        return st.scatter_nd_update(data, INDICES, updates, **options)

    return update


def slice_update(data, updates):
    return st.slice_scatter(data, updates[:, :1], (3, 0), (0, None), (-1, 2), (0, 1))


def slice_update_in_place(data, updates):
    return st.slice_scatter_(data * 1, updates[:2], 1, 4, 2)


UPDATES = [
    pytest.param(make_update(reduction, is_in_place), id=f"{reduction}-{is_in_place}")
    for reduction in REDUCTIONS
    for is_in_place in (False, True)
]
UPDATES += [slice_update, slice_update_in_place, make_update("prod", False, unique_indices=True)]


@pytest.mark.parametrize("update", UPDATES[:-1])
def test_forward_mode(update):
    tensors = [tensor.requires_grad_() for tensor in make_tensors()]
    assert gradcheck(update, tensors, check_forward_ad=True)
    assert gradgradcheck(update, tensors, check_fwd_over_rev=True)


@pytest.mark.parametrize("update", UPDATES[:-1])
def test_jacobians_agree(update):
    tensors = make_tensors()
    expected = func.jacrev(update, (0, 1))(*tensors)
    torch.testing.assert_close(func.jacfwd(update, (0, 1))(*tensors), expected)

    def loss(data, updates):
        return (update(data, updates) ** 3).sum()

    expected = func.jacrev(func.jacrev(loss, 1), 1)(*tensors)
    torch.testing.assert_close(func.hessian(loss, 1)(*tensors), expected)
    torch.testing.assert_close(func.jacrev(func.jacfwd(loss, 1), 1)(*tensors), expected)


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_nested_forward_mode(reduction):
    update = make_update(reduction, False)
    tensors = make_tensors()

    def loss(data, updates):
        return (update(data, updates) ** 3).sum()

    hessian = func.jacfwd(func.jacfwd(loss, 1), 1)
    if reduction == "prod":
        with pytest.raises(NotImplementedError, match="use torch.func.jacrev"):
            hessian(*tensors)
        return
    torch.testing.assert_close(hessian(*tensors), func.hessian(loss, 1)(*tensors))


def test_a_single_tangent():
    data, rows = make_tensors()
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(rows, torch.ones_like(rows))
        for result in (
            st.scatter_nd_update(data, INDICES, dual, reduction="sum"),
            st.index_add(data, 0, INDICES[:, 0], dual),
            st.index_add_(data.clone(), 0, INDICES[:, 0], dual),
        ):
            tangent = forward_ad.unpack_dual(result).tangent
            assert tangent.tolist() == [[2, 2], [0, 0], [1, 1], [0, 0]]
        # Without a tangent there is none in the result.
        plain = st.index_add(data, 0, INDICES[:, 0], rows)
        tangent = forward_ad.unpack_dual(plain).tangent
        assert tangent is None or not tangent.any()


def make_loss(module):
    data = make_tensors()[0]

    def loss(rows):
        result = module.index_add(data * 1, 0, INDICES[:, 0], rows * 2)
        index = INDICES.expand(3, 2)
        result = module.scatter_reduce(result, 0, index, rows, "prod")
        return (result**2).sum()

    return loss


def call_both(transform):
    """The results of a transform of the function of ours and of PyTorch."""
    rows = make_tensors()[1]
    torch._dynamo.reset()
    return [transform(make_loss(module), rows) for module in (st, torch)]


TRANSFORMS = {
    "grad": lambda f, rows: func.grad(f)(rows),
    "grad of grad": lambda f, rows: func.jacrev(func.grad(f))(rows),
    "grad of vmap": lambda f, rows: func.grad(
        lambda rows: func.vmap(f)(torch.stack([rows, rows * 2])).sum()
    )(rows),
}


@pytest.mark.parametrize("name", TRANSFORMS)
def test_transforms(name):
    found, expected = call_both(TRANSFORMS[name])
    torch.testing.assert_close(found, expected)


COMPILED = {
    "compiled grad": lambda f, rows, c: c(func.grad(f))(rows),
    "compiled grad of grad": lambda f, rows, c: c(func.jacrev(func.grad(f)))(rows),
    "grad of a compiled function": lambda f, rows, c: func.grad(c(f))(rows),
    "vmap of a compiled function": lambda f, rows, c: func.vmap(c(f))(
        torch.stack([rows, rows * 2])
    ),
}


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
@pytest.mark.parametrize("name", COMPILED)
def test_transforms_and_compiled_functions(name, backend):
    def compile(function):
        return torch.compile(function, backend=backend)

    found, expected = call_both(lambda f, rows: COMPILED[name](f, rows, compile))
    torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_vmap_of_grad_with_torch_compile(backend):
    rows = make_tensors()[1]
    batch = torch.stack([rows, rows * 2])
    loss = make_loss(st)
    expected = torch.stack([func.grad(loss)(each) for each in batch])
    for call in (
        torch.compile(func.vmap(func.grad(loss)), backend=backend),
        func.vmap(func.grad(torch.compile(loss, backend=backend))),
    ):
        torch._dynamo.reset()
        torch.testing.assert_close(call(batch), expected)


#: The class of the error, and a call that raises it.
ERRORS = {
    "a shape": (ValueError, lambda x, i, u: st.scatter_nd_update(x, i, u[:2])),
    "a shape in place": (ValueError, lambda x, i, u: st.scatter_nd_update_(x, i, u[:2])),
    "the components": (ValueError, lambda x, i, u: st.scatter_nd_update(x, i.expand(3, 3), u)),
    "a type": (TypeError, lambda x, i, u: st.scatter_nd_update(x, i, u.double())),
    "a slice": (ValueError, lambda x, i, u: st.slice_scatter(x, u, 0, 2)),
    "a source": (RuntimeError, lambda x, i, u: st.index_add(x, 0, i[:, 0], u[:2])),
    "an index": (IndexError, lambda x, i, u: st.index_add(x, 2, i[:, 0], u)),
}


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", ERRORS)
def test_errors_keep_their_class_in_compiled_functions(name, dynamic):
    torch._dynamo.reset()
    kind, call = ERRORS[name]
    tensors = torch.zeros(4, 2), INDICES, torch.ones(3, 2)

    def handle(x, i, u):
        try:
            return call(x, i, u)
        except kind:
            return x - 1

    compiled = torch.compile(handle, backend="eager", fullgraph=True, dynamic=dynamic)
    assert torch.equal(compiled(*tensors), tensors[0] - 1)
    with pytest.raises(kind):
        torch.compile(call, backend="eager", dynamic=dynamic)(*tensors)
