// RUN: scatter-opt %s -split-input-file --convert-scatter-to-loops --canonicalize | FileCheck %s

// One thread: a row of static size is vectors without a loop, the weight of a
// tuple is loaded once. Vectors of 16 elements for f32, also where an input has
// fewer bits.

#x = affine_map<(e, f)[src, dst] -> (src, f)>
#w = affine_map<(e, f)[src, dst] -> (e)>
#out = affine_map<(e, f)[src, dst] -> (dst, f)>

// CHECK-LABEL: @row
// CHECK: scf.for %[[E:.*]] =
// CHECK: %[[W:.*]] = memref.load %{{.*}}[%[[E]]] : memref<?xf32>
// CHECK: %[[X:.*]] = vector.load %{{.*}}[%[[SRC:.*]], %c0] : memref<?x24xi16>, vector<16xi16>
// CHECK: %[[OLD:.*]] = vector.load %[[OUT:.*]][%[[DST:.*]], %c0] : memref<?x24xf32>, vector<16xf32>
// CHECK: %[[BITS:.*]] = arith.extui %[[X]] : vector<16xi16> to vector<16xi32>
// CHECK: %[[HIGH:.*]] = arith.shli %[[BITS]]
// CHECK: %[[WIDE:.*]] = arith.bitcast %[[HIGH]] : vector<16xi32> to vector<16xf32>
// CHECK: %[[WS:.*]] = vector.broadcast %[[W]] : f32 to vector<16xf32>
// CHECK: %[[M:.*]] = arith.mulf %[[WIDE]], %[[WS]] : vector<16xf32>
// CHECK: %[[S:.*]] = arith.addf %[[OLD]], %[[M]] : vector<16xf32>
// CHECK: vector.store %[[S]], %[[OUT]][%[[DST]], %c0]
// CHECK: vector.load %{{.*}}[%[[SRC]], %c16] : memref<?x24xi16>, vector<8xi16>
// CHECK: vector.store %{{.*}}, %[[OUT]][%[[DST]], %c16] : memref<?x24xf32>, vector<8xf32>
func.func @row(%src: memref<?x1xi64>, %dst: memref<?x1xi64>, %x: memref<?x24xbf16>, %w: memref<?xf32>,
               %out: memref<?x24xf32>) {
  scatter.generic {indexing_maps = [#x, #w, #out], sizes_match}
    indices(%src, %dst : memref<?x1xi64>, memref<?x1xi64>)
    ins(%x, %w : memref<?x24xbf16>, memref<?xf32>) outs(%out : memref<?x24xf32>) out_of_bounds [undefined, undefined] {
  ^bb0(%a: bf16, %b: f32, %old: f32):
    %wide = arith.extf %a : bf16 to f32
    %m = arith.mulf %wide, %b : f32
    %s = arith.addf %old, %m : f32
    scatter.yield %s : f32
  }
  return
}

// -----

// Booleans have a byte each in memory, which vectors have not: elements.

// CHECK-LABEL: @no_vectors_of_booleans
// CHECK-NOT: vector.
// CHECK: arith.ori %{{.*}}, %{{.*}} : i1
func.func @no_vectors_of_booleans(%i: memref<?x1xi64>, %u: memref<?x64xi1>, %out: memref<?x64xi1>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>], sizes_match}
    indices(%i : memref<?x1xi64>) ins(%u : memref<?x64xi1>) outs(%out : memref<?x64xi1>) out_of_bounds [undefined] {
  ^bb0(%a: i1, %old: i1):
    %s = arith.ori %old, %a : i1
    scatter.yield %s : i1
  }
  return
}

// -----

// An axis in the middle: the innermost loop is over the last dimension, by
// vectors.

