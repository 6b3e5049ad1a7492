// RUN: scatter-opt %s -split-input-file -verify-diagnostics

// One function for each message on slice_scatter; a name begins with the label
// of the constraint in docs/Specification.md.

func.func @S1_updates_tensor_on_memref(%u: tensor<2xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op expected all operands to be memrefs as 'data' is, found 'tensor<2xf32>'}}
  scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : memref<8xf32>) from [1] to [3]
  return
}

// -----

func.func @S1_updates_memref_on_tensor(%u: memref<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op expected all operands to be tensors as 'data' is, found 'memref<2xf32>'}}
  %r = scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] -> tensor<8xf32>
  return
}

// -----

func.func @S2_scalar_data(%u: tensor<f32>, %d: tensor<f32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'data': expected rank 1 or more, found 0}}
  %r = scatter.slice_scatter ins(%u : tensor<f32>) outs(%d : tensor<f32>) from [] to [] -> tensor<f32>
  return
}

// -----

func.func @S3_fewer_stops(%u: tensor<2x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'to': expected 2 entries (as in 'from'), found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<8x8xf32>) from [1, 2] to [3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S3_more_stops(%u: tensor<2x8xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'to': expected 1 entries (as in 'from'), found 2}}
  %r = scatter.slice_scatter ins(%u : tensor<2x8xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3, 4] -> tensor<8x8xf32>
  return
}

// -----

func.func @S3_fewer_steps(%u: tensor<2x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'step': expected 2 entries (as in 'from'), found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<8x8xf32>) from [1, 2] to [3, 4] step [1] -> tensor<8x8xf32>
  return
}

// -----

func.func @S3_fewer_axes(%u: tensor<2x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected 2 entries (as in 'from'), found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<8x8xf32>) from [1, 2] to [3, 4] axes [0] -> tensor<8x8xf32>
  return
}

// -----

func.func @S3_more_axes(%u: memref<2x8xf32>, %d: memref<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected 1 entries (as in 'from'), found 2}}
  scatter.slice_scatter ins(%u : memref<2x8xf32>) outs(%d : memref<8x8xf32>) from [1] to [3] axes [0, 1]
  return
}

// -----

func.func @S3_more_bounds_than_dimensions(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected an axis in [-1, 0], found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1, 0] to [3, 1] -> tensor<8xf32>
  return
}

// -----

func.func @S4_axis_too_large(%u: tensor<8x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected an axis in [-2, 1], found 2}}
  %r = scatter.slice_scatter ins(%u : tensor<8x2xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] axes [2] -> tensor<8x8xf32>
  return
}

// -----

func.func @S4_axis_too_small(%u: tensor<8x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected an axis in [-2, 1], found -3}}
  %r = scatter.slice_scatter ins(%u : tensor<8x2xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] axes [-3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S4_smallest_integer_as_axis(%u: tensor<8x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected an axis in [-2, 1], found -9223372036854775807}}
  %r = scatter.slice_scatter ins(%u : tensor<8x2xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] axes [-9223372036854775807] -> tensor<8x8xf32>
  return
}

// -----

func.func @S5_axis_listed_twice(%u: tensor<2x2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected each axis once, found axis 1 again}}
  %r = scatter.slice_scatter ins(%u : tensor<2x2xf32>) outs(%d : tensor<8x8xf32>) from [1, 1] to [3, 3] axes [1, 1] -> tensor<8x8xf32>
  return
}

// -----

func.func @S5_axis_listed_twice_after_normalisation(%u: memref<2x2xf32>, %d: memref<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'axes': expected each axis once, found axis -1 again}}
  scatter.slice_scatter ins(%u : memref<2x2xf32>) outs(%d : memref<8x8xf32>) from [1, 1] to [3, 3] axes [1, -1]
  return
}

// -----

func.func @S6_zero_step(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'step' entry 0: expected a step other than 0, found 0}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] step [0] -> tensor<8xf32>
  return
}

// -----

func.func @S6_zero_step_among_run_time_bounds(%u: memref<?x?xf32>, %d: memref<8x8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'step' entry 1: expected a step other than 0, found 0}}
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%d : memref<8x8xf32>) from [%a, %a] to [%a, %a] step [%a, 0]
  return
}

