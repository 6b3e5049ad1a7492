// RUN: scatter-opt %s --scatter-convert-linalg-to-loops --canonicalize | FileCheck %s --check-prefixes=CHECK,ONE
// RUN: scatter-opt %s --scatter-set-machine=threads=2 --scatter-convert-linalg-to-loops --canonicalize | FileCheck %s --check-prefixes=CHECK,TWO

// Threads share the outermost loop. The innermost loop is not unrolled before
// it is vectorized.

// CHECK:       #[[$UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK:       #[[$NOT_UNROLLED:.*]] = #llvm.loop_annotation<unroll = #[[$UNROLL]]>
// CHECK-LABEL: func @rows(
// ONE-NOT:       scf.parallel
// TWO:           scf.parallel {{.*}} to (%c2{{.*}})
// CHECK:           scf.for
// CHECK:             scf.for {{.*}} to %c8
// CHECK:               math.exp
// CHECK:             } {loop_annotation = #[[$NOT_UNROLLED]]}
// TWO:           } {scatter.thread_loop}
func.func @rows(%a: memref<65536x8xf32>, %b: memref<65536x8xf32>) {
  linalg.exp ins(%a : memref<65536x8xf32>) outs(%b : memref<65536x8xf32>)
  return
}

// A size of 1 is passed over; sizes known at run time decide then.

// CHECK-LABEL: func @dynamic(
// TWO:           %[[THREADS:.*]] = arith.select %{{.*}}, %c2{{.*}}, %c1
// TWO:           scf.parallel {{.*}} to (%[[THREADS]])
func.func @dynamic(%a: memref<1x?x8xf32>, %b: memref<1x?x8xf32>) {
  linalg.exp ins(%a : memref<1x?x8xf32>) outs(%b : memref<1x?x8xf32>)
  return
}

// Not divided: no or little work, a reduction outermost, a parallel loop around.

// CHECK-LABEL: func @empty(
// CHECK-NOT:     scf.parallel
// CHECK-LABEL: func @empty_result(
// CHECK-NOT:     scf.parallel
// CHECK-LABEL: func @small(
// CHECK-NOT:     scf.parallel
// CHECK-LABEL: func @reduction(
// CHECK-NOT:     scf.parallel
// CHECK-LABEL: func @nested(
// CHECK:         scf.parallel
// CHECK-NOT:     scf.parallel
func.func @empty(%a: memref<?x0x8xf32>, %b: memref<?x0x8xf32>) {
  linalg.exp ins(%a : memref<?x0x8xf32>) outs(%b : memref<?x0x8xf32>)
  return
}
func.func @empty_result(%a: memref<?x?xf32>) -> memref<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloc(%c8, %c0) : memref<?x?xf32>
  linalg.exp ins(%a : memref<?x?xf32>) outs(%b : memref<?x?xf32>)
  return %b : memref<?x?xf32>
}
func.func @small(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  linalg.exp ins(%a : memref<8x8xf32>) outs(%b : memref<8x8xf32>)
  return
}
func.func @reduction(%a: memref<65536x8xf32>, %b: memref<8xf32>) {
  linalg.reduce ins(%a : memref<65536x8xf32>) outs(%b : memref<8xf32>) dimensions = [0]
    (%x: f32, %s: f32) {
      %t = arith.addf %x, %s : f32
      linalg.yield %t : f32
    }
  return
}
func.func @nested(%a: memref<65536x8xf32>, %b: memref<65536x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    linalg.exp ins(%a : memref<65536x8xf32>) outs(%b : memref<65536x8xf32>)
  }
  return
}
