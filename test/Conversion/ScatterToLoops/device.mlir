// RUN: scatter-opt %s --convert-scatter-to-loops -split-input-file -verify-diagnostics | FileCheck %s
// RUN: scatter-opt %s --scatter-to-llvm -split-input-file -verify-diagnostics -o /dev/null

// A violation is reported to the runtime, which a device does not have.

gpu.module @device {
  gpu.func @error(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) kernel {
    // expected-error @+1 {{expected an op that reports violations in a function of the host, found it in 'gpu.module'}}
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
    gpu.return
  }
}

// -----

gpu.module @device {
  gpu.func @sizes(%u: memref<?xf32>, %d: memref<8xf32>) kernel {
    // expected-error @+1 {{expected an op that reports violations in a function of the host, found it in 'gpu.module'}}
    scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<8xf32>) from [] to []
    gpu.return
  }
}

// -----

// CHECK-LABEL: gpu.func @nothing_to_report(
// CHECK-NOT: scatter.
// CHECK: memref.store
gpu.module @device {
  gpu.func @nothing_to_report(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) kernel {
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop)
    gpu.return
  }
}

// -----

// CHECK-LABEL: func.func @nested_module(
// CHECK: scatter.report
module {
  module {
    func.func @nested_module(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
      scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
      return
    }
  }
}
