# ===- test_region_ops.py - every op of arith, math and complex in a region ---===#
"""A region of scatter.generic may hold any op of arith, math and complex on
scalars. Each is compared with NumPy or Python's math, in vectors and at the end of
a row, by one and two threads."""

import math

import numpy as np
import pytest

import scatter_mlir

TUPLES, ROWS, WIDTH = 5, 7, 19
SPECIAL = [0.0, -0.0, 1e-30, -1e-8, 3e-5, 0.3, -0.5, 0.75, 1, -1, 1.5, -3, 9, 25, 1e5, 1e20, -1e38,
           np.inf, -np.inf, np.nan, 2.5, -2.5, 0.1]  # fmt: skip


def lift(function, limits=None):
    """`function`, of Python floats, on arrays; NaN where it is not defined."""

    def compute(*arrays):
        result = np.empty(arrays[0].shape)
        for at in np.ndindex(result.shape):
            arguments = [float(array[at]) for array in arrays]
            try:
                result[at] = function(*arguments)
            except ValueError:
                result[at] = (limits or {}).get(arguments[0], np.nan)
        return result

    return compute


def round_away(x):
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(1, x), np.copysign(whole, x))


FUNCTIONS = {
    "absf": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin,
    "asinh": np.arcsinh, "atan": np.arctan, "atanh": np.arctanh, "cbrt": np.cbrt,
    "ceil": np.ceil, "cos": np.cos, "cosh": np.cosh, "erf": lift(math.erf),
    "erfc": lift(math.erfc), "exp": np.exp, "exp2": np.exp2, "expm1": np.expm1,
    "floor": np.floor, "log": np.log, "log10": np.log10, "log1p": np.log1p,
    "log2": np.log2, "round": round_away, "roundeven": np.rint,
    "rsqrt": lambda x: 1 / np.sqrt(x), "sin": np.sin, "sinh": np.sinh, "sqrt": np.sqrt,
    "tan": np.tan, "tanh": np.tanh, "trunc": np.trunc,
}  # fmt: skip
PAIRS = {
    "atan2": np.arctan2, "copysign": np.copysign, "powf": np.power,
    "arith.remf": np.fmod, "arith.maximumf": np.maximum, "arith.minimumf": np.minimum,
    "arith.maxnumf": np.fmax, "arith.divf": np.divide,
}  # fmt: skip


def make_program(element, lines, result, is_static, types=None):
    """A function whose op yields `lines` of inputs %x, %y and %n."""
    types = types or [element, element, "i32"]

    def shape(*sizes):
        return "x".join(map(str, sizes)) if is_static else "x".join("?" * len(sizes))

    inputs = [f"tensor<{shape(TUPLES, WIDTH)}x{t}>" for t in types]
    out = f"tensor<{shape(ROWS, WIDTH)}x{result}>"
    index = f"tensor<{shape(TUPLES)}x1xi64>"
    return f"""
#in = affine_map<(t, w)[s] -> (t, w)>
#out = affine_map<(t, w)[s] -> (s, w)>
func.func @f(%i: {index}, %a: {inputs[0]}, %b: {inputs[1]}, %c: {inputs[2]}, %d: {out}) -> {out} {{
  %r = scatter.generic {{indexing_maps = [#in, #in, #in, #out],
      plan = #scatter.plan<partition = buckets, threads = <2, bytes = 0>, stores = <vector_bytes = 32>>}}
    indices(%i : {index}) ins(%a, %b, %c : {", ".join(inputs)}) outs(%d : {out}) {{
  ^bb0(%x: {types[0]}, %y: {types[1]}, %n: {types[2]}, %old: {result}):
    {lines}
    scatter.yield %z : {result}
  }} -> {out}
  return %r : {out}
}}
"""


def run(program, arrays, dtype):
    """The elements that the tuples have written."""
    indices = np.array([[3], [0], [6], [-2], [1]])
    data = np.zeros((ROWS, WIDTH), dtype)
    found = program(indices, *arrays, data)
    assert not found[[2, 4]].any()
    return found[[3, 0, 6, 5, 1]]


def draw(seed):
    rng = np.random.default_rng(seed)
    values = rng.normal(0, 3, (TUPLES, WIDTH))
    values.flat[: len(SPECIAL)] = SPECIAL if seed == 0 else rng.permutation(SPECIAL)
    return values


