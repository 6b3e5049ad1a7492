# ===- test_bfloat16.py - programs that compute in bf16 ---------------------===#
"""Each op rounds to bf16, to nearest even, as ml_dtypes does, denormals included."""

import numpy as np
import pytest

import scatter_mlir

ml_dtypes = pytest.importorskip("ml_dtypes", reason="needs ml_dtypes")
BF16 = ml_dtypes.bfloat16
SIZE = 1 << 16
ALL = np.arange(SIZE, dtype="u2").view(BF16)
OTHERS = np.random.default_rng(0).permutation(ALL)
T = f"tensor<{SIZE}xbf16>"


def check(found, expected):
    is_nan = np.isnan(expected.astype("f4"))
    np.testing.assert_array_equal(np.isnan(found.astype("f4")), is_nan)
    np.testing.assert_array_equal(found[~is_nan].view("u2"), expected[~is_nan].view("u2"))


@pytest.fixture(autouse=True)
def ignore_invalid_operations():
    with np.errstate(all="ignore"):
        yield


@pytest.mark.parametrize(
    "lines, function",
    [
        ("%r = arith.addf %x, %y : T", lambda x, y: x + y),
        ("%r = arith.divf %x, %y : T", lambda x, y: x / y),
        ("%r = math.sqrt %x : T", lambda x, y: np.sqrt(x)),
        ("%a = arith.mulf %x, %y : T\n%r = arith.addf %a, %x : T", lambda x, y: x * y + x),
        ("%a = math.absf %x : T\n%r = arith.subf %a, %y : T", lambda x, y: abs(x) - y),
    ],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_each_op_rounds(lines, function, threads):
    text = f"func.func @main(%x: T, %y: T) -> T {{\n{lines}\nreturn %r : T\n}}".replace("T", T)
    program = scatter_mlir.compile(text, threads=threads)
    check(program(ALL, OTHERS), function(ALL, OTHERS))


@pytest.mark.parametrize("source, dtype", [("f32", "f4"), ("f64", "f8")])
def test_casts(source, dtype):
    # Values between any two neighbors, halves of the distance included.
    wide = (np.arange(SIZE, dtype="u4")[:, None] << 16) + np.array(
        [0, 1, 0x7FFF, 0x8000, 0x8001, 0xFFFF], "u4"
    )
    values = wide.view("f4").astype(dtype)
    shape = f"{SIZE}x6"
    text = f"""func.func @main(%x: tensor<{shape}x{source}>) -> tensor<{shape}xbf16> {{
      %r = arith.truncf %x : tensor<{shape}x{source}> to tensor<{shape}xbf16>
      return %r : tensor<{shape}xbf16>
    }}"""
    check(scatter_mlir.compile(text)(values), values.astype(BF16))


def test_cast_before_a_cache_write():
    text = """func.func @main(%x: tensor<8x64xf32>, %c: tensor<32x64xbf16>, %p: index)
        -> tensor<32x64xbf16> {
      %n = arith.constant 8 : index
      %q = arith.addi %p, %n : index
      %v = arith.truncf %x : tensor<8x64xf32> to tensor<8x64xbf16>
      %r = scatter.slice_scatter ins(%v : tensor<8x64xbf16>) outs(%c : tensor<32x64xbf16>)
          from [%p] to [%q] axes [0] -> tensor<32x64xbf16>
      return %r : tensor<32x64xbf16>
    }"""
    random = np.random.default_rng(1)
    x = random.normal(0, 1, (8, 64)).astype("f4") * np.float32(1e-38)
    cache = random.normal(0, 1, (32, 64)).astype(BF16)
    expected = cache.copy()
    expected[5:13] = x.astype(BF16)
    check(scatter_mlir.compile(text)(x, cache, 5), expected)
