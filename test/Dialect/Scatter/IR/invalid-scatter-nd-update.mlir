// RUN: scatter-opt %s -split-input-file -verify-diagnostics

// One function for each message on scatter_nd_update; a name begins with the
// label of the constraint in docs/Specification.md.

func.func @ND1_indices_tensor_on_memref(%i: tensor<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected all operands to be memrefs as 'data' is, found 'tensor<4x1xi64>'}}
  scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
  return
}

// -----

func.func @ND1_updates_tensor_on_memref(%i: memref<4x1xi64>, %u: tensor<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected all operands to be memrefs as 'data' is, found 'tensor<4xf32>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, tensor<4xf32>) outs(%d : memref<8xf32>)
  return
}

// -----

func.func @ND1_indices_memref_on_tensor(%i: memref<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected all operands to be tensors as 'data' is, found 'memref<4x1xi64>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND1_updates_memref_on_tensor(%i: tensor<4x1xi64>, %u: memref<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected all operands to be tensors as 'data' is, found 'memref<4xf32>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, memref<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND2_scalar_data(%i: tensor<4x0xi64>, %u: tensor<4xf32>, %d: tensor<f32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'data': expected rank 1 or more, found 0}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x0xi64>, tensor<4xf32>) outs(%d : tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @ND2_scalar_data_memref(%i: memref<4x0xi64>, %u: memref<4xf32>, %d: memref<f32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'data': expected rank 1 or more, found 0}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x0xi64>, memref<4xf32>) outs(%d : memref<f32>)
  return
}

// -----

func.func @ND3_scalar_indices(%i: tensor<i64>, %u: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'indices': expected rank 1 or more, found 0}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<i64>, tensor<8xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND4_too_many_components(%i: tensor<4x3xi64>, %u: tensor<4xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'indices' dimension 1: expected at most 2 components (the rank of 'data'), found 3}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x3xi64>, tensor<4xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @ND4_too_many_components_in_vector(%i: tensor<2xi64>, %u: tensor<f32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'indices' dimension 0: expected at most 1 components (the rank of 'data'), found 2}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2xi64>, tensor<f32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND4_updates_rank_too_small(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected rank 2 (the rank of 'indices' less 1, plus the rank of 'data' less the components of a tuple), found 1}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @ND4_updates_rank_too_large(%i: tensor<4x2xi64>, %u: tensor<4x8xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected rank 1 (the rank of 'indices' less 1, plus the rank of 'data' less the components of a tuple), found 2}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4x8xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @ND4_updates_rank_of_whole_data(%i: tensor<4x0xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected rank 2 (the rank of 'indices' less 1, plus the rank of 'data' less the components of a tuple), found 1}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x0xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND4_negative_depth(%i: tensor<4x?xi64>, %u: tensor<4x8x8x8xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected rank from 1 to 3 (the rank of 'indices' less 1, plus the rank of 'data' less the components of a tuple), found 4}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x?xi64>, tensor<4x8x8x8xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @ND4_depth_beyond_rank(%i: tensor<?x?x?xi64>, %u: tensor<?xf32>, %d: tensor<?xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected rank from 2 to 3 (the rank of 'indices' less 1, plus the rank of 'data' less the components of a tuple), found 1}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x?x?xi64>, tensor<?xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @ND5_number_of_tuples(%i: tensor<4x1xi64>, %u: tensor<5xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates' dimension 0: expected size 4 (as in 'indices'), found 5}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<5xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND5_inner_dimension_of_tuples(%i: memref<?x6x1xi64>, %u: memref<?x5xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates' dimension 1: expected size 6 (as in 'indices'), found 5}}
  scatter.scatter_nd_update ins(%i, %u : memref<?x6x1xi64>, memref<?x5xf32>) outs(%d : memref<8xf32>)
  return
}

// -----

func.func @ND6_size_of_row(%i: tensor<4x1xi64>, %u: tensor<4x7xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates' dimension 1: expected size 8 (as in 'data'), found 7}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x7xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @ND6_size_of_row_with_dynamic_components(%i: tensor<4x?xi64>, %u: tensor<4x7xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates' dimension 1: expected size 8 (as in 'data'), found 7}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x?xi64>, tensor<4x7xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return
}

// -----

