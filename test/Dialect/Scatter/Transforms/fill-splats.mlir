// RUN: scatter-opt %s --scatter-fill-splats="min-bytes=1024" | FileCheck %s
// RUN: scatter-opt %s --scatter-fill-splats | FileCheck %s --check-prefix=DEFAULT

// A constant with many equal elements is filled at run time.

// CHECK-LABEL: func @large_splat(
// CHECK-DAG:     %[[VALUE:.*]] = arith.constant dense<1.500000e+00> : tensor<f32>
// CHECK:         %[[ELEMENT:.*]] = tensor.extract %[[VALUE]][] : tensor<f32>
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<16x16xf32>
// CHECK:         %[[FILL:.*]] = linalg.fill ins(%[[ELEMENT]] : f32) outs(%[[EMPTY]] : tensor<16x16xf32>)
// CHECK-NOT:     arith.constant
// CHECK:         return %[[FILL]]
// DEFAULT-LABEL: func @large_splat(
// DEFAULT-NEXT:    arith.constant dense<1.500000e+00> : tensor<16x16xf32>
// DEFAULT-NEXT:    return
func.func @large_splat() -> tensor<16x16xf32> {
  %c = arith.constant dense<1.5> : tensor<16x16xf32>
  return %c : tensor<16x16xf32>
}

// CHECK-LABEL: func @below_the_limit(
// CHECK-NEXT:    arith.constant dense<1.500000e+00> : tensor<255xf32>
// CHECK-NEXT:    return
func.func @below_the_limit() -> tensor<255xf32> {
  %c = arith.constant dense<1.5> : tensor<255xf32>
  return %c : tensor<255xf32>
}

// CHECK-LABEL: func @different_elements(
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @different_elements() -> tensor<1024xi8> {
  %c = arith.constant dense<"0x0F000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"> : tensor<1024xi8>
  return %c : tensor<1024xi8>
}

// CHECK-LABEL: func @vector(
// CHECK-NEXT:    arith.constant dense<1.500000e+00> : vector<256xf32>
// CHECK-NEXT:    return
func.func @vector() -> vector<256xf32> {
  %c = arith.constant dense<1.5> : vector<256xf32>
  return %c : vector<256xf32>
}

// The limit counts bytes: booleans take one each.

// CHECK-LABEL: func @booleans(
// CHECK:         linalg.fill ins(%{{.*}} : i1) outs(%{{.*}} : tensor<1024xi1>)
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @booleans() -> (tensor<1024xi1>, tensor<1023xi1>) {
  %c = arith.constant dense<true> : tensor<1024xi1>
  %d = arith.constant dense<true> : tensor<1023xi1>
  return %c, %d : tensor<1024xi1>, tensor<1023xi1>
}

// A size that exceeds 64 bits is large, and no elements are none.

// CHECK-LABEL: func @hostile_sizes(
// CHECK-DAG:     arith.constant dense<7> : tensor<0x4611686018427387904xi32>
// CHECK-DAG:     linalg.fill ins(%{{.*}} : i32) outs(%{{.*}} : tensor<4294967296x4294967296xi32>)
func.func @hostile_sizes() -> (tensor<4294967296x4294967296xi32>, tensor<0x4611686018427387904xi32>) {
  %c = arith.constant dense<7> : tensor<4294967296x4294967296xi32>
  %e = arith.constant dense<7> : tensor<0x4611686018427387904xi32>
  return %c, %e : tensor<4294967296x4294967296xi32>, tensor<0x4611686018427387904xi32>
}

// Element types that have no scalar constants.

// CHECK-LABEL: func @element_types(
// CHECK-DAG:     linalg.fill ins(%{{.*}} : ui8) outs(%{{.*}} : tensor<1024xui8>)
// CHECK-DAG:     linalg.fill ins(%{{.*}} : complex<f32>) outs(%{{.*}} : tensor<1024xcomplex<f32>>)
// CHECK-DAG:     linalg.fill ins(%{{.*}} : f8E5M2) outs(%{{.*}} : tensor<1024xf8E5M2>)
func.func @element_types() -> (tensor<1024xui8>, tensor<1024xcomplex<f32>>, tensor<1024xf8E5M2>) {
  %u = arith.constant dense<255> : tensor<1024xui8>
  %c = arith.constant dense<(1.0, 2.0)> : tensor<1024xcomplex<f32>>
  %f = arith.constant dense<1.5> : tensor<1024xf8E5M2>
  return %u, %c, %f : tensor<1024xui8>, tensor<1024xcomplex<f32>>, tensor<1024xf8E5M2>
}

// What is updated has a fill of its own, so that nothing is copied; all that
// is only read shares one.

// CHECK-LABEL: func @inits(
// CHECK:         %[[SHARED:.*]] = linalg.fill
// CHECK:         %[[FIRST:.*]] = linalg.fill
// CHECK:         %[[A:.*]] = scatter.scatter_nd_update ins(%{{.*}}, %[[SHARED]] {{.*}}) outs(%[[FIRST]]
// CHECK:         %[[SECOND:.*]] = linalg.fill
// CHECK:         %[[B:.*]] = scatter.scatter_nd_update ins(%{{.*}}, %[[SHARED]] {{.*}}) outs(%[[SECOND]]
// CHECK-NOT:     linalg.fill
// CHECK:         return %[[A]], %[[B]], %[[SHARED]]
func.func @inits(%i: tensor<256x1xi64>) -> (tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) {
  %c = arith.constant dense<1.5> : tensor<256xf32>
  %a = scatter.scatter_nd_update ins(%i, %c : tensor<256x1xi64>, tensor<256xf32>) outs(%c : tensor<256xf32>) -> tensor<256xf32>
  %b = scatter.scatter_nd_update ins(%i, %c : tensor<256x1xi64>, tensor<256xf32>) outs(%c : tensor<256xf32>) reduction(sum) -> tensor<256xf32>
  return %a, %b, %c : tensor<256xf32>, tensor<256xf32>, tensor<256xf32>
}
