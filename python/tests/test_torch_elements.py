# ===- test_torch_elements.py - updates along a dimension, without tuples ---===#

import pytest

torch = pytest.importorskip("torch")
st = pytest.importorskip("scatter_mlir.torch")

from scatter_mlir.torch import drop_in  # noqa: E402

DATA = torch.arange(24, dtype=torch.float64).reshape(4, 6) / 7 + 1
INDEX = torch.tensor([[0, 3, 3, 1, 2, 0], [3, 3, 0, 1, 1, 2], [0, 2, 3, 1, 0, 0]])
SRC = torch.arange(18, dtype=torch.float64).reshape(3, 6) / 5 + 2
FUNCTIONS = {
    "scatter": lambda module, x, i, s: module.scatter(x, 0, i, s),
    "scatter_add": lambda module, x, i, s: module.scatter_add(x, 0, i, s),
    "multiply": lambda module, x, i, s: module.scatter(x, 0, i, s, reduce="multiply"),
    "mean": lambda module, x, i, s: module.scatter_reduce(x, 0, i, s, "mean"),
    "prod of others": lambda module, x, i, s: module.scatter_reduce(
        x, 0, i, s, "prod", include_self=False
    ),
    "amax": lambda module, x, i, s: module.scatter_reduce(x, 0, i, s, "amax"),
    "index_add": lambda module, x, i, s: module.index_add(x, 1, i[0], s.repeat(2, 1)[:4]),
    "index_reduce": lambda module, x, i, s: module.index_reduce(
        x, 1, i[0], s.repeat(2, 1)[:4], "amin", include_self=False
    ),
}


def get_ops(function, *arguments):
    """The names of the ops in the graph of a compiled function."""
    names = []

    def backend(module, examples):
        names.extend(str(node.target) for node in module.graph.nodes)
        return module.forward

    torch.compile(function, backend=backend, fullgraph=True)(*arguments)
    return names


@pytest.mark.parametrize("name", FUNCTIONS)
def test_graphs_have_no_tuples(name):
    ops = get_ops(lambda *arguments: FUNCTIONS[name](drop_in, *arguments), DATA, INDEX, SRC)
    assert any("scatter_elements" in op for op in ops)
    assert not any("scatter_nd_update" in op or "stack" in op for op in ops)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("context", ["eager", "compiled", "grad"])
def test_gradients(name, context):
    function = FUNCTIONS[name]

    def loss(module, data, src):
        return (function(module, data, INDEX, src) ** 2).sum()

    def get_gradients(module, call):
        tensors = [tensor.clone().requires_grad_() for tensor in (DATA, SRC)]
        return torch.autograd.grad(call(module, *tensors), tensors)

    if name == "scatter":
        # PyTorch gives the gradient to all values that were written to one position.
        winner = torch.zeros(4, 6, dtype=torch.int64).scatter_reduce(
            0, INDEX, torch.arange(3)[:, None].expand(3, 6), "amax"
        )
        is_last = winner.gather(0, INDEX) == torch.arange(3)[:, None]
        expected = get_gradients(torch, loss)
        expected = expected[0], expected[1] * is_last
        torch_result = function(torch, DATA, INDEX, SRC)
        if not torch.equal(function(drop_in, DATA, INDEX, SRC), torch_result):
            pytest.skip("PyTorch has written duplicates in another order")
    elif name == "multiply":
        expected = get_gradients(
            torch, lambda _, x, s: (x.scatter_reduce(0, INDEX, s, "prod") ** 2).sum()
        )
    else:
        expected = get_gradients(torch, loss)
    if context == "grad":
        found = torch.func.grad(lambda x, s: loss(drop_in, x, s), (0, 1))(DATA, SRC)
    else:
        call = torch.compile(loss, backend="aot_eager") if context == "compiled" else loss
        found = get_gradients(drop_in, call)
    torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "index" not in name])
def test_vmap(name):
    batches = [torch.stack([each, each.flip(0)]) for each in (DATA, INDEX, SRC)]
    batched = torch.vmap(lambda *arguments: FUNCTIONS[name](drop_in, *arguments))(*batches)
    single = [FUNCTIONS[name](drop_in, *arguments) for arguments in zip(*batches)]
    torch.testing.assert_close(batched, torch.stack(single))


