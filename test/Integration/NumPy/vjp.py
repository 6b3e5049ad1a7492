# ===- vjp.py - gradients of --scatter-vjp against finite differences -----===//
"""For each program, the gradients that scatter-vjp returns, multiplied by random
directions, are compared with central differences of the program itself.

usage: vjp.py --scatter-opt=FILE --scatter-run=FILE DIRECTORY
"""

import argparse
import pathlib
import subprocess
import sys

import numpy as np

STEP = 1e-5

UPDATE = """
func.func @f(%d: tensor<8x3xf64>, %i: tensor<?x1xi64>, %u: tensor<?x3xf64>) -> tensor<8x3xf64> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x3xf64>) outs(%d : tensor<8x3xf64>)
         CLAUSES -> tensor<8x3xf64>
  return %r : tensor<8x3xf64>
}
"""

MESSAGES = """
func.func @f(%x: tensor<8x3xf64>, %w: tensor<6x3xf64>, %s: tensor<6x1xi64>, %i: tensor<6x1xi64>,
             %o: tensor<8x3xf64>) -> tensor<8x3xf64> {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[a, b] -> (a, f)>, affine_map<(e, f)[a, b] -> (e, f)>,
                                         affine_map<(e, f)[a, b] -> (b, f)>]}
         indices(%s, %i : tensor<6x1xi64>, tensor<6x1xi64>) ins(%x, %w : tensor<8x3xf64>, tensor<6x3xf64>)
         outs(%o : tensor<8x3xf64>) out_of_bounds [clamp, drop] {
  ^bb0(%a: f64, %b: f64, %old: f64):
    %t = math.tanh %a : f64
    %p = arith.mulf %t, %b : f64
    %q = arith.addf %old, %p : f64
    scatter.yield %q : f64
  } -> tensor<8x3xf64>
  return %r : tensor<8x3xf64>
}
"""

# A gather, then a slice, with a broadcast before.
CHAIN = """
func.func @f(%x: tensor<8x3xf64>, %b: tensor<3xf64>, %i: tensor<6x1xi64>, %u: tensor<2x3xf64>) -> tensor<6x3xf64> {
  %e = tensor.empty() : tensor<8x3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<8x3xf64>, tensor<3xf64>) outs(%e : tensor<8x3xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %m = arith.divf %p, %q : f64
    %s = math.sin %m : f64
    linalg.yield %s : f64
  } -> tensor<8x3xf64>
  %zeros = arith.constant dense<0.0> : tensor<6x3xf64>
  %g = scatter.generic {indexing_maps = [affine_map<(e, f)[a] -> (a, f)>, affine_map<(e, f)[a] -> (e, f)>]}
         indices(%i : tensor<6x1xi64>) ins(%y : tensor<8x3xf64>) outs(%zeros : tensor<6x3xf64>) {
  ^bb0(%a: f64, %old: f64):
    scatter.yield %a : f64
  } -> tensor<6x3xf64>
  %r = scatter.slice_scatter ins(%u : tensor<2x3xf64>) outs(%g : tensor<6x3xf64>) from [-5] to [-1] step [2] axes [0]
         -> tensor<6x3xf64>
  return %r : tensor<6x3xf64>
}
"""

# Parts of rows at their own position of the batch, then a product with a scalar of each.
GATHER = """
func.func @f(%x: tensor<2x8x3xf64>, %i: tensor<2x?x1xi64>) -> tensor<2x?x3xf64> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %i, %c1 : tensor<2x?x1xi64>
  %e = tensor.empty(%n) : tensor<2x?x3xf64>
  %r = scatter.gather_nd ins(%i, %x : tensor<2x?x1xi64>, tensor<2x8x3xf64>) outs(%e : tensor<2x?x3xf64>)
         CLAUSES batch_dims(1) -> tensor<2x?x3xf64>
  return %r : tensor<2x?x3xf64>
}
"""

