# ===- test_torch_ops.py - the ops in PyTorch's dispatcher ----------------===#

import functools
import itertools

import numpy as np
import pytest

import scatter_mlir

torch = pytest.importorskip("torch")

import scatter_mlir.torch as st

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]
INDICES = torch.tensor([[0], [2], [0], [-1]])


def make_updates(rank=2, dtype=torch.float32):
    return (torch.arange(4 * 3) + 2).reshape(4, 3).to(dtype)


def make_data(dtype=torch.float32):
    return torch.arange(15).reshape(5, 3).to(dtype)


def call_in_place(function, data, *arguments, **options):
    data = data.clone()
    assert function(data, *arguments, **options) is data
    return data




@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_ops_and_functions_agree_with_the_package(reduction):
    data, updates = make_data(), make_updates()
    options = {"reduction": reduction, "unique_indices": False, "threads": 2}
    expected = scatter_mlir.scatter_nd_update(data, INDICES, updates, **options)
    ops = torch.ops.scatter_mlir
    for result in (
        st.scatter_nd_update(data, INDICES, updates, **options),
        call_in_place(st.scatter_nd_update_, data, INDICES, updates, **options),
        ops.scatter_nd_update(data, INDICES, updates, **options),
        st.scatter_nd_update(data.requires_grad_(), INDICES, updates, **options),
    ):
        assert torch.equal(result, expected)
    copy = data.detach().clone()
    assert ops.scatter_nd_update_(copy, INDICES, updates, **options) is None
    assert torch.equal(copy, expected)


SLICES = [
    (1, 4, 2, None),
    (4, 0, -2, 0),
    (None, None, -1, 1),
    ((1, None), (None, 2), None, None),
    ((-1, 0), (2**70, 3), (1, 2), (1, 0)),
    ((), (), None, None),
]


@pytest.mark.parametrize("start, stop, step, axes", SLICES)
def test_slices_agree_with_the_package(start, stop, step, axes):
    data = make_data()
    bounds = start, stop, step, axes
    expected = scatter_mlir.slice_scatter(data, 7, *bounds)
    recording = data.clone().requires_grad_()
    for result in (
        st.slice_scatter(data, torch.tensor(7.0), *bounds),
        call_in_place(st.slice_scatter_, data, torch.tensor(7.0), *bounds),
        st.slice_scatter(recording, 7, *bounds),
        call_in_place(st.slice_scatter_, recording, 7, *bounds),
    ):
        assert torch.equal(result, expected)


@pytest.mark.parametrize("make", [lambda d: d, lambda d: d.T.contiguous().T])
def test_results_are_laid_out_as_data_is(make):
    data = make(make_data())
    for result in (
        st.scatter_nd_update(data, INDICES, make_updates()),
        torch.ops.scatter_mlir.scatter_nd_update(data, INDICES, make_updates()),
    ):
        assert result.stride() == data.stride()


def test_updates_are_broadcast_and_converted():
    data = make_data()
    for start in (data, data.clone().requires_grad_()):
        result = st.scatter_nd_update(start, [[0], [2]], 7)
        assert result[[0, 2]].eq(7).all() and torch.equal(result[1], data[1])
        row = torch.tensor([1.0, 2, 3])
        assert torch.equal(st.scatter_nd_update(start, [[0], [2]], row)[2], row)


WRITERS = {
    "nd": lambda d: st.scatter_nd_update_(d, INDICES, make_updates()),
    "slice": lambda d: st.slice_scatter_(d, torch.ones(1, 3), 1, 2),
    "nd op": lambda d: torch.ops.scatter_mlir.scatter_nd_update_(
        d, INDICES, make_updates()
    ),
    "slice op": lambda d: torch.ops.scatter_mlir.slice_scatter_(
        d, torch.ones(1, 3), [1], [2], [1], [0]
    ),
}


@pytest.mark.parametrize("writer", WRITERS)
def test_writes_are_counted(writer):
    w, x = torch.ones(5, 3), torch.ones(5, 3, requires_grad=True)
    before = w._version
    y = (x * w).sum()
    WRITERS[writer](w)
    assert w._version > before
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@pytest.mark.parametrize("writer", WRITERS)
def test_leaves_that_record_gradients_are_not_written(writer):
    data = torch.zeros(5, 3, requires_grad=True)
    with pytest.raises(RuntimeError, match="leaf Variable"):
        WRITERS[writer](data)
    assert data.eq(0).all()
    with torch.no_grad():
        WRITERS[writer](data)
    assert not data.eq(0).all()


#: Two that are valid and one that int64 cannot hold.
UNSIGNED = torch.tensor([[1], [0], [1 << 62]], dtype=torch.int64).to(torch.uint64) * 2


def update_unsigned(data, updates, indices=UNSIGNED, out_of_bounds="drop"):
    return st.scatter_nd_update(
        data, indices, updates, reduction="sum", out_of_bounds=out_of_bounds
    )


