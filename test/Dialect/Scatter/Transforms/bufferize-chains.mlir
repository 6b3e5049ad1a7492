// RUN: scatter-opt %s --scatter-bufferize-chains=min-length=2 | FileCheck %s
// RUN: scatter-opt %s --scatter-bufferize-chains | FileCheck %s --check-prefix=LONG
// RUN: scatter-opt %s --scatter-bufferize-chains=min-length=2 --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize | FileCheck %s --check-prefix=BUFFER

// The updates after the first one are of its buffer.

// CHECK-LABEL: func @chain(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4xf32>, %[[D:[^:]*]]: tensor<8xf32>
// CHECK:         %[[A:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[D]] :
// CHECK:         %[[M:.*]] = bufferization.to_buffer %[[A]] : tensor<8xf32> to memref<8xf32>
// CHECK:         %[[V:.*]] = linalg.exp
// CHECK:         %[[N:.*]] = bufferization.to_buffer %[[V]] read_only
// CHECK:         scatter.slice_scatter ins(%[[N]] : memref<4xf32>) outs(%[[M]] : memref<8xf32>) from [2] to [6]
// CHECK-DAG:     %[[J:.*]] = bufferization.to_buffer %[[I]] read_only
// CHECK-DAG:     %[[W:.*]] = bufferization.to_buffer %[[U]] read_only
// CHECK:         scatter.scatter_nd_update ins(%[[J]], %[[W]] : {{.*}}) outs(%[[M]] : memref<8xf32>) reduction(sum){{$}}
// CHECK:         %[[R:.*]] = bufferization.to_tensor %[[M]] restrict writable
// CHECK:         return %[[R]]

// LONG-LABEL: func @chain(
// LONG-NOT:     bufferization

// BUFFER-LABEL: func @chain(
// BUFFER-SAME:    %[[I:[^:]*]]: memref<4x1xi64>, %[[U:[^:]*]]: memref<4xf32>, %[[D:[^:]*]]: memref<8xf32>
// BUFFER-COUNT-3: outs(%[[D]] : memref<8xf32>)
// BUFFER:         return %[[D]]
func.func @chain(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>, %e: tensor<4xf32>) -> tensor<8xf32> {
  %a = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %v = linalg.exp ins(%u : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = scatter.slice_scatter ins(%v : tensor<4xf32>) outs(%a : tensor<8xf32>) from [2] to [6] -> tensor<8xf32>
  %c = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%b : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// What is read from the old tensor between the updates is not overwritten: the
// first one updates a copy.

// BUFFER-LABEL: func @reads_old_tensor(
// BUFFER-SAME:    %[[U:[^:]*]]: memref<4xf32>, %[[D:[^:]*]]: memref<8xf32>
// BUFFER:         %[[C:.*]] = memref.alloc
// BUFFER:         memref.copy %[[D]], %[[C]]
// BUFFER-COUNT-2: outs(%[[C]] : memref<8xf32>)
func.func @reads_old_tensor(%u: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %a = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [4] -> tensor<8xf32>
  %s = tensor.extract_slice %d[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %b = scatter.slice_scatter ins(%s : tensor<4xf32>) outs(%a : tensor<8xf32>) from [3] to [7] -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// Left alone: a result with another use, and a buffer of another layout.

// CHECK-LABEL: func @other_use(
// CHECK-NOT:     bufferization
// CHECK-LABEL: func @part(
// CHECK-NOT:     bufferization
func.func @other_use(%u: tensor<4xf32>, %d: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [4] -> tensor<8xf32>
  %b = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%a : tensor<8xf32>) from [3] to [7] -> tensor<8xf32>
  return %a, %b : tensor<8xf32>, tensor<8xf32>
}
func.func @part(%u: tensor<4xf32>, %d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %p = tensor.extract_slice %d[0, 1] [8, 1] [1, 1] : tensor<8x8xf32> to tensor<8xf32>
  %a = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%p : tensor<8xf32>) from [0] to [4] -> tensor<8xf32>
  %b = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%a : tensor<8xf32>) from [3] to [7] -> tensor<8xf32>
  %r = tensor.insert_slice %b into %d[0, 1] [8, 1] [1, 1] : tensor<8xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
