// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s

// Empty slices: `data` becomes the source, and the memory around it is not
// written.

// CHECK: 128
// CHECK: 128
// CHECK: 128

// One element of the last axis, and no positions of the axis before that, at
// either end of it.

func.func @descending(%s: memref<1x64x2xf32>, %u: memref<1x?x1xf32>, %d: memref<1x64x2xf32>,
                      %start: index, %stop: index, %step: index) attributes {no_inline} {
  scatter.slice_scatter ins(%u : memref<1x?x1xf32>) outs(%d : memref<1x64x2xf32>) source(%s : memref<1x64x2xf32>)
      from [%step, %start, 0] to [-9223372036854775808, %stop, 1] step [%step, -1, 1]
  return
}

func.func @ascending(%s: memref<1x64x2xf32>, %u: memref<1x?x1xf32>, %d: memref<1x64x2xf32>,
                     %start: index, %stop: index, %step: index) attributes {no_inline} {
  scatter.slice_scatter ins(%u : memref<1x?x1xf32>) outs(%d : memref<1x64x2xf32>) source(%s : memref<1x64x2xf32>)
      from [%step, %start, 1] to [-9223372036854775808, %stop, 2] step [%step, 1, 1]
  return
}

// The step in storage elements overflows: as if the elements were adjacent.

func.func @huge_step(%s: memref<?xcomplex<f32>>, %u: memref<?xcomplex<f32>>, %d: memref<?xcomplex<f32>>)
    attributes {no_inline} {
  scatter.slice_scatter ins(%u : memref<?xcomplex<f32>>) outs(%d : memref<?xcomplex<f32>>) source(%s : memref<?xcomplex<f32>>)
      from [-135] to [-4294967296] step [-9223372036854775807]
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

// Prints the sum of the memory around and in `data`, of which the source has
// ones.
func.func @sum(%memory: memref<384xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c384 = arith.constant 384 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c384 step %c1 iter_args(%before = %zero) -> f32 {
    %x = memref.load %memory[%i] : memref<384xf32>
    memref.store %zero, %memory[%i] : memref<384xf32>
    %after = arith.addf %before, %x : f32
    scf.yield %after : f32
  }
  %number = arith.fptosi %sum : f32 to i64
  func.call @printI64(%number) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %source_memory = memref.alloc() : memref<1536xi8>
  %data_memory = memref.alloc() : memref<1536xi8>
  %c0 = arith.constant 0 : index
  %c512 = arith.constant 512 : index
  %ones = memref.view %source_memory[%c0][] : memref<1536xi8> to memref<384xf32>
  %all = memref.view %data_memory[%c0][] : memref<1536xi8> to memref<384xf32>
  linalg.fill ins(%one : f32) outs(%ones : memref<384xf32>)
  linalg.fill ins(%zero : f32) outs(%all : memref<384xf32>)
  %s = memref.view %source_memory[%c512][] : memref<1536xi8> to memref<1x64x2xf32>
  %d = memref.view %data_memory[%c512][] : memref<1536xi8> to memref<1x64x2xf32>
  %u = memref.alloc(%c0) : memref<1x?x1xf32>
  %back = arith.constant -1 : index
  %front = arith.constant -9223372036854775808 : index
  %end = arith.constant 9223372036854775807 : index
  func.call @descending(%s, %u, %d, %front, %end, %back)
      : (memref<1x64x2xf32>, memref<1x?x1xf32>, memref<1x64x2xf32>, index, index, index) -> ()
  func.call @sum(%all) : (memref<384xf32>) -> ()
  func.call @ascending(%s, %u, %d, %end, %end, %back)
      : (memref<1x64x2xf32>, memref<1x?x1xf32>, memref<1x64x2xf32>, index, index, index) -> ()
  func.call @sum(%all) : (memref<384xf32>) -> ()
  %c64 = arith.constant 64 : index
  %cs = memref.view %source_memory[%c512][%c64] : memref<1536xi8> to memref<?xcomplex<f32>>
  %cd = memref.view %data_memory[%c512][%c64] : memref<1536xi8> to memref<?xcomplex<f32>>
  %cu = memref.alloc(%c0) : memref<?xcomplex<f32>>
  func.call @huge_step(%cs, %cu, %cd)
      : (memref<?xcomplex<f32>>, memref<?xcomplex<f32>>, memref<?xcomplex<f32>>) -> ()
  func.call @sum(%all) : (memref<384xf32>) -> ()
  return
}