// -----

func.func @S7_rank(%u: tensor<2xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates': expected rank 2 (as 'data'), found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S7_size_of_unlisted_axis(%u: tensor<2x7xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 1: expected size 8 (as in 'data'), found 7}}
  %r = scatter.slice_scatter ins(%u : tensor<2x7xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S7_length_of_slice(%u: tensor<3x8xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 0: expected size 2 (the length of the slice), found 3}}
  %r = scatter.slice_scatter ins(%u : tensor<3x8xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S7_length_of_slice_on_negative_axis(%u: memref<8x3xf32>, %d: memref<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 1: expected size 4 (the length of the slice), found 3}}
  scatter.slice_scatter ins(%u : memref<8x3xf32>) outs(%d : memref<8x8xf32>) from [1] to [8] step [2] axes [-1]
  return
}

// -----

func.func @S7_no_broadcast(%u: tensor<1x8xf32>, %d: tensor<8x8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 0: expected size 2 (the length of the slice), found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<1x8xf32>) outs(%d : tensor<8x8xf32>) from [1] to [3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S7_replaced_by_another_shape(%u: tensor<4xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 0: expected size 8 (as in 'data'), found 4}}
  %r = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [] to [] -> tensor<8xf32>
  return
}

// -----

func.func @S7_stop_minus_one_is_the_last_element(%u: tensor<8xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 0: expected size 0 (the length of the slice), found 8}}
  %r = scatter.slice_scatter ins(%u : tensor<8xf32>) outs(%d : tensor<8xf32>) from [7] to [-1] step [-1] -> tensor<8xf32>
  return
}

// -----

func.func @S7_start_before_the_first_element_descending(%u: tensor<1xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 0: expected size 0 (the length of the slice), found 1}}
  %r = scatter.slice_scatter ins(%u : tensor<1xf32>) outs(%d : tensor<8xf32>) from [-9] to [-100] step [-1] -> tensor<8xf32>
  return
}

// -----

func.func @S7_run_time_bound_leaves_other_axes_checked(%u: tensor<?x7xf32>, %d: tensor<8x8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates' dimension 1: expected size 8 (as in 'data'), found 7}}
  %r = scatter.slice_scatter ins(%u : tensor<?x7xf32>) outs(%d : tensor<8x8xf32>) from [%a] to [3] -> tensor<8x8xf32>
  return
}

// -----

func.func @S8_element_types(%u: tensor<2xf64>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'updates': expected element type 'f32' (as in 'data'), found 'f64'}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf64>) outs(%d : tensor<8xf32>) from [1] to [3] -> tensor<8xf32>
  return
}

// -----

func.func @S9_no_result_on_tensors(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op expected one result of the type of 'data', 'tensor<8xf32>', found none}}
  scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3]
  return
}

// -----

func.func @S9_result_on_memrefs(%u: memref<2xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op expected no result on memrefs, found 'tensor<8xf32>'}}
  %r = scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : memref<8xf32>) from [1] to [3] -> tensor<8xf32>
  return
}

// -----

func.func @S9_result_of_another_type(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op expected the result to have the type of 'data', 'tensor<8xf32>', found 'tensor<?xf32>'}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] -> tensor<?xf32>
  return
}

// -----

func.func @unranked_updates(%u: tensor<*xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op operand #0 must be ranked tensor or strided memref of any type, but got 'tensor<*xf32>'}}
  %r = scatter.slice_scatter ins(%u : tensor<*xf32>) outs(%d : tensor<8xf32>) from [1] to [3] -> tensor<8xf32>
  return
}

// -----

func.func @unranked_data(%u: memref<8xf32>, %d: memref<*xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op operand #1 must be ranked tensor or strided memref of any type, but got 'memref<*xf32>'}}
  scatter.slice_scatter ins(%u : memref<8xf32>) outs(%d : memref<*xf32>) from [1] to [3]
  return
}

// -----

