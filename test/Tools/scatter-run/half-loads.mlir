// Scalars of f16 are loaded as integers where the CPU would insert them into a
// register, and so wait for what is in it.

// RUN: scatter-run %s --mtriple=x86_64-unknown-linux-gnu --target-cpu=x86-64-v3 --emit=asm | FileCheck %s
// RUN: scatter-run %s --mtriple=x86_64-unknown-linux-gnu --target-cpu=x86-64 --emit=asm | FileCheck %s --check-prefix=BASELINE
// RUN: scatter-run %s --mtriple=x86_64-unknown-linux-gnu --target-cpu=sapphirerapids --emit=asm | FileCheck %s --check-prefix=FP16
// RUN: scatter-run %s --mtriple=aarch64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=OTHER

// CHECK-LABEL: main:
// CHECK-NOT:   pinsrw
// CHECK:       movzwl
// CHECK:       vcvtph2ps
// CHECK-NOT:   pinsrw
// BASELINE-LABEL: main:
// BASELINE-NOT: pinsrw
// BASELINE:     __extendhfsf2
// BASELINE-NOT: pinsrw
// FP16-LABEL: main:
// FP16:       vmovsh
// FP16:       vaddsh
// OTHER-LABEL: main:
// OTHER-NOT:   ldrh
// OTHER:       ldr{{[[:space:]]+}}h
func.func @main(%d: memref<4096xf16>, %i: memref<640x1xi64>, %u: memref<640xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf16>) outs(%d : memref<4096xf16>) reduction(sum)
  return
}

// What is stored as it is never gets into a vector register.

// CHECK-LABEL: writes:
// CHECK:       movzwl
// CHECK-NOT:   xmm
// CHECK:       movw
// CHECK:       ret
func.func @writes(%d: memref<4096xf16>, %i: memref<3x1xi64>, %u: memref<3xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x1xi64>, memref<3xf16>) outs(%d : memref<4096xf16>)
  return
}
