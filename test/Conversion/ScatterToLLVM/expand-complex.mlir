// RUN: scatter-opt --scatter-expand-complex %s | FileCheck %s

// CHECK-LABEL: func.func @negated
// CHECK: %[[RE:.*]] = complex.re %arg0
// CHECK: arith.negf %[[RE]] : f32
// CHECK: complex.create
// CHECK-NOT: complex.neg
func.func @negated(%z: complex<f32>) -> complex<f32> {
  %r = complex.neg %z : complex<f32>
  return %r : complex<f32>
}

// CHECK-LABEL: func.func @in_a_loop
// CHECK: linalg.generic
// CHECK: math.atan2
// CHECK: linalg.yield %{{.*}} : complex<f64>
func.func @in_a_loop(%z: tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%z : tensor<?xcomplex<f64>>) {
  ^bb0(%a: complex<f64>):
    %p = complex.pow %a, %a : complex<f64>
    linalg.yield %p : complex<f64>
  } -> tensor<?xcomplex<f64>>
  return %r : tensor<?xcomplex<f64>>
}

// CHECK-LABEL: func.func @sine
// CHECK: %[[X:.*]] = complex.re %arg0
// CHECK: %[[Y:.*]] = complex.im %arg0
// CHECK-DAG: %[[SIN:.*]] = math.sin %[[X]]
// CHECK-DAG: %[[COS:.*]] = math.cos %[[X]]
// CHECK-DAG: %[[COSH:.*]] = math.cosh %[[Y]]
// CHECK-DAG: %[[SINH:.*]] = math.sinh %[[Y]]
// CHECK-DAG: arith.mulf %[[SIN]], %[[COSH]]
// CHECK-DAG: arith.mulf %[[COS]], %[[SINH]]
func.func @sine(%z: complex<f32>) -> complex<f32> {
  %r = complex.sin %z : complex<f32>
  return %r : complex<f32>
}

// The logarithm at -1 is infinite.
// CHECK-LABEL: func.func @pole
// CHECK-DAG: %[[LIMIT:.*]] = complex.constant [0xFF800000 : f32, 0.000000e+00 : f32]
// CHECK: arith.select %{{.*}}, %[[LIMIT]], %{{.*}} : complex<f32>
func.func @pole(%z: complex<f32>) -> complex<f32> {
  %r = complex.log1p %z : complex<f32>
  return %r : complex<f32>
}

// What convert-to-llvm lowers stays.
// CHECK-LABEL: func.func @kept
// CHECK: complex.mul
// CHECK-NEXT: complex.add
func.func @kept(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b : complex<f32>
  %1 = complex.add %0, %a : complex<f32>
  return %1 : complex<f32>
}

// convert-to-llvm divides by the sum of the squares, which overflows.
// CHECK-LABEL: func.func @quotient
// CHECK-NOT: complex.div
// CHECK: arith.select
func.func @quotient(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b : complex<f32>
  return %0 : complex<f32>
}
