// RUN: scatter-opt %s --scatter-vjp=function=sum | FileCheck %s --check-prefix=SUM
// RUN: scatter-opt %s --scatter-vjp=function=overwrite | FileCheck %s --check-prefix=OVERWRITE
// RUN: scatter-opt %s --scatter-vjp=function=extreme | FileCheck %s --check-prefix=EXTREME
// RUN: scatter-opt %s --scatter-vjp=function=product --canonicalize | FileCheck %s --check-prefix=PRODUCT
// RUN: scatter-opt %s --scatter-vjp=function=gather | FileCheck %s --check-prefix=GATHER
// RUN: scatter-opt %s --scatter-vjp=function=empty_slice | FileCheck %s --check-prefix=EMPTY
// RUN: not scatter-opt %s --scatter-vjp=function=narrow_product 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: not scatter-opt %s --scatter-vjp=function=scalar 2>&1 | FileCheck %s --check-prefix=SCALAR
// RUN: not scatter-opt %s --scatter-vjp=function=bits 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not scatter-opt %s --scatter-vjp=function=diagonal 2>&1 | FileCheck %s --check-prefix=DIAGONAL
// RUN: not scatter-opt %s --scatter-vjp=function=matrix 2>&1 | FileCheck %s --check-prefix=MATRIX
// RUN: scatter-opt %s --scatter-vjp=function=backwards | FileCheck %s --check-prefix=BACKWARDS
// RUN: scatter-opt %s --scatter-vjp=function=two_values --canonicalize | FileCheck %s --check-prefix=TWO-VALUES
// RUN: scatter-opt %s --scatter-vjp=function=size | FileCheck %s --check-prefix=SIZE
// RUN: not scatter-opt %s --scatter-vjp=function=branch 2>&1 | FileCheck %s --check-prefix=BRANCH
// RUN: not scatter-opt %s --scatter-vjp=function=no_operands 2>&1 | FileCheck %s --check-prefix=NO-OPERANDS
// RUN: scatter-opt %s --scatter-vjp=function=constants | FileCheck %s --check-prefix=CONSTANTS
// RUN: not scatter-opt %s --scatter-vjp=function=memory 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not scatter-opt %s --scatter-vjp=function=unranked 2>&1 | FileCheck %s --check-prefix=UNRANKED
// RUN: not scatter-opt %s --scatter-vjp=function=unranked_result 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: scatter-opt %s --scatter-vjp=function=components | FileCheck %s --check-prefix=COMPONENTS
// RUN: scatter-opt %s --scatter-vjp=function=gathered_components | FileCheck %s --check-prefix=GATHERED
// RUN: not scatter-opt %s --scatter-vjp=function=computed_components 2>&1 | FileCheck %s --check-prefix=COMPUTED
// RUN: not scatter-opt %s --scatter-vjp=function=computed_gather 2>&1 | FileCheck %s --check-prefix=COMPUTED
// RUN: not scatter-opt %s --scatter-vjp=function=complex 2>&1 | FileCheck %s --check-prefix=COMPLEX
// RUN: not scatter-opt %s --scatter-vjp 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: not scatter-opt %s --scatter-vjp=function=none 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// WHICH: scatter-vjp: expected one public function or the option 'function' with the name of one, found 25
// UNKNOWN: scatter-vjp: option 'function': expected the name of a function, found 'none'

// The gradient of the updates is a gather of the cotangent.

// SUM-LABEL: func.func @sum_vjp
// SUM-SAME: (%{{.*}}: tensor<8xf32>, %[[I:.*]]: tensor<4x1xi64>, %{{.*}}: tensor<4xf32>, %[[G:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>)
// SUM: %[[GU:.*]] = scatter.gather_nd ins(%[[I]], %[[G]] : {{.*}} fill(%{{.*}} : f32) out_of_bounds(drop)
// SUM: return %[[G]], %[[GU]]
func.func @sum(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum)
         -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Without a reduction the last tuple of a slot has its gradient, and the old
// element none.

