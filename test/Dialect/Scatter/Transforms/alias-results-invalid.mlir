// RUN: scatter-opt %s --scatter-alias-results -split-input-file -verify-diagnostics

// expected-error @+1 {{function 'f', argument 0: expected result 0 in its memory, to which it is donated, found one that the program computes elsewhere}}
func.func @f(%c: memref<8xf32> {scatter.donated = 0}) -> memref<8xf32> {
  %n = memref.alloc() : memref<8xf32>
  return %n : memref<8xf32>
}

// -----

// expected-error @+1 {{function 'f', argument 0 'past': expected result 1 'present' in its memory}}
func.func @f(%c: memref<8xf32> {scatter.donated = 1, scatter.name = "past"}, %d: memref<8xf32>) -> (memref<8xf32>, memref<8xf32> {scatter.name = "present"}) {
  return %c, %d : memref<8xf32>, memref<8xf32>
}