// CHECK-LABEL: @axis_in_the_middle
// CHECK: scf.for %[[E:.*]] =
// CHECK: scf.for %[[A:.*]] =
// CHECK: vector.load %{{.*}}[%[[A]], %[[E]], %c0] : memref<?x?x16xf32>, vector<16xf32>
// CHECK: vector.store %{{.*}}, %{{.*}}[%[[A]], %[[I:.*]], %c0] : memref<?x?x16xf32>, vector<16xf32>
func.func @axis_in_the_middle(%i: memref<?x1xi64>, %u: memref<?x?x16xf32>, %out: memref<?x?x16xf32>) {
  scatter.generic {indexing_maps = [affine_map<(e, a, c)[i] -> (a, e, c)>, affine_map<(e, a, c)[i] -> (a, i, c)>],
                   sizes_match}
    indices(%i : memref<?x1xi64>) ins(%u : memref<?x?x16xf32>) outs(%out : memref<?x?x16xf32>)
    out_of_bounds [undefined] {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %old, %a : f32
    scatter.yield %s : f32
  }
  return
}

// -----

// Buckets: each thread selects the tuples whose slots it owns, and applies
// these.

// CHECK-LABEL: @owners
// CHECK: scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK: %[[LIST:.*]] = memref.alloc() {{.*}} : memref<512xindex>
// CHECK: %[[COUNT:.*]] = scf.for
// CHECK: %[[SLOT:.*]] = arith.select
// CHECK-NEXT: %[[OWNER:.*]] = arith.remui %[[SLOT]], %c2
// CHECK: arith.cmpi eq, %[[OWNER]], %[[THREAD]]
// CHECK: memref.store %{{.*}}, %[[LIST]]
// CHECK: scf.for %{{.*}} = %c0 to %[[COUNT]]
// CHECK: memref.load %[[LIST]]
// CHECK: vector.store
// CHECK: memref.dealloc %[[LIST]]
func.func @owners(%i: memref<?x1xi64>, %u: memref<?x16xf32>, %out: memref<?x16xf32>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (e, f)>, affine_map<(e, f)[i] -> (i, f)>], sizes_match,
                   plan = #scatter.plan<partition = buckets, threads = 2>}
    indices(%i : memref<?x1xi64>) ins(%u : memref<?x16xf32>) outs(%out : memref<?x16xf32>) out_of_bounds [undefined] {
  ^bb0(%a: f32, %old: f32):
    %s = arith.divf %old, %a : f32
    scatter.yield %s : f32
  }
  return
}

// -----

// Chunks: the first dimension of the tuples is in the map of the out, so that
// the threads divide it.

// CHECK-LABEL: @chunks
// CHECK: scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK-NOT: memref.alloc
// CHECK: scf.for
// CHECK: scf.for
// CHECK: memref.store
func.func @chunks(%i: memref<?x?x1xi64>, %u: memref<?x?xf32>, %out: memref<?x?xf32>) {
  scatter.generic {indexing_maps = [affine_map<(a, e)[i] -> (a, e)>, affine_map<(a, e)[i] -> (a, i)>], sizes_match,
                   plan = #scatter.plan<partition = chunks, threads = 2>}
    indices(%i : memref<?x?x1xi64>) ins(%u : memref<?x?xf32>) outs(%out : memref<?x?xf32>) out_of_bounds [drop] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  }
  return
}

// -----

// Under `error` all indices are checked before the first write, and sizes that
// are not static before that.

// CHECK-LABEL: @error
// CHECK: scf.if
// CHECK: %[[VALID:.*]] = scf.if
// CHECK: scf.if %[[VALID]] {
// CHECK: memref.store
// CHECK: } else {
// CHECK: scatter.report_invalid_index index
// CHECK: scatter.report shape
func.func @error(%i: memref<?x1xi64>, %u: memref<?xf32>, %out: memref<?xf32>) {
  scatter.generic {indexing_maps = [affine_map<(e)[i] -> (e)>, affine_map<(e)[i] -> (i)>]}
    indices(%i : memref<?x1xi64>) ins(%u : memref<?xf32>) outs(%out : memref<?xf32>) {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  }
  return
}

// -----

// The lanes of a vector have positions of their own.

