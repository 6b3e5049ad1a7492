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


def check_applied(functions, on_arrays, **tolerances):
    """Compares `at[].apply` of each function on scalars with `on_arrays(function)`."""
    import jax

    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, (7, 5)).astype("f4")
    indices = np.array([0, 3, 6, 2], "i4")
    for name, function in functions.items():
        lowered = jax.jit(lambda x, i: x.at[i].apply(function)).lower(x, indices)
        expected = x.copy()
        expected[indices] = on_arrays(function)(x[indices])
        for threads in (1, 3):
            found = scatter_mlir.compile(lowered, threads=threads)(x, indices)
            np.testing.assert_allclose(found, expected, err_msg=name, **tolerances)


def test_functions_that_jax_applies():
    """A computation may be any function that consists of elementwise ops and control flow."""
    jax = pytest.importorskip("jax")
    jnp, lax, nn = jax.numpy, jax.lax, jax.nn
    functions = {
        name: getattr(jnp, name) for name in (
            "square", "sinh", "cosh", "arcsin", "arccos", "arctan", "arcsinh", "tanh", "expm1", "cbrt", "nan_to_num",
        )
    } | {
        "acosh": lambda v: jnp.arccosh(jnp.abs(v) + 1),
        "atanh": lambda v: jnp.arctanh(v / 2),
        "erf": jax.scipy.special.erf,
        "erfc": jax.scipy.special.erfc,
        "gelu": lambda v: nn.gelu(v, approximate=False),
        "cond": lambda v: lax.cond(v > 0, lambda x: x * 2, lambda x: x - 1, v),
        "switch": lambda v: lax.switch(
            (3 * v).astype("int32"), [lambda x: x, lambda x: x * x, lambda x: -x], v
        ),
        "fori": lambda v: lax.fori_loop(0, 3, lambda i, x: x * v + i, v),
        "while": lambda v: lax.while_loop(lambda x: x < 10, lambda x: x * 2 + 20, v),
        "nested": lambda v: lax.cond(v > 0, lambda x: jnp.clip(x, 0, 0.5), jnp.square, v),
        "scan": lambda v: lax.scan(lambda c, _: (c * v + 1, None), v, None, length=3)[0],
    }  # fmt: skip
    # XLA does not compile loops in a computation.
    check_applied(functions, lambda function: jax.vmap(jax.vmap(function)), rtol=2e-6, atol=1e-7)


def test_chlo_functions_at_their_limits():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy
    values = np.array(
        [0.0, -0.0, 1e-30, -1e-8, 3e-5, 0.3, -0.5, 0.75, 1, -1, 1.5, -3, 9, 25, 1e5, 1e20, -1e38,
         np.inf, -np.inf, np.nan], "f8",
    )  # fmt: skip
    functions = {
        "arcsin": np.arcsin, "arccos": np.arccos, "arctan": np.arctan, "arcsinh": np.arcsinh,
        "arccosh": np.arccosh, "arctanh": np.arctanh, "sinh": np.sinh, "cosh": np.cosh,
        "square": np.square, "isinf": np.isinf,
    }  # fmt: skip
    for name, function in functions.items():
        x = values.astype("f4")
        found = scatter_mlir.compile(jax.jit(getattr(jnp, name)).lower(x))(x)
        with np.errstate(all="ignore"):
            expected = function(x.astype("f8")).astype(found.dtype)
        np.testing.assert_allclose(found, expected, rtol=1e-6, err_msg=name)
        signs = [np.signbit(result[expected == expected]) for result in (found, expected)]
        np.testing.assert_array_equal(*signs, err_msg=name)


def test_special_functions_that_jax_applies():
    """XLA's approximations in f32 are less exact than those in f64."""
    jax = pytest.importorskip("jax")
    special, lax, jnp = jax.scipy.special, jax.lax, jax.numpy
    functions = {
        "lgamma": lambda v: special.gammaln(5 * v),
        "digamma": lambda v: special.digamma(5 * v),
        "polygamma": lambda v: special.polygamma(2, jnp.abs(v) + 0.5),
        "zeta": lambda v: special.zeta(jnp.abs(v) + 1.5, 2.0),
        "nextafter": lambda v: jnp.nextafter(v, 0.3),
        "i1e": lambda v: special.i1e(20 * v),
        "erf_inv": special.erfinv,
        "reduce_precision": lambda v: lax.reduce_precision(v, 4, 3),
    }
    check_applied(functions, lambda function: function, rtol=2e-5, atol=4e-6)


