// RUN: scatter-opt %s -split-input-file -verify-diagnostics

// One function for each message on scatter.generic; a name begins with the
// label of the constraint in docs/Specification.md.

func.func @G2_no_indices(%u: memref<8xf32>, %d: memref<8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indices': expected one operand or more, found none}}
  "scatter.generic"(%u, %d) <{indexing_maps = [affine_map<(f) -> (f)>, affine_map<(f) -> (f)>], operandSegmentSizes = array<i32: 0, 1, 1>}> ({
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  }) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

func.func @G2_no_outs(%i: memref<4x1xi64>, %u: memref<8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'outs': expected one operand or more, found none}}
  "scatter.generic"(%i, %u) <{indexing_maps = [affine_map<(e)[i] -> (i)>], operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%a: f32):
    scatter.yield
  }) : (memref<4x1xi64>, memref<8xf32>) -> ()
  return
}

// -----

func.func @G1_ins_memref_on_tensors(%i: tensor<4x1xi64>, %u: memref<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'ins' operand 0: expected a tensor (as 'outs' operand 0 is), found 'memref<4x8xf32>'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : memref<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G3_rank_0(%i: tensor<i64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indices' operand 0: expected rank 1 or more, found 0}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<i64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G3_dynamic_components(%i: tensor<4x?xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indices' operand 0: expected a static last dimension, found 'tensor<4x?xi64>'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x?xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G3_ranks_differ(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>, %j: tensor<1xi64>) {
  // expected-error @+1 {{'scatter.generic' op 'indices' operand 1: expected rank 2 (as operand 0), found 1}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i, %j : tensor<4x1xi64>, tensor<1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G3_sizes_differ(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>, %j: tensor<5x1xi64>) {
  // expected-error @+1 {{'scatter.generic' op 'indices' operand 1: expected size 4 in dimension 0 (as operand 0), found 5}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i, %j : tensor<4x1xi64>, tensor<5x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G4_too_few_maps(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps': expected 2 maps (one for each of 'ins' and 'outs'), found 1}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G4_too_few_dimensions(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps': expected at least 1 dimensions (those of the tuples), found 0}}
  %r = scatter.generic {indexing_maps = [affine_map<()[i] -> (i, i)>, affine_map<()[i] -> (i, i)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G4_dimensions_differ(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps' entry 1: expected 2 dimensions (as in entry 0), found 1}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e)[i] -> (i, e)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G4_symbols(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps' entry 0: expected 1 symbols (the components of a tuple), found 0}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f) -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G4_results(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps' entry 0: expected 2 results (the rank of 'ins' operand 0), found 1}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G4_no_dimension(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps' entry 0: expected dimensions and symbols as results, found affine_map<(d0, d1)[s0] -> (d0, d1 + 1)>}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f + 1)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G5_slice_is_missing(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps' entry 1, of 'outs' operand 0: expected dimension 1, of the slice, as a result, found affine_map<(d0, d1)[s0] -> (s0, d0)>}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, e)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G5_twice(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps' entry 1, of 'outs' operand 0: expected each result once, found affine_map<(d0, d1)[s0] -> (s0, s0, d1)>}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x16x8xf32>
  return
}

// -----

func.func @G5_unused_component(%i: tensor<4x2xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indexing_maps': expected each component as a result, found none with symbol 0}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i, j] -> (e, f)>, affine_map<(e, f)[i, j] -> (j, f)>]}
      indices(%i : tensor<4x2xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G6_tuples(%i: tensor<4x1xi64>, %u: tensor<5x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'ins' operand 0 dimension 0: expected size 4 (as dimension 0 of 'indices' operand 0), found 5}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<5x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G6_slice(%i: tensor<4x1xi64>, %u: tensor<4x9xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'ins' operand 0 dimension 1: expected size 8 (as dimension 1 of 'outs' operand 0), found 9}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x9xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G7_arguments(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op region: expected 2 arguments (one for each of 'ins' and 'outs'), found 1}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G7_argument_type(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op region argument 1: expected 'f32' (the elements of 'outs' operand 0), found 'f64'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f64):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G7_yield_count(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    // expected-error @+1 {{'scatter.yield' op expected 1 values (one for each of 'outs'), found 2}}
    scatter.yield %a, %a : f32, f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G7_yield_type(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %b = arith.extf %a : f32 to f64
    // expected-error @+1 {{'scatter.yield' op value 0: expected 'f32' (the elements of 'outs' operand 0), found 'f64'}}
    scatter.yield %b : f64
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G7_terminator(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op region: expected 'scatter.yield' at its end, found 'func.return'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    "func.return"() : () -> ()
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G8_effects(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>, %m: memref<f32>) {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    // expected-error @+1 {{'memref.store' op in the region of 'scatter.generic': expected an op without effects}}
    memref.store %a, %m[] : memref<f32>
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G8_tensor(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    // expected-error @+1 {{'tensor.from_elements' op in the region of 'scatter.generic': expected elements as operands and results, found 'tensor<2xf32>'}}
    %t = tensor.from_elements %a, %old : tensor<2xf32>
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G8_nested(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>, %b: i1) {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %x = scf.if %b -> f32 {
      %c = arith.constant 1 : index
      // expected-error @+1 {{'tensor.extract' op in the region of 'scatter.generic': expected elements as operands and results, found 'tensor<4x8xf32>'}}
      %e = tensor.extract %u[%c, %c] : tensor<4x8xf32>
      scf.yield %e : f32
    } else {
      scf.yield %a : f32
    }
    scatter.yield %x : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G9_no_result(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op expected 1 results (one for each of 'outs'), found 0}}
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  }
  return
}

// -----

func.func @G9_result_type(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op result 0: expected the type of 'outs' operand 0, 'tensor<16x8xf32>', found 'tensor<17x8xf32>'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<17x8xf32>
  return
}

// -----

func.func @G10_out_of_bounds(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'out_of_bounds': expected 1 entries (one for each index operand), found 2}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) out_of_bounds [drop, drop] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G10_negative_indices(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'negative_indices': expected 1 entries (one for each index operand), found 0}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) negative_indices [] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G11_private(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'plan': expected a partition that gives the result of one thread, found private (a region has no identity)}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>], plan = #scatter.plan<partition = private>}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G11_chunks(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'plan': expected a partition that gives the result of one thread, found chunks (two tuples may write one element)}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>], plan = #scatter.plan<partition = chunks>}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G11_buckets(%i: tensor<4x1xi64>, %u: tensor<8xf32>, %d: tensor<8xf32>, %e: tensor<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'plan': expected a partition that gives the result of one thread, found buckets (every tuple may write every element of an out)}}
  %r:2 = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (i, f)>, affine_map<(e, f)[i] -> (f)>], plan = #scatter.plan<partition = buckets>}
      indices(%i : tensor<4x1xi64>) outs(%e, %d : tensor<16x8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a, %a : f32, f32
  } -> tensor<16x8xf32>, tensor<8xf32>
  return
}

// -----

func.func @G12_bytes(%i: tensor<4x1xi64>, %d: tensor<16x2305843009213693952xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'outs' operand 0: expected at most 9223372036854775807 bytes, found 'tensor<16x2305843009213693952xf32>'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) outs(%d : tensor<16x2305843009213693952xf32>) {
  ^bb0(%old: f32):
    scatter.yield %old : f32
  } -> tensor<16x2305843009213693952xf32>
  return
}

// -----

func.func @G1_indices_tensor_on_memrefs(%i: tensor<4x1xi64>, %d: memref<16x8xf32>) {
  // expected-error @+1 {{'scatter.generic' op 'indices' operand 0: expected a memref (as 'outs' operand 0 is), found 'tensor<4x1xi64>'}}
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) outs(%d : memref<16x8xf32>) {
  ^bb0(%old: f32):
    scatter.yield %old : f32
  }
  return
}

