// RUN: scatter-opt %s -split-input-file -verify-diagnostics

// One function for each message on check_indices and report_indices; a name
// begins with the label of the constraint in docs/Specification.md.

func.func @CI1_indices_of_rank_0(%i: tensor<i64>) {
  // expected-error @+1 {{'scatter.check_indices' op 'indices': expected rank 1 or more, found 0}}
  %0 = scatter.check_indices %i within [4] : tensor<i64>
  return
}

// -----

func.func @CI2_more_components_than_sizes(%i: tensor<4x2xi64>) {
  // expected-error @+1 {{'scatter.check_indices' op 'indices' dimension 1: expected 1 components (one for each size), found 2}}
  %0 = scatter.check_indices %i within [4] : tensor<4x2xi64>
  return
}

// -----

func.func @CI2_fewer_components_than_sizes(%i: memref<3x4x1xi64>, %n: index) {
  // expected-error @+1 {{'scatter.check_indices' op 'indices' dimension 2: expected 2 components (one for each size), found 1}}
  %0 = scatter.check_indices %i within [4, %n] : memref<3x4x1xi64>
  return
}

// -----

func.func @CI3_negative_size(%i: tensor<4x2xi64>) {
  // expected-error @+1 {{'scatter.check_indices' op 'within' entry 1: expected a size of 0 or more, found -3}}
  %0 = scatter.check_indices %i within [4, -3] : tensor<4x2xi64>
  return
}

// -----

func.func @CI3_size_without_value(%i: tensor<4x2xi64>) {
  // expected-error @+1 {{'scatter.check_indices' op 'within': expected 1 values for its dynamic entries, found 0}}
  %0 = "scatter.check_indices"(%i) <{static_sizes = array<i64: 4, -9223372036854775808>}> : (tensor<4x2xi64>) -> i1
  return
}

// -----

func.func @CI4_partition(%i: memref<4x1xi64>) {
  // expected-error @+1 {{'scatter.check_indices' op 'plan': expected partition serial, found chunks}}
  %0 = scatter.check_indices %i within [4] {plan = #scatter.plan<partition = chunks>} : memref<4x1xi64>
  return
}

// -----

func.func @CI5_more_bytes_than_an_index_counts(%i: tensor<2305843009213693952x1xi64>) {
  // expected-error @+1 {{'scatter.check_indices' op 'indices': expected}}
  %0 = scatter.check_indices %i within [4] : tensor<2305843009213693952x1xi64>
  return
}

// -----

func.func @floats_as_indices(%i: tensor<4x1xf32>) {
  // expected-error @+1 {{'scatter.check_indices' op operand #0 must be ranked tensor or strided memref of i32, i64, their unsigned forms or index, but got 'tensor<4x1xf32>'}}
  %0 = scatter.check_indices %i within [4] : tensor<4x1xf32>
  return
}

// -----

func.func @size_that_is_no_index(%i: tensor<4x1xi64>, %n: i64) {
  // expected-note @-1 {{prior use here}}
  // expected-error @+1 {{use of value '%n' expects different type than prior uses: 'index' vs 'i64'}}
  %0 = scatter.check_indices %i within [%n] : tensor<4x1xi64>
  return
}

// -----

func.func @unknown_meaning_of_negative_indices(%i: tensor<4x1xi64>) {
  // expected-error @+1 {{'negative_indices': expected wrap or reject, found keep}}
  %0 = scatter.check_indices %i within [4] negative_indices(keep) : tensor<4x1xi64>
  return
}

// -----

func.func @CI1_report_of_scalar_indices(%i: memref<i64>) {
  // expected-error @+1 {{'scatter.report_indices' op 'indices': expected rank 1 or more, found 0}}
  scatter.report_indices %i within [4] : memref<i64>
  return
}

// -----

func.func @CI2_report_of_other_components(%i: tensor<4x2xi64>) {
  // expected-error @+1 {{'scatter.report_indices' op 'indices' dimension 1: expected 1 components (one for each size), found 2}}
  scatter.report_indices %i within [16] : tensor<4x2xi64>
  return
}

// -----

func.func @CI3_report_within_negative_size(%i: tensor<4x1xi64>) {
  // expected-error @+1 {{'scatter.report_indices' op 'within' entry 0: expected a size of 0 or more, found -2}}
  scatter.report_indices %i within [-2] : tensor<4x1xi64>
  return
}

// -----

func.func @updates_without_stride(%i: memref<?xi64>, %b: memref<?xindex>, %e: memref<?xi64>, %u: memref<?xf32>, %n: index) {
  // expected-error @below {{'scatter.fill_buckets' op expected 'updates', their offset and their stride, or none of them}}
  "scatter.fill_buckets"(%i, %n, %n, %n, %n, %n, %n, %n, %n, %b, %n, %e, %n, %u) <{kind = #scatter.violation<index>, page_bits = 40 : i32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0>}> : (memref<?xi64>, index, index, index, index, index, index, index, index, memref<?xindex>, index, memref<?xi64>, index, memref<?xf32>) -> ()
  return
}
