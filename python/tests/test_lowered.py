# ===- test_lowered.py - functions that JAX has lowered -------------------===#

import os

import numpy as np
import pytest

import scatter_mlir

HERE = os.path.dirname(os.path.abspath(__file__))
STORED = os.path.join(HERE, "../../test/Integration/StableHLO/Inputs/JAX")


class Lowered:
    """What jax.stages.Lowered has, around a stored text."""

    def __init__(self, text):
        self.text = text
        self.operation = self

    def compiler_ir(self, dialect=None):
        assert dialect == "stablehlo"
        return self

    def get_asm(self, *, print_generic_op_form):
        assert print_generic_op_form
        return self.text


def read(name):
    with open(os.path.join(STORED, name), encoding="utf-8") as file:
        return file.read()


X = np.zeros((8, 4), "f4")
I = np.array([1, 6, 1, -1, 9], "i4")
U = np.arange(20, dtype="f4").reshape(5, 4)
EXPECTED = X.copy()
np.add.at(EXPECTED, I[:4], U[:4])


def test_stored_text():
    program = scatter_mlir.compile(read("at_add.mlir"))
    np.testing.assert_array_equal(program(X, I, U), EXPECTED)


def test_object_like_what_jax_lowers():
    program = scatter_mlir.compile(Lowered(read("at_add.mlir")))
    np.testing.assert_array_equal(program(X, I, U), EXPECTED)


def test_op_that_is_not_converted():
    text = read("at_add.mlir").replace("stablehlo.compare", "stablehlo.sort")
    with pytest.raises(scatter_mlir.CompileError, match="'stablehlo.sort': expected"):
        scatter_mlir.compile(text)


def test_function_lowered_by_jax():
    jax = pytest.importorskip("jax", reason="needs jax")
    lowered = jax.jit(lambda x, i, u: x.at[i].add(u)).lower(X, I, U)
    program = scatter_mlir.compile(lowered)
    np.testing.assert_array_equal(program(X, I, U), EXPECTED)


def test_arguments_that_are_committed_to_a_device():
    jax = pytest.importorskip("jax", reason="needs jax")
    device = jax.devices()[0]
    arguments = [jax.device_put(each, device) for each in (X, I, U)]
    lowered = jax.jit(lambda x, i, u: x.at[i].add(u)).lower(*arguments)
    assert "sdy.mesh" in lowered.as_text()
    np.testing.assert_array_equal(scatter_mlir.compile(lowered)(X, I, U), EXPECTED)
    same = jax.jit(lambda x: x).lower(arguments[0])
    np.testing.assert_array_equal(scatter_mlir.compile(same)(X + 3), X + 3)
    mesh = jax.sharding.Mesh(np.array([device]), "d")
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("d"))
    constrained = jax.jit(lambda x: jax.lax.with_sharding_constraint(2 * x, sharding))
    program = scatter_mlir.compile(constrained.lower(arguments[0]))
    np.testing.assert_array_equal(program(X + 1), 2 * X + 2)
