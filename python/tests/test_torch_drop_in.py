# ===- test_torch_drop_in.py - PyTorch's functions on top of the ops ------===#

import pytest

torch = pytest.importorskip("torch")
methods = pytest.importorskip(
    "torch.testing._internal.common_methods_invocations",
    exc_type=ImportError,
)

import scatter_mlir.torch as st
from scatter_mlir.torch import drop_in

FUNCTIONS = {name: getattr(drop_in, name) for name in drop_in.__all__[1:]}
OPS = [op for op in methods.op_db if op.name in FUNCTIONS]
assert len(OPS) >= 17
IN_PLACE = [op for op in OPS if op.inplace_variant]
assert len(IN_PLACE) >= 16


def get_id(op):
    return f"{op.name} {op.variant_test_name}".strip()


@pytest.mark.parametrize("op", OPS, ids=get_id)
def test_samples_of_pytorch(op):
    function = FUNCTIONS[op.name]
    dtypes = op.supported_dtypes("cpu") - {torch.complex32}
    assert len(dtypes) >= 8
    for dtype in dtypes:
        for sample in op.sample_inputs("cpu", dtype):
            expected = op(sample.input, *sample.args, **sample.kwargs)
            result = function(sample.input, *sample.args, **sample.kwargs)
            torch.testing.assert_close(result, expected, equal_nan=True)


@pytest.mark.parametrize("op", OPS, ids=get_id)
def test_gradients_of_samples_of_pytorch(op):
    function = FUNCTIONS[op.name]
    for sample in op.sample_inputs("cpu", torch.float64, requires_grad=True):
        arguments = (sample.input, *sample.args, *sample.kwargs.values())
        inputs = [
            value
            for value in arguments
            if isinstance(value, torch.Tensor) and value.requires_grad
        ]
        grads = []
        for call in (op, function):
            result = call(sample.input, *sample.args, **sample.kwargs)
            if not result.requires_grad:
                continue
            weights = torch.arange(result.numel(), dtype=result.dtype)
            loss = (result * weights.reshape(result.shape)).sum()
            grads.append(torch.autograd.grad(loss, inputs, allow_unused=True))
        if not grads:
            continue
        for expected, grad, value in zip(*grads, inputs):
            zeros = torch.zeros_like(value)
            torch.testing.assert_close(
                zeros if grad is None else grad,
                zeros if expected is None else expected,
                equal_nan=True,
            )


@pytest.mark.parametrize("op", IN_PLACE, ids=get_id)
def test_samples_in_place(op):
    function = FUNCTIONS[op.name + "_"]
    for dtype in (torch.float64, torch.int32, torch.complex64):
        if dtype not in op.supported_dtypes("cpu"):
            continue
        for sample in op.sample_inputs("cpu", dtype):
            data, expected = sample.input.clone(), sample.input.clone()
            arguments = sample.args, sample.kwargs
            if op.name == "masked_scatter" and sample.broadcasts_input:
                continue
            op.inplace_variant(expected, *arguments[0], **arguments[1])
            version = data._version
            assert function(data, *arguments[0], **arguments[1]) is data
            assert data._version > version or not sample.args[1].numel()
            torch.testing.assert_close(data, expected, equal_nan=True)


def get_weighted_sum(result):
    weights = torch.arange(result.numel(), dtype=torch.float64).reshape(result.shape)
    return (result * result.detach().cos() * weights + result**2).sum()


def get_differentiable(sample):
    arguments = (sample.input, *sample.args, *sample.kwargs.values())
    return [
        value
        for value in arguments
        if isinstance(value, torch.Tensor) and value.requires_grad
    ]


@pytest.mark.parametrize("op", IN_PLACE, ids=get_id)
def test_gradients_in_place_and_of_second_order(op):
    function = FUNCTIONS[op.name + "_"]
    checked = 0
    for sample in op.sample_inputs("cpu", torch.float64, requires_grad=True):
        inputs = get_differentiable(sample)
        if op.name == "masked_scatter" and sample.broadcasts_input:
            continue
        outcomes = []
        for call in (op.inplace_variant, function):
            data = sample.input * 1
            call(data, *sample.args, **sample.kwargs)
            if not data.requires_grad:
                continue
            try:
                grads = torch.autograd.grad(
                    get_weighted_sum(data), inputs, create_graph=True, allow_unused=True
                )
            except RuntimeError as error:
                assert "not implemented" in str(error) and call is not function
                break
            grads = [g if g is not None else torch.zeros_like(i) for g, i in zip(grads, inputs)]
            total = sum((grad**2).sum() for grad in grads)
            if not total.requires_grad:
                total = total + 0 * sum(value.sum() for value in inputs)
            second = torch.autograd.grad(total, inputs, allow_unused=True)
            outcomes.append((grads, second))
        if len(outcomes) < 2:
            continue
        checked += 1
        (grads, second), (found, found_second) = outcomes
        torch.testing.assert_close(found, grads, equal_nan=True)
        for expected, grad, value in zip(second, found_second, inputs):
            zeros = torch.zeros_like(value)
            torch.testing.assert_close(
                zeros if grad is None else grad, zeros if expected is None else expected
            )
    has_none = op.name == "scatter" and "reduce" in op.variant_test_name
    assert checked or has_none