@pytest.mark.parametrize("out_of_bounds, last", [("drop", 0), ("clamp", 1)])
@pytest.mark.parametrize("backend", [None, "aot_eager", "inductor"])
def test_unsigned_indices_of_64_bits(out_of_bounds, last, backend):
    function = functools.partial(update_unsigned, out_of_bounds=out_of_bounds)
    if backend:
        torch._dynamo.reset()
        function = torch.compile(function, fullgraph=True, backend=backend)
    data = torch.zeros(5, requires_grad=True)
    updates = torch.tensor([1.0, 2, 4], requires_grad=True)
    result = function(data, updates)
    assert result.tolist() == [2, 0, 1, 0, 4 * last]
    (result * torch.arange(5)).sum().backward()
    assert updates.grad.tolist() == [2, 0, 4 * last]
    assert function(data.detach(), updates.detach()).equal(result)
    with pytest.raises(IndexError, match="found 9223372036854775808"):
        update_unsigned(data, updates, out_of_bounds="error")


def test_unsigned_indices_of_64_bits_under_vmap():
    data, updates = torch.zeros(2, 5), torch.ones(3)
    result = torch.vmap(update_unsigned, (0, None))(data, updates)
    assert result.tolist() == [[1, 0, 1, 0, 0]] * 2


def convert(data, indices, updates, in_place=False):
    """Calls what converts arguments: the op, not the function."""
    ops = torch.ops.scatter_mlir
    if not in_place:
        return ops.scatter_nd_update(data, indices, updates, reduction="sum")
    data = data.clone()
    ops.scatter_nd_update_(data, indices, updates, reduction="sum")
    return data


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("records", [False, True])
@pytest.mark.parametrize("shape", [(), (1,), (3,), (4, 1), (1, 1, 4, 3)], ids=str)
def test_ops_convert_tensors(in_place, records, shape):
    indices, updates = INDICES.to(torch.int8), torch.full(shape, 2.0)
    expected = make_data().index_add(0, INDICES[:, 0] % 5, torch.full((4, 3), 2.0))

    def make():
        return make_data(), indices, updates.clone().requires_grad_(records)

    run = functools.partial(convert, in_place=in_place)
    assert run(*make()).equal(expected)
    with torch.inference_mode():
        assert run(make_data(), indices, updates).equal(expected)
    tensors = [torch.stack([tensor, tensor]) for tensor in make()]
    assert torch.vmap(run)(*tensors).equal(torch.stack([expected, expected]))
    torch._dynamo.reset()
    compiled = torch.compile(run, fullgraph=True, backend="aot_eager")
    tensors = make()
    result = compiled(*tensors)
    assert result.equal(expected)
    if records:
        result.sum().backward()
        assert tensors[2].grad.sum() == 12


def test_wrong_options_are_errors_when_a_function_is_compiled():
    def run(data, **options):
        return st.scatter_nd_update(data, INDICES, make_updates(), **options)

    compiled = torch.compile(run, fullgraph=True, backend="aot_eager")
    for options in ({"reduction": "mul"}, {"threads": 0}):
        name, value = next(iter(options.items()))
        with pytest.raises(Exception, match=f"'{name}': expected .* found {value!r}"):
            compiled(make_data(), **options)


def test_inference_mode():
    with torch.inference_mode():
        data = torch.zeros(3)
        assert st.scatter_nd_update_(data, [[1]], [7.0]) is data
        assert st.slice_scatter(data, [5.0], 0, 1).tolist() == [5, 7, 0]


def test_tensors_without_memory():
    data, updates = make_data().to("meta"), make_updates().to("meta")
    result = st.scatter_nd_update(data, INDICES.to("meta"), updates)
    assert result.is_meta and result.shape == data.shape
    assert st.slice_scatter_(data, updates, 0, 4) is data
    with torch._subclasses.FakeTensorMode():
        assert st.slice_scatter(torch.ones(4, 2), 1.0, 0, 2).shape == (4, 2)


BAD = torch.tensor([[0], [9]])


def call_compiled(data, indices, updates):
    compiled = torch.compile(st.scatter_nd_update, fullgraph=True, backend="aot_eager")
    return compiled(data, indices, updates)


@pytest.mark.parametrize(
    "call",
    [
        st.scatter_nd_update,
        st.scatter_nd_update_,
        torch.ops.scatter_mlir.scatter_nd_update,
        torch.ops.scatter_mlir.scatter_nd_update_,
        lambda d, i, u: st.scatter_nd_update(d, i, u.requires_grad_()),
        lambda d, i, u: torch.vmap(st.scatter_nd_update)(d[None], i[None], u[None]),
        call_compiled,
    ],
)
def test_an_index_out_of_bounds_is_an_index_error(call):
    data = torch.zeros(5, 3)
    with pytest.raises(IndexError, match="'indices' tuple 1, .* found 9$") as info:
        call(data, BAD, torch.ones(2, 3))
    if call is not call_compiled:
        assert info.value.tuple == 1 and info.value.value == 9
    assert data.eq(0).all()


RECORDING = torch.ones(3, requires_grad=True)


