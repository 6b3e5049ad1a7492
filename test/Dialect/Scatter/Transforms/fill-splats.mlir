// RUN: scatter-opt %s --scatter-fill-splats="min-bytes=1024 min-init-bytes=1024" | FileCheck %s
// RUN: scatter-opt %s --scatter-fill-splats | FileCheck %s --check-prefix=DEFAULT
// RUN: scatter-opt %s --scatter-fill-splats --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s --check-prefix=BUFFER

// A constant with many equal elements is filled at run time.

// CHECK-LABEL: func @large_splat(
// CHECK-DAG:     %[[VALUE:.*]] = arith.constant dense<1.500000e+00> : tensor<f32>
// CHECK:         %[[ELEMENT:.*]] = tensor.extract %[[VALUE]][] : tensor<f32>
// CHECK:         %[[EMPTY:.*]] = bufferization.alloc_tensor() : tensor<16x16xf32>
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

// LLVM would make a list of 2^30 elements of this constant.

// CHECK-LABEL: func @empty_with_long_rows(
// CHECK:         bufferization.alloc_tensor() : tensor<0x0x1073741824xi32>
// DEFAULT-LABEL: func @empty_with_long_rows(
// DEFAULT:         bufferization.alloc_tensor() : tensor<0x0x1073741824xi32>
func.func @empty_with_long_rows() -> tensor<0x0x1073741824xi32> {
  %c = arith.constant dense<1> : tensor<0x0x1073741824xi32>
  return %c : tensor<0x0x1073741824xi32>
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

// A size that exceeds 64 bits is large, also that of the rows of an empty tensor.

// CHECK-LABEL: func @hostile_sizes(
// CHECK-DAG:     bufferization.alloc_tensor() : tensor<0x4611686018427387904xi32>
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

// A constant that is only overwritten, below the limit of others: by default
// from 4 KiB on.

// DEFAULT-LABEL: func @small_inits(
// DEFAULT:       linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<1024xf32>)
// DEFAULT-NOT:   linalg.fill
// DEFAULT:       return
func.func @small_inits(%i: tensor<1x1xi64>, %u: tensor<1xf32>) -> (tensor<1024xf32>, tensor<1023xf32>) {
  %c = arith.constant dense<1.5> : tensor<1024xf32>
  %d = arith.constant dense<1.5> : tensor<1023xf32>
  %a = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%c : tensor<1024xf32>) -> tensor<1024xf32>
  %b = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%d : tensor<1023xf32>) -> tensor<1023xf32>
  return %a, %b : tensor<1024xf32>, tensor<1023xf32>
}

// Updates behind one check, whose other branch returns what was to be updated:
// nothing is filled outside of the branches.

// CHECK-LABEL: func @branches(
// CHECK-NOT:     linalg.fill
// CHECK:         scf.if
// CHECK:           %[[OWN:.*]] = linalg.fill
// CHECK:           scatter.scatter_nd_update {{.*}} outs(%[[OWN]]
// CHECK:         else
// CHECK:           %[[OTHER:.*]] = linalg.fill
// CHECK:           scf.yield %[[OTHER]]
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @branches(%i: tensor<1x1xi64>, %u: tensor<1xf32>, %valid: i1) -> tensor<256xf32> {
  %c = arith.constant dense<1.5> : tensor<256xf32>
  %r = scf.if %valid -> tensor<256xf32> {
    %a = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%c : tensor<256xf32>) out_of_bounds(undefined) -> tensor<256xf32>
    scf.yield %a : tensor<256xf32>
  } else {
    scf.yield %c : tensor<256xf32>
  }
  return %r : tensor<256xf32>
}

// A loop reads one fill.