def test_complex32_is_a_type_error():
    data = torch.zeros(3, dtype=torch.complex32)
    with pytest.raises(TypeError, match="unsupported element type complex32"):
        st.index_add(data, 0, torch.tensor([1]), data[:1])


DATA, ROWS = torch.zeros(3, 2), torch.ones(2, 2)
BAD = torch.tensor([0, 3])


@pytest.mark.parametrize(
    "call",
    [
        lambda: st.index_put(DATA, (BAD,), ROWS),
        lambda: st.index_put(DATA, (-BAD - 1,), ROWS),
        lambda: st.index_add(DATA, 0, BAD, ROWS),
        lambda: st.index_add(DATA, 0, -BAD, ROWS),
        lambda: st.index_reduce(DATA, 0, BAD, ROWS, "prod"),
        lambda: st.scatter_reduce(DATA, 0, BAD[:, None], ROWS, "sum"),
        lambda: st.scatter_reduce(DATA, 0, -BAD[:, None], ROWS, "sum"),
    ],
)
def test_an_index_out_of_bounds_is_an_index_error(call):
    with pytest.raises(IndexError, match="expected an index"):
        call()


@pytest.mark.parametrize(
    "match, call",
    [
        ("element type of 'input'", lambda: st.index_add(DATA, 0, BAD, ROWS.double())),
        ("expected the shape", lambda: st.index_add(DATA, 0, BAD[:1], ROWS)),
        ("expected one of", lambda: st.index_reduce(DATA, 0, BAD, ROWS, "sum")),
        ("positive step", lambda: drop_in.slice_scatter(DATA, DATA, step=0)),
    ],
)
def test_wrong_arguments_are_runtime_errors_as_in_pytorch(match, call):
    with pytest.raises(RuntimeError, match=match):
        call()


MASK = torch.tensor([True, False, True])


@pytest.mark.parametrize(
    "mask",
    [
        [True, True],
        [True, True, True, False],
        [[True, True, True]],
        [[True, True], [True, True]],
        [],
        torch.tensor([1, 0], dtype=torch.uint8),
    ],
)
def test_masks_of_another_shape_are_index_errors_as_in_pytorch(mask):
    mask = torch.as_tensor(mask, dtype=getattr(mask, "dtype", torch.bool))
    for values in (torch.tensor(1.0), torch.ones(1, 2)):
        for function in (torch.index_put, st.index_put):
            with pytest.raises(IndexError):
                function(DATA, (mask,), values)
    with pytest.raises(IndexError, match="'indices': expected a mask of the shape"):
        st.index_put(DATA, (mask,), ROWS)


def test_a_mask_of_rank_0_selects_all_or_nothing():
    for value in (True, False):
        result = st.index_put(DATA, (torch.tensor(value),), torch.tensor(2.0))
        assert torch.equal(result, torch.full_like(DATA, 2.0 * value))


def test_a_number_goes_where_a_mask_is_true_whatever_its_type():
    result = st.index_put(DATA, (MASK,), torch.tensor(3))
    assert result.tolist() == [[3, 3], [0, 0], [3, 3]]


@pytest.mark.parametrize(
    "call",
    [
        lambda m: m.index_add(DATA, 0, torch.tensor([0, 1]), torch.ones(2, 1)),
        lambda m: m.index_add(DATA, 0, torch.tensor([0, 1]), torch.ones(1, 2)),
        lambda m: m.index_reduce(DATA, 0, BAD[:1], torch.ones(1, 1), "amax"),
        lambda m: m.slice_scatter(DATA, torch.ones(1, 2), 0, 0, 2),
        lambda m: m.slice_scatter(DATA, torch.ones(2), 0, 0, 2),
        lambda m: m.slice_scatter(DATA, torch.tensor(1.0), 0, 0, 2),
        lambda m: m.slice_scatter(DATA, torch.ones(1, 2, 2), 0, 0, 2),
    ],
)
def test_sources_are_not_broadcast(call):
    for module in (torch, drop_in):
        with pytest.raises(RuntimeError):
            call(module)