func.func @ND6_size_of_whole_data(%i: memref<4x0xi64>, %u: memref<4x7xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates' dimension 1: expected size 8 (as in 'data'), found 7}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x0xi64>, memref<4x7xf32>) outs(%d : memref<8xf32>)
  return
}

// -----

func.func @ND7_element_types(%i: tensor<4x1xi64>, %u: tensor<4xf64>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected element type 'f32' (as in 'data'), found 'f64'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf64>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND7_signedness(%i: tensor<4x1xi64>, %u: tensor<4xui8>, %d: tensor<8xi8>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'updates': expected element type 'i8' (as in 'data'), found 'ui8'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xui8>) outs(%d : tensor<8xi8>) -> tensor<8xi8>
  return
}

// -----

func.func @ND8_complex_minimum(%i: memref<4x1xi64>, %u: memref<4xcomplex<f32>>, %d: memref<8xcomplex<f32>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'complex<f32>', found min}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xcomplex<f32>>) outs(%d : memref<8xcomplex<f32>>) reduction(min)
  return
}

// -----

func.func @ND8_complex_maximum(%i: memref<4x1xi64>, %u: memref<4xcomplex<f64>>, %d: memref<8xcomplex<f64>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'complex<f64>', found max}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xcomplex<f64>>) outs(%d : memref<8xcomplex<f64>>) reduction(max)
  return
}

// -----

func.func @ND8_half_precision_complex(%i: memref<4x1xi64>, %u: memref<4xcomplex<f16>>, %d: memref<8xcomplex<f16>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'complex<f16>', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xcomplex<f16>>) outs(%d : memref<8xcomplex<f16>>) reduction(sum)
  return
}

// -----

func.func @ND8_integer_complex(%i: memref<4x1xi64>, %u: memref<4xcomplex<i32>>, %d: memref<8xcomplex<i32>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'complex<i32>', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xcomplex<i32>>) outs(%d : memref<8xcomplex<i32>>) reduction(sum)
  return
}

// -----

func.func @ND8_integer_of_no_bits(%i: memref<4x1xi64>, %u: memref<4xi0>, %d: memref<8xi0>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'i0', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xi0>) outs(%d : memref<8xi0>) reduction(sum)
  return
}

// -----

func.func @ND8_wide_integer(%i: memref<4x1xi64>, %u: memref<4xi128>, %d: memref<8xi128>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'i128', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xi128>) outs(%d : memref<8xi128>) reduction(sum)
  return
}

// -----

func.func @ND8_wide_float(%i: memref<4x1xi64>, %u: memref<4xf80>, %d: memref<8xf80>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'f80', found prod}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf80>) outs(%d : memref<8xf80>) reduction(prod)
  return
}

// -----

func.func @ND8_quadruple_float(%i: memref<4x1xi64>, %u: memref<4xf128>, %d: memref<8xf128>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'f128', found sub}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf128>) outs(%d : memref<8xf128>) reduction(sub)
  return
}

// -----

func.func @ND8_tensor_float(%i: memref<4x1xi64>, %u: memref<4xtf32>, %d: memref<8xtf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'tf32', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xtf32>) outs(%d : memref<8xtf32>) reduction(sum)
  return
}

// -----

func.func @ND8_four_bit_float(%i: memref<4x1xi64>, %u: memref<4xf4E2M1FN>, %d: memref<8xf4E2M1FN>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'f4E2M1FN', found max}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf4E2M1FN>) outs(%d : memref<8xf4E2M1FN>) reduction(max)
  return
}

// -----

func.func @ND8_six_bit_float(%i: memref<4x1xi64>, %u: memref<4xf6E3M2FN>, %d: memref<8xf6E3M2FN>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'f6E3M2FN', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf6E3M2FN>) outs(%d : memref<8xf6E3M2FN>) reduction(sum)
  return
}

// -----

func.func @ND8_vector(%i: memref<4x1xi64>, %u: memref<4xvector<4xf32>>, %d: memref<8xvector<4xf32>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on 'vector<4xf32>', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xvector<4xf32>>) outs(%d : memref<8xvector<4xf32>>) reduction(sum)
  return
}

// -----

func.func @ND8_pointer(%i: memref<4x1xi64>, %u: memref<4x!ptr.ptr<#ptr.generic_space>>, %d: memref<8x!ptr.ptr<#ptr.generic_space>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op 'reduction': expected one that is defined on '!ptr.ptr<#ptr.generic_space>', found sum}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x!ptr.ptr<#ptr.generic_space>>) outs(%d : memref<8x!ptr.ptr<#ptr.generic_space>>) reduction(sum)
  return
}

