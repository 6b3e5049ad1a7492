# ===- test_jax_at.py - the syntax of JAX's indexed updates -----------------===#

import numpy as np
import pytest

jax = pytest.importorskip("jax")
pytest.importorskip("scatter_mlir.jax", exc_type=ImportError)

import jax.numpy as jnp
from jax_forms import FORMS

from scatter_mlir.jax import at


def same_bits(left, right):
    left, right = np.asarray(left), np.asarray(right)
    return left.dtype == right.dtype and left.tobytes() == right.tobytes()


I, J = np.array([0, 2, -1, 9]), np.array([[1], [-2]])
AT_INDICES = {
    "an integer": 1,
    "a negative integer": -1,
    "an integer out of bounds": 7,
    "integers": (1, -2, 3),
    "a slice": slice(1, 3),
    "slices": (slice(None, None, -1), slice(3, 0, -2)),
    "dots": (..., 1),
    "an array": I,
    "an array and an integer": (I, 2),
    "arrays": (I, J),
    "arrays apart": (I, slice(None), J),
    "an array after dots": (..., I),
    "an array after an integer": (0, slice(None), I),
    "an array in the middle": (slice(None), I),
    "an array and slices": (slice(1, None), I, slice(None, None, 2)),
    "an empty array": np.zeros(0, "i4"),
    "bytes": np.array([1, 2], "u1"),
    "unsigned": np.array([1, 2**32 - 1], "u4"),
    "a mask": np.arange(4) % 2 == 0,
    "a mask of two dimensions": np.arange(20).reshape(4, 5) % 3 == 0,
    "a new dimension": (None, I),
}
OPERATIONS = ["set", "add", "subtract", "multiply", "min", "max"]


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("case", AT_INDICES)
@pytest.mark.parametrize("mode", [None, "clip"])
def test_at_means_what_it_means_in_jax(case, operation, mode, rng):
    if case == "unsigned" and mode == "clip":
        pytest.skip("JAX clips unsigned integers of 2^31 or more to 0")
    index = AT_INDICES[case]
    array = jnp.asarray(rng.normal(size=(4, 5, 6)).astype("f4"))
    shape = array[index].shape
    for values in (2.0, rng.normal(size=shape).astype("f4")):
        result = getattr(at(array)[index], operation)(values, mode=mode)
        expected = getattr(array.at[index], operation)(values, mode=mode)
        if not (mode == "clip" and operation == "set" and np.ndim(values)):
            # Clipped positions repeat, of which JAX keeps any.
            np.testing.assert_allclose(result, expected, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["uint32", "int64", "uint64"])
def test_at_with_integers_of_64_bits(dtype):
    index = np.array([1, 2**32 - 1, 2], dtype)
    jax.config.update("jax_enable_x64", True)
    try:
        result = at(jnp.zeros((4, 2)))[index, 1].add(1.0)
        assert result[:, 1].tolist() == [0, 1, 1, 0] and result.dtype == "float64"
    finally:
        jax.config.update("jax_enable_x64", False)


def test_at_under_jit_and_grad():
    def update(function, array, index, values):
        array = function(array, index).add(values)
        return function(array, (slice(1, 3), index)).multiply(2.0).sum()

    index = jnp.array([0, 2, 0])
    arguments = jnp.ones((4, 5)), index, jnp.ones((3, 5))
    ours = lambda *a: update(lambda x, i: at(x)[i], *a)  # noqa: E731
    theirs = lambda *a: update(lambda x, i: x.at[i], *a)  # noqa: E731
    assert jax.jit(ours)(*arguments) == theirs(*arguments)
    for grad, expected in zip(
        jax.grad(ours, (0, 2))(*arguments), jax.grad(theirs, (0, 2))(*arguments)
    ):
        # A position that occurs twice is multiplied twice, in both.
        np.testing.assert_allclose(grad, expected)
    assert jax.jit(lambda x, i: at(x)[i, 1].set(7))(jnp.zeros((4, 5)), 2)[2, 1] == 7


def test_the_last_duplicate_wins():
    assert at(jnp.zeros(2))[jnp.array([1, 1, 1])].set(jnp.arange(3.0))[1] == 2


@pytest.mark.parametrize(
    "mask", [[1, 0, 0, 0, 1], [1, 0, 0], [[1, 0, 0, 1]]], ids=str
)
def test_masks_of_another_shape_are_errors_as_in_jax(mask):
    mask = np.array(mask, bool)
    with pytest.raises(IndexError) as expected:
        jnp.zeros(4).at[mask].set(1.0)
    with pytest.raises(IndexError) as found:
        at(jnp.zeros(4))[mask].set(1.0)
    assert str(found.value) == str(expected.value)


def test_values_of_more_dimensions_are_errors_as_in_jax():
    for shape in [(1, 2, 3), (1, 1, 2, 3), (1, 1)]:
        values = jnp.ones(shape)
        for positions in (jnp.zeros((4, 3)).at, at(jnp.zeros((4, 3)))):
            index = jnp.array([0, 1])
            if shape == (1, 1):
                assert positions[index].set(values)[1].tolist() == [1, 1, 1]
                continue
            with pytest.raises(ValueError):
                positions[index].set(values)