@pytest.mark.parametrize(
    "error, match, call",
    [
        (TypeError, "element type of 'data'", lambda d: st.scatter_nd_update(d, [[0]], torch.ones(1, dtype=torch.float64))),
        (ValueError, "broadcasts to", lambda d: st.scatter_nd_update(d, [[0]], torch.ones(2))),
        (ValueError, "at most 1 components", lambda d: st.scatter_nd_update(d, [[0, 0]], [1.0])),
        (ValueError, "rank of at least 1", lambda d: st.scatter_nd_update(d, 0, 1.0)),
        (TypeError, "'indices': expected integers", lambda d: st.scatter_nd_update(d, [[0.5]], [1.0])),
        (ValueError, "'reduction': expected one of", lambda d: st.scatter_nd_update(d, [[0]], [1.0], reduction="mul")),
        (ValueError, "steps other than 0", lambda d: st.slice_scatter(d, 1.0, 0, 3, 0)),
        (ValueError, "broadcasts to", lambda d: st.slice_scatter(d, torch.ones(2), 0, 3)),
        (ValueError, "axes in", lambda d: st.slice_scatter(d, 1.0, 0, 3, axes=1)),
    ],
)  # fmt: skip
def test_wrong_arguments_are_the_same_errors_when_gradients_are_recorded(
    error, match, call
):
    for data in (torch.ones(3), RECORDING):
        with pytest.raises(error, match=match):
            call(data)


#: Functional and in place, with batched and shared arguments.
IN_DIMS = list(itertools.product((0, 1, None), (0, None), (0, 2, None)))[:-1]


def take(tensor, dim, position):
    return tensor if dim is None else tensor.select(dim, position)


@pytest.mark.parametrize("in_dims", IN_DIMS, ids=str)
def test_vmap(in_dims, rng):
    tensors = (
        torch.from_numpy(rng.normal(size=(5, 3))),
        torch.from_numpy(rng.integers(-5, 5, (4, 1))),
        torch.from_numpy(rng.normal(size=(4, 3))),
    )
    tensors = [
        tensor
        if dim is None
        else torch.stack([tensor, tensor.flip(0), tensor.roll(1, 0)], dim)
        for tensor, dim in zip(tensors, in_dims)
    ]
    for reduction in ("none", "sum"):

        def update(data, indices, updates):
            return st.scatter_nd_update(data, indices, updates, reduction=reduction)

        def update_copy(data, indices, updates):
            copy = data.clone()
            return st.scatter_nd_update_(copy, indices, updates, reduction=reduction)

        expected = torch.stack(
            [
                update(*(take(t, dim, n) for t, dim in zip(tensors, in_dims)))
                for n in range(3)
            ]
        )
        assert torch.equal(torch.vmap(update, in_dims)(*tensors), expected)
        if in_dims[0] is not None:
            assert torch.equal(torch.vmap(update_copy, in_dims)(*tensors), expected)


def test_vmap_calls_the_library_once(monkeypatch):
    calls = []
    original = scatter_mlir.scatter_nd_update
    monkeypatch.setattr(
        scatter_mlir,
        "scatter_nd_update",
        lambda *a, **o: calls.append(a) or original(*a, **o),
    )
    data = torch.zeros(64, 5, 3)
    torch.vmap(lambda d: st.scatter_nd_update(d, INDICES, make_updates()))(data)
    assert len(calls) == 1


@pytest.mark.parametrize("in_dims", [(0, 0), (1, None), (None, 0), (None, 1)], ids=str)
@pytest.mark.parametrize("step", [2, -2])
def test_vmap_of_slices(in_dims, step):
    data, updates = make_data(), torch.tensor([[1.0, 2, 3], [4, 5, 6]])
    tensors = [
        t if dim is None else torch.stack([t, -t], dim)
        for t, dim in zip((data, updates), in_dims)
    ]

    def update(data, updates):
        start, stop = (1, 4) if step > 0 else (3, -5)
        return st.slice_scatter(data, updates, start, stop, step)

    expected = torch.stack(
        [update(*(take(t, dim, n) for t, dim in zip(tensors, in_dims))) for n in (0, 1)]
    )
    assert torch.equal(torch.vmap(update, in_dims)(*tensors), expected)


def test_vmap_in_place_needs_batched_data():
    with pytest.raises(RuntimeError, match="expected a batched 'data'"):
        data = torch.zeros(5, 3)
        torch.vmap(lambda u: st.scatter_nd_update_(data, INDICES, u))(torch.ones(2, 4, 3))


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


def test_numpy_and_pytorch_give_the_same_bits(rng):
    data = rng.normal(size=(50, 8)).astype("f4")
    indices = rng.integers(-50, 50, (400, 1))
    updates = rng.normal(size=(400, 8)).astype("f4")
    for reduction in REDUCTIONS:
        expected = scatter_mlir.scatter_nd_update(
            data, indices, updates, reduction=reduction
        )
        tensors = map(torch.from_numpy, (data, indices, updates))
        result = torch.ops.scatter_mlir.scatter_nd_update(*tensors, reduction=reduction)
        assert np.array_equal(result.numpy().view("i4"), expected.view("i4"))