@pytest.mark.parametrize("value", (1 + 1j, 2j, 1 + 0j, 0j))
@pytest.mark.parametrize("dtype", (torch.bool, torch.int64, torch.float32, torch.cfloat))
@pytest.mark.parametrize("name", ("scatter", "scatter_", "index_fill", "index_fill_"))
def test_complex_numbers(name, dtype, value):
    def call(module):
        data = torch.tensor([0, 1]).to(dtype)
        try:
            return getattr(module, name)(data, 0, torch.tensor([0]), value)
        except RuntimeError:
            return None

    theirs = torch.Tensor if name.endswith("_") else torch
    expected, found = call(theirs), call(drop_in)
    assert (expected is None) == (found is None)
    assert expected is None or torch.equal(found, expected)


def test_conjugate_views_and_other_types():
    values = torch.tensor([1 + 2j, 3j]).conj()
    index = torch.tensor([0, 2])
    for module in (torch, drop_in):
        result = module.index_put(torch.zeros(3, dtype=torch.cfloat), (index,), values)
        assert result.tolist() == [1 - 2j, 0, -3j]
        result = module.slice_scatter(DATA, torch.ones(2, 2, dtype=torch.int64), 0, 0, 2)
        assert result.tolist() == [[1, 1], [1, 1], [0, 0]]
        numbers = torch.zeros(3, dtype=torch.int64)
        result = module.index_add(numbers, 0, index, torch.ones_like(index), alpha=2.5)
        assert result.tolist() == [2, 0, 2]


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin", "max", "min"])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("dim", [0, 1])
def test_an_expanded_index_updates_slices(reduce, include_self, dim):
    generator = torch.Generator().manual_seed(3)
    data = torch.rand(5, 4, 5, generator=generator, dtype=torch.float64)
    shape = [3, 3, 5]
    index = torch.tensor([1, 3, 1]).reshape(-1, 1, 1).movedim(0, dim).expand(shape)
    source = torch.rand(shape, generator=generator, dtype=torch.float64)
    for tensors in ((index, source), (index[..., :2], source), (index.contiguous(), source)):
        arguments = (data, dim, *tensors, reduce)
        expected = torch.scatter_reduce(*arguments, include_self=include_self)
        found = st.scatter_reduce(*arguments, include_self=include_self)
        torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("dim", [0, -1])
def test_many_slices_without_self(reduce, dim):
    generator = torch.Generator().manual_seed(4)
    data, source = (torch.rand(9, size, generator=generator) for size in (9000, 36_000))
    data, source = (data, source) if dim else (data.T, source.T)
    index = torch.randint(0, 4500, (36_000,), generator=generator)
    full = index.reshape([1, -1] if dim else [-1, 1]).expand(source.shape)
    arguments = data, dim, full, source, reduce
    expected = torch.scatter_reduce(*arguments, include_self=False)
    found = st.scatter_reduce(*arguments, include_self=False)
    torch.testing.assert_close(found, expected)
    if reduce != "sum":
        found = st.index_reduce(data, dim, index, source, reduce, include_self=False)
        torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("name", ["index_reduce", "scatter_reduce"])
@pytest.mark.parametrize("reduce", ["sum", "prod", "mean", "amax", "amin"])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.filterwarnings("ignore:index_reduce")
def test_gradients_of_ties(name, reduce, include_self):
    if name == "index_reduce" and reduce == "sum":
        pytest.skip("is index_add")
    generator = torch.Generator().manual_seed(5)

    def draw(shape, high=3):
        return torch.randint(0, high, shape, generator=generator)

    for number in range(60):
        shape = [int(size) + 1 for size in draw([1 + number % 3], 4)]
        dim = number % len(shape)
        sizes = [*shape[:dim], number % 7, *shape[dim + 1 :]]
        data = draw(shape).double().requires_grad_()
        source = draw(sizes).double().requires_grad_()
        index = draw(sizes if name == "scatter_reduce" else sizes[dim : dim + 1], shape[dim])
        weight = draw(shape, 9).double()
        grads = []
        for function in (
            getattr(torch, name),
            getattr(st, name),
            lambda x, *others, **options: getattr(st, name + "_")(x * 1, *others, **options),
        ):
            result = function(data, dim, index, source, reduce, include_self=include_self)
            loss = (result * weight).sum()
            grads.append((result, *torch.autograd.grad(loss, (data, source))))

        def run(data, source):
            call = getattr(st, name)
            result = call(data, dim, index, source, reduce, include_self=include_self)
            return (result * weight).sum()

        transformed = torch.func.grad(run, (0, 1))(data.detach(), source.detach())
        grads.append((grads[0][0], *transformed))
        for others in grads[1:]:
            torch.testing.assert_close(others, grads[0])