# An edge weight for a whole row, along both dimensions of the tuples.
WEIGHTS = """
func.func @f(%x: tensor<8x3xf64>, %w: tensor<2x3xf64>, %s: tensor<2x3x1xi64>, %i: tensor<2x3x1xi64>,
             %o: tensor<8x3xf64>) -> tensor<8x3xf64> {
  %r = scatter.generic {indexing_maps = [affine_map<(e, g, f)[a, b] -> (a, f)>, affine_map<(e, g, f)[a, b] -> (e, g)>,
                                         affine_map<(e, g, f)[a, b] -> (b, f)>]}
         indices(%s, %i : tensor<2x3x1xi64>, tensor<2x3x1xi64>) ins(%x, %w : tensor<8x3xf64>, tensor<2x3xf64>)
         outs(%o : tensor<8x3xf64>) out_of_bounds [drop, clamp] {
  ^bb0(%a: f64, %b: f64, %old: f64):
    REGION
    scatter.yield %q : f64
  } -> tensor<8x3xf64>
  return %r : tensor<8x3xf64>
}
"""
SUM = """%p = arith.mulf %a, %b : f64
    %q = arith.addf %old, %p : f64"""
# Neither a sum nor independent of the old element; the position counts.
RECURRENCE = """%t = math.tanh %old : f64
    %n = scatter.index 0
    %k = arith.index_cast %n : index to i64
    %z = arith.sitofp %k : i64 to f64
    %v = arith.addf %a, %z : f64
    %p = arith.mulf %t, %b : f64
    %q = arith.addf %v, %p : f64"""

# The old element of one out decides what becomes of the other one.
TWO_OUTS = """
func.func @f(%d: tensor<8x3xf64>, %u: tensor<6x3xf64>, %i: tensor<6x1xi64>, %c: tensor<8x3xf64>) -> tensor<8x3xf64> {
  %z = arith.constant dense<0> : tensor<3x8xi64>
  %r:3 = scatter.generic {indexing_maps = [affine_map<(e, f)[a] -> (e, f)>, affine_map<(e, f)[a] -> (a, f)>,
                                           affine_map<(e, f)[a] -> (a, f)>, affine_map<(e, f)[a] -> (f, a)>]}
         indices(%i : tensor<6x1xi64>) ins(%u : tensor<6x3xf64>)
         outs(%d, %c, %z : tensor<8x3xf64>, tensor<8x3xf64>, tensor<3x8xi64>) {
  ^bb0(%a: f64, %x: f64, %y: f64, %count: i64):
    %one = arith.constant 1 : i64
    %next = arith.addi %count, %one : i64
    %n = arith.sitofp %count : i64 to f64
    %p = arith.mulf %x, %a : f64
    %q = arith.addf %y, %p : f64
    %s = arith.addf %q, %n : f64
    scatter.yield %q, %s, %next : f64, f64, i64
  } -> tensor<8x3xf64>, tensor<8x3xf64>, tensor<3x8xi64>
  %m = arith.mulf %r#0, %r#1 : tensor<8x3xf64>
  return %m : tensor<8x3xf64>
}
"""

# A slice whose size and step are known at run time only.
SLICE = """
func.func @f(%d: tensor<8x3xf64>, %u: tensor<?x3xf64>, %step: index) -> tensor<8x3xf64> {
  %r = scatter.slice_scatter ins(%u : tensor<?x3xf64>) outs(%d : tensor<8x3xf64>) from [-2] to [1] step [%step] axes [0]
         -> tensor<8x3xf64>
  return %r : tensor<8x3xf64>
}
"""

