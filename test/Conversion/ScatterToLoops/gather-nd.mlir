// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// The check of all indices comes before the first write.

// CHECK-LABEL: func @error(
// CHECK:         %[[BAD:.*]] = vector.reduction <or>
// CHECK:         scf.if %[[BAD]] {
// CHECK-NEXT:      scatter.report_invalid_index index
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.for
// CHECK:             vector.load %{{.*}} vector<8xf32>
// CHECK-NEXT:        vector.store
func.func @error(%i: memref<64x1xi64>, %d: memref<100x8xf32>, %o: memref<64x8xf32>) {
  scatter.gather_nd ins(%i, %d : memref<64x1xi64>, memref<100x8xf32>) outs(%o : memref<64x8xf32>)
  return
}

// undefined: nothing is compared with a size, negative indices wrap.

// CHECK-LABEL: func @undefined(
// CHECK:         %[[I:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK-DAG:     %[[NEGATIVE:.*]] = arith.cmpi slt, %[[I]], %c0
// CHECK-DAG:     %[[WRAPPED:.*]] = arith.addi %[[I]], %c100
// CHECK:         %[[P:.*]] = arith.select %[[NEGATIVE]], %[[WRAPPED]], %[[I]]
// CHECK:         %[[E:.*]] = memref.load %{{.*}}[%[[P]]]
// CHECK:         memref.store %[[E]]
// CHECK-NOT:     report
// CHECK:         return
func.func @undefined(%i: memref<64x1xi64>, %d: memref<100xf32>, %o: memref<64xf32>) {
  scatter.gather_nd ins(%i, %d : memref<64x1xi64>, memref<100xf32>) outs(%o : memref<64xf32>) out_of_bounds(undefined)
  return
}

// drop: a tuple out of bounds reads the fill, and nothing of `data`.

// CHECK-LABEL: func @drop(
// CHECK-SAME:    %[[F:[^:]*]]: f32)
// CHECK:         scf.for
// CHECK:           %[[OK:.*]] = arith.cmpi ult
// CHECK:           scf.if %[[OK]] {
// CHECK:             memref.load
// CHECK:             memref.store
// CHECK:           } else {
// CHECK-NEXT:        memref.store %[[F]]
func.func @drop(%i: memref<64x1xi64>, %d: memref<100xf32>, %o: memref<64xf32>, %f: f32) {
  scatter.gather_nd ins(%i, %d : memref<64x1xi64>, memref<100xf32>) outs(%o : memref<64xf32>) fill(%f : f32) out_of_bounds(drop)
  return
}

// Vectors of elements: dropped lanes have the fill and are not loaded.

// CHECK-LABEL: func @vectors(
// CHECK-SAME:    %[[F:[^:]*]]: f32)
// CHECK:         %[[FILL:.*]] = vector.broadcast %[[F]] : f32 to vector<16xf32>
// CHECK:         scf.for
// CHECK:           %[[OK:.*]] = arith.cmpi ult, %{{.*}} : vector<16xindex>
// CHECK:           %[[E:.*]] = vector.gather %{{.*}}, %[[OK]], %[[FILL]]
// CHECK:           vector.store %[[E]]
func.func @vectors(%i: memref<64x1xi64>, %d: memref<100xf32>, %o: memref<64xf32>, %f: f32) {
  scatter.gather_nd ins(%i, %d : memref<64x1xi64>, memref<100xf32>) outs(%o : memref<64xf32>) fill(%f : f32) out_of_bounds(drop) {plan = #scatter.plan<offsets = blocks>}
  return
}

// Batches: a loop over them, and one over the tuples of each.

// CHECK-LABEL: func @batches(
// CHECK:         scf.for %[[B:.*]] = %c0 to %c4
// CHECK:           %[[D:.*]] = arith.muli %[[B]], %c100
// CHECK:           scf.for
// CHECK:             %[[P:.*]] = arith.addi %[[D]]
// CHECK:             memref.load %{{.*}}[%[[P]]]
func.func @batches(%i: memref<4x64x1xi64>, %d: memref<4x100xf32>, %o: memref<4x64xf32>) {
  scatter.gather_nd ins(%i, %d : memref<4x64x1xi64>, memref<4x100xf32>) outs(%o : memref<4x64xf32>) out_of_bounds(undefined) batch_dims(1)
  return
}

// Threads divide the tuples of all batches.

// CHECK-LABEL: func @threads(
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             scf.for
func.func @threads(%i: memref<4x64x1xi64>, %d: memref<4x100xf32>, %o: memref<4x64xf32>) {
  scatter.gather_nd ins(%i, %d : memref<4x64x1xi64>, memref<4x100xf32>) outs(%o : memref<4x64xf32>) out_of_bounds(undefined) batch_dims(1)
      {plan = #scatter.plan<partition = chunks, threads = 2>}
  return
}

// Long rows are copied by memcpy; rows ahead are prefetched.

// CHECK-LABEL: func @long_rows(
// CHECK:         scf.for
// CHECK:           memref.prefetch %{{.*}}, read
// CHECK:           scatter.copy_row %c1024
func.func @long_rows(%i: memref<64x1xi64>, %d: memref<100x1024xf32>, %o: memref<64x1024xf32>) {
  scatter.gather_nd ins(%i, %d : memref<64x1xi64>, memref<100x1024xf32>) outs(%o : memref<64x1024xf32>) out_of_bounds(undefined)
      {plan = #scatter.plan<prefetch = <8, level = 1>, stores = <memcpy_bytes = 2048>>}
  return
}

// Sizes known at run time only are compared before anything is read.

// CHECK-LABEL: func @run_time_sizes(
// CHECK:         scf.if
// CHECK:         } else {
// CHECK:           scatter.report shape
func.func @run_time_sizes(%i: memref<?x1xi64>, %d: memref<100xf32>, %o: memref<?xf32>) {
  scatter.gather_nd ins(%i, %d : memref<?x1xi64>, memref<100xf32>) outs(%o : memref<?xf32>) out_of_bounds(undefined)
  return
}