// CHECK-LABEL: func @loop(
// CHECK:         linalg.fill
// CHECK:         scf.for
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @loop(%n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f32
  %c = arith.constant dense<1.5> : tensor<256xf32>
  %r = scf.for %k = %zero to %n step %one iter_args(%sum = %start) -> f32 {
    %e = tensor.extract %c[%k] : tensor<256xf32>
    %next = arith.addf %sum, %e : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// Two updates of what a run-time scalar fills.

// CHECK-LABEL: func @shared_fill(
// CHECK-SAME:    %[[S:[a-z0-9]+]]: f32
// CHECK:         %[[A:.*]] = linalg.fill ins(%[[S]]
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} outs(%[[A]]
// CHECK:         %[[B:.*]] = linalg.fill ins(%[[S]]
// CHECK-NEXT:    scatter.scatter_nd_update {{.*}} outs(%[[B]]
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @shared_fill(%s: f32, %i: tensor<1x1xi64>, %u: tensor<1xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
  %e = tensor.empty() : tensor<256xf32>
  %c = linalg.fill ins(%s : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %a = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%c : tensor<256xf32>) -> tensor<256xf32>
  %b = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%c : tensor<256xf32>) reduction(sum) -> tensor<256xf32>
  return %a, %b : tensor<256xf32>, tensor<256xf32>
}

// One update of a fill is in place.

// CHECK-LABEL: func @single_fill(
// CHECK:         linalg.fill
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @single_fill(%s: f32, %i: tensor<1x1xi64>, %u: tensor<1xf32>) -> tensor<256xf32> {
  %e = tensor.empty() : tensor<256xf32>
  %c = linalg.fill ins(%s : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %a = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%c : tensor<256xf32>) -> tensor<256xf32>
  return %a : tensor<256xf32>
}

// An op that reads the tensor twice reads one fill.

// CHECK-LABEL: func @read_twice(
// CHECK:         } else {
// CHECK-COUNT-2: linalg.fill
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @read_twice(%s: f32, %c: i1) -> (tensor<256xf32>, tensor<256xf32>) {
  %z = tensor.splat %s : tensor<256xf32>
  %a = scf.if %c -> tensor<256xf32> {
    scf.yield %z : tensor<256xf32>
  } else {
    %x = linalg.add ins(%z, %z : tensor<256xf32>, tensor<256xf32>) outs(%z : tensor<256xf32>) -> tensor<256xf32>
    scf.yield %x : tensor<256xf32>
  }
  return %a, %z : tensor<256xf32>, tensor<256xf32>
}

// One-shot-bufferize makes one buffer of two initial values that are the same
// tensor.empty.

// CHECK-LABEL: func @carried_by_one_loop(
// CHECK-DAG:     %[[X:.*]] = tensor.empty() : tensor<4xf32>
// CHECK-DAG:     %[[Y:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[X]], %{{.*}} = %[[Y]]) ->
// DEFAULT-LABEL: func @carried_by_one_loop(
func.func @carried_by_one_loop(%a: f32, %b: f32, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%x = %e, %y = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %x1 = tensor.insert %a into %x[%i] : tensor<4xf32>
    %y1 = tensor.insert %b into %y[%i] : tensor<4xf32>
    scf.yield %x1, %y1 : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// It would let the nested loop, whose first result is not used, write to what
// the outer loop carries.

// CHECK-LABEL: func @carried_by_outer_loop(
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[E]])
// CHECK:           %[[SCRATCH:.*]] = tensor.empty
// CHECK:           tensor.extract_slice %[[SCRATCH]][
// DEFAULT-LABEL: func @carried_by_outer_loop(
// BUFFER-LABEL: func @carried_by_outer_loop(
// BUFFER:         %[[E:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// BUFFER:         scf.for
// BUFFER:           %[[SCRATCH:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// BUFFER:           %[[PART:.*]] = memref.subview %[[SCRATCH]][
// BUFFER:           scf.for
// BUFFER:             %[[ELEMENT:.*]] = memref.subview %[[PART]][
// BUFFER:             linalg.exp {{.*}} outs(%[[ELEMENT]] :
// BUFFER:           %[[TILE:.*]] = memref.subview %[[E]][
// BUFFER:           linalg.exp {{.*}} outs(%[[TILE]] :
func.func @carried_by_outer_loop(%x: tensor<4xf32>, %n: index, %o: index, %z: tensor<2xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<4xf32> {
    %j = arith.subi %o, %i : index
    %es = tensor.extract_slice %e[%j] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %q:2 = scf.for %k = %c0 to %n step %c1 iter_args(%b = %es, %y = %z) -> (tensor<2xf32>, tensor<2xf32>) {
      %bs = tensor.extract_slice %b[%k] [1] [1] : tensor<2xf32> to tensor<1xf32>
      %xs = tensor.extract_slice %x[%k] [1] [1] : tensor<4xf32> to tensor<1xf32>
      %t = linalg.exp ins(%xs : tensor<1xf32>) outs(%bs : tensor<1xf32>) -> tensor<1xf32>
      %b1 = tensor.insert_slice %t into %b[%k] [1] [1] : tensor<1xf32> into tensor<2xf32>
      %y1 = tensor.insert_slice %t into %y[%k] [1] [1] : tensor<1xf32> into tensor<2xf32>
      scf.yield %b1, %y1 : tensor<2xf32>, tensor<2xf32>
    }
    %as = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %u = linalg.exp ins(%q#1 : tensor<2xf32>) outs(%as : tensor<2xf32>) -> tensor<2xf32>
    %a1 = tensor.insert_slice %u into %a[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %a1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func @used_by_two_ops(
// CHECK:         tensor.empty()
// CHECK-NOT:     tensor.empty()
// CHECK:         return
func.func @used_by_two_ops(%a: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %x = tensor.insert %a into %e[%zero] : tensor<4xf32>
  %y = tensor.insert %a into %e[%one] : tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}
