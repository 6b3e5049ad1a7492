# ===- test_jax.py - the ops in JAX ----------------------------------------===#

import os
import subprocess
import sys

import numpy as np
import pytest

jax = pytest.importorskip("jax")
try:
    import scatter_mlir.jax  # noqa: F401
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

import jax.numpy as jnp
from jax.test_util import check_grads

import scatter_mlir
from scatter_mlir.jax import at, nd_update, slice_update

REDUCTIONS = ["none", "sum", "sub", "prod", "min", "max"]
INDICES = np.array([[0], [2], [0], [-1]], "i4")


def make_arrays(rng):
    data = rng.normal(size=(5, 3)).astype("f4")
    return data, rng.normal(size=(4, 3)).astype("f4")


def same_bits(left, right):
    left, right = np.asarray(left), np.asarray(right)
    return left.dtype == right.dtype and left.tobytes() == right.tobytes()


@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_the_same_bits_as_the_package(reduction, rng):
    data, updates = make_arrays(rng)
    expected = scatter_mlir.scatter_nd_update(data, INDICES, updates, reduction=reduction)

    def update(data, indices, updates):
        return nd_update(data, indices, updates, reduction=reduction)

    assert same_bits(update(data, INDICES, updates), expected)
    assert same_bits(jax.jit(update)(data, INDICES, updates), expected)


TYPES = [
    "bool", "int8", "int16", "int32", "uint8", "uint16", "uint32", "float16",
    "bfloat16", "float32", "complex64", "float8_e4m3fn", "float8_e5m2",
]  # fmt: skip


@pytest.mark.parametrize("dtype", TYPES)
def test_element_types(dtype):
    data = jnp.arange(5).astype(dtype)
    result = nd_update(data, [[3], [1]], jnp.array([1, 2]).astype(dtype))
    expected = data.at[jnp.array([3, 1])].set(jnp.array([1, 2]).astype(dtype))
    assert same_bits(result, expected)


SLICES = [
    (1, 4, 2, None),
    (4, 0, -2, 0),
    (None, None, -1, 1),
    ((1, None), (None, 2), None, None),
    ((-1, 0), (2**70, 3), (1, 2), (1, 0)),
]


@pytest.mark.parametrize("start, stop, step, axes", SLICES)
def test_slices_agree_with_the_package(start, stop, step, axes, rng):
    data, _ = make_arrays(rng)
    expected = scatter_mlir.slice_scatter(data, 7, start, stop, step, axes)
    assert same_bits(slice_update(data, 7, start, stop, step, axes), expected)


def test_updates_are_broadcast_and_converted():
    assert nd_update(jnp.zeros((3, 2)), [[0], [2]], 1).tolist() == [[1, 1], [0, 0], [1, 1]]
    row = jnp.array([1.0, 2])
    assert nd_update(jnp.zeros((3, 2)), [[0], [2]], row)[2].tolist() == [1, 2]


@pytest.mark.parametrize("indices", [INDICES, [[0], [9], [0], [-7]]], ids=str)
@pytest.mark.parametrize("policy", ["drop", "clamp"])
@pytest.mark.parametrize("reduction", REDUCTIONS)
def test_derivatives_of_both_orders(reduction, policy, indices, rng):
    data, updates = map(jnp.asarray, make_arrays(rng))

    def update(data, updates):
        return nd_update(
            data, indices, updates, reduction=reduction, out_of_bounds=policy
        )

    check_grads(update, (data, updates), order=2, rtol=0.05, atol=0.05)


@pytest.mark.parametrize("reduction", REDUCTIONS)
@pytest.mark.parametrize("depth", [0, 2])
def test_derivatives_of_all_of_data_and_of_elements(reduction, depth, rng):
    data = jnp.asarray(make_arrays(rng)[0])
    indices = np.array([[1, 1], [0, 2], [1, 1]])[:, :depth]
    updates = jnp.asarray(rng.normal(size=(3, *data.shape[depth:])).astype("f4"))

    def update(data, updates):
        return nd_update(data, indices, updates, reduction=reduction)

    check_grads(update, (data, updates), order=1, rtol=0.05, atol=0.05)