def compare(found, expected, name):
    """At most three units in the last place between."""
    with np.errstate(all="ignore"):
        expected = expected.astype(found.dtype)
    tolerance = 3 * np.finfo(found.dtype).eps
    smallest = np.finfo(found.dtype).smallest_subnormal
    np.testing.assert_allclose(found, expected, tolerance, 3 * smallest, err_msg=name)
    signs = [np.signbit(result[expected == expected]) for result in (found, expected)]
    np.testing.assert_array_equal(*signs, err_msg=name)


@pytest.mark.parametrize("element, dtype", [("f16", "f2"), ("f32", "f4"), ("f64", "f8")])
def test_functions_of_floats(element, dtype):
    with np.errstate(all="ignore"):
        x, y = draw(0).astype(dtype), draw(1).astype(dtype)
    n = (np.arange(x.size).reshape(x.shape) % 7 - 3).astype("i4")
    cases = {name: (f"%z = math.{name} %x : {element}", f) for name, f in FUNCTIONS.items()}
    for name, function in PAIRS.items():
        op = name if "." in name else "math." + name
        cases[name] = (f"%z = {op} %x, %y : {element}", function)
    for number, (name, (line, function)) in enumerate(cases.items()):
        text = make_program(element, line, element, is_static=number % 2 == 0)
        with np.errstate(all="ignore"):
            wide = [x.astype("f8"), y.astype("f8")]
            expected = function(*wide[: 2 if "%y" in line else 1])
        for threads in (1, 2):
            program = scatter_mlir.compile(text, threads=threads)
            compare(run(program, (x, y, n), dtype), expected, f"{name} of {element}")
    text = make_program(element, f"%z = math.fpowi %x, %n : {element}, i32", element, True)
    with np.errstate(all="ignore"):
        expected = np.power(x.astype("f8"), n.astype("f8"))
    found = run(scatter_mlir.compile(text), (x, y, n), dtype)
    # The power is multiplied before it is inverted, so that small results may become 0.
    isnormal = ~(np.abs(expected) < np.finfo(dtype).tiny)
    compare(found[isnormal], expected[isnormal], "fpowi")


@pytest.mark.parametrize("element, dtype", [("f16", "f2"), ("f32", "f4"), ("f64", "f8")])
def test_classes_of_floats(element, dtype):
    with np.errstate(all="ignore"):
        x = draw(0).astype(dtype)
    info = np.finfo(dtype)
    x[1, :4] = info.tiny, -info.smallest_subnormal, info.max, info.tiny / 2
    y, n = np.zeros_like(x), np.zeros(x.shape, "i4")
    classes = {
        "isfinite": np.isfinite(x), "isinf": np.isinf(x), "isnan": np.isnan(x),
        "isnormal": np.isfinite(x) & (np.abs(x) >= info.tiny),
    }  # fmt: skip
    for is_static, (name, expected) in zip((True, False, True, False), classes.items()):
        text = make_program(element, f"%z = math.{name} %x : {element}", "i1", is_static)
        found = run(scatter_mlir.compile(text), (x, y, n), bool)
        np.testing.assert_array_equal(found, expected, err_msg=name)


def test_normal_numbers_of_8_bits():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    dtype = ml_dtypes.float8_e5m2
    x = np.resize(np.arange(256).astype("u1"), (TUPLES, WIDTH)).view(dtype)
    y, n = np.zeros_like(x), np.zeros(x.shape, "i4")
    text = make_program("f8E5M2", "%z = math.isnormal %x : f8E5M2", "i1", True)
    found = run(scatter_mlir.compile(text), (x, y, n), bool)
    wide = np.abs(x.astype("f4"))
    np.testing.assert_array_equal(found, (wide >= 2.0**-14) & np.isfinite(wide))


def test_clamp():
    rng = np.random.default_rng(0)
    x, low = rng.normal(0, 3, (2, TUPLES, WIDTH)).astype("f4")
    high = low + 1
    x[0, 0] = np.nan
    text = make_program(
        "f32", "%z = math.clampf %x to [%y, %n] : f32", "f32", True, types=["f32"] * 3
    )
    found = run(scatter_mlir.compile(text), (x, low, high), "f4")
    np.testing.assert_array_equal(found, np.clip(x, low, high))