@pytest.mark.parametrize("is_expanded", [True, False])
def test_an_index_takes_no_memory_for_tuples(monkeypatch, is_expanded):
    def fail(*arguments, **options):
        raise AssertionError

    monkeypatch.setattr(drop_in._update, "scatter_nd_update", fail)
    monkeypatch.setattr(drop_in._update, "scatter_nd_update_", fail)
    index = torch.arange(6)[:, None].expand(6, 8)
    index = index if is_expanded else index.contiguous()
    arguments = torch.zeros(6, 8), 0, index, torch.ones(6, 8)
    assert st.scatter_reduce(*arguments, "mean").eq(0.5).all()
    assert st.scatter_add_(*arguments).eq(1).all()
    assert st.scatter_reduce(*arguments, "amin", include_self=False).eq(1).all()


def test_the_last_duplicate_wins():
    index, values = torch.tensor([1, 1, 1]), torch.tensor([3.0, 4, 5])
    assert st.index_put(torch.zeros(2), (index,), values).tolist() == [0, 5]


def test_compile():
    torch._dynamo.reset()

    def update(data, index, rows):
        data = st.index_add(data, 0, index, rows, alpha=2)
        data = st.index_put(data, (index, index), rows[:, 0])
        data = st.index_reduce(data, 0, index, rows, "mean", include_self=False)
        data = st.scatter_reduce(data, 1, index[:, None], rows, "amax")
        return drop_in.slice_scatter(data, rows, 0, 1, 3)

    tensors = torch.ones(4, 2), torch.tensor([0, 1]), torch.rand(2, 2)

    def reference(data, index, rows):
        data = torch.index_add(data, 0, index, rows, alpha=2)
        data = torch.index_put(data, (index, index), rows[:, 0])
        data = torch.index_reduce(data, 0, index, rows, "mean", include_self=False)
        data = torch.scatter_reduce(data, 1, index[:, None], rows, "amax")
        return torch.slice_scatter(data, rows, 0, 1, 3)

    compiled = torch.compile(update, fullgraph=True, backend="aot_eager")
    assert torch.equal(compiled(*tensors), reference(*tensors))
    assert torch.equal(update(*tensors), reference(*tensors))


def test_strides_of_results():
    i, o = torch.tensor([0, 2]), torch.ones(2, 4, 2)
    e, p = torch.zeros(1, 4, 2, dtype=torch.long), torch.ones(1, 4, 2)
    mask = torch.ones(3, 4, 2, dtype=torch.bool)
    calls = [
        lambda m, x: m.index_put(x, (i,), o),
        lambda m, x: m.index_add(x, 0, i, o),
        lambda m, x: m.index_copy(x, 0, i, o),
        lambda m, x: m.index_fill(x, 0, i, 1.0),
        lambda m, x: m.index_reduce(x, 0, i, o, "amax"),
        lambda m, x: m.masked_scatter(x, mask, torch.zeros(24)),
        lambda m, x: m.scatter_add(x, 0, e, p),
        lambda m, x: m.scatter(x, 0, e, 1.0),
        lambda m, x: m.scatter_reduce(x, 0, e, p, "amax"),
    ]
    for x in (
        torch.arange(6.0).reshape(3, 1, 2).expand(3, 4, 2),
        torch.arange(8.0).reshape(1, 4, 2).expand(3, 4, 2),
        torch.arange(24.0).reshape(2, 4, 3).permute(2, 1, 0),
        torch.arange(192.0).reshape(6, 8, 4)[::2, ::2, ::2],
    ):
        for call in calls:
            expected, found = call(torch, x), call(drop_in, x)
            assert torch.equal(expected, found)
            assert expected.stride() == found.stride()


@pytest.mark.parametrize("shape, dim", [((3, 0), 0), ((0, 1, 2), 0), ((0,), 0), ((2, 0, 3), 2), ((2, 0, 3), 1)])
def test_bad_indices_of_no_elements(shape, dim):
    """PyTorch looks at some of them only."""
    x, index, sizes = torch.zeros(shape), torch.tensor([9]), list(shape)
    sizes[dim] = 1
    src, full = torch.ones(sizes), torch.full(sizes, 9)
    for call in (
        lambda m: m.index_add(x, dim, index, src),
        lambda m: m.index_copy(x, dim, index, src),
        lambda m: m.index_fill(x, dim, index, 1.0),
        lambda m: m.index_reduce(x, dim, index, src, "amax"),
        lambda m: m.index_reduce(x, dim, index, src, "amax", include_self=False),
        lambda m: m.scatter(x, dim, full, src),
        lambda m: m.scatter_add(x, dim, full, src),
        lambda m: m.scatter_reduce(x, dim, full, src, "mean", include_self=False),
        lambda m: m.index_put(x, (index,), torch.tensor(1.0)),
        lambda m: m.index_put(x, (index,), torch.tensor(1.0), True),
    ):
        outcomes = []
        for module in (torch, drop_in):
            try:
                outcomes.append(call(module).shape)
            except (IndexError, RuntimeError):
                outcomes.append("refused")
        assert outcomes[0] == outcomes[1]