def test_vmap_of_some_arguments():
    batch = torch.stack([DATA, DATA + 1])
    vectors = torch.tensor([[0, 3, 1], [2, 2, 0]])
    for in_dims, arguments in (
        ((0, None, None), (batch, vectors[0], SRC)),
        ((None, 0, None), (DATA, vectors, SRC)),
        ((1, None, 2), (batch.movedim(0, 1), vectors[0], torch.stack([SRC, SRC * 2], -1))),
    ):
        results = [
            torch.vmap(lambda x, i, s, module=module: module.index_add(x, 0, i, s), in_dims)(
                *arguments
            )
            for module in (torch, drop_in)
        ]
        torch.testing.assert_close(results[1], results[0])


def test_a_sum_keeps_only_its_index():
    saved = []

    def pack(tensor):
        saved.append(tensor)
        return tensor

    src = SRC.clone().requires_grad_()
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        drop_in.scatter_add(DATA, 0, INDEX, src).sum().backward()
    assert [tensor.data_ptr() for tensor in saved] == [INDEX.data_ptr()]


def test_updates_in_place():
    data, src = DATA.clone(), SRC.clone().requires_grad_()
    pointer = data.data_ptr()
    result = drop_in.scatter_add_(data, 0, INDEX, src)
    assert result is data and data.data_ptr() == pointer
    result.sum().backward()
    assert src.grad.eq(1).all()
    compiled = torch.compile(
        lambda x, i, s: drop_in.scatter_reduce_(x, 0, i, s, "amax"), backend="aot_eager"
    )
    data = DATA.clone()
    assert compiled(data, INDEX, SRC).data_ptr() == data.data_ptr()
    assert torch.equal(data, DATA.scatter_reduce(0, INDEX, SRC, "amax"))
    leaf = DATA.clone().requires_grad_()
    with pytest.raises(RuntimeError, match="leaf Variable"):
        drop_in.scatter_add_(leaf, 0, INDEX, SRC)


@pytest.mark.parametrize("context", ["eager", "compiled", "vmap"])
def test_indices_out_of_bounds(context):
    wrong = INDEX.clone()
    wrong[1, 2] = 4
    src = SRC.clone().requires_grad_(context == "eager")

    def call(index):
        return drop_in.scatter_add(DATA, 0, index, src)

    run = {"eager": call, "compiled": torch.compile(call, backend="aot_eager")}
    run["vmap"] = lambda index: torch.vmap(call)(index[None])
    with pytest.raises((RuntimeError, IndexError), match="4"):
        run[context](wrong)


#: What PyTorch has kernels for.
DEFINED = [
    (dtype, name)
    for dtype in (torch.complex64, torch.complex128, torch.bool)
    for name in FUNCTIONS
    if not (dtype.is_complex and name in ("amax", "index_reduce"))
    and not (dtype == torch.bool and name in ("mean", "index_reduce"))
]


@pytest.mark.parametrize("dtype, name", DEFINED)
@pytest.mark.parametrize("is_permuted", (False, True))
def test_complex_numbers_and_truth_values(dtype, name, is_permuted):
    # Each case is compiled once more.
    torch._dynamo.reset()
    function = FUNCTIONS[name]
    generator = torch.Generator().manual_seed(3)

    def draw(shape):
        numbers = torch.randint(0, 2 if dtype == torch.bool else 4, shape, generator=generator)
        return numbers.to(dtype) * (1 + 2j) if dtype.is_complex else numbers.to(dtype)

    data, src = draw((4, 6)), draw((3, 6))
    if is_permuted:
        data = data.t().contiguous().t()
    if dtype.is_complex:
        src = src.conj()
    index = torch.stack([torch.randperm(4, generator=generator)[:3] for _ in range(6)], 1)
    expected = function(torch, data, index, src)
    torch.testing.assert_close(function(drop_in, data, index, src), expected)
    ops = get_ops(lambda *arguments: function(drop_in, *arguments), data, index, src)
    assert not any("scatter_nd_update" in op or "stack" in op for op in ops)
    compiled = torch.compile(lambda *a: function(drop_in, *a), backend="aot_eager")
    torch.testing.assert_close(compiled(data, index, src), expected)
    found = torch.vmap(lambda *a: function(drop_in, *a))(data[None], index[None], src[None])
    torch.testing.assert_close(found[0], expected)
    # PyTorch's scatter_reduce has no gradients of complex numbers.
    if not dtype.is_complex or name not in ("scatter", "scatter_add", "index_add"):
        return

    def get_gradients(module):
        leaves = [each.detach().clone().requires_grad_() for each in (data, src)]
        result = function(module, leaves[0], index, leaves[1])
        return torch.autograd.grad((result * (2 - 1j)).abs().sum(), leaves)

    torch.testing.assert_close(get_gradients(drop_in), get_gradients(torch))