// -----

func.func @ND9_no_result_on_tensors(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected one result of the type of 'data', 'tensor<8xf32>', found none}}
  scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>)
  return
}

// -----

func.func @ND9_result_on_memrefs(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected no result on memrefs, found 'tensor<8xf32>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND9_result_of_another_type(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op expected the result to have the type of 'data', 'tensor<8xf32>', found 'tensor<?xf32>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @indices_of_short_integers(%i: tensor<4x1xi16>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #0 must be ranked tensor or strided memref of i32, i64, their unsigned forms or index, but got 'tensor<4x1xi16>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi16>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @indices_of_floats(%i: memref<4x1xf32>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #0 must be ranked tensor or strided memref of i32, i64, their unsigned forms or index, but got 'memref<4x1xf32>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xf32>, memref<4xf32>) outs(%d : memref<8xf32>)
  return
}

// -----

func.func @unranked_indices(%i: tensor<*xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #0 must be ranked tensor or strided memref of i32, i64, their unsigned forms or index, but got 'tensor<*xi64>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<*xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unranked_updates(%i: tensor<4x1xi64>, %u: tensor<*xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #1 must be ranked tensor or strided memref of any type, but got 'tensor<*xf32>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<*xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @unranked_data(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<*xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #2 must be ranked tensor or strided memref of any type, but got 'memref<*xf32>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<*xf32>)
  return
}

// -----

func.func @scalar_type_as_updates(%i: tensor<4x1xi64>, %u: f32, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #1 must be ranked tensor or strided memref of any type, but got 'f32'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, f32) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @layout_without_strides(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
  // expected-error @+1 {{'scatter.scatter_nd_update' op operand #2 must be ranked tensor or strided memref of any type, but got 'memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>)
  return
}

// -----

func.func @reduction_of_another_type(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{Invalid attribute `reduction` in property conversion: 1 : i32}}
  "scatter.scatter_nd_update"(%i, %u, %d) <{reduction = 1 : i32}> : (memref<4x1xi64>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @out_of_bounds_of_another_type(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{Invalid attribute `out_of_bounds` in property conversion: "drop"}}
  "scatter.scatter_nd_update"(%i, %u, %d) <{out_of_bounds = "drop"}> : (memref<4x1xi64>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @negative_indices_of_another_type(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{Invalid attribute `negative_indices` in property conversion: unit}}
  "scatter.scatter_nd_update"(%i, %u, %d) <{negative_indices}> : (memref<4x1xi64>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @unique_indices_with_a_value(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{Invalid attribute `unique_indices` in property conversion: true}}
  "scatter.scatter_nd_update"(%i, %u, %d) <{unique_indices = true}> : (memref<4x1xi64>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @indices_are_sorted_with_a_value(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{Invalid attribute `indices_are_sorted` in property conversion: false}}
  "scatter.scatter_nd_update"(%i, %u, %d) <{indices_are_sorted = false}> : (memref<4x1xi64>, memref<4xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @too_few_operands(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{expected 3 or more operands, but found 2}}
  "scatter.scatter_nd_update"(%i, %u) <{}> : (memref<4x1xi64>, memref<4xf32>) -> ()
  return
}

// -----

func.func @parse_unknown_reduction(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'reduction': expected none, sum, sub, prod, min or max, found add}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(add) -> tensor<8xf32>
  return
}

// -----

func.func @parse_unknown_out_of_bounds(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'out_of_bounds': expected error, drop, clamp or undefined, found clip}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) out_of_bounds(clip) -> tensor<8xf32>
  return
}

// -----

func.func @parse_unknown_negative_indices(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'negative_indices': expected wrap or reject, found allow}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) negative_indices(allow) -> tensor<8xf32>
  return
}

// -----

func.func @parse_reduction_twice(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'reduction' is given twice}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum) out_of_bounds(drop) reduction(sum) -> tensor<8xf32>
  return
}

// -----

func.func @parse_out_of_bounds_twice(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'out_of_bounds' is given twice}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) out_of_bounds(error) -> tensor<8xf32>
  return
}

// -----

func.func @parse_negative_indices_twice(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'negative_indices' is given twice}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) negative_indices(wrap) negative_indices(wrap) -> tensor<8xf32>
  return
}