func.func @layout_without_strides(%u: memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.slice_scatter' op operand #0 must be ranked tensor or strided memref of any type, but got 'memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>'}}
  scatter.slice_scatter ins(%u : memref<8xf32, affine_map<(d0) -> (d0 mod 4)>>) outs(%d : memref<8xf32>) from [] to []
  return
}

// -----

func.func @from_without_operand(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'from': expected 1 values for its dynamic entries, found 0}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i64: 0>, static_start = array<i64: -9223372036854775808>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @to_with_operand_too_many(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'to': expected 0 values for its dynamic entries, found 1}}
  "scatter.slice_scatter"(%u, %d, %a) <{axes = array<i64: 0>, static_start = array<i64: 1>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 0>}> : (memref<2xf32>, memref<8xf32>, index) -> ()
  return
}

// -----

func.func @step_without_operand(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op 'step': expected 1 values for its dynamic entries, found 0}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i64: 0>, static_start = array<i64: 1>, static_stop = array<i64: 3>, static_step = array<i64: -9223372036854775808>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @bound_of_another_type(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op operand #2 must be variadic of index, but got 'memref<8xf32>'}}
  "scatter.slice_scatter"(%u, %d, %d) <{axes = array<i64: 0>, static_start = array<i64: -9223372036854775808>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @without_axes(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op requires attribute 'axes'}}
  "scatter.slice_scatter"(%u, %d) <{static_start = array<i64: 1>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @without_static_start(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op requires attribute 'static_start'}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i64: 0>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @without_static_stop(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op requires attribute 'static_stop'}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i64: 0>, static_start = array<i64: 1>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @without_static_step(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op requires attribute 'static_step'}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i64: 0>, static_start = array<i64: 1>, static_stop = array<i64: 3>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @axes_of_another_type(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{Invalid attribute `axes` in property conversion: array<i32: 0>}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i32: 0>, static_start = array<i64: 1>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @segments_that_do_not_add_up(%u: memref<2xf32>, %d: memref<8xf32>, %a: index) {
  // expected-error @+1 {{'scatter.slice_scatter' op operand count (2) does not match with the total size (3) specified in attribute 'operandSegmentSizes'}}
  "scatter.slice_scatter"(%u, %d) <{axes = array<i64: 0>, static_start = array<i64: 1>, static_stop = array<i64: 3>, static_step = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0>}> : (memref<2xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @parse_without_from(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected 'from' and a list of bounds}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) to [3] -> tensor<8xf32>
  return
}

// -----

func.func @parse_without_to(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected 'to' and a list of bounds}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] -> tensor<8xf32>
  return
}

// -----

func.func @parse_without_bounds(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected 'from' and a list of bounds}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>)  -> tensor<8xf32>
  return
}

// -----

func.func @parse_from_twice(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'from' is given twice}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] step [1] axes [0] from [1] -> tensor<8xf32>
  return
}

// -----

func.func @parse_to_twice(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'to' is given twice}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] step [1] axes [0] to [1] -> tensor<8xf32>
  return
}

// -----

func.func @parse_step_twice(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'step' is given twice}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] step [1] axes [0] step [1] -> tensor<8xf32>
  return
}

// -----

func.func @parse_axes_twice(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{'axes' is given twice}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] step [1] axes [0] axes [1] -> tensor<8xf32>
  return
}

// -----

func.func @parse_value_as_axis(%u: tensor<2xf32>, %d: tensor<8xf32>, %a: index) {
  // expected-error @+1 {{'axes': expected integers, found a value}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [3] axes [%a] -> tensor<8xf32>
  return
}

// -----

func.func @parse_float_as_bound(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected integer value}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1.5] to [3] -> tensor<8xf32>
  return
}

// -----

func.func @parse_bound_beyond_64_bits(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{integer value too large}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [9223372036854775808] -> tensor<8xf32>
  return
}

// -----

func.func @parse_bounds_without_bracket(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected '['}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from 1 to [3] -> tensor<8xf32>
  return
}

// -----

func.func @parse_bounds_not_closed(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{expected ']'}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1 to [3] -> tensor<8xf32>
  return
}

// -----

