# ===- test_composed_programs.py - updates between casts and reshapes -----===#
"""Random programs whose casts, reshapes, slices and pads move through updates,
against the same computation by NumPy, bit for bit."""

import numpy as np
import pytest

import scatter_mlir

TYPES = {"f16": np.float16, "f32": np.float32, "i8": np.int8, "i32": np.int32}
CASTS = {
    ("f32", "f16"): "arith.truncf",
    ("f16", "f32"): "arith.extf",
    ("i32", "i8"): "arith.trunci",
    ("i8", "i32"): "arith.extsi",
}


def make(random, shape, element):
    values = random.integers(-100, 100, shape) + (random.random(shape) if element[0] == "f" else 0)
    return values.astype(TYPES[element])


def convert(array, element):
    return array.astype(TYPES[element])


def update(data, indices, updates, reduction):
    """By tuples of one component, which are dropped out of bounds."""
    data = data.copy()
    for at, row in zip(indices.reshape(-1), updates.reshape(-1, *data.shape[1:])):
        if not -len(data) <= at < len(data):
            continue
        if reduction == "none":
            data[at] = row
        elif reduction == "sum":
            data[at] = data[at] + row
        else:
            data[at] = np.maximum(data[at], row)
    return data


def size(value, is_dynamic):
    return "?" if is_dynamic else str(value)


def run(text, *arrays, threads=1):
    return scatter_mlir.compile(text, threads=threads)(*arrays)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("narrow, wide", [("f16", "f32"), ("i8", "i32")])
def test_casts_around_updates(seed, narrow, wide):
    random = np.random.default_rng(seed)
    reduction = ["none", "sum", "max"][seed % 3]
    is_dynamic = bool(seed % 2)
    n, m, width = (int(random.integers(1, 40)) for _ in range(3))
    indices = random.integers(-m - 2, m + 2, (n, 1))
    updates, data = make(random, (n, width), wide), make(random, (m, width), narrow)
    tuples = size(n, is_dynamic)
    down, up = CASTS[wide, narrow], CASTS[narrow, wide]
    result = run(
        f"""func.func @f(%i: tensor<{tuples}x1xi64>, %u: tensor<{tuples}x{width}x{wide}>, %d: tensor<{m}x{width}x{narrow}>) -> tensor<{m}x{width}x{narrow}> {{
          %w = {up} %d : tensor<{m}x{width}x{narrow}> to tensor<{m}x{width}x{wide}>
          %r = scatter.scatter_nd_update ins(%i, %u : tensor<{tuples}x1xi64>, tensor<{tuples}x{width}x{wide}>)
                 outs(%w : tensor<{m}x{width}x{wide}>) reduction({reduction}) out_of_bounds(drop) -> tensor<{m}x{width}x{wide}>
          %t = {down} %r : tensor<{m}x{width}x{wide}> to tensor<{m}x{width}x{narrow}>
          return %t : tensor<{m}x{width}x{narrow}>
        }}""",
        indices, updates, data,
    )  # fmt: skip
    expected = convert(update(convert(data, wide), indices, updates, reduction), narrow)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("seed", range(8))
def test_a_cast_table(seed):
    random = np.random.default_rng(seed)
    n, m, width = (int(random.integers(1, 40)) for _ in range(3))
    narrow, wide = [("f16", "f32"), ("i8", "i32")][seed % 2]
    indices, data = random.integers(-m, m, (n, 1)), make(random, (m, width), narrow)
    tuples = size(n, seed % 4 >= 2)
    empty = f"%n = arith.constant {n} : index\n%e = tensor.empty({'%n' if tuples == '?' else ''})"
    text = f"""func.func @f(%i: tensor<{tuples}x1xi64>, %d: tensor<{m}x{width}x{narrow}>) -> tensor<{tuples}x{width}x{wide}> {{
      %w = {CASTS[narrow, wide]} %d : tensor<{m}x{width}x{narrow}> to tensor<{m}x{width}x{wide}>
      {empty} : tensor<{tuples}x{width}x{wide}>
      %r = scatter.gather_nd ins(%i, %w : tensor<{tuples}x1xi64>, tensor<{m}x{width}x{wide}>)
             outs(%e : tensor<{tuples}x{width}x{wide}>) -> tensor<{tuples}x{width}x{wide}>
      return %r : tensor<{tuples}x{width}x{wide}>
    }}"""
    np.testing.assert_array_equal(run(text, indices, data), convert(data[indices[:, 0]], wide))
    indices[-1] = m
    with pytest.raises(IndexError, match=f"indices.*{m}"):
        run(text, indices, data)