// OVERWRITE-LABEL: func.func @overwrite_vjp
// OVERWRITE: %[[WINNERS:.*]] = scatter.generic
// OVERWRITE: %[[GU:.*]] = scatter.generic {{.*}} ins(%[[G:.*]], %[[WINNERS]] : tensor<8xf32>, tensor<8xi64>)
// OVERWRITE: arith.cmpi eq
// OVERWRITE: %[[GD:.*]] = scatter.scatter_nd_update {{.*}} outs(%[[G]] : tensor<8xf32>) out_of_bounds(drop)
// OVERWRITE: return %[[GD]], %[[GU]]
func.func @overwrite(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Updates that are the largest element of a slot share its gradient with the old
// element.

// EXTREME-LABEL: func.func @extreme_vjp
// EXTREME: %[[R:.*]] = scatter.scatter_nd_update {{.*}} reduction(max)
// EXTREME: %[[COUNT:.*]] = scatter.generic {{.*}} ins(%{{.*}}, %[[R]] : tensor<4xf32>, tensor<8xf32>)
// EXTREME: %[[SHARE:.*]] = linalg.generic {{.*}} ins(%{{.*}}, %[[COUNT]] : tensor<8xf32>, tensor<8xf32>)
// EXTREME: arith.divf
// EXTREME: %[[GD:.*]] = linalg.generic {{.*}} ins(%[[SHARE]], %{{.*}}, %[[R]] :
// EXTREME: %[[GU:.*]] = scatter.generic {{.*}} ins(%[[SHARE]], %{{.*}}, %[[R]] : tensor<8xf32>, tensor<4xf32>, tensor<8xf32>)
// EXTREME: return %[[GD]], %[[GU]]
func.func @extreme(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(max)
         -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A product keeps the old element of each tuple and goes back from the last one.

// PRODUCT-DAG: #[[$UPDATE:.*]] = affine_map<(d0)[s0] -> (d0)>
// PRODUCT-DAG: #[[$SLOT:.*]] = affine_map<(d0)[s0] -> (s0)>
// PRODUCT-DAG: #[[$BACK:.*]] = affine_map<(d0)[s0, s1] -> (s1)>
// PRODUCT-DAG: #[[$BACK_SLOT:.*]] = affine_map<(d0)[s0, s1] -> (s0)>
// PRODUCT-LABEL: func.func @product_vjp
// PRODUCT: %[[TAPE:.*]]:2 = scatter.generic {indexing_maps = [#[[$UPDATE]], #[[$SLOT]], #[[$UPDATE]]]}
// PRODUCT: ^bb0(%[[U:.*]]: f32, %[[OLD:.*]]: f32, %{{.*}}: f32):
// PRODUCT: scatter.yield %{{.*}}, %[[OLD]]
// PRODUCT: %[[FLIPPED:.*]] = linalg.generic
// PRODUCT: %[[POSITIONS:.*]] = linalg.generic
// PRODUCT: %[[G:.*]]:2 = scatter.generic {indexing_maps = [#[[$BACK]], #[[$BACK]], #[[$BACK_SLOT]], #[[$BACK]]]}
// PRODUCT-SAME: indices(%[[FLIPPED]], %[[POSITIONS]] :
// PRODUCT-SAME: ins(%{{.*}}, %[[TAPE]]#1 :
// PRODUCT-SAME: out_of_bounds [drop, undefined]
// PRODUCT: return %[[G]]#0, %[[G]]#1
func.func @product(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(prod)
         -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The gradient of a gather is a sum.

// GATHER-LABEL: func.func @gather_vjp
// GATHER-SAME: (%{{.*}}: tensor<8x4xf32>, %[[I:.*]]: tensor<5x1xi64>, %[[G:.*]]: tensor<5x4xf32>)
// GATHER: %[[GX:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[G]] : {{.*}} reduction(sum) out_of_bounds(drop) negative_indices(reject)
// GATHER: return %[[GX]]
func.func @gather(%x: tensor<8x4xf32>, %i: tensor<5x1xi64>) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<5x4xf32>
  %r = scatter.gather_nd ins(%i, %x : tensor<5x1xi64>, tensor<8x4xf32>) outs(%e : tensor<5x4xf32>) negative_indices(reject)
         -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// NARROW: scatter-vjp: expected elements of f16, bf16, f32 or f64 for reduction prod, found 'f8E4M3FN'
func.func @narrow_product(%d: tensor<8xf8E4M3FN>, %i: tensor<4x1xi64>, %u: tensor<4xf8E4M3FN>) -> tensor<8xf8E4M3FN> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf8E4M3FN>) outs(%d : tensor<8xf8E4M3FN>)
         reduction(prod) -> tensor<8xf8E4M3FN>
  return %r : tensor<8xf8E4M3FN>
}

// DIAGONAL: scatter-vjp: expected the map of 'ins' operand 0 to have no result twice, found affine_map<(d0)[s0] -> (d0, d0)>
func.func @diagonal(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x4xf32>) -> tensor<8xf32> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[i] -> (e, e)>, affine_map<(e)[i] -> (i)>]}
         indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x4xf32>) outs(%d : tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %old, %a : f32
    scatter.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MATRIX: scatter-vjp: expected an op with a derivative, found 'linalg.matmul'
func.func @matrix(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// The size of the slice is compared when the program runs: nothing outside of
// the cotangent is read where it differs.

// EMPTY-LABEL: func.func @empty_slice_vjp
// EMPTY-SAME: %[[G:[^:]*]]: tensor<5xf64>) ->
// EMPTY: %[[IS_INSIDE:.*]] = arith.cmpi ult, %[[AT:.*]], %c5
// EMPTY: scf.if %[[IS_INSIDE]] -> (f64) {
// EMPTY-NEXT: tensor.extract %[[G]][%[[AT]]] : tensor<5xf64>
// EMPTY: } else {
// EMPTY-NEXT: arith.constant 0.0
func.func @empty_slice(%d: tensor<5xf64>, %u: tensor<?xf64>) -> tensor<5xf64> {
  %r = scatter.slice_scatter ins(%u : tensor<?xf64>) outs(%d : tensor<5xf64>) from [5] to [5] -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// What no rule follows is an error, not a gradient of 0.

// SCALAR: scatter-vjp: expected scalars that depend on no tensor, found the result of 'tensor.extract'
func.func @scalar(%s: tensor<f32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %f = tensor.extract %s[] : tensor<f32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %q = arith.mulf %r, %o : tensor<4xf32>
  return %q : tensor<4xf32>
}

// BITS: scatter-vjp: expected an op with a derivative, found 'arith.bitcast'
func.func @bits(%d: tensor<4xf64>) -> tensor<4xf64> {
  %r = arith.bitcast %d : tensor<4xf64> to tensor<4xi64>
  %s = arith.bitcast %r : tensor<4xi64> to tensor<4xf64>
  return %s : tensor<4xf64>
}

// BACKWARDS-LABEL: func.func @backwards_vjp
// BACKWARDS-SAME: %[[G:[^:]*]]: tensor<5xf64>) ->
// BACKWARDS: scatter.slice_scatter {{.*}} from [4] to [-6] step [-2]
// BACKWARDS: linalg.index 0
// BACKWARDS: tensor.extract %[[G]]
func.func @backwards(%d: tensor<5xf64>, %u: tensor<3xf64>) -> tensor<5xf64> {
  %r = scatter.slice_scatter ins(%u : tensor<3xf64>) outs(%d : tensor<5xf64>) from [4] to [-6] step [-2]
         -> tensor<5xf64>
  return %r : tensor<5xf64>
}

// Both results of an op have a derivative.

// TWO-VALUES-LABEL: func.func @two_values_vjp
// TWO-VALUES: ^bb0(%{{.*}}: f64, %[[G:.*]]: f64, %{{.*}}: f64):
// TWO-VALUES: %[[S:.*]], %[[C:.*]] = math.sincos
// TWO-VALUES-DAG: %[[GS:.*]] = arith.mulf %[[G]], %[[C]]
// TWO-VALUES-DAG: %[[GC:.*]] = arith.mulf %[[G]], %[[S]]
// TWO-VALUES: arith.subf %[[GS]], %[[GC]]
func.func @two_values(%u: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.map ins(%u : tensor<4xf64>) outs(%e : tensor<4xf64>)
    (%a: f64, %o: f64) {
      %s, %c = math.sincos %a : f64
      %q = arith.addf %s, %c : f64
      linalg.yield %q : f64
    }
  return %r : tensor<4xf64>
}

// BRANCH: scatter-vjp: expected an op with a derivative, found 'scf.if'
func.func @branch(%d: tensor<8xf64>, %i: tensor<4x1xi64>, %u: tensor<4xf64>) -> tensor<8xf64> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[s] -> (e)>, affine_map<(e)[s] -> (s)>]}
         indices(%i : tensor<4x1xi64>) ins(%u : tensor<4xf64>) outs(%d : tensor<8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %z = arith.constant 0.0 : f64
    %p = arith.cmpf ogt, %a, %z : f64
    %q:2 = scf.if %p -> (i1, f64) {
      scf.yield %p, %a : i1, f64
    } else {
      %m = arith.mulf %a, %a : f64
      scf.yield %p, %m : i1, f64
    }
    %y = arith.addf %q#1, %o : f64
    scatter.yield %y : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// NO-OPERANDS: scatter-vjp: expected an op with a derivative, found 'scf.execute_region'
func.func @no_operands(%u: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.map ins(%u : tensor<4xf64>) outs(%e : tensor<4xf64>)
    (%a: f64, %o: f64) {
      %y = scf.execute_region -> f64 {
        %k = arith.mulf %a, %a : f64
        scf.yield %k : f64
      }
      linalg.yield %y : f64
    }
  return %r : tensor<4xf64>
}

// COMPLEX: scatter-vjp: expected elements of floats, found 'tensor<8xcomplex<f64>>'
func.func @complex(%d: tensor<8xcomplex<f64>>, %i: tensor<4x1xi64>, %u: tensor<4xf64>) -> tensor<8xf64> {
  %e = tensor.empty() : tensor<4xcomplex<f64>>
  %c = linalg.map { complex.create } ins(%u, %u : tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4xcomplex<f64>>)
  %r = scatter.scatter_nd_update ins(%i, %c : tensor<4x1xi64>, tensor<4xcomplex<f64>>)
         outs(%d : tensor<8xcomplex<f64>>) reduction(sum) -> tensor<8xcomplex<f64>>
  %o = tensor.empty() : tensor<8xf64>
  %s = linalg.map { complex.re } ins(%r : tensor<8xcomplex<f64>>) outs(%o : tensor<8xf64>)
  return %s : tensor<8xf64>
}

// A size of a tensor has no derivative.

// SIZE-LABEL: func.func @size_vjp
// SIZE: arith.mulf
func.func @size(%u: tensor<?xf64>) -> tensor<?xf64> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %u, %zero : tensor<?xf64>
  %k = arith.index_cast %n : index to i64
  %f = arith.sitofp %k : i64 to f64
  %e = tensor.empty(%n) : tensor<?xf64>
  %r = linalg.map ins(%u : tensor<?xf64>) outs(%e : tensor<?xf64>)
    (%a: f64, %o: f64) {
      %m = arith.mulf %a, %f : f64
      linalg.yield %m : f64
    }
  return %r : tensor<?xf64>
}

// What depends on no argument with a gradient needs no derivative, however
// many paths lead to a scalar.

// CONSTANTS-LABEL: func.func @constants_vjp
// CONSTANTS-SAME: %[[U:[^:]*]]: tensor<4xf64>, %{{[^:]*}}: f64, %[[G:[^:]*]]: tensor<4xf64>)
// CONSTANTS: tensor.splat
// CONSTANTS: linalg.generic {{.*}} ins(%[[U]], %{{.*}}, %[[G]] :
func.func @constants(%u: tensor<4xf64>, %s: f64) -> tensor<4xf64> {
  %s1 = arith.addf %s, %s : f64
  %s2 = arith.addf %s1, %s1 : f64
  %s3 = arith.addf %s2, %s2 : f64
  %s4 = arith.addf %s3, %s3 : f64
  %s5 = arith.addf %s4, %s4 : f64
  %s6 = arith.addf %s5, %s5 : f64
  %s7 = arith.addf %s6, %s6 : f64
  %s8 = arith.addf %s7, %s7 : f64
  %s9 = arith.addf %s8, %s8 : f64
  %s10 = arith.addf %s9, %s9 : f64
  %s11 = arith.addf %s10, %s10 : f64
  %s12 = arith.addf %s11, %s11 : f64
  %s13 = arith.addf %s12, %s12 : f64
  %s14 = arith.addf %s13, %s13 : f64
  %s15 = arith.addf %s14, %s14 : f64
  %s16 = arith.addf %s15, %s15 : f64
  %s17 = arith.addf %s16, %s16 : f64
  %s18 = arith.addf %s17, %s17 : f64
  %s19 = arith.addf %s18, %s18 : f64
  %s20 = arith.addf %s19, %s19 : f64
  %s21 = arith.addf %s20, %s20 : f64
  %s22 = arith.addf %s21, %s21 : f64
  %s23 = arith.addf %s22, %s22 : f64
  %s24 = arith.addf %s23, %s23 : f64
  %s25 = arith.addf %s24, %s24 : f64
  %s26 = arith.addf %s25, %s25 : f64
  %s27 = arith.addf %s26, %s26 : f64
  %s28 = arith.addf %s27, %s27 : f64
  %s29 = arith.addf %s28, %s28 : f64
  %s30 = arith.addf %s29, %s29 : f64
  %s31 = arith.addf %s30, %s30 : f64
  %s32 = arith.addf %s31, %s31 : f64
  %s33 = arith.addf %s32, %s32 : f64
  %s34 = arith.addf %s33, %s33 : f64
  %c = tensor.splat %s34 : tensor<4xf64>
  %r = arith.mulf %u, %c : tensor<4xf64>
  return %r : tensor<4xf64>
}

// What is read of memory may depend on an argument.

// MEMORY: scatter-vjp: expected an op with a derivative, found 'bufferization.to_tensor'
func.func @memory(%u: tensor<4xf64>, %m: memref<4xf64>) -> tensor<4xf64> {
  bufferization.materialize_in_destination %u in writable %m : (tensor<4xf64>, memref<4xf64>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<4xf64> to tensor<4xf64>
  return %r : tensor<4xf64>
}

// The length of index tuples follows from the ranks.

// COMPONENTS-LABEL: func.func @components_vjp
// COMPONENTS-SAME: %[[I:[^:]*]]: tensor<?x?xi64>
// COMPONENTS: %[[PAIRS:.*]] = tensor.cast %[[I]] : tensor<?x?xi64> to tensor<?x2xi64>
// COMPONENTS: scatter.scatter_nd_update ins(%[[PAIRS]],
// COMPONENTS: scatter.generic {{.*}} indices(%[[PAIRS]] : tensor<?x2xi64>)
func.func @components(%d: tensor<8x3xf64>, %i: tensor<?x?xi64>, %u: tensor<?xf64>) -> tensor<8x3xf64> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x?xi64>, tensor<?xf64>) outs(%d : tensor<8x3xf64>)
         -> tensor<8x3xf64>
  return %r : tensor<8x3xf64>
}