@pytest.mark.parametrize(
    "array, method, value",
    [
        (jnp.array([-2, -1, 0, 1]), "multiply", np.float32(0.5)),
        (jnp.array([7, 0, 3], jnp.uint32), "max", jnp.int32(-1)),
        (jnp.array([True, False]), "subtract", jnp.float32(0.5)),
        (jnp.array([1, 200], jnp.uint8), "add", jnp.float32(99.5)),
        (jnp.array([1, 200], jnp.uint8), "subtract", jnp.float32(99.5)),
        (jnp.array([1 << 24, (1 << 24) + 1]), "min", jnp.float32(3.5)),
    ],
    ids=str,
)
def test_updates_are_computed_in_the_promoted_type(array, method, value):
    for index in (0, jnp.array([0]), slice(0, 1)):
        with pytest.warns(FutureWarning, match="scatter inputs have incompatible types"):
            expected = getattr(array.at[index], method)(value)
        with pytest.warns(FutureWarning, match="scatter inputs have incompatible types"):
            found = getattr(at(array)[index], method)(value)
        assert same_bits(found, expected)


def test_large_indices():
    index = jnp.array([1 << 31, (1 << 32) - 1], jnp.uint32)
    for mode in ("clip", "drop"):
        expected = jnp.zeros(4).at[index].set(1, mode=mode)
        assert same_bits(at(jnp.zeros(4))[index].set(1, mode=mode), expected)
    # An integer that 32 bits do not hold is out of bounds. (JAX cuts it off.)
    assert not at(jnp.zeros(3))[2**40].set(1).any()
    assert not at(jnp.zeros((3, 2)))[:, -(2**40)].set(1).any()


WIDE = [2**31, 2**32 - 1, 2**32 + 1, -(2**31) - 1, -(2**32), -(2**32) - 1, 2**63 - 1]


@pytest.mark.parametrize("is_jit", [False, True], ids=["eager", "jit"])
@pytest.mark.parametrize("is_x64", [False, True], ids=["x32", "x64"])
def test_indices_beyond_32_bits(is_x64, is_jit):
    """They are dropped, or clipped as by JAX, which keeps 32 bits of them."""
    indices = [index for wide in WIDE for index in (wide, np.int64(wide), np.array([wide, 0]))]
    indices += [np.uint64(2**64 - 1), np.array(2**31, "u4"), np.array([2**31 + 1, 1], "u4")]
    indices += [(2**32 + 1, slice(0, 1)), (slice(None), 2**32 + 1)]
    with jax.enable_x64(is_x64):
        for index in indices:
            data = jnp.zeros((3, 2) if isinstance(index, tuple) else 3)
            kept = [] if isinstance(index, tuple) else [i for i in np.ravel(index) if i < 3 and i >= 0]
            for mode, wraps in ((None, True), (None, False), ("clip", True), ("clip", False)):
                options = {"mode": mode, "wrap_negative_indices": wraps}

                def update(data, index=index, options=options):
                    return at(data)[index].add(1.0, **options)

                found = (jax.jit(update) if is_jit else update)(data)
                if mode == "clip":
                    expected = data.at[index].add(1.0, **options)
                else:
                    expected = data.at[np.array(kept, int)].add(1.0)
                assert (found == expected).all(), (index, options)
            if is_x64 and isinstance(index, np.ndarray):
                found = jax.jit(lambda i, d=data: at(d)[i].set(1.0, mode="clip"))(index)
                assert (found == data.at[index].set(1.0, mode="clip")).all(), index


def test_methods_and_options_of_jax():
    array, index = jnp.array([2.0, 3, 4]), jnp.array([0, 2, 0, -1])
    assert same_bits(at(array)[index].divide(2), array.at[index].divide(2))
    assert same_bits(at(array)[index].power(2), array.at[index].power(2))
    assert same_bits(at(array)[index].apply(jnp.exp), array.at[index].apply(jnp.exp))
    assert same_bits(at(array)[index].get(mode="clip"), array[index])
    for mode in (jax.lax.GatherScatterMode.CLIP, jax.lax.GatherScatterMode.FILL_OR_DROP):
        far = jnp.array([0, 7])
        assert same_bits(at(array)[far].add(1, mode=mode), array.at[far].add(1, mode=mode))
    found = at(array)[index].set(9, wrap_negative_indices=False)
    assert same_bits(found, array.at[index].set(9, wrap_negative_indices=False))


#: What may have the shape of the whole array in a compiled program. A fusion does where
#: its parts do.
IN_PLACE = "parameter", "custom-call", "get-tuple-element", "fusion", "dynamic-update-slice"