def test_special_functions_at_their_limits():
    jax = pytest.importorskip("jax")
    special, lax, jnp = jax.scipy.special, jax.lax, jax.numpy
    x = np.array(
        [0.0, -0.0, 1e-30, -1e-8, 0.3, -0.5, 1, -1, 1.5, -3, 2, 9, 25, -25.5, 1e5, 1e20, 3e38,
         np.inf, -np.inf, np.nan], "f4",
    )  # fmt: skip
    functions = {
        "gammaln": special.gammaln, "digamma": special.digamma, "erfinv": special.erfinv,
        "i1e": special.i1e, "zeta": lambda v: special.zeta(3.0, jnp.minimum(v, 1e5)),
        "polygamma": lambda v: special.polygamma(1, jnp.minimum(v, 1e5)),
        "nextafter": lambda v: jnp.nextafter(v, jnp.float32(1)),
        "from one": lambda v: jnp.nextafter(jnp.float32(1), v),
        "bf16": lambda v: lax.reduce_precision(v, 8, 7),
        "f16": lambda v: lax.reduce_precision(v, 5, 10),
        "e4m3": lambda v: lax.reduce_precision(v / 7, 4, 3),
    }  # fmt: skip
    for name, function in functions.items():
        lowered = jax.jit(function).lower(x)
        found, expected = scatter_mlir.compile(lowered)(x), np.asarray(jax.jit(function)(x))
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6, err_msg=name)
        if name in ("nextafter", "from one", "bf16", "f16", "e4m3"):
            np.testing.assert_array_equal(found, expected, err_msg=name)
            isnan = np.isnan(expected)
            assert (np.signbit(found) == np.signbit(expected))[~isnan].all(), name


def test_arithmetic_of_8_bit_floats():
    jax = pytest.importorskip("jax")
    jnp = jax.numpy
    rng = np.random.default_rng(0)
    indices = np.array([0, 3, 6, 3], "i4")
    for dtype in (jnp.float8_e4m3fn, jnp.float8_e5m2, jnp.float8_e4m3fnuz):
        x = rng.normal(0, 2, (7, 5)).astype(dtype)
        v = rng.normal(0, 2, (4, 5)).astype(dtype)
        functions = {
            "add": lambda x, i, v: x.at[i].add(v),
            "multiply": lambda x, i, v: x.at[i].multiply(v),
            "max": lambda x, i, v: x.at[i].max(v),
            "apply": lambda x, i, v: x.at[i].apply(lambda y: y * y + jnp.asarray(0.5, dtype)),
            "select": lambda x, i, v: x.at[i].apply(lambda y: jnp.where(y > 0, y, -y)),
            "of updates": lambda x, i, v: x.at[i].add(v * v - v),
            "convert": lambda x, i, v: x.at[i].add((v.astype("f4") * 3).astype(dtype)),
        }
        for name, function in functions.items():
            lowered = jax.jit(function, keep_unused=True).lower(x, indices, v)
            found = scatter_mlir.compile(lowered)(x, indices, v)
            expected = np.asarray(jax.jit(function)(x, indices, v))
            np.testing.assert_array_equal(
                found.astype("f4"), expected.astype("f4"), err_msg=f"{name} of {dtype}"
            )


def test_arguments_that_jax_drops():
    jax = pytest.importorskip("jax", reason="needs jax")
    jnp = jax.numpy
    unused = np.zeros(3, "i4")

    def function(a, x, b, indices, u, c):
        return x.at[indices].add(u), jnp.sum(u)

    arguments = unused, X, unused, I, U, {"c": unused, "d": unused}
    for lowered in (
        jax.jit(function).lower(*arguments),
        jax.export.export(jax.jit(function))(*arguments),
        jax.jit(function, keep_unused=True).lower(*arguments),
    ):
        program = scatter_mlir.compile(lowered)
        assert [name for name, _ in program.arguments] == [f"arg{i}" for i in range(7)]
        found, total = program(unused, X, unused, I, U, unused, unused)
        np.testing.assert_array_equal(found, EXPECTED)
        assert total == U.sum()
        with pytest.raises(TypeError, match="7 arguments|missing"):
            program(X, I, U)

    # The lowered function stays as it was.
    lowered = jax.jit(function).lower(*arguments)
    text = lowered.as_text()
    for _ in range(2):
        program = scatter_mlir.compile(lowered)
        np.testing.assert_array_equal(program(*arguments[:5], unused, unused)[0], EXPECTED)
    assert lowered.as_text() == text

    donating = scatter_mlir.compile(jax.jit(function, donate_argnums=1).lower(*arguments))
    assert donating.donated == {"arg1": "result0"}
    x = X.copy()
    assert donating(unused, x, unused, I, U, unused, unused)[0] is x

    # A function of the name that the module gets.
    @jax.jit
    def inner(x):
        return x * 2

    lowered = jax.jit(lambda a, x: inner(inner(x) + 1)).lower(unused, X)
    assert "@inner" in lowered.as_text()
    np.testing.assert_array_equal(scatter_mlir.compile(lowered)(unused, X), X * 4 + 2)

    # An argument of a size that is not known, and a function that uses none.
    (size,) = jax.export.symbolic_shape("n")
    symbolic = jax.ShapeDtypeStruct((size, 2), "f4")
    exported = jax.export.export(jax.jit(lambda a, x: x + 1))(symbolic, X)
    found = scatter_mlir.compile(exported)(np.zeros((5, 2), "f4"), X)
    np.testing.assert_array_equal(found, X + 1)
    constant = jax.jit(lambda a: jnp.ones(2)).lower(X)
    np.testing.assert_array_equal(scatter_mlir.compile(constant)(X), np.ones(2))
