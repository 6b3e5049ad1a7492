# ===- test_torch_ops.py - the ops in PyTorch's dispatcher ----------------===#

import functools

import numpy as np
import pytest

import scatter_mlir

torch = pytest.importorskip("torch")

import scatter_mlir.torch as st
from torch_cases import INDICES, REDUCTIONS, make_data, make_updates, update_unsigned


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