def test_ties_share_gradients_as_in_jax():
    index = jnp.array([0, 0, 0, 2, 2])
    arguments = jnp.array([1.0, 2, 3]), jnp.array([1.0, 1, 1, 4, 4])
    weights = jnp.array([3.0, 5, 7])
    grads = [
        jax.grad(lambda d, u: (f(d, u) * weights).sum(), (0, 1))(*arguments)
        for f in (lambda d, u: at(d)[index].max(u), lambda d, u: d.at[index].max(u))
    ]
    for grad, expected in zip(*grads):
        np.testing.assert_allclose(grad, expected)


@pytest.mark.parametrize("zeros", [1, 2])
def test_products_with_zeros(zeros):
    indices = jnp.array([[1], [1], [0], [1], [1]])
    updates = jnp.array([2.0, 3, 4, 5, 6]).at[jnp.array([0, 3])[:zeros]].set(0)

    def update(data, updates):
        return nd_update(data, indices, updates, reduction="prod")

    check_grads(update, (jnp.arange(1.0, 5), updates), order=2, rtol=0.05, atol=0.05)


@pytest.mark.parametrize("bounds", [(1, 4, 2), (4, 0, -2), (3, 3, 1)], ids=str)
def test_derivatives_of_slices(bounds, rng):
    data = jnp.asarray(make_arrays(rng)[0])
    updates = data[slice(*bounds)] * 2

    def update(data, updates):
        return slice_update(data, updates, *bounds)

    check_grads(update, (data, updates), order=2, rtol=0.05, atol=0.05)


@pytest.mark.parametrize("in_axes", [(0, 0, 0), (1, None, 0), (None, 1, None), (None, None, 2)], ids=str)  # fmt: skip
def test_vmap(in_axes, rng):
    data, updates = make_arrays(rng)
    arrays = [
        array if axis is None else np.stack([array, array[::-1], -array], axis)
        for array, axis in zip((data, INDICES, updates), in_axes)
    ]

    def update(*arrays):
        return nd_update(*arrays, reduction="sum")

    expected = [
        update(*(a if x is None else a.take(n, x) for a, x in zip(arrays, in_axes)))
        for n in range(3)
    ]
    batched = jax.vmap(update, in_axes)
    assert same_bits(batched(*arrays), np.stack(expected))
    text = jax.jit(batched).lower(*arrays).as_text()
    assert text.count("stablehlo.custom_call @scatter_mlir.nd_update") == 1
    assert "while" not in text


def test_vmap_of_slices(rng):
    data = jnp.asarray(rng.normal(size=(2, 5, 3)).astype("f4"))
    rows = data[0, :2]
    result = jax.vmap(lambda d: slice_update(d, rows, 1, 4, 2))(data)
    expected = [slice_update(d, rows, 1, 4, 2) for d in data]
    assert same_bits(result, jnp.stack(expected))


def test_loops_update_in_place():
    data = jnp.zeros((1000, 8))

    def add(n, data):
        return nd_update(data, jnp.array([[0]]) + n % 5, jnp.ones((1, 8)), reduction="sum")

    loop = jax.jit(lambda data: jax.lax.fori_loop(0, 50, add, data), donate_argnums=0)
    compiled = loop.lower(data).compile()
    # Each copy of 1000 rows would be one of what a loop carries.
    assert "f32[1000,8]{1,0} copy(" not in compiled.as_text()
    assert compiled(data)[:6, 0].tolist() == [10, 10, 10, 10, 10, 0]

    def scan(data, n):
        return add(n, data), data[0, 0]

    result, _ = jax.jit(lambda d: jax.lax.scan(scan, d, jnp.arange(50)))(jnp.zeros((9, 8)))
    assert result[:6, 0].tolist() == [10, 10, 10, 10, 10, 0]


def test_donated_arguments_are_updated_in_place():
    update = jax.jit(lambda x: nd_update(x, INDICES, 1), donate_argnums=0)
    data = jnp.zeros((5, 3))
    address = data.unsafe_buffer_pointer()
    result = update(data)
    assert data.is_deleted() and result.unsafe_buffer_pointer() == address
    kept = jnp.zeros((5, 3))
    assert jax.jit(lambda x: nd_update(x, INDICES, 1))(kept).any() and not kept.any()


BAD = np.array([[0], [9]])


def test_an_index_out_of_bounds_is_an_index_error():
    with pytest.raises(IndexError, match="^'indices' tuple 1, component 0: .* found 9$"):
        nd_update(jnp.zeros(3), BAD, jnp.ones(2))


    # JAX has compiled the call now.
    nd_update(jnp.zeros(3), np.array([[0], [1]]), jnp.ones(2))
    with pytest.raises(IndexError, match="^'indices' tuple 1, component 0: .* found 9$"):
        nd_update(jnp.zeros(3), BAD, jnp.ones(2))