// CHECK-LABEL: @positions
// CHECK-DAG: arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7]> : vector<8xi64>
// CHECK-DAG: arith.constant dense<[8, 9, 10, 11, 12, 13, 14, 15]> : vector<8xi64>
// CHECK: vector.store
func.func @positions(%i: memref<4x1xi64>, %out: memref<9x16xi64>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[i] -> (i, f)>], sizes_match}
    indices(%i : memref<4x1xi64>) outs(%out : memref<9x16xi64>) out_of_bounds [undefined] {
  ^bb0(%old: i64):
    %f = scatter.index 1
    %n = arith.index_cast %f : index to i64
    %s = arith.addi %old, %n : i64
    scatter.yield %s : i64
  }
  return
}

// -----

// Results of bf16 are rounded by integer ops, which keep denormals.

// CHECK-LABEL: @bf16
// CHECK-NOT: arith.addf {{.*}} : vector<16xbf16>
// CHECK-NOT: arith.truncf
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK: arith.shrui
// CHECK: return
func.func @bf16(%dst: memref<?x1xi64>, %x: memref<?x16xf32>, %out: memref<?x16xbf16>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[d] -> (e, f)>, affine_map<(e, f)[d] -> (d, f)>]}
    indices(%dst : memref<?x1xi64>) ins(%x : memref<?x16xf32>) outs(%out : memref<?x16xbf16>) out_of_bounds [undefined] {
  ^bb0(%a: f32, %old: bf16):
    %narrow = arith.truncf %a : f32 to bf16
    %sum = arith.addf %old, %narrow : bf16
    scatter.yield %sum : bf16
  }
  return
}

// -----

// LLVM has no 8-bit floats: their bits are converted to f32 and back.

// CHECK-LABEL: @small_floats
// CHECK: to memref<?x16xi8>
// CHECK-NOT: f8E
// CHECK: arith.addf {{.*}} : vector<16xf32>
// CHECK-NOT: f8E
// CHECK: arith.cmpf olt, {{.*}} : vector<16xf32>
// CHECK-NOT: f8E
// CHECK: arith.select {{.*}} : vector<16xi1>, vector<16xi8>
// CHECK: return
func.func @small_floats(%dst: memref<?x1xi64>, %x: memref<?x16xbf16>, %out: memref<?x16xf8E5M2>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[d] -> (e, f)>, affine_map<(e, f)[d] -> (d, f)>], sizes_match}
    indices(%dst : memref<?x1xi64>) ins(%x : memref<?x16xbf16>) outs(%out : memref<?x16xf8E5M2>) out_of_bounds [undefined] {
  ^bb0(%a: bf16, %old: f8E5M2):
    %one = arith.constant 1.0 : f8E5M2
    %narrow = arith.truncf %a : bf16 to f8E5M2
    %sum = arith.addf %old, %narrow : f8E5M2
    %less = arith.cmpf olt, %sum, %one : f8E5M2
    %r = arith.select %less, %sum, %one : f8E5M2
    scatter.yield %r : f8E5M2
  }
  return
}

// -----

// What is in the upper bits of a byte that holds fewer makes no difference, and
// elements that are only moved keep the bits of bf16.

