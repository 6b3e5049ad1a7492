// RUN: scatter-opt %s --scatter-set-machine=threads=4 --scatter-divide-parallel-loops --cse --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-set-machine=threads=4 --scatter-divide-parallel-loops --split-input-file --verify-roundtrip -o /dev/null

// At most four chunks, each of consecutive iterations.

// CHECK-LABEL: func @iterations(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK:         %[[BEYOND:.*]] = arith.subi %[[N]], %c3
// CHECK:         %[[DISTANCE:.*]] = arith.maxsi %[[BEYOND]], %c0
// CHECK:         %[[TOTAL:.*]] = arith.ceildivui %[[DISTANCE]], %c5
// CHECK:         %[[QUARTER:.*]] = arith.ceildivui %[[TOTAL]], %c4
// CHECK:         %[[LENGTH:.*]] = arith.maxui %[[QUARTER]], %c1
// CHECK:         %[[CHUNKS:.*]] = arith.ceildivui %[[TOTAL]], %[[LENGTH]]
// CHECK-NEXT:    omp.parallel num_threads(%[[CHUNKS]] : index) {
// CHECK-NEXT:      omp.wsloop {
// CHECK-NEXT:        omp.loop_nest (%[[CHUNK:.*]]) : index = (%c0) to (%[[CHUNKS]]) step (%c1) {
// CHECK-NEXT:          %[[BEGIN:.*]] = arith.muli %[[CHUNK]], %[[LENGTH]]
// CHECK-NEXT:          %[[AFTER:.*]] = arith.addi %[[BEGIN]], %[[LENGTH]]
// CHECK-NEXT:          %[[END:.*]] = arith.minui %[[AFTER]], %[[TOTAL]]
// CHECK-NEXT:          scf.for %[[I:.*]] = %[[BEGIN]] to %[[END]] step %c1 {
// CHECK:                 %[[STEPS:.*]] = arith.muli %[[I]], %c5
// CHECK:                 %[[P:.*]] = arith.addi %[[STEPS]], %c3
// CHECK:                   func.call_indirect %{{.*}}(%[[P]])
func.func @iterations(%n: index, %f: (index) -> ()) {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  scf.parallel (%p) = (%c3) to (%n) step (%c5) {
    func.call_indirect %f(%p) : (index) -> ()
  }
  return
}

// -----

// Stack memory of an iteration is its own.

// CHECK-LABEL: func @stack(
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloca_scope {
// CHECK-NEXT:        memref.alloca
func.func @stack(%n: index, %f: (memref<4xf32>) -> ()) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%p) = (%c0) to (%n) step (%c1) {
    %m = memref.alloca() : memref<4xf32>
    func.call_indirect %f(%m) : (memref<4xf32>) -> ()
  }
  return
}

// -----

// As few iterations as threads: each is a chunk, without a loop.

// CHECK-LABEL: func @few(
// CHECK:         omp.parallel num_threads(%c4 : index) {
// CHECK-NEXT:      omp.wsloop {
// CHECK-NEXT:        omp.loop_nest (%[[I:.*]]) : index = (%{{.*}}) to (%c4)
// CHECK-NEXT:          func.call_indirect %{{.*}}(%[[I]])
// CHECK-NEXT:          omp.yield
func.func @few(%f: (index) -> ()) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%p) = (%c0) to (%c4) step (%c1) {
    func.call_indirect %f(%p) : (index) -> ()
  }
  return
}

// -----

// Of two dimensions the last one varies fastest; the inner loop stays.

// CHECK-LABEL: func @dimensions(
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index, %[[M:[a-z0-9]*]]: index
// CHECK:         %[[ROWS:.*]] = arith.maxsi %[[N]]
// CHECK:         %[[COLUMNS:.*]] = arith.maxsi %[[M]]
// CHECK:         arith.muli %[[ROWS]], %[[COLUMNS]]
// CHECK:         scf.for %[[I:[a-z0-9]*]] =
// CHECK-DAG:       %[[COLUMN:.*]] = arith.remui %[[I]], %[[COLUMNS]]
// CHECK-DAG:       %[[ROW:.*]] = arith.divui %[[I]], %[[COLUMNS]]
// CHECK:           scf.parallel (%[[INNER:.*]]) =
// CHECK:             func.call_indirect %{{.*}}(%[[ROW]], %[[COLUMN]], %[[INNER]])
func.func @dimensions(%n: index, %m: index, %f: (index, index, index) -> ()) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%p, %q) = (%c0, %c0) to (%n, %m) step (%c1, %c1) {
    scf.parallel (%r) = (%c0) to (%n) step (%c1) {
      func.call_indirect %f(%p, %q, %r) : (index, index, index) -> ()
    }
  }
  return
}

// -----

// The order of a reduction is that of one thread.

// CHECK-LABEL: func @reduction(
// CHECK-NOT:     omp
// CHECK:         scf.parallel
func.func @reduction(%d: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%p) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    %v = memref.load %d[%p] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}

// -----

// A choice of at most as many iterations as threads: each is a chunk, without a
// loop.

// CHECK-LABEL: func @choice_of_few(
// CHECK:         %[[COUNT:.*]] = arith.select %{{.*}}, %c4, %c1
// CHECK:         omp.parallel num_threads(%[[COUNT]] : index) {
// CHECK-NEXT:      omp.wsloop {
// CHECK-NEXT:        omp.loop_nest (%[[I:.*]]) : index = (%{{.*}}) to (%[[COUNT]])
// CHECK-NEXT:          func.call_indirect %{{.*}}(%[[I]])
func.func @choice_of_few(%large: i1, %f: (index) -> ()) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = arith.select %large, %c4, %c1 : index
  scf.parallel (%p) = (%c0) to (%n) step (%c1) {
    func.call_indirect %f(%p) : (index) -> ()
  }
  return
}

// -----

// A choice of possibly more iterations is divided.

// CHECK-LABEL: func @choice_of_many(
// CHECK:         arith.ceildivui
// CHECK:         omp.loop_nest
// CHECK:           scf.for
func.func @choice_of_many(%large: i1, %f: (index) -> ()) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = arith.select %large, %c5, %c1 : index
  scf.parallel (%p) = (%c0) to (%n) step (%c1) {
    func.call_indirect %f(%p) : (index) -> ()
  }
  return
}
