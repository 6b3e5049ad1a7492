// RUN: scatter-opt %s -split-input-file -verify-diagnostics

// One function for each message on gather_nd; a name begins with the label of
// the constraint in docs/Specification.md.

func.func @GN1_indices_tensor_on_memref(%i: tensor<4x1xi64>, %d: memref<8xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected all operands to be memrefs as 'out' is, found 'tensor<4x1xi64>'}}
  scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, memref<8xf32>) outs(%o : memref<4xf32>)
  return
}

// -----

func.func @GN1_data_memref_on_tensor(%i: tensor<4x1xi64>, %d: memref<8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected all operands to be tensors as 'out' is, found 'memref<8xf32>'}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, memref<8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @GN2_scalar_data(%i: tensor<4x0xi64>, %d: tensor<f32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'data': expected rank 1 or more, found 0}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x0xi64>, tensor<f32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @GN2_scalar_indices(%i: tensor<i64>, %d: tensor<8xf32>, %o: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'indices': expected rank 1 or more, found 0}}
  %r = scatter.gather_nd ins(%i, %d : tensor<i64>, tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @GN2_negative_batch_dims(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'batch_dims': expected 0 to 1 (the rank of 'data', and that of 'indices' less 1), found -1}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) batch_dims(-1) -> tensor<4xf32>
  return
}

// -----

func.func @GN2_batch_dims_of_indices(%i: tensor<4x1xi64>, %d: tensor<4x4x8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'batch_dims': expected 0 to 1 (the rank of 'data', and that of 'indices' less 1), found 2}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<4x4x8xf32>) outs(%o : tensor<4xf32>) batch_dims(2) -> tensor<4xf32>
  return
}

// -----

func.func @GN2_batch_dims_of_data(%i: tensor<4x4x0xi64>, %d: tensor<4xf32>, %o: tensor<4x4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'batch_dims': expected 0 to 1 (the rank of 'data', and that of 'indices' less 1), found 2}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x4x0xi64>, tensor<4xf32>) outs(%o : tensor<4x4xf32>) batch_dims(2) -> tensor<4x4xf32>
  return
}

// -----

func.func @GN3_too_many_components(%i: tensor<4x3xi64>, %d: tensor<8x8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'indices' dimension 1: expected at most 2 components (the rank of 'data' less 'batch_dims'), found 3}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x3xi64>, tensor<8x8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @GN3_too_many_components_beside_batch(%i: tensor<4x2xi64>, %d: tensor<4x8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'indices' dimension 1: expected at most 1 components (the rank of 'data' less 'batch_dims'), found 2}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x2xi64>, tensor<4x8xf32>) outs(%o : tensor<4xf32>) batch_dims(1) -> tensor<4xf32>
  return
}

// -----

func.func @GN3_rank_of_out(%i: tensor<4x1xi64>, %d: tensor<8x8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'out': expected rank 2 (the rank of 'indices' less 1, plus the rank of 'data' less 'batch_dims' and the components of a tuple), found 1}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8x8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @GN3_rank_of_out_with_dynamic_components(%i: tensor<4x?xi64>, %d: tensor<8x8xf32>, %o: tensor<4x8x8x8xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'out': expected rank from 1 to 3 (the rank of 'indices' less 1, plus the rank of 'data' less 'batch_dims' and the components of a tuple), found 4}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x?xi64>, tensor<8x8xf32>) outs(%o : tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
  return
}

// -----

func.func @GN4_batch_size(%i: tensor<4x5x1xi64>, %d: tensor<3x8xf32>, %o: tensor<4x5xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'indices' dimension 0: expected size 3 (as in 'data'), found 4}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x5x1xi64>, tensor<3x8xf32>) outs(%o : tensor<4x5xf32>) batch_dims(1) -> tensor<4x5xf32>
  return
}

// -----

func.func @GN5_size_of_tuples(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<5xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'out' dimension 0: expected size 4 (as in 'indices'), found 5}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @GN6_size_of_slices(%i: memref<4x1xi64>, %d: memref<3x8xf32>, %o: memref<4x9xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'out' dimension 1: expected size 8 (as in 'data'), found 9}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<3x8xf32>) outs(%o : memref<4x9xf32>)
  return
}

