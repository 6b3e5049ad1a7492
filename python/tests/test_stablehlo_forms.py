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
