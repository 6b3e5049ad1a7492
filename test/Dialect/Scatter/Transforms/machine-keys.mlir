// RUN: scatter-opt %s --scatter-plan --split-input-file --verify-diagnostics

// An entry of another name describes nothing.

// expected-error-re@+1 {{machine description: expected one of 'threads', 'cores', {{.*}}, found 'core-cache-bytes'}}
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"scatter" = #dlti.target_device_spec<
    "core-cache-bytes" = 1024>>} {
  func.func @dashes(%u: memref<3xf32>, %d: memref<8xf32>) {
    scatter.slice_scatter ins(%u : memref<3xf32>) outs(%d : memref<8xf32>) from [0] to [3]
    return
  }
}

// -----

// Those of other devices are not read.

module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<
    "cores" = 4>, "scatter" = #dlti.target_device_spec<"core_cache_bytes" = 1024>>} {
  func.func @known(%u: memref<3xf32>, %d: memref<8xf32>) {
    scatter.slice_scatter ins(%u : memref<3xf32>) outs(%d : memref<8xf32>) from [0] to [3]
    return
  }
}