// -----

func.func @G12_elements(%i: tensor<4x1xi64>, %u: tensor<4x8xvector<257xf32>>, %d: tensor<16x8xvector<257xf32>>) {
  // expected-error @+1 {{'scatter.generic' op 'ins' operand 0: expected elements of 1 to 8192 bits, found 'tensor<4x8xvector<257xf32>>'}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xvector<257xf32>>) outs(%d : tensor<16x8xvector<257xf32>>) {
  ^bb0(%a: vector<257xf32>, %old: vector<257xf32>):
    scatter.yield %a : vector<257xf32>
  } -> tensor<16x8xvector<257xf32>>
  return
}

// -----

func.func @I1_dimension(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) {
  ^bb0(%a: f32, %old: f32):
    // expected-error @+1 {{'scatter.index' op 'dim': expected a dimension of the maps, from 0 to 1, found 2}}
    %b = scatter.index 2
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G10_unknown_policy(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) {
  // expected-error @+3 {{'out_of_bounds': expected error, drop, clamp or undefined, found ignore}}
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>]}
      indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x8xf32>) outs(%d : tensor<16x8xf32>)
      out_of_bounds [ignore] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<16x8xf32>
  return
}

// -----

func.func @G7_no_block(%i: memref<3x1xi64>, %o: memref<4xi32>) {
  // expected-error @below {{region: expected one block that ends with 'scatter.yield', found 0}}
  "scatter.generic"(%i, %o) <{indexing_maps = [affine_map<(e)[s] -> (s)>], operandSegmentSizes = array<i32: 1, 0, 1>}> ({}) : (memref<3x1xi64>, memref<4xi32>) -> ()
  return
}

// -----

func.func @G12_memrefs(%d: memref<4xmemref<2xf32>>, %i: memref<3x1xi64>) {
  // expected-error @below {{'outs' operand 0: expected elements that are no memrefs, found 'memref<4xmemref<2xf32>>'}}
  scatter.generic {indexing_maps = [affine_map<(e)[s] -> (s)>]} indices(%i : memref<3x1xi64>) outs(%d : memref<4xmemref<2xf32>>) {
  ^bb0(%b: memref<2xf32>):
    scatter.yield %b : memref<2xf32>
  }
  return
}