def test_under_jit_an_index_out_of_bounds_is_an_error_of_jax():
    update = jax.jit(lambda x: nd_update(x, BAD, jnp.ones(2)))
    with pytest.raises(jax.errors.JaxRuntimeError, match="^OUT_OF_RANGE: .* found 9"):
        update(jnp.zeros(3)).block_until_ready()


@pytest.mark.parametrize("reduction, update", [("sum", 1e-40), ("prod", 0.5), ("max", 0)])
def test_subnormal_numbers_are_kept(reduction, update):
    data, updates = np.array([1e-40, 1e-38], "f4"), np.full(2, update, "f4")
    indices = np.array([[0], [1]])
    expected = scatter_mlir.scatter_nd_update(data, indices, updates, reduction=reduction)
    result = nd_update(jnp.asarray(data), indices, jnp.asarray(updates), reduction=reduction)
    assert np.asarray(result).tobytes() == expected.tobytes() and expected.all()


@pytest.mark.parametrize(
    "error, match, call",
    [
        (TypeError, "element type of 'data'", lambda d: nd_update(d, [[0]], jnp.ones(1, "i4"))),
        (ValueError, "broadcasts to", lambda d: nd_update(d, [[0]], jnp.ones(2))),
        (ValueError, "at most 1 components", lambda d: nd_update(d, [[0, 0]], [1.0])),
        (ValueError, "rank of at least 1", lambda d: nd_update(d, 0, 1.0)),
        (TypeError, "'indices': expected integers", lambda d: nd_update(d, [[0.5]], [1.0])),
        (ValueError, "'reduction': expected one of", lambda d: nd_update(d, [[0]], 1, reduction="mul")),
        (TypeError, "'reduction': expected", lambda d: nd_update(d + 0j, [[0]], 1, reduction="min")),
        (TypeError, "int4", lambda d: nd_update(d.astype("int4"), [[0]], 1)),
        (ValueError, r"indices\[:, None\]", lambda d: nd_update(d, jnp.array([0, 1]), 1.0)),
        (ValueError, r"indices\[:, None\]", lambda d: nd_update(d[:, None], jnp.array([0, 1]), jnp.ones((2, 1)))),
        (TypeError, r"jnp.argwhere\(mask\)", lambda d: nd_update(d, d == 0, 1.0)),
        (ValueError, "'updates': expected 1 dim", lambda d: jax.jit(lambda s: slice_update(d, 1.0, s))(1)),
        (TypeError, "'stop': .* use nd_update", lambda d: jax.jit(lambda s: slice_update(d, 1.0, 0, s))(1)),
        (TypeError, "'step': .* use nd_update", lambda d: jax.jit(lambda s: slice_update(d, d[:2], s, None, 2))(1)),
        (ValueError, "steps other than 0", lambda d: slice_update(d, 1.0, 0, 3, 0)),
        (ValueError, "broadcasts to", lambda d: slice_update(d, jnp.ones(2), 0, 3)),
        (ValueError, "wrap", lambda d: at(d)[0].set(1, mode="wrap")),
    ],
)  # fmt: skip
def test_wrong_arguments(error, match, call):
    with pytest.raises(error, match=match):
        call(jnp.zeros(3))


SHARDED = """
import jax, jax.numpy as jnp, numpy as np
from jax.sharding import PartitionSpec as P
from scatter_mlir.jax import at, nd_update, slice_update
assert jax.device_count() == 2
mesh = jax.make_mesh((2,), ("x",))
data, updates = np.arange(40.0, dtype="f4").reshape(5, 8), np.ones((3, 8), "f4")
indices = np.array([[0], [2], [0]])
def update(data, indices, updates):
    data = nd_update(data, indices, updates, reduction="sum")
    return slice_update(data, updates[:1], 1, 2)
specs = P(None, "x"), P(), P(None, "x")
auto = (jax.sharding.AxisType.Auto,)
mesh = jax.make_mesh((2,), ("x",), axis_types=auto)
sharded = jax.jit(jax.shard_map(update, mesh=mesh, in_specs=specs, out_specs=specs[0]))
np.testing.assert_array_equal(sharded(data, indices, updates), update(data, indices, updates))
grad = jax.grad(lambda d, u: sharded(d, indices, u).sum(), (0, 1))(data, updates)
expected = jax.grad(lambda d, u: update(d, indices, u).sum(), (0, 1))(data, updates)
for left, right in zip(grad, expected):
    np.testing.assert_array_equal(left, right)
"""