// CHECK-LABEL: @held_elements
// CHECK-DAG: %[[X:.*]] = builtin.unrealized_conversion_cast %arg1 : memref<?xi3> to memref<?xi8>
// CHECK-DAG: %[[OUT:.*]] = builtin.unrealized_conversion_cast %arg2 : memref<?xi3> to memref<?xi8>
// CHECK-DAG: %[[Y:.*]] = builtin.unrealized_conversion_cast %arg3 : memref<bf16> to memref<i16>
// CHECK-DAG: %[[Z:.*]] = builtin.unrealized_conversion_cast %arg4 : memref<?xbf16> to memref<?xi16>
// CHECK: %[[BYTE:.*]] = memref.load %[[X]]
// CHECK: arith.trunci %[[BYTE]] : i8 to i3
// CHECK: %[[BITS:.*]] = memref.load %[[Y]][] : memref<i16>
// CHECK: %[[MAX:.*]] = arith.maxui %{{.*}}, %{{.*}} : i3
// CHECK: %[[EXT:.*]] = arith.extsi %[[MAX]] : i3 to i8
// CHECK: memref.store %[[EXT]], %[[OUT]]
// CHECK: memref.store %[[BITS]], %[[Z]]
func.func @held_elements(%i: memref<?x1xi64>, %x: memref<?xi3>, %out: memref<?xi3>, %y: memref<bf16>,
                         %z: memref<?xbf16>) {
  scatter.generic {indexing_maps = [affine_map<(e)[i] -> (e)>, affine_map<(e)[i] -> ()>,
                                    affine_map<(e)[i] -> (i)>, affine_map<(e)[i] -> (i)>], sizes_match}
    indices(%i : memref<?x1xi64>) ins(%x, %y : memref<?xi3>, memref<bf16>)
    outs(%out, %z : memref<?xi3>, memref<?xbf16>) out_of_bounds [undefined] {
  ^bb0(%a: i3, %b: bf16, %old: i3, %last: bf16):
    %m = arith.maxui %a, %old : i3
    scatter.yield %m, %b : i3, bf16
  }
  return
}

// -----

// Small floats are held as their bits in nested regions, too.

// CHECK-LABEL: @bf16_in_regions
// CHECK: scf.for
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i16) {
// CHECK: %[[L:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (i16) {
// CHECK: arith.mulf {{.*}} : f32
// CHECK: scf.yield %{{.*}} : i16
// CHECK: scf.yield %[[L]] : i16
// CHECK: } else {
// CHECK: scf.yield %{{.*}} : i16
// CHECK: memref.store %[[R]], %{{.*}} : memref<?x16xi16>
func.func @bf16_in_regions(%dst: memref<?x1xi64>, %x: memref<?x16xbf16>, %out: memref<?x16xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : bf16
  scatter.generic {indexing_maps = [affine_map<(e, f)[d] -> (e, f)>, affine_map<(e, f)[d] -> (d, f)>]}
    indices(%dst : memref<?x1xi64>) ins(%x : memref<?x16xbf16>) outs(%out : memref<?x16xbf16>) out_of_bounds [undefined] {
  ^bb0(%a: bf16, %old: bf16):
    %p = arith.cmpf olt, %a, %old : bf16
    %r = scf.if %p -> bf16 {
      %l = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %old) -> bf16 {
        %m = arith.mulf %acc, %a : bf16
        scf.yield %m : bf16
      }
      scf.yield %l : bf16
    } else {
      scf.yield %one : bf16
    }
    scatter.yield %r : bf16
  }
  return
}

// The stride of a dimension of size 1 may be any, and threads divide it by
// numbers that are known at run time only: no vectors.

// CHECK-LABEL: func.func @single_column
// CHECK-NOT: vector.load
// CHECK: memref.load
// CHECK-NOT: vector.load
// CHECK: return
func.func @single_column(%i: memref<40x1xi64>, %u: memref<40x?x1xi8, strided<[?, ?, ?], offset: ?>>,
                         %d: memref<9x?x1xi8, strided<[?, ?, ?], offset: ?>>) {
  scatter.generic {indexing_maps = [affine_map<(e, f, g)[s] -> (e, f, g)>, affine_map<(e, f, g)[s] -> (s, f, g)>],
                   plan = #scatter.plan<partition = slice, threads = 2>}
      indices(%i : memref<40x1xi64>) ins(%u : memref<40x?x1xi8, strided<[?, ?, ?], offset: ?>>)
      outs(%d : memref<9x?x1xi8, strided<[?, ?, ?], offset: ?>>) out_of_bounds [undefined] {
  ^bb0(%a: i8, %old: i8):
    %x = arith.xori %a, %old : i8
    scatter.yield %x : i8
  }
  return
}
