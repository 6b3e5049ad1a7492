// Rows are vector code with prefetch on CPUs that this machine need not be.

// RUN: scatter-run %s --emit=asm --machine=prefetch-total-bytes=0 --mtriple=x86_64-unknown-linux-gnu -o - | FileCheck %s --check-prefix=SSE2
// RUN: scatter-run %s --emit=asm --machine=prefetch-total-bytes=0 --mtriple=x86_64-unknown-linux-gnu --target-cpu=x86-64-v3 -o - | FileCheck %s --check-prefix=AVX2
// RUN: scatter-run %s --emit=asm --machine=prefetch-total-bytes=0 --mtriple=aarch64-unknown-linux-gnu -o - | FileCheck %s --check-prefix=ARM

// SSE2-LABEL: sum_rows:
// SSE2-NOT: %ymm
// SSE2-DAG: pcmp{{(eq|gt)}}d %xmm
// SSE2-DAG: prefetch
// SSE2-DAG: addps {{.*}}%xmm
// SSE2-NOT: %ymm

// AVX2-LABEL: sum_rows:
// AVX2-NOT: %zmm
// AVX2-DAG: vpcmpgtq {{.*}}%ymm
// AVX2-DAG: prefetch
// AVX2-DAG: vaddps {{.*}}%ymm
// AVX2-NOT: %zmm

// ARM-LABEL: sum_rows:
// ARM-DAG: cmgt v{{[0-9]+}}.2d
// ARM-DAG: prfm pldl2keep
// ARM-DAG: fadd v{{[0-9]+}}.4s
func.func @sum_rows(%data: memref<512x64xf32>, %indices: memref<128x1xi64>,
                    %updates: memref<128x64xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<128x1xi64>, memref<128x64xf32>)
    outs(%data : memref<512x64xf32>) reduction(sum)
  return
}
