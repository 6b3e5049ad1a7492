# ===- test_updates.py - updates that broadcast, and their types -------------===#

import ml_dtypes
import numpy as np
import pytest
import reference

from scatter_mlir import _core, scatter_nd_update, slice_scatter

INDICES = np.array([[[0, 1], [3, 2]], [[0, 1], [-1, -4]], [[2, 0], [2, 1]]])
SHAPE = (3, 2, 5)


def get_shapes(expected):
    """Shapes that broadcast to `expected`, also with more dimensions of size 1."""
    for mask in np.ndindex(*[2] * len(expected)):
        shape = tuple(1 if one else size for one, size in zip(mask, expected))
        yield shape
        yield (1,) + shape
        while shape and shape[0] == 1:
            shape = shape[1:]
            yield shape


@pytest.mark.parametrize("reduction", ["none", "sum"])
@pytest.mark.parametrize("where", ["new", "out", "in place", "strided"])
def test_shapes_of_elements(rng, reduction, where):
    for shape in get_shapes(SHAPE):
        data = rng.integers(0, 9, (4, 4, 5)).astype("f4")
        updates = rng.integers(0, 9, shape).astype("f4")
        full = np.broadcast_to(updates.reshape(shape[-3:]), SHAPE)
        want = reference.scatter_nd_update(data, INDICES, full, reduction)
        out = {"new": None, "out": np.zeros_like(data), "in place": data}.get(where)
        if where == "strided":
            out = np.zeros((4, 5, 4), "f4").transpose(0, 2, 1)
        result = scatter_nd_update(data, INDICES, updates, reduction=reduction, out=out)
        np.testing.assert_array_equal(result, want)
        assert out is None or result is out


@pytest.mark.parametrize("where", ["new", "out", "in place"])
def test_shapes_of_slices(rng, where):
    for shape in get_shapes((2, 3, 5)):
        data = rng.integers(0, 9, (4, 4, 5)).astype("f4")
        updates = rng.integers(0, 9, shape).astype("f4")
        want = data.copy()
        want[::2, 1:] = updates
        out = {"new": None, "out": np.zeros_like(data), "in place": data}[where]
        result = slice_scatter(data, updates, (None, 1), (None, None), (2, 1), out=out)
        np.testing.assert_array_equal(result, want)
        assert out is None or result is out


def test_other_shapes_are_refused():
    data = np.zeros((4, 4, 5))
    for shape in ((2,), (5, 1), (3, 5), (2, 3, 2, 5), (3, 1, 2, 5), (3, 2, 5, 1), (0,), (3, 0, 5)):
        match = r"'updates': expected a shape that broadcasts to \(3, 2, 5\), found"
        with pytest.raises(ValueError, match=match):
            scatter_nd_update(data, INDICES, np.ones(shape), out=data)
        with pytest.raises(ValueError, match=match):
            slice_scatter(data, np.ones(shape), (0, 0), (3, 2), out=data)
    assert not data.any()


def test_no_slots():
    data, none = np.zeros((4, 3)), np.zeros((0, 1), int)
    for updates in (5, np.ones(3), np.ones((1, 3)), np.ones((0, 1)), np.ones((1, 1, 1))):
        assert not scatter_nd_update(data, none, updates).any()
        assert not slice_scatter(data, updates, 2, 2).any()
    with pytest.raises(ValueError, match=r"broadcasts to \(0, 3\), found \(2, 3\)"):
        scatter_nd_update(data, none, np.ones((2, 3)))


def test_updates_from_data_that_broadcast():
    data = np.arange(12.0).reshape(4, 3)
    assert slice_scatter(data, data[2], out=data) is data
    assert data.tolist() == [[6, 7, 8]] * 4


