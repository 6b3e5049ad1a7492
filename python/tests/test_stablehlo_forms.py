# ===- test_stablehlo_forms.py - StableHLO as JAX prints it -----------------===#

import sys

import numpy as np
import pytest

import scatter_mlir

jax = pytest.importorskip("jax")

import jax.numpy as jnp
from jax import export

X, I = np.array([1, -2, 3, 4], "f4"), np.array([0, 1, -1], "i4")


def update(x, i):
    # jnp.where becomes a call of a private function.
    return jnp.where(x > 0, x, 0).at[i].add(1.0)


def get_forms(tmp_path):
    lowered = jax.jit(update).lower(X, I)
    exported = export.export(jax.jit(update))(X, I)
    path = tmp_path / "update.mlir"
    path.write_text(lowered.as_text())
    artifact = tmp_path / "update.mlirbc"
    artifact.write_bytes(exported.mlir_module_serialized)
    return {
        "lowered": lowered,
        "text": lowered.as_text(),
        "text as bytes": lowered.as_text().encode(),
        "exported": exported,
        "text of exported": exported.mlir_module(),
        "artifact": exported.mlir_module_serialized,
        "file of text": path,
        "file of an artifact": artifact,
    }


def test_each_form_is_compiled(tmp_path):
    expected = np.asarray(update(X, I))
    for form, source in get_forms(tmp_path).items():
        program = scatter_mlir.compile(source)
        assert np.array_equal(program(X, I), expected), form


def get_symbolic():
    rows, count = export.symbolic_shape("rows, count")
    arguments = [
        jax.ShapeDtypeStruct((rows, 3), np.float32),
        jax.ShapeDtypeStruct((count,), np.int32),
        jax.ShapeDtypeStruct((count, 3), np.float32),
    ]
    function = jax.jit(lambda x, i, u: x.at[i].add(u) * 2 + x.shape[0])
    return export.export(function)(*arguments)


def test_symbolic_sizes_are_those_of_the_arguments():
    exported = get_symbolic()
    arguments = np.ones((5, 3), "f4"), np.array([4, 0], "i4"), np.ones((2, 3), "f4")
    lowered = jax.jit(exported.call).lower(*arguments)
    for source in (lowered, lowered.as_text()):
        result = scatter_mlir.compile(source)(*arguments)
        assert result.tolist() == [[9] * 3, [7] * 3, [7] * 3, [7] * 3, [9] * 3]


def test_symbolic_sizes_are_known_when_the_program_runs():
    exported = get_symbolic()
    for source in exported, exported.mlir_module(), exported.mlir_module_serialized:
        program = scatter_mlir.compile(source)
        for rows, indices in (5, [4, 0]), (2, [-1, 1, 9]):
            x, u = np.ones((rows, 3), "f4"), np.ones((len(indices), 3), "f4")
            i = np.array(indices, "i4")
            assert np.array_equal(program(x, i, u), exported.call(x, i, u))


def test_symbolic_sizes_that_differ_are_an_error():
    program = scatter_mlir.compile(get_symbolic())
    x, i, u = np.ones((5, 3), "f4"), np.zeros(2, "i4"), np.ones((4, 3), "f4")
    match = r"args\[2\]\.shape\[0\].*dimension 0: expected size 2, found 4"
    with pytest.raises(ValueError, match=match):
        program(x, i, u)
    with pytest.raises(ValueError, match="dimension variable 'rows'.*size 1 or more, found 0"):
        program(x[:0], i, u[:2])


def make_calls():
    """Functions of the package inside of a function of JAX, and their results."""
    sj = pytest.importorskip("scatter_mlir.jax")
    indices = jnp.array([[1], [-1], [1]])
    rows = jnp.arange(9.0).reshape(3, 3)

    def reduce(x, reduction, **options):
        return sj.nd_update(x, indices, rows, reduction=reduction, **options) * 2

    yield from (
        lambda x, r=r: reduce(x, r) for r in ("none", "sum", "sub", "prod", "min", "max")
    )
    yield lambda x: reduce(x, "none", out_of_bounds="drop", negative_indices="reject")
    yield lambda x: sj.nd_update(x, indices * 9, rows, out_of_bounds="clamp")
    yield lambda x: sj.nd_update(x, [[0, 1], [2, 2]], [5.0, 6], unique_indices=True)
    yield lambda x: sj.slice_update(x, rows[:2, :1], (-1, 2), (0, None), (-2, 1)) + 1
    yield lambda x: sj.slice_update(x, rows[:1], 2**40, -(2**40), -4)
    yield lambda x: sj.at(x)[:, 1:].add(1.5)
    yield lambda x: sj.gather_nd(x, indices) + 1
    yield lambda x: sj.gather_nd(x, [[0, 1], [-2, 2]])
    yield lambda x: sj.gather_nd(x, jnp.zeros((2, 0), int))
    yield lambda x: sj.gather_nd(x, indices * 9, out_of_bounds="drop", fill=7)
    yield lambda x: sj.gather_nd(x, indices * 9, out_of_bounds="clamp")
    yield lambda x: sj.gather_nd(x, indices, out_of_bounds="drop", negative_indices="reject")
    yield lambda x: sj.gather_nd(x[:3], indices, batch_dims=1)


def test_calls_of_the_package_are_compiled():
    x = np.arange(12, dtype="f4").reshape(4, 3)
    count = 0
    for function in make_calls():
        lowered = jax.jit(function).lower(x)
        expected = np.asarray(function(jnp.asarray(x)))
        for source in (lowered, lowered.as_text()):
            assert np.array_equal(scatter_mlir.compile(source)(x), expected)
        count += 1
    assert count == 19


def test_a_bad_index_of_a_call_of_the_package_is_an_index_error():
    sj = pytest.importorskip("scatter_mlir.jax")
    lowered = jax.jit(lambda x, i: sj.nd_update(x, i, 1.0)).lower(X, I[:, None])
    with pytest.raises(IndexError, match="found 4"):
        scatter_mlir.compile(lowered)(X, I[:, None] + 3)
    lowered = jax.jit(lambda x, i: sj.gather_nd(x, i)).lower(X, I[:, None])
    with pytest.raises(IndexError, match="found 4"):
        scatter_mlir.compile(lowered)(X, I[:, None] + 3)


def test_errors_name_what_is_expected(tmp_path, monkeypatch):
    text = jax.jit(update).lower(X, I).as_text()
    with pytest.raises(ValueError, match="generic form where 'untrusted' is given"):
        scatter_mlir.compile(text, untrusted=True)
    with pytest.raises(scatter_mlir.CompileError, match="read by jaxlib: "):
        scatter_mlir.compile(text.replace("stablehlo.add", "stablehlo.unknown"))
    with pytest.raises(scatter_mlir.CompileError, match="read by jaxlib: "):
        scatter_mlir.compile(b"ML\xefR\rStableHLO_v1.0\x00")
    monkeypatch.setitem(sys.modules, "jax._src.interpreters.mlir", None)
    with pytest.raises(ImportError, match="read by JAX, .*print_generic_op_form=True"):
        scatter_mlir.compile(text)