PRODUCT = """
  %m = linalg.generic {
         indexing_maps = [affine_map<(n, k, f) -> (n, f)>, affine_map<(n, k, f) -> (n, k)>,
                          affine_map<(n, k, f) -> (n, k, f)>],
         iterator_types = ["parallel", "parallel", "parallel"]}
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("width", [3, 16, 64])
@pytest.mark.parametrize("is_dynamic", [False, True])
def test_messages_behind_a_reshape(width, is_dynamic, threads):
    random = np.random.default_rng(width)
    n, k, m = 600, 7, 50
    x, w = make(random, (n, width), "f32"), make(random, (n, k), "f32")
    indices, data = random.integers(0, m, n * k), make(random, (m, width), "f32")
    rows, tuples = size(n, is_dynamic), size(n * k, is_dynamic)
    sizes = "%n" if is_dynamic else ""
    text = f"""func.func @f(%i: tensor<{tuples}xi64>, %x: tensor<{rows}x{width}xf32>, %w: tensor<{rows}x{k}xf32>, %d: tensor<{m}x{width}xf32>) -> tensor<{m}x{width}xf32> {{
      %c0 = arith.constant 0 : index
      %n = tensor.dim %x, %c0 : tensor<{rows}x{width}xf32>
      %t = tensor.dim %i, %c0 : tensor<{tuples}xi64>
      %e = tensor.empty({sizes}) : tensor<{rows}x{k}x{width}xf32>
      {PRODUCT} ins(%x, %w : tensor<{rows}x{width}xf32>, tensor<{rows}x{k}xf32>) outs(%e : tensor<{rows}x{k}x{width}xf32>) {{
      ^bb0(%a: f32, %b: f32, %o: f32):
        %p = arith.mulf %a, %b : f32
        linalg.yield %p : f32
      }} -> tensor<{rows}x{k}x{width}xf32>
      %j = tensor.expand_shape %i [[0, 1]] output_shape [{"%t" if is_dynamic else tuples}, 1] : tensor<{tuples}xi64> into tensor<{tuples}x1xi64>
      %u = tensor.collapse_shape %m [[0, 1], [2]] : tensor<{rows}x{k}x{width}xf32> into tensor<{tuples}x{width}xf32>
      %r = scatter.scatter_nd_update ins(%j, %u : tensor<{tuples}x1xi64>, tensor<{tuples}x{width}xf32>)
             outs(%d : tensor<{m}x{width}xf32>) reduction(sum) -> tensor<{m}x{width}xf32>
      return %r : tensor<{m}x{width}xf32>
    }}"""
    program = scatter_mlir.compile(text, threads=threads)
    expected = update(data, indices, x[:, None, :] * w[:, :, None], "sum")
    np.testing.assert_array_equal(program(indices, x, w, data), expected)
    indices[n + 5] = m
    with pytest.raises(IndexError, match=f"'indices' tuple {n + 5},"):
        program(indices, x, w, data)


@pytest.mark.parametrize("threads", [1, 2])
def test_parts_and_pads(threads):
    random = np.random.default_rng(3)
    indices = random.integers(-30, 30, (300, 1))
    updates, data = make(random, (300, 64), "f32"), make(random, (20, 64), "f32")
    text = """func.func @f(%i: tensor<300x1xi64>, %u: tensor<300x64xf32>, %d: tensor<20x64xf32>) -> (tensor<20x9xf32>, tensor<27x64xf32>) {
      %r = scatter.scatter_nd_update ins(%i, %u : tensor<300x1xi64>, tensor<300x64xf32>) outs(%d : tensor<20x64xf32>)
             reduction(sum) out_of_bounds(drop) -> tensor<20x64xf32>
      %s = tensor.extract_slice %r[0, 5] [20, 9] [1, 1] : tensor<20x64xf32> to tensor<20x9xf32>
      %v = tensor.extract_slice %u[0, 0] [4, 64] [1, 1] : tensor<300x64xf32> to tensor<4x64xf32>
      %p = scatter.slice_scatter ins(%v : tensor<4x64xf32>) outs(%d : tensor<20x64xf32>) from [8] to [0] step [-2] -> tensor<20x64xf32>
      %z = arith.constant 1.5 : f32
      %q = tensor.pad %p low[3, 0] high[4, 0] {
      ^bb0(%a: index, %b: index):
        tensor.yield %z : f32
      } : tensor<20x64xf32> to tensor<27x64xf32>
      return %s, %q : tensor<20x9xf32>, tensor<27x64xf32>
    }"""
    part, padded = run(text, indices, updates, data, threads=threads)
    checked = text.replace("out_of_bounds(drop)", "out_of_bounds(error)")
    first = int(np.argmax((indices < -20) | (indices >= 20)))
    with pytest.raises(IndexError, match=f"'indices' tuple {first},"):
        run(checked, indices, updates, data, threads=threads)
    np.testing.assert_array_equal(part, update(data, indices, updates, "sum")[:, 5:14])
    expected = data.copy()
    expected[8:0:-2] = updates[:4]
    np.testing.assert_array_equal(
        padded, np.pad(expected, ((3, 4), (0, 0)), constant_values=1.5)
    )
