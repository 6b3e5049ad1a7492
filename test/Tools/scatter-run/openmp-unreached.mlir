// LLVM finds that the index is not valid and removes the call that starts
// threads, but not the function that they would run.

// RUN: scatter-run %s --threads=2 --machine=openmp=1 --machine=parallel-bytes=1 --emit=llvm \
// RUN:   | FileCheck %s --check-prefix=LLVM "--implicit-check-not=call void {{.*}}@__kmpc_fork_call"
// LLVM: call i32 @__kmpc_global_thread_num(

// RUN: %python -c "import numpy; numpy.save(r'%t.d.npy', numpy.zeros((64, 8192), 'f')); numpy.save(r'%t.u.npy', numpy.ones((1, 8192), 'f'))"
// RUN: %fails 2 scatter-run %s --threads=2 --machine=openmp=1 --machine=parallel-bytes=1 \
// RUN:   --input=%t.d.npy --input=%t.u.npy | FileCheck %s
// CHECK: 'indices' tuple 0, component 0: expected an index in [-64, 63] for a dimension of size 64, found 99

func.func @f(%d: tensor<64x8192xf32>, %u: tensor<1x8192xf32>) -> tensor<64x8192xf32> {
  %i = arith.constant dense<99> : tensor<1x1xindex>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xindex>, tensor<1x8192xf32>) outs(%d : tensor<64x8192xf32>) -> tensor<64x8192xf32>
  return %r : tensor<64x8192xf32>
}