def test_shard_map():
    flags = "--xla_force_host_platform_device_count=2"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    subprocess.run([sys.executable, "-c", SHARDED], env=environment, check=True)


def test_threads():
    data = jnp.zeros((4096, 64))
    indices = (np.arange(8192) * 7 % 4096)[:, None]
    updates = jnp.ones((8192, 64))
    one, two = (
        jax.jit(lambda d: nd_update(d, indices, updates, reduction="sum", threads=n))(data)
        for n in (1, 2)
    )
    assert same_bits(one, two)


def test_a_slice_may_start_where_it_is_computed(rng):
    data, rows = jnp.asarray(make_arrays(rng)[0]), jnp.ones((2, 3))
    update = jax.jit(lambda d, u, s: slice_update(d, u, s))
    for start, first in ((0, 0), (2, 2), (4, 3)):
        assert same_bits(update(data, rows, start), data.at[first : first + 2].set(1))
    columns = jax.jit(lambda d, u, s: slice_update(d, u, (1, s)), donate_argnums=0)
    expected = data.at[1:3, 2:].set(4)
    assert same_bits(columns(data + 0, jnp.full((2, 1), 4.0), 2), expected)
    other = jax.jit(lambda d, u, s: slice_update(d, u, [s], axes=[-1]))
    assert same_bits(other(data, jnp.ones((5, 1)), 1), data.at[:, 1].set(1))
    text = columns.lower(data, rows[:, :1], 2).compile().as_text()
    assert "f32[5,3]{1,0} copy(" not in text and "transpose(" not in text


def test_exported_functions_run():
    from jax import export

    update = jax.jit(lambda x, i: at(x)[i].add(1.0))
    arguments = jnp.zeros(4), jnp.array([1, 1])
    # JAX asks for a promise about custom calls that it does not know.
    names = ("scatter_mlir.nd_update", "scatter_mlir.slice_update")
    checks = [export.DisabledSafetyCheck.custom_call(name) for name in names]
    exported = export.export(update, disabled_checks=checks)(*arguments)
    loaded = export.deserialize(exported.serialize())
    assert loaded.call(*arguments).tolist() == [0, 2, 0, 0]


def test_an_array_of_jax_as_out_is_immutable():
    with pytest.raises(ValueError, match="^'out': .* immutable$"):
        scatter_mlir.scatter_nd_update(np.zeros(3), [[0]], 1.0, out=jnp.zeros(3))


def test_types_below_a_byte_are_left_to_jax():
    array, index = jnp.array([1, 2, 3]).astype("int4"), jnp.array([0, 2])
    assert at(array)[index].add(1).tolist() == array.at[index].add(1).tolist()
    assert at(array)[1:].set(4).tolist() == [1, 4, 4]
    for positions in (array.at, at(array)):
        with pytest.raises(jax.dtypes.TypePromotionError):
            positions[index].set(jnp.ones(2, "bfloat16"))


@pytest.mark.parametrize("reduction", ["none", "sum", "sub", "prod", "min", "max"])
def test_forward_mode(reduction):
    data, rows = jnp.arange(1.0, 9).reshape(4, 2), jnp.arange(2.0, 8).reshape(3, 2)
    indices = jnp.array([[0], [2], [0]])

    def update(data, rows):
        return nd_update(data, indices, rows, reduction=reduction)

    tangents = jnp.cos(data), jnp.sin(rows)
    result, tangent = jax.jvp(update, (data, rows), tangents)
    again, push = jax.linearize(update, data, rows)
    np.testing.assert_allclose(again, result)
    np.testing.assert_allclose(push(*tangents), tangent, rtol=1e-5)
    jacobians = jax.jacrev(update, (0, 1))(data, rows)
    expected = sum(
        jnp.tensordot(jacobian, each, 2) for jacobian, each in zip(jacobians, tangents)
    )
    np.testing.assert_allclose(tangent, expected, rtol=1e-5)
    # Forward over forward.
    hessians = [
        outer(jax.jacfwd(lambda rows: (update(data, rows) ** 2).sum()))(rows)
        for outer in (jax.jacfwd, jax.jacrev)
    ]
    np.testing.assert_allclose(*hessians, rtol=1e-4)
