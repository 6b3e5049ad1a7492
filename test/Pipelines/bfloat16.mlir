// Rounding to bf16 is by integer ops: LLVM calls a function where the CPU has no instruction, and
// the instruction that others have flushes denormals.
// RUN: scatter-opt --scatter-to-llvm %s | FileCheck %s
// RUN: scatter-opt --scatter-to-llvm-loops %s | FileCheck %s --check-prefix=LOOPS

// Each op rounds.
// CHECK-LABEL: llvm.func @chain(
// CHECK-NOT:     llvm.fptrunc
// CHECK:         llvm.fmul %{{.*}}, %{{.*}} : f32
// CHECK:         llvm.trunc %{{.*}} : i32 to i16
// CHECK:         llvm.fadd %{{.*}}, %{{.*}} : f32
// CHECK:         llvm.trunc %{{.*}} : i32 to i16
// CHECK-NOT:     llvm.fptrunc
func.func @chain(%x: memref<16xbf16>, %r: memref<16xbf16>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} ins(%x : memref<16xbf16>) outs(%r : memref<16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %in : bf16
    %1 = arith.addf %0, %in : bf16
    linalg.yield %1 : bf16
  }
  return
}

// CHECK-LABEL: llvm.func @cast(
// CHECK-NOT:     llvm.fptrunc
// CHECK:         llvm.trunc %{{.*}} : i32 to i16
// CHECK-NOT:     llvm.fptrunc
func.func @cast(%x: memref<16xf32>, %r: memref<16xbf16>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} ins(%x : memref<16xf32>) outs(%r : memref<16xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// f16, which CPUs convert, is computed as it is.
// LOOPS-LABEL: func.func @half(
// LOOPS:         arith.mulf %{{.*}}, %{{.*}} : f16
// LOOPS:         math.sqrt %{{.*}} : f16
func.func @half(%x: memref<16xf16>, %r: memref<16xf16>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} ins(%x : memref<16xf16>) outs(%r : memref<16xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.mulf %in, %in : f16
    %1 = math.sqrt %0 : f16
    linalg.yield %1 : f16
  }
  return
}