def test_a_number_for_much():
    """Beyond 16 MiB a number is not written down for each element."""
    data = np.zeros((5, 1 << 20), "f4")
    result = slice_scatter(data, 3, 0, 5, out=data, threads=2)
    assert (result == 3).all()
    result = scatter_nd_update(data, [[4], [0], [2], [1], [0]], np.arange(5.0, dtype="f4")[:, None])
    assert (result == np.array([4, 3, 2, 3, 0])[:, None]).all()


def test_small_updates_that_broadcast_need_no_other_kernels():
    data = np.zeros((7, 9), "u2")
    slice_scatter(data, np.ones((2, 9), "u2"), 0, 2)
    before = _core.num_kernels()
    for updates in (7, np.ones(9, "u2"), np.ones((2, 1), "u2"), np.uint16(3)):
        slice_scatter(data, updates, 0, 2)
    assert _core.num_kernels() == before


KINDS = [["?"], ["u1", "i8", ml_dtypes.int4], ["f8", "f2", ml_dtypes.bfloat16], ["c8", "c16"]]


@pytest.mark.parametrize("make", [np.array, lambda value, dtype: np.dtype(dtype).type(value)])
def test_rank_0_of_another_type(make):
    """Types of the same kind or one before it are taken, as for numbers."""
    for kind, types in enumerate(KINDS):
        for dtype in types:
            for other_kind, others in enumerate(KINDS):
                for other in others:
                    data, value = np.zeros(3, dtype), make(1, np.dtype(other))
                    calls = (
                        lambda: scatter_nd_update(data, [[1]], value),
                        lambda: slice_scatter(data, value, 1, 2),
                    )
                    for call in calls:
                        if other_kind <= kind:
                            result = call()
                            assert result.dtype == data.dtype
                            assert result.astype("c16").tolist() == [0, 1, 0]
                        else:
                            with pytest.raises(TypeError, match="'updates': expected values of"):
                                call()


def test_rank_0_that_does_not_fit():
    for value in (np.array(300), np.array(-1), np.array(2**64 - 1, "u8")):
        with pytest.raises(ValueError, match="'updates': expected values that fit uint8"):
            scatter_nd_update(np.zeros(3, "u1"), [[1]], value)


def test_higher_ranks_keep_their_type():
    for updates in (np.ones(1), np.ones((1, 1)), np.ones((), "f8")[None]):
        with pytest.raises(TypeError, match="expected the element type of 'data', float32"):
            slice_scatter(np.zeros(3, "f4"), updates, 0, 1)


def test_numbers_do_not_lose_what_they_are():
    """NumPy's same_kind takes these for a matter of precision."""
    for value, dtype in ((1j, ml_dtypes.bfloat16), (2.5, ml_dtypes.int4), (1j, ml_dtypes.int4)):
        with pytest.raises(TypeError, match="'updates': expected values of"):
            scatter_nd_update(np.zeros(3, dtype), [[1]], value)


def test_torch():
    torch = pytest.importorskip("torch")
    data = torch.zeros(3, 4)
    want = data.clone()
    for updates in (5.0, torch.tensor(6.0), torch.tensor(7), torch.ones(4), torch.ones(2, 1)):
        result = slice_scatter(data, updates, stop=2)
        want[:2] = updates
        assert torch.equal(result, want) and isinstance(result, torch.Tensor)
        assert torch.equal(scatter_nd_update(data, [[0], [1]], updates), want)
    half = torch.zeros(3, dtype=torch.bfloat16)
    assert scatter_nd_update(half, [[1]], torch.tensor(2.5, dtype=torch.float64))[1] == 2.5
    with pytest.raises(TypeError, match="expected values of int64"):
        scatter_nd_update(torch.zeros(3, dtype=torch.int64), [[1]], torch.tensor(2.5))


def test_jax():
    jnp = pytest.importorskip("jax.numpy")
    data = jnp.zeros((3, 4))
    for updates in (5.0, jnp.array(6.0), jnp.array(7), jnp.ones(4), jnp.ones((2, 1))):
        assert (slice_scatter(data, updates, stop=2) == data.at[:2].set(updates)).all()