// GATHERED-LABEL: func.func @gathered_components_vjp
// GATHERED-SAME: %[[I:[^:]*]]: tensor<4x?xi64>
// GATHERED: %[[PAIRS:.*]] = tensor.cast %[[I]] : tensor<4x?xi64> to tensor<4x2xi64>
// GATHERED: scatter.scatter_nd_update ins(%[[PAIRS]],
func.func @gathered_components(%d: tensor<8x3xf64>, %i: tensor<4x?xi64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %r = scatter.gather_nd ins(%i, %d : tensor<4x?xi64>, tensor<8x3xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Upstream would move a cast of a computed tensor before the op that compares.

// COMPUTED: scatter-vjp: expected 'indices' with a static last dimension, found 'tensor<4x?xi64>'
func.func @computed_components(%d: tensor<8x3xf64>, %i: tensor<4x?xi64>, %u: tensor<4xf64>) -> tensor<8x3xf64> {
  %j = arith.addi %i, %i : tensor<4x?xi64>
  %r = scatter.scatter_nd_update ins(%j, %u : tensor<4x?xi64>, tensor<4xf64>) outs(%d : tensor<8x3xf64>)
         reduction(prod) -> tensor<8x3xf64>
  return %r : tensor<8x3xf64>
}

func.func @computed_gather(%d: tensor<8x3xf64>, %i: tensor<4x?xi64>) -> tensor<4xf64> {
  %j = arith.addi %i, %i : tensor<4x?xi64>
  %e = tensor.empty() : tensor<4xf64>
  %r = scatter.gather_nd ins(%j, %d : tensor<4x?xi64>, tensor<8x3xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// UNRANKED: scatter-vjp: expected ranked tensors, found 'tensor<*xf64>'
func.func @unranked(%d: tensor<4xf64>) -> tensor<4xf64> {
  %q = tensor.cast %d : tensor<4xf64> to tensor<*xf64>
  %r = tensor.cast %q : tensor<*xf64> to tensor<4xf64>
  return %r : tensor<4xf64>
}

// RESULT: scatter-vjp: expected ranked tensors as arguments and results, found 'tensor<*xf64>'
func.func @unranked_result(%d: tensor<4xf64>) -> tensor<*xf64> {
  %q = tensor.cast %d : tensor<4xf64> to tensor<*xf64>
  return %q : tensor<*xf64>
}