// -----

func.func @parse_reduction_without_value(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected '('}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction -> tensor<8xf32>
  return
}

// -----

func.func @parse_reduction_with_empty_value(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected valid keyword}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction() -> tensor<8xf32>
  return
}

// -----

func.func @parse_reduction_not_closed(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected ')'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum -> tensor<8xf32>
  return
}

// -----

func.func @reduction_of_another_type_in_dictionary(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{attribute 'reduction' failed to satisfy constraint: how an update combines with the element that it hits}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) {reduction = 1} -> tensor<8xf32>
  return
}

// -----

func.func @out_of_bounds_of_another_type_in_dictionary(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{attribute 'out_of_bounds' failed to satisfy constraint: what happens to a tuple with an index out of bounds}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) {out_of_bounds = "drop"} -> tensor<8xf32>
  return
}

// -----

func.func @negative_indices_of_another_type_in_dictionary(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{attribute 'negative_indices' failed to satisfy constraint: what a negative index means}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) {negative_indices} -> tensor<8xf32>
  return
}

// -----

func.func @unique_indices_with_a_value_in_dictionary(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{attribute 'unique_indices' failed to satisfy constraint: unit attribute}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) {unique_indices = true} -> tensor<8xf32>
  return
}

// -----

func.func @indices_are_sorted_with_a_value_in_dictionary(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{attribute 'indices_are_sorted' failed to satisfy constraint: unit attribute}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) {indices_are_sorted = 1} -> tensor<8xf32>
  return
}

// -----

func.func @ND11_no_bits(%i: tensor<4x1xi64>, %u: tensor<4xi0>, %d: tensor<8xi0>) {
  // expected-error @+1 {{'data': expected elements of 1 to 8192 bits, found 'i0'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi0>) outs(%d : tensor<8xi0>) -> tensor<8xi0>
  return
}

// -----

func.func @ND11_too_many_bits(%i: memref<4x1xi64>, %u: memref<4xi16777215>, %d: memref<8xi16777215>) {
  // expected-error @+1 {{'data': expected elements of 1 to 8192 bits, found 'i16777215'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xi16777215>) outs(%d : memref<8xi16777215>)
  return
}

// -----

func.func @ND12_indices_exceed_memory(%i: tensor<1152921504606846976x1xi64>, %u: tensor<1152921504606846976xi8>, %d: tensor<8xi8>) {
  // expected-error @+1 {{'indices': expected at most 9223372036854775807 bytes, found 'tensor<1152921504606846976x1xi64>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<1152921504606846976x1xi64>, tensor<1152921504606846976xi8>) outs(%d : tensor<8xi8>) -> tensor<8xi8>
  return
}

// -----

func.func @ND12_updates_exceed_memory(%i: memref<4x1xi64>, %u: memref<4x2305843009213693951xf32>, %d: memref<1x2305843009213693951xf32>) {
  // expected-error @+1 {{'updates': expected at most 9223372036854775807 bytes, found 'memref<4x2305843009213693951xf32>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x2305843009213693951xf32>) outs(%d : memref<1x2305843009213693951xf32>)
  return
}

// -----

func.func @ND12_data_exceeds_memory(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<2305843009213693952xf32>) {
  // expected-error @+1 {{'data': expected at most 9223372036854775807 bytes, found 'memref<2305843009213693952xf32>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<2305843009213693952xf32>)
  return
}

// -----

func.func @ND12_before_memory(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32, strided<[-1], offset: 6>>) {
  // expected-error @+1 {{'data': expected no element before the start of its memory, found 'memref<8xf32, strided<[-1], offset: 6>>'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32, strided<[-1], offset: 6>>)
  return
}

// -----

func.func @ND13_source_on_tensors(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>, %s: memref<8xf32>) {
  // expected-error @+1 {{'source': expected none on tensors, found 'memref<8xf32>'}}
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) source(%s : memref<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @ND13_source_of_another_element_type(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>, %s: memref<8xf64>) {
  // expected-error @+1 {{'source': expected element type 'f32' (as in 'data'), found 'f64'}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) source(%s : memref<8xf64>)
  return
}

// -----

func.func @ND13_source_of_another_size(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>, %s: memref<9xf32>) {
  // expected-error @+1 {{'source' dimension 0: expected size 8 (as in 'data'), found 9}}
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) source(%s : memref<9xf32>)
  return
}
