// RUN: scatter-opt %s --scatter-to-llvm -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not="{{[ ](scatter|tensor|memref|scf|arith|vector|func|cf|affine|linalg|bufferization|builtin)\.[a-z]}}"
// RUN: mlir-translate-22 --mlir-to-llvmir %t.mlir | FileCheck %s --check-prefix=LLVM
// RUN: scatter-opt %s --scatter-to-llvm="threads=2 parallel-bytes=0" | mlir-translate-22 --mlir-to-llvmir | FileCheck %s --check-prefix=THREADS
// RUN: scatter-opt %s --scatter-to-llvm="threads=2 parallel-bytes=0 openmp=1" | mlir-translate-22 --mlir-to-llvmir | FileCheck %s --check-prefix=OPENMP
// RUN: scatter-opt %s --scatter-to-llvm="vector-bytes=16" | FileCheck %s --check-prefix=SHORT
// RUN: not scatter-opt %s --scatter-to-llvm="vector-bytes=48" 2>&1 | FileCheck %s --check-prefix=INVALID

// The whole way: what comes out is the LLVM dialect and nothing else, and
// mlir-translate takes it.

// INVALID: error: 'vector-bytes': expected a power of two in [16, 1024], found 48

// CHECK-DAG: llvm.func @scatter_runtime_report(

// Tensors: the result is memory that the caller frees.

// CHECK:       llvm.func @tensors(
// CHECK:         vector<16xf32>
// SHORT:       llvm.func @tensors(
// SHORT-NOT:     vector<16xf32>
// SHORT:         vector<4xf32>
// LLVM:        define {{.*}} @tensors(
// LLVM:          fadd <16 x float>
// LLVM:          call void @scatter_runtime_report(
// LLVM:        {{^}}}
// THREADS:     define {{.*}} @tensors(
// THREADS:       call void @scatter_parallel_for(ptr @scatter_parallel
// OPENMP:      define {{.*}} @tensors(
// OPENMP:        call void {{.*}} @__kmpc_fork_call(
func.func @tensors(%d: tensor<16x64xf32>, %i: tensor<?x1xi64>, %u: tensor<?x64xf32>) -> tensor<16x64xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x64xf32>)
         outs(%d : tensor<16x64xf32>) reduction(sum) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// CHECK:       llvm.func @memrefs(
// LLVM:        define {{.*}} @memrefs(
func.func @memrefs(%d: memref<?x?xbf16, strided<[?, ?], offset: ?>>, %u: memref<?x?xbf16>, %p: index, %q: index, %s: index) {
  scatter.slice_scatter ins(%u : memref<?x?xbf16>) outs(%d : memref<?x?xbf16, strided<[?, ?], offset: ?>>)
      from [%p, 1] to [%q, 9] step [%s, -1]
  return
}

// Element types that LLVM has no arithmetic for.

// CHECK:       llvm.func @types(
// LLVM:        define {{.*}} @types(
func.func @types(%i: memref<4x1xui32>, %d0: memref<8xi1>, %u0: memref<4xi1>, %d1: memref<8xui4>, %u1: memref<4xui4>,
                 %d2: memref<8xf8E4M3FN>, %u2: memref<4xf8E4M3FN>, %d3: memref<8xcomplex<f64>>, %u3: memref<4xcomplex<f64>>,
                 %d4: memref<8xindex>, %u4: memref<4xindex>, %d5: memref<8x!ptr.ptr<#ptr.generic_space>>, %u5: memref<4x!ptr.ptr<#ptr.generic_space>>) {
  scatter.scatter_nd_update ins(%i, %u0 : memref<4x1xui32>, memref<4xi1>) outs(%d0 : memref<8xi1>) reduction(sub)
  scatter.scatter_nd_update ins(%i, %u1 : memref<4x1xui32>, memref<4xui4>) outs(%d1 : memref<8xui4>) reduction(max)
  scatter.scatter_nd_update ins(%i, %u2 : memref<4x1xui32>, memref<4xf8E4M3FN>) outs(%d2 : memref<8xf8E4M3FN>) reduction(prod)
  scatter.scatter_nd_update ins(%i, %u3 : memref<4x1xui32>, memref<4xcomplex<f64>>) outs(%d3 : memref<8xcomplex<f64>>) reduction(prod)
  scatter.scatter_nd_update ins(%i, %u4 : memref<4x1xui32>, memref<4xindex>) outs(%d4 : memref<8xindex>) reduction(min)
  scatter.scatter_nd_update ins(%i, %u5 : memref<4x1xui32>, memref<4x!ptr.ptr<#ptr.generic_space>>) outs(%d5 : memref<8x!ptr.ptr<#ptr.generic_space>>)
  return
}

// What surrounds the ops is lowered as well, and a buffer that the function
// makes for itself is freed by it.

// CHECK:       llvm.func @surroundings(
// LLVM:        define {{.*}} @surroundings(
// LLVM:          call ptr @malloc(
// LLVM:          call void @free(
// LLVM:        }
func.func @surroundings(%x: tensor<64xf32>, %i: tensor<4x1xi64>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %s = tensor.extract_slice %x[0] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %u = linalg.exp ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<64xf32>) {
    %b = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%a : tensor<64xf32>) reduction(sum) -> tensor<64xf32>
    scf.yield %b : tensor<64xf32>
  }
  %v = tensor.extract %r[%c0] : tensor<64xf32>
  return %v : f32
}

// The metadata of a memref, which checks of upstream read.

// CHECK:       llvm.func @metadata(
func.func @metadata(%a: memref<4x8xf32>) -> index {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  return %strides#0 : index
}
