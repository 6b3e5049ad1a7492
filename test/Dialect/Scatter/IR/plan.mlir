// RUN: scatter-opt %s -split-input-file -verify-diagnostics | FileCheck %s

// Fields with their default are not printed, in any order they are read.
// CHECK-LABEL: func @fields
// CHECK:         {plan = #scatter.plan<>}
// CHECK:         {plan = #scatter.plan<partition = buckets, threads = 4, offsets = blocks, prefetch = 7>}
func.func @fields(%d: memref<8x4xf32>, %i: memref<3x1xi64>, %u: memref<3x4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xf32>) outs(%d : memref<8x4xf32>) {plan = #scatter.plan<threads = 1, stores = <vector_bytes = 64>>}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xf32>) outs(%d : memref<8x4xf32>) reduction(sum) {plan = #scatter.plan<prefetch = <7, level = 2>, threads = <4>, offsets = <blocks>, partition = buckets>}
  return
}

// A group is printed with its fields that differ from the default.
// CHECK-LABEL: func @groups
// CHECK:         {plan = #scatter.plan<threads = <2, bytes = 5>, buckets = <data_bytes = 6>, offsets = <precomputed, scratch_bytes = 7>, prefetch = <level = 1>, stores = <memcpy_bytes = 8>>}
func.func @groups(%d: memref<8x4xf32>, %i: memref<3x1xi64>, %u: memref<3x4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xf32>) outs(%d : memref<8x4xf32>)
      {plan = #scatter.plan<stores = <memcpy_bytes = 8, vector_bytes = 64>, offsets = <precomputed, scratch_bytes = 7>,
       threads = <2, data_bytes = 0, bytes = 5>, buckets = <data_bytes = 6>, prefetch = <level = 1>>}
  return
}

// Any partition that gives the result of one thread is allowed.
// CHECK-LABEL: func @partitions
// CHECK:         partition = chunks
// CHECK:         partition = chunks
// CHECK:         partition = private
// CHECK:         partition = slice
func.func @partitions(%d: memref<8x4xi32>, %i: memref<3x1xi64>, %u: memref<3x4xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xi32>) outs(%d : memref<8x4xi32>) {plan = #scatter.plan<partition = chunks>, unique_indices}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xi32>) outs(%d : memref<8x4xi32>) {plan = #scatter.plan<partition = chunks>, indices_are_sorted}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xi32>) outs(%d : memref<8x4xi32>) reduction(sum) {plan = #scatter.plan<partition = private>}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3x4xi32>) outs(%d : memref<8x4xi32>) {plan = #scatter.plan<partition = slice>}
  return
}

// -----

// expected-error@+1 {{expected a field of a plan, found speed}}
#p = #scatter.plan<speed = 9>

// -----

// expected-error@+1 {{'threads' is given twice}}
#p = #scatter.plan<threads = 1, threads = 2>

// -----

// expected-error@+1 {{'partition': expected serial, chunks, buckets, slice or private, found best}}
#p = #scatter.plan<partition = best>

// -----

// expected-error@+1 {{'offsets': expected components, blocks or precomputed, found good}}
#p = #scatter.plan<offsets = good>

// -----

// expected-error@+1 {{'stores.vector_bytes': expected a power of two in [16, 1024], found 48}}
#p = #scatter.plan<stores = <vector_bytes = 48>>

// -----

// expected-error@+1 {{'stores': expected '<'}}
#p = #scatter.plan<stores = 5>

// -----

// expected-error@+1 {{'prefetch': expected a field of the group, found bytes}}
#p = #scatter.plan<prefetch = <3, bytes = 5>>

// -----

// expected-error@+1 {{'threads.bytes' is given twice}}
#p = #scatter.plan<threads = <bytes = 5, bytes = 6>>

// -----

// expected-error@+1 {{'threads': expected a number in [1, 1024], found 0}}
#p = #scatter.plan<threads = 0>

// -----

// (ND10)
func.func @chunks_with_duplicates(%d: memref<8xf32>, %i: memref<3x1xi64>, %u: memref<3xf32>) {
  // expected-error@+1 {{'plan': expected a partition that gives the result of one thread, found chunks (two chunks may name one slot)}}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3xf32>) outs(%d : memref<8xf32>) {plan = #scatter.plan<partition = chunks>}
  return
}

// -----

func.func @chunks_of_dropped(%d: memref<8xf32>, %i: memref<3x1xi64>, %u: memref<3xf32>) {
  // expected-error@+1 {{found chunks (tuples that are dropped need not be sorted)}}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop) {plan = #scatter.plan<partition = chunks>, indices_are_sorted}
  return
}

// -----

func.func @private_sums_of_floats(%d: memref<8xf32>, %i: memref<3x1xi64>, %u: memref<3xf32>) {
  // expected-error@+1 {{found private (the order of the updates of a slot matters)}}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3xf32>) outs(%d : memref<8xf32>) reduction(sum) {plan = #scatter.plan<partition = private>}
  return
}

// -----

func.func @slices_of_elements(%d: memref<8xf32>, %i: memref<3x1xi64>, %u: memref<3xf32>) {
  // expected-error@+1 {{found slice (a slot is one element)}}
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3xf32>) outs(%d : memref<8xf32>) {plan = #scatter.plan<partition = slice>}
  return
}

// -----

func.func @buckets_of_everything(%d: memref<8xf32>, %i: memref<3x0xi64>, %u: memref<3x8xf32>) {
  // expected-error@+1 {{found buckets (every tuple names all of 'data')}}
  scatter.scatter_nd_update ins(%i, %u : memref<3x0xi64>, memref<3x8xf32>) outs(%d : memref<8xf32>) {plan = #scatter.plan<partition = buckets>}
  return
}

// -----

// (S10)
func.func @buckets_of_slices(%d: memref<8xf32>, %u: memref<3xf32>) {
  // expected-error@+1 {{'plan': expected partition serial or slice, found buckets}}
  scatter.slice_scatter ins(%u : memref<3xf32>) outs(%d : memref<8xf32>) from [0] to [3] {plan = #scatter.plan<partition = buckets>}
  return
}
