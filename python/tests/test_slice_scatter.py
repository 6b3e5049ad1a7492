# ===- test_slice_scatter.py ----------------------------------------------===#

import numpy as np
import pytest

from scatter_mlir import _core, slice_scatter


@pytest.mark.parametrize("step", [1, 2, -1, -3])
def test_agrees_with_numpy(rng, step):
    data = np.arange(7.0)
    for start in range(-9, 10):
        for stop in range(-9, 10):
            want = data.copy()
            updates = rng.random(want[start:stop:step].shape)
            want[start:stop:step] = updates
            np.testing.assert_array_equal(
                slice_scatter(data, updates, start, stop, step), want
            )


INTEGERS = [
    lambda *v: v,
    lambda *v: list(v),
    lambda *v: tuple(np.int32(i) for i in v),
    lambda *v: np.array(v, "i2"),
    lambda *v: np.array(v, "u8"),
]


@pytest.mark.parametrize("make", INTEGERS)
def test_kinds_of_bounds(make):
    data, want = np.zeros((4, 6), "i4"), np.zeros((4, 6), "i4")
    want[1:4:2, 0:6:3] = 5
    updates = np.full((2, 2), 5, "i4")
    got = slice_scatter(data, updates, make(1, 0), make(4, 6), make(2, 3))
    np.testing.assert_array_equal(got, want)
    got = slice_scatter(data, updates, make(0, 1), make(6, 4), make(3, 2), axes=(-1, 0))
    np.testing.assert_array_equal(got, want)


def test_extremes():
    data = np.arange(4.0)
    result = slice_scatter(data, data[::-1].copy(), 2**70, -(2**70), -1)
    assert result.tolist() == [0, 1, 2, 3]
    result = slice_scatter(data, np.ones(4), -(2**63), 2**63 - 1)
    assert result.tolist() == [1, 1, 1, 1]
    result = slice_scatter(data, np.ones(0), np.array(2**64 - 1, "u8"), 9)
    assert result.tolist() == [0, 1, 2, 3]


def test_extremes_have_the_fast_path():
    data, updates = np.arange(4.0), np.ones(4)
    for start, stop, step in ((0, 2**64, 1), (-(2**64), 4, 1), (2**64, -(2**64), -1)):
        arguments = (data, updates, start, stop, step, None, None, None)
        result = _core.call_function("slice_scatter", False, *arguments)
        assert result.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("axes", [(0, 0), (1, -1), (-2, 0), [1, 1]])
def test_axes_given_twice(axes):
    data = np.zeros((4, 4))
    with pytest.raises(ValueError, match="'axes': expected distinct axes"):
        slice_scatter(data, np.ones((4, 4)), (0, 0), (4, 4), axes=axes, out=data)
    assert not data.any()


NUMBERS = (None, 0, 1, 3, -1, -2, -9, 9, 2**70, -(2**70))


def test_bounds_left_out():
    data = np.arange(5.0)
    for start in NUMBERS:
        for stop in NUMBERS:
            for step in (None, 1, 2, -1, -3, 2**70, -(2**70)):
                want = data.copy()
                want[start:stop:step] = -1
                for bounds in ((start, stop, step), ([start], (stop,), [step])):
                    got = slice_scatter(data, -1, *bounds)
                    np.testing.assert_array_equal(got, want)


def test_arguments_left_out():
    data = np.arange(12.0).reshape(3, 4)

    def check(key, **bounds):
        want = data.copy()
        want[key] = -1
        np.testing.assert_array_equal(slice_scatter(data, -1, **bounds), want)

    check(np.s_[:2], stop=2)
    check(np.s_[1:], start=1)
    check(np.s_[::2], step=2)
    check(np.s_[::-2], step=-2)
    check(np.s_[:, 1:], start=1, axes=1)
    check(np.s_[:, ::-2], step=-2, axes=-1)
    check(np.s_[:, :], axes=1)
    check(np.s_[:], axes=())
    check(np.s_[:])
    check(np.s_[:2, 1:], start=(None, 1), stop=(2, None))
    check(np.s_[1:, ::2], start=[1, None], step=(None, 2))
    check(np.s_[::-1, :1], stop=(1, None), step=(1, -1), axes=(1, 0))
    assert slice_scatter(np.zeros(()), 5) == 5


@pytest.mark.parametrize("bounds, match", [
    ({"start": 0, "stop": (1, 2)}, "'stop': expected 1 entries as in 'start', found 2"),
    ({"stop": (1, 2), "step": 1}, "'step': expected 2 entries as in 'stop', found 1"),
    ({"step": (1, 2), "axes": 1}, "'axes': expected 2 entries as in 'step', found 1"),
    ({"stop": (1, 2, 3)}, "'stop': expected at most 2 entries"),
    ({"axes": (0, 1, 0)}, "'axes': expected at most 2 entries"),
    ({"start": None, "axes": 2}, r"'axes': expected axes in \[-2, 1\], found 2"),
    ({"axes": 2**70}, f"found {2**70}$"),
])
def test_counts_of_bounds(bounds, match):
    with pytest.raises(ValueError, match=match):
        slice_scatter(np.zeros((3, 4)), 0, **bounds)


def test_no_axis_is_none():
    with pytest.raises(TypeError, match="'axes': expected integers"):
        slice_scatter(np.zeros((3, 4)), 0, axes=(None,))


def test_no_axes_replace_everything():
    assert slice_scatter(np.zeros(3), np.ones(3), [], []).tolist() == [1, 1, 1]
    assert slice_scatter(np.zeros(()), np.ones(()), [], []).tolist() == 1


def test_in_place_with_updates_from_data():
    data = np.arange(5.0)
    assert slice_scatter(data, data[:-1], 1, 5, out=data) is data
    assert data.tolist() == [0, 0, 1, 2, 3]
    slice_scatter(data, data, 0, 5, out=data)
    slice_scatter(data, data[::-1], 0, 5, out=data)
    assert data.tolist() == [3, 2, 1, 0, 0]


def test_read_only_data():
    data = np.arange(5.0)
    data.flags.writeable = False
    assert slice_scatter(data, np.ones(1), 0, 1)[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        slice_scatter(data, np.ones(1), 0, 1, out=data)
    with pytest.raises(ValueError, match="read-only"):
        slice_scatter(np.ones(5), np.ones(1), 0, 1, out=data)
    assert data[0] == 0


@pytest.mark.parametrize("error, arguments", [
    (ValueError, (np.ones(2), 0, 4)),
    (ValueError, (np.ones((2, 4)), 0, 4)),
    (ValueError, (np.ones(0), 0, 4)),
    (ValueError, (np.ones(4), 0, 4, 0)),
    (ValueError, (np.ones(4), (0, 0), (4, 4))),
    (ValueError, (np.ones(4), 0, (4, 4))),
    (ValueError, (np.ones(4), 0, 4, 1, 1)),
    (TypeError, (np.ones(4), 0.5, 4)),
    (TypeError, (np.ones(4), "a", 4)),
    (TypeError, (np.ones(4, "f4"), 0, 4)),
])
def test_errors(error, arguments):
    data = np.zeros(4)
    with pytest.raises(error):
        slice_scatter(data, *arguments, out=data)
    assert not data.any()


def test_new_bounds_do_not_compile():
    data = np.zeros((8, 3))
    slice_scatter(data, np.ones((1, 3)), 0, 1)
    before = _core.num_kernels()
    for start in range(7):
        slice_scatter(data, np.ones((1, 3)), start, start + 1)
    assert _core.num_kernels() == before
