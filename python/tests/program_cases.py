# ===- program_cases.py - a source with two functions ---------------------===#

import numpy as np

SOURCE = """
func.func @update(%data: tensor<?xf32>, %indices: tensor<?x1xi64>,
                  %updates: tensor<?xf32>) -> tensor<?xf32> {
  %r = scatter.scatter_nd_update
      ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>)
      outs(%data : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @append(%cache: memref<4x2xf32>, %row: memref<1x2xf32>, %at: index,
                  %end: index) {
  scatter.slice_scatter ins(%row : memref<1x2xf32>)
      outs(%cache : memref<4x2xf32>) from [%at] to [%end] axes [0]
  return
}
"""
I = np.array([[0], [-1]])
U = np.array([7, 8], "f4")
