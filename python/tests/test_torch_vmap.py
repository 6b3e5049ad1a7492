# ===- test_torch_vmap.py - the ops under torch.vmap -----------------------===#

import itertools

import pytest

import scatter_mlir

torch = pytest.importorskip("torch")

import scatter_mlir.torch as st
from torch_cases import INDICES, make_data, make_updates, update_unsigned

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


def test_unsigned_indices_of_64_bits_under_vmap():
    data, updates = torch.zeros(2, 5), torch.ones(3)
    result = torch.vmap(update_unsigned, (0, None))(data, updates)
    assert result.tolist() == [[1, 0, 1, 0, 0]] * 2