# Functions of one number in [1, 3], and of two.
FUNCTIONS = """
func.func @f(%u: tensor<8x3xf64>, %v: tensor<8x3xf64>) -> tensor<8x3xf64> {
  %e = tensor.empty() : tensor<8x3xf64>
  %r = linalg.map ins(%u, %v : tensor<8x3xf64>, tensor<8x3xf64>) outs(%e : tensor<8x3xf64>)
    (%a: f64, %b: f64, %o: f64) {
      %three = arith.constant 3 : i32
      %none = arith.constant 0 : i32
      %scale = arith.constant 4.0 : f64
      %small = arith.divf %a, %scale : f64
      %y = OP : f64
      linalg.yield %y : f64
    }
  return %r : tensor<8x3xf64>
}
"""
# Elements of other tensors that the body of a linalg op reads.
EXTRACT = """
func.func @f(%x: tensor<8x3xf64>, %w: tensor<f64>, %i: tensor<?x1xi64>, %y: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : i64
  %n = tensor.dim %i, %c0 : tensor<?x1xi64>
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<?x3xf64>) outs(%e : tensor<?x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %t = linalg.index 0 : index
    %f = linalg.index 1 : index
    %at = tensor.extract %i[%t, %c0] : tensor<?x1xi64>
    %row = arith.remui %at, %c8 : i64
    %p = arith.index_cast %row : i64 to index
    %b = tensor.extract %x[%p, %f] : tensor<8x3xf64>
    %s = tensor.extract %w[] : tensor<f64>
    %m = arith.mulf %a, %b : f64
    %q = arith.mulf %m, %s : f64
    %z = math.sin %q : f64
    linalg.yield %z : f64
  } -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
"""
ONLY_EXTRACT = EXTRACT.replace("arith.mulf %a, %b", "arith.mulf %b, %b")

# Maps that are no projections, between slices.
MAPS = """
func.func @f(%x: tensor<8x3xf64>, %w: tensor<4x1xf64>, %p: index) -> tensor<6x3xf64> {
  %s = tensor.extract_slice %x[%p, 0] [4, 3] [1, 1] : tensor<8x3xf64> to tensor<4x3xf64>
  %e = tensor.empty() : tensor<4x3xf64>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (3 - i, j)>, affine_map<(i, j) -> (i, 0)>,
                                        affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %w : tensor<4x3xf64>, tensor<4x1xf64>) outs(%e : tensor<4x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %q = arith.mulf %a, %b : f64
    %z = math.sin %q : f64
    linalg.yield %z : f64
  } -> tensor<4x3xf64>
  %d = tensor.extract_slice %x[1, 0] [6, 3] [1, 1] : tensor<8x3xf64> to tensor<6x3xf64>
  %r = tensor.insert_slice %m into %d[1, 0] [4, 3] [1, 1] : tensor<4x3xf64> into tensor<6x3xf64>
  return %r : tensor<6x3xf64>
}
"""

OPS = [
    *(f"math.{op} %a" for op in (
        "absf", "atan", "cos", "cosh", "exp", "exp2", "expm1", "floor", "log", "log10", "log1p", "log2", "rsqrt", "sin",
        "sinh", "sqrt", "tanh",
    )),
    *(f"math.{op} %small" for op in ("acos", "asin", "tan")),
    "math.atan2 %a, %b", "math.copysign %a, %b", "math.fma %a, %b, %b", "math.powf %a, %b", "arith.remf %a, %b",
    "math.fpowi %a, %three : f64, i32",
]  # fmt: skip