@pytest.mark.parametrize("form", FORMS)
def test_no_form_of_an_index_copies_the_array(form):
    shape = (32, 16, 24)
    array = jnp.arange(np.prod(shape), dtype="float32").reshape(shape)
    i, j = jnp.array([1, 4, 1]), jnp.array([0, 3, 5])

    def update(array, i, j):
        return at(array)[form(i, j)].add(1.5)

    found = jax.jit(update)(array, i, j)
    assert same_bits(found, array.at[form(i, j)].add(1.5))
    compiled = jax.jit(update, donate_argnums=0).lower(array, i, j).compile()
    whole = "f32[32,16,24]"
    for line in compiled.as_text().splitlines():
        if f" = {whole}" in line:
            operation = line.split(" = ")[1].split("}", 1)[1].split("(")[0].strip()
            assert operation in IN_PLACE, line


BOXES = [
    (slice(None), 1, slice(1, 3)),
    (slice(None, None, -1), 0),
    (2, slice(3, 1, -1), 1),
    (0, 1, 2),
    (Ellipsis, 1),
]


@pytest.mark.parametrize("mode", [None, "clip", "promise_in_bounds", "error"])
@pytest.mark.parametrize("box", BOXES)
def test_boxes_at_scalars_that_are_traced(box, mode):
    array = jnp.arange(60.0).reshape(3, 5, 4)
    is_safe = mode in ("promise_in_bounds", "error")

    def write(at, array, scalar, name):
        index = tuple(scalar + e if isinstance(e, int) else e for e in box)
        values = jnp.arange(array[index].size, dtype="float32").reshape(array[index].shape)
        options = {} if mode is None else {"mode": mode}
        return getattr(at(array)[index], name)(values + 0.5, **options)

    def ours(array, scalar, name):
        return write(at, array, scalar, name)

    def theirs(array, scalar, name):
        return write(lambda array: JaxAt(array, mode), array, scalar, name)

    compiled = jax.jit(ours, static_argnums=2)
    for name in ("set", "subtract"):
        for scalar in (0, -2, -1) if is_safe else (0, -2, 3, -9, 2**31 - 3, -(2**31)):
            for kind in (jnp.int32, jnp.uint32):
                if not jnp.iinfo(kind).min <= scalar <= jnp.iinfo(kind).max - 2:
                    continue
                number = jnp.asarray(scalar, kind)
                found = compiled(array, number, name)
                assert same_bits(found, theirs(array, number, name)), (name, number)


class JaxAt:
    """x.at without the mode that JAX lacks."""

    def __init__(self, array, mode):
        self._array, self._mode = array, mode

    def __getitem__(self, index):
        positions = self._array.at[index]
        if self._mode != "error":
            return positions
        return Ignoring(positions)


class Ignoring:
    def __init__(self, positions):
        self._positions = positions

    def __getattr__(self, name):
        return lambda values, mode: getattr(self._positions, name)(values)


#: Parts of rows behind an index, which are updated as whole rows.
PARTS = [
    (slice(None, None, 2), np.array([0, 2, 2]), slice(1, None)),
    (np.array([1, 3, 1]), slice(None), slice(4, 0, -2)),
    (slice(None), np.array([0, 4, 9]), slice(1, 5, 2)),
    (np.array([0, 1]), slice(1, 4), slice(2, 5)),
    (np.array([[0], [1]]), slice(None), slice(1, 3)),
    (np.array([], int), slice(None), slice(1, 4)),
]


@pytest.mark.parametrize("index", PARTS, ids=str)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_other_elements_of_a_row_keep_their_bits(index, operation, rng):
    array = jnp.asarray(rng.normal(size=(4, 5, 6)).astype("f4")).at[::2, :, ::2].set(-0.0)
    values = rng.normal(size=array[index].shape).astype("f4")
    expected = getattr(array.at[index], operation)(values)
    for call in (lambda f: f, jax.jit):
        found = call(lambda x: getattr(at(x)[index], operation)(values))(array)
        np.testing.assert_allclose(found, expected, rtol=1e-6)
        np.testing.assert_array_equal(np.signbit(found), np.signbit(expected))


I4, J4 = np.array([0, 2, 2, -1]), np.array([3, 1, 1, 0])


@pytest.mark.parametrize(
    "index",
    [
        (I4, slice(None), J4),
        (I4[:, None], slice(None), J4),
        (slice(None), I4[:, None], slice(None), J4),
        (I4[:, None], slice(1, 4), slice(None), J4),
        (I4, slice(None), J4[:, None], slice(1, None)),
        (slice(None, None, 2), J4[:, None, None], slice(None), I4),
    ],
)
def test_the_last_value_wins_where_slices_are_between_arrays(index):
    shape = (6, 5, 4, 6)
    places = np.arange(np.prod(shape)).reshape(shape)[index]
    values = np.arange(1.0, 1 + places.size, dtype="float32").reshape(places.shape)
    expected = np.zeros(shape, "float32")
    for place, value in zip(places.flat, values.flat):
        expected.flat[place] = value
    assert np.array_equal(at(jnp.zeros(shape))[index].set(values), expected)
    added = jax.jit(lambda x, v: at(x)[index].add(v))(jnp.zeros(shape), values)
    np.testing.assert_allclose(added, jnp.zeros(shape).at[index].add(values))