def test_integer_power():
    rng = np.random.default_rng(0)
    for element, dtype in (("i8", "i1"), ("i32", "i4"), ("i64", "i8")):
        x = rng.integers(-9, 9, (TUPLES, WIDTH)).astype(dtype)
        y = rng.integers(0, 6, (TUPLES, WIDTH)).astype(dtype)
        n = np.zeros(x.shape, "i4")
        text = make_program(element, f"%z = math.ipowi %x, %y : {element}", element, False)
        np.testing.assert_array_equal(run(scatter_mlir.compile(text), (x, y, n), dtype), x**y)


@pytest.mark.parametrize("element, dtype", [("complex<f32>", "c8"), ("complex<f64>", "c16")])
def test_functions_of_complex_numbers(element, dtype):
    rng = np.random.default_rng(0)
    x, y = (rng.normal(0, 2, (2, TUPLES, WIDTH)) + 1j * rng.normal(0, 2, (2, TUPLES, WIDTH)))
    x.flat[:9] = [0, 1, 1j, -1j, 1e-8, 1e-8j, -1e-8 + 1e-8j, 3 + 4j, 5]
    x, y = x.astype(dtype), y.astype(dtype)
    n = (np.arange(x.size).reshape(x.shape) % 7 - 3).astype("i4")
    unary = {
        "cos": np.cos, "exp": np.exp, "expm1": np.expm1, "log": np.log, "neg": np.negative,
        "rsqrt": lambda z: 1 / np.sqrt(z), "sign": lambda z: np.where(z == 0, 0, z / np.abs(z)),
        "sin": np.sin, "sqrt": np.sqrt, "tanh": np.tanh, "tan": np.tan, "conj": np.conj,
    }  # fmt: skip
    binary = {
        "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide,
        "pow": np.power,
    }  # fmt: skip
    part = element[len("complex<") : -1]
    cases = [(f"%z = complex.{name} %x : {element}", element, f, 1) for name, f in unary.items()]
    cases += [(f"%z = complex.{n} %x, %y : {element}", element, f, 2) for n, f in binary.items()]
    for name, function in {"abs": np.abs, "angle": np.angle, "re": np.real, "im": np.imag}.items():
        cases.append((f"%z = complex.{name} %x : {element}", part, function, 1))
    results = {element: dtype, part: "f4" if part == "f32" else "f8"}
    for number, (line, result, function, count) in enumerate(cases):
        text = make_program(element, line, result, is_static=number % 2 == 0)
        found = run(scatter_mlir.compile(text, threads=2), (x, y, n), results[result])
        with np.errstate(all="ignore"):
            expected = function(*[array.astype("c16") for array in (x, y)][:count])
        if "pow" in line:  # Most powers of 0 are NaN, as in JAX.
            found, expected = found[x != 0], expected[x != 0]
        isfinite = np.isfinite(expected)
        np.testing.assert_array_equal(np.isfinite(found), isfinite, err_msg=line)
        eps = np.finfo(dtype).eps
        np.testing.assert_allclose(found[isfinite], expected[isfinite], 40 * eps, err_msg=line)
    text = make_program(element, f"%z = complex.log1p %x : {element}", element, True)
    x[0, 0] = -1
    found = run(scatter_mlir.compile(text), (x, y, n), dtype)
    assert found[0, 0] == -np.inf
    expected = np.log(1 + x[1:].astype("c16"))
    np.testing.assert_allclose(found[1:], expected, 40 * np.finfo(dtype).eps)


def test_op_that_is_not_compiled():
    text = make_program("f32", "%z = llvm.inline_asm \"nop\", \"=r,r\" %x : (f32) -> f32", "f32", True)
    with pytest.raises(scatter_mlir.CompileError, match="llvm.inline_asm"):
        scatter_mlir.compile(text)


def test_quotients_of_large_and_small_complex_numbers():
    text = """func.func @main(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>)
        -> tensor<4xcomplex<f32>> {
      %e = tensor.empty() : tensor<4xcomplex<f32>>
      %r = linalg.div ins(%x, %y : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>)
          outs(%e : tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
      return %r : tensor<4xcomplex<f32>>
    }"""
    x = np.array([1e25 + 1e25j, 1e-25, 2 + 4j, -3], "c8")
    y = np.array([1e25 + 1e25j, 1e-25 + 1e-25j, 1 + 2j, complex(0, -np.inf)], "c8")
    np.testing.assert_allclose(scatter_mlir.compile(text)(x, y), [1, 0.5 - 0.5j, 2, 0], rtol=1e-6)