def run(options, text, entry, arrays, count):
    folder = pathlib.Path(options.directory)
    program = folder / "program.mlir"
    program.write_text(text)
    command = [options.scatter_run, str(program), f"--entry={entry}"]
    for i, array in enumerate(arrays):
        np.save(folder / f"in{i}.npy", array)
        command.append(f"--input={folder / f'in{i}.npy'}")
    for i in range(count):
        command.append(f"--output={folder / f'out{i}.npy'}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(f"status {done.returncode}\n{text}{done.stderr}")
    return [np.load(folder / f"out{i}.npy") for i in range(count)]


def check(options, rng, name, text, arrays):
    source = pathlib.Path(options.directory) / "source.mlir"
    source.write_text(text)
    gradient = subprocess.run(
        [options.scatter_opt, str(source), "--scatter-vjp"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    places = [i for i, a in enumerate(arrays) if a.dtype == np.float64]
    directions = {i: rng.standard_normal(arrays[i].shape) for i in places}

    def at(step):
        moved = [a + step * directions[i] if i in directions else a for i, a in enumerate(arrays)]
        return run(options, text, "f", moved, 1)[0]

    high, low = at(STEP), at(-STEP)
    seed = rng.standard_normal(high.shape)
    expected = float(np.sum(seed * (high - low)) / (2 * STEP))
    found = run(options, gradient, "f_vjp", [*arrays, seed], len(places))
    actual = sum(float(np.sum(g * directions[i])) for g, i in zip(found, places))
    if not abs(actual - expected) <= 1e-6 * max(1, abs(expected)):
        sys.exit(f"{name}: expected {expected}, found {actual}\n{gradient}")
    print(f"{name}: {actual:.6f}")


def check_wrong_size(options, x):
    """The updates are far larger than the slice: that is reported, and nothing outside of the
    cotangent is read."""
    folder = pathlib.Path(options.directory)
    (folder / "source.mlir").write_text(SLICE)
    gradient = folder / "gradient.mlir"
    subprocess.run(
        [options.scatter_opt, folder / "source.mlir", "--scatter-vjp", "-o", gradient], check=True
    )
    command = [options.scatter_run, gradient, "--entry=f_vjp"]
    for i, array in enumerate([x, np.zeros((1 << 22, 3)), np.int64(-1), x]):
        np.save(folder / f"in{i}.npy", array)
        command.append(f"--input={folder / f'in{i}.npy'}")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 2 or "expected size 5, found 4194304" not in done.stderr:
        sys.exit(f"wrong size: status {done.returncode}\n{done.stderr}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--scatter-opt", required=True)
    parser.add_argument("--scatter-run", required=True)
    parser.add_argument("directory")
    options = parser.parse_args()
    pathlib.Path(options.directory).mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(1)
    x, u = rng.standard_normal((8, 3)), rng.standard_normal((6, 3))
    # With duplicates; out of bounds where that is allowed.
    valid, any_index = rng.integers(-8, 8, (6, 1)), rng.integers(-12, 12, (6, 1))
    reductions = ["sum", "sub", "prod", "min", "max"]
    for clauses in ("", *(f"reduction({name})" for name in reductions)):
        check(options, rng, f"update {clauses}", UPDATE.replace("CLAUSES", clauses), [x, valid, u])
        for policy in ("drop", "clamp"):
            text = UPDATE.replace("CLAUSES", f"{clauses} out_of_bounds({policy})")
            check(options, rng, f"update {clauses} {policy}", text, [x, any_index, u])
    check(options, rng, "messages", MESSAGES, [x, u, any_index, any_index[::-1].copy(), x + 1])
    batch = rng.integers(-12, 12, (2, 5, 1))
    for policy in ("drop", "clamp"):
        text = GATHER.replace("CLAUSES", f"out_of_bounds({policy})")
        check(options, rng, f"gather {policy}", text, [rng.standard_normal((2, 8, 3)), batch])
    check(options, rng, "gather", GATHER.replace("CLAUSES", ""),
          [rng.standard_normal((2, 8, 3)), batch % 8])  # fmt: skip
    for name, region in (("weights", SUM), ("recurrence", RECURRENCE)):
        edges = any_index.reshape(2, 3, 1)
        arrays = [x, u.reshape(-1)[:6].reshape(2, 3), edges, edges[::-1].copy() % 3, x + 1]
        check(options, rng, name, WEIGHTS.replace("REGION", region), arrays)
    check(options, rng, "two outs", TWO_OUTS, [x, u, valid, x[::-1].copy()])
    for step in (2, 1, -1, -2):
        rows = len(range(8)[-2:1:step])
        check(options, rng, f"slice by {step}", SLICE, [x, rng.standard_normal((rows, 3)), np.int64(step)])
    check_wrong_size(options, x)
    a, b = rng.uniform(1, 3, (2, 8, 3))
    for op in OPS:
        text = FUNCTIONS.replace("OP : f64", op if "fpowi" in op else f"{op} : f64")
        check(options, rng, op, text, [a, b])
    text = FUNCTIONS.replace("OP : f64", "math.fpowi %a, %none : f64, i32")
    check(options, rng, "0 to the power of 0", text, [np.zeros((8, 3)), b])
    check(options, rng, "chain", CHAIN, [x, u[0] + 3, valid, u[:2]])
    for name, text in (("extract", EXTRACT), ("extract alone", ONLY_EXTRACT)):
        check(options, rng, name, text, [x, np.float64(0.7), valid % 8, u])
    check(options, rng, "maps", MAPS, [x, u[:4, :1].copy(), np.int64(3)])


if __name__ == "__main__":
    main()