// -----

func.func @GN6_size_of_slices_beside_batch(%i: memref<4x1xi64>, %d: memref<4x3x8xf32>, %o: memref<4x9xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'out' dimension 1: expected size 8 (as in 'data'), found 9}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<4x3x8xf32>) outs(%o : memref<4x9xf32>) batch_dims(1)
  return
}

// -----

func.func @GN7_element_type_of_out(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf64>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'out': expected element type 'f32' (as in 'data'), found 'f64'}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf64>) -> tensor<4xf64>
  return
}

// -----

func.func @GN7_type_of_fill(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>, %f: f64) {
  // expected-error @+1 {{'scatter.gather_nd' op 'fill': expected type 'f32' (that of the elements of 'data'), found 'f64'}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) fill(%f : f64) out_of_bounds(drop) -> tensor<4xf32>
  return
}

// -----

func.func @GN8_no_zero(%i: memref<4x1xi64>, %d: memref<8xmemref<2xf32>>, %o: memref<4xmemref<2xf32>>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected a 'fill' for elements without a zero under 'out_of_bounds' drop, found none for 'memref<2xf32>'}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xmemref<2xf32>>) outs(%o : memref<4xmemref<2xf32>>) out_of_bounds(drop)
  return
}

// -----

func.func @GN8_no_zero_clamp(%i: memref<4x1xi64>, %d: memref<8xmemref<2xf32>>, %o: memref<4xmemref<2xf32>>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected a 'fill' for elements without a zero under 'out_of_bounds' clamp, found none for 'memref<2xf32>'}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xmemref<2xf32>>) outs(%o : memref<4xmemref<2xf32>>) out_of_bounds(clamp)
  return
}

// -----

func.func @GN9_no_result(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected one result of the type of 'out', 'tensor<4xf32>', found none}}
  scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>)
  return
}

// -----

func.func @GN9_other_result(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected the result to have the type of 'out', 'tensor<4xf32>', found 'tensor<?xf32>'}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @GN9_result_on_memrefs(%i: memref<4x1xi64>, %d: memref<8xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op expected no result on memrefs, found 'tensor<4xf32>'}}
  %r = scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xf32>) outs(%o : memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @GN10_buckets(%i: memref<4x1xi64>, %d: memref<8xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'plan': expected partition serial, chunks or slice, found buckets (no two tuples write one slot)}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xf32>) outs(%o : memref<4xf32>) {plan = #scatter.plan<partition = buckets, threads = 2>}
  return
}

// -----

func.func @GN10_private(%i: memref<4x1xi64>, %d: memref<8xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'plan': expected partition serial, chunks or slice, found private (no two tuples write one slot)}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xf32>) outs(%o : memref<4xf32>) {plan = #scatter.plan<partition = private, threads = 2>}
  return
}

// -----

func.func @GN10_slice_of_elements(%i: memref<4x1xi64>, %d: memref<8xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'plan': expected partition serial, chunks or slice, found slice (a slot is one element)}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xf32>) outs(%o : memref<4xf32>) {plan = #scatter.plan<partition = slice, threads = 2>}
  return
}

// -----

func.func @GN11_element_bits(%i: memref<4x1xi64>, %d: memref<8xi8193>, %o: memref<4xi8193>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'data': expected elements of 1 to 8192 bits, found 'i8193'}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xi8193>) outs(%o : memref<4xi8193>)
  return
}

// -----

func.func @GN12_bytes_of_data(%i: memref<4x1xi64>, %d: memref<4611686018427387904xf32>, %o: memref<4xf32>) {
  // expected-error @+1 {{'scatter.gather_nd' op 'data': expected at most 9223372036854775807 bytes, found 'memref<4611686018427387904xf32>'}}
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<4611686018427387904xf32>) outs(%o : memref<4xf32>)
  return
}

// -----

func.func @options_twice(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'batch_dims' is given twice}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) batch_dims(0) batch_dims(0) -> tensor<4xf32>
  return
}

// -----

func.func @unknown_policy(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) {
  // expected-error @+1 {{'out_of_bounds': expected error, drop, clamp or undefined, found fill}}
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) out_of_bounds(fill) -> tensor<4xf32>
  return
}
