# ===- test_torch_reductions.py - reductions of small tensors in one call ---===#

import itertools

import pytest

torch = pytest.importorskip("torch")

from scatter_mlir._elements import reduce_elements
from scatter_mlir.torch import index_reduce, scatter_reduce, scatter_reduce_
from scatter_mlir.torch.drop_in import _elements

SHAPES = [((6,), (4,)), ((6, 5), (4, 5)), ((6, 5), (5, 5)), ((3, 6, 2), (2, 4, 2))]


def reduce(data, dim, index, updates, start=None, divides=False, negative="reject"):
    policies = "sum", "error", negative, None, None
    return reduce_elements(data, index, updates, dim, *policies, start, divides)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("include_self", [True, False])
@pytest.mark.parametrize("shapes", SHAPES)
def test_mean_is_that_of_pytorch(shapes, include_self, dtype):
    shape, sizes = shapes
    dim = 1 if len(shape) == 3 else 0
    torch.manual_seed(1)
    data, updates = torch.rand(shape, dtype=dtype), torch.rand(sizes, dtype=dtype)
    elements = torch.randint(shape[dim], sizes)
    expanded = elements.select(dim, 0).unsqueeze(dim).expand(sizes)
    for index in elements, elements.int(), expanded:
        start = None if include_self else 0
        result = reduce(data, dim, index, updates, start, True)
        expected = data.scatter_reduce(
            dim, index.long(), updates, "mean", include_self=include_self
        )
        torch.testing.assert_close(result, expected)


def test_axis_may_be_any():
    data, updates = torch.rand(2, 3, 4), torch.rand(2, 3, 5)
    index = torch.tensor([3, 0, 3, 3, 1])
    result = reduce(data, -1, index, updates, 0, True)
    expected = data.index_reduce(2, index, updates, "mean", include_self=False)
    torch.testing.assert_close(result, expected)


def test_negative_indices_are_counted():
    index, updates = torch.tensor([-1, 2, 0]), torch.full((3,), 4.0)
    result = reduce(torch.zeros(3), 0, index, updates, 0, True, "wrap")
    assert result.tolist() == [4, 0, 4]


@pytest.mark.parametrize(
    "data",
    [
        torch.zeros(3, dtype=torch.int32),
        torch.zeros(3, dtype=torch.bfloat16),
        torch.zeros(6)[::2],
        torch.zeros(3, requires_grad=True),
    ],
)
def test_others_are_declined(data):
    index, updates = torch.tensor([0]), torch.ones(1, dtype=data.dtype)
    assert reduce(data, 0, index, updates, None, True) is None


def test_destination_of_other_strides_is_declined():
    out, index = torch.zeros(6)[::2], torch.tensor([0])
    policies = "sum", "error", "reject", out, None
    arguments = torch.zeros(3), index, torch.ones(1), 0, *policies, 0, False
    assert reduce_elements(*arguments) is None
    assert out.tolist() == [0, 0, 0]


def test_index_out_of_bounds_leaves_data():
    data, index = torch.ones(3, 2), torch.tensor([[0, 0], [3, 1]])
    for kind, include_self in itertools.product(["mean", "amax", "sum"], [True, False]):
        updates, options = torch.ones(2, 2), {"include_self": include_self}
        with pytest.raises(IndexError, match="expected"):
            scatter_reduce_(data, 0, index, updates, kind, **options)
        assert data.tolist() == [[1, 1]] * 3


def test_small_calls_are_one_call(monkeypatch):
    calls = []

    def record(*arguments):
        calls.append(arguments)
        return reduce_elements(*arguments)

    monkeypatch.setattr(_elements, "reduce_elements", record)
    data, index = torch.rand(5, 3), torch.tensor([1, 4, 1])
    index_reduce(data, 0, index, torch.rand(3, 3), "mean")
    expanded = index[:, None].expand(3, 3)
    scatter_reduce(data, 0, expanded, torch.rand(3, 3), "amax", include_self=False)
    assert len(calls) == 2
    many = torch.rand(1 << 16)
    scatter_reduce(many, 0, torch.arange(1 << 16), many, "mean")
    assert len(calls) == 2