func.func @parse_undefined_bound(%u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{use of undeclared SSA value name}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [%a] to [3] -> tensor<8xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @parse_bound_of_another_type(%a: i64, %u: tensor<2xf32>, %d: tensor<8xf32>) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'index' vs 'i64'}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [%a] to [3] -> tensor<8xf32>
  return
}

// -----

func.func @S11_too_many_bits(%u: tensor<4xcomplex<i4097>>, %d: tensor<8xcomplex<i4097>>) {
  // expected-error @+1 {{'data': expected elements of 1 to 8192 bits, found 'complex<i4097>'}}
  %r = scatter.slice_scatter ins(%u : tensor<4xcomplex<i4097>>) outs(%d : tensor<8xcomplex<i4097>>) from [0] to [4] -> tensor<8xcomplex<i4097>>
  return
}

// -----

func.func @S12_updates_exceed_memory(%u: memref<3x1xf32, strided<[2305843009213693951, 1]>>, %d: memref<3x1xf32>) {
  // expected-error @+1 {{'updates': expected at most 9223372036854775807 bytes, found 'memref<3x1xf32, strided<[2305843009213693951, 1]>>'}}
  scatter.slice_scatter ins(%u : memref<3x1xf32, strided<[2305843009213693951, 1]>>) outs(%d : memref<3x1xf32>) from [] to []
  return
}

// -----

func.func @S12_data_exceeds_memory(%u: tensor<1x9223372036854775807xi8>, %d: tensor<2x9223372036854775807xi8>) {
  // expected-error @+1 {{'data': expected at most 9223372036854775807 bytes, found 'tensor<2x9223372036854775807xi8>'}}
  %r = scatter.slice_scatter ins(%u : tensor<1x9223372036854775807xi8>) outs(%d : tensor<2x9223372036854775807xi8>) from [0] to [1] -> tensor<2x9223372036854775807xi8>
  return
}

// -----

func.func @S12_before_memory(%u: memref<4xf32, strided<[1], offset: -1>>, %d: memref<4xf32>) {
  // expected-error @+1 {{'updates': expected no element before the start of its memory, found 'memref<4xf32, strided<[1], offset: -1>>'}}
  scatter.slice_scatter ins(%u : memref<4xf32, strided<[1], offset: -1>>) outs(%d : memref<4xf32>) from [] to []
  return
}

// -----

func.func @S13_source_on_tensors(%u: tensor<2xf32>, %d: tensor<8xf32>, %s: memref<8xf32>) {
  // expected-error @+1 {{'source': expected none on tensors, found 'memref<8xf32>'}}
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) source(%s : memref<8xf32>) from [0] to [2] -> tensor<8xf32>
  return
}

// -----

func.func @S13_source_of_another_element_type(%u: memref<2xf32>, %d: memref<8xf32>, %s: memref<8xf16>) {
  // expected-error @+1 {{'source': expected element type 'f32' (as in 'data'), found 'f16'}}
  scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : memref<8xf32>) source(%s : memref<8xf16>) from [0] to [2]
  return
}

// -----

func.func @S13_source_of_another_rank(%u: memref<2xf32>, %d: memref<8xf32>, %s: memref<8x1xf32>) {
  // expected-error @+1 {{'source': expected rank 1 (as 'data'), found 2}}
  scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : memref<8xf32>) source(%s : memref<8x1xf32>) from [0] to [2]
  return
}

// -----

func.func @S13_source_of_another_size(%u: memref<2x5xf32>, %d: memref<8x5xf32>, %s: memref<?x4xf32>) {
  // expected-error @+1 {{'source' dimension 1: expected size 5 (as in 'data'), found 4}}
  scatter.slice_scatter ins(%u : memref<2x5xf32>) outs(%d : memref<8x5xf32>) source(%s : memref<?x4xf32>) from [0] to [2]
  return
}

// -----

func.func @S12_source_before_memory(%u: memref<2xf32>, %d: memref<4xf32>, %s: memref<4xf32, strided<[1], offset: -1>>) {
  // expected-error @+1 {{'source': expected no element before the start of its memory, found 'memref<4xf32, strided<[1], offset: -1>>'}}
  scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : memref<4xf32>) source(%s : memref<4xf32, strided<[1], offset: -1>>) from [0] to [2]
  return
}
