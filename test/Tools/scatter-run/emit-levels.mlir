// Code for several levels of x86-64.

// RUN: scatter-run %s --emit=llvm --mtriple=x86_64-linux-gnu --target-cpu=x86-64-v3,x86-64,x86-64-v4 \
// RUN:   | FileCheck %s

// Levels share what is constant.
// CHECK: @[[$TABLE:.*]] = private {{.*}}constant [4 x i32] [i32 7, i32 8, i32 9, i32 10]
// CHECK-NOT: constant [4 x i32]

// CHECK-LABEL: define internal {{.*}}void @_mlir_ciface_look_up.x86_64(
// CHECK-SAME: #[[$V1:[0-9]+]]
// CHECK: @[[$TABLE]]
// CHECK: call {{.*}}i32 @scale.x86_64(
// CHECK-LABEL: define internal {{.*}}void @_mlir_ciface_look_up.x86_64_v3(
// CHECK-SAME: #[[$V3:[0-9]+]]
// CHECK: @[[$TABLE]]
// CHECK: call {{.*}}i32 @scale.x86_64_v3(
// CHECK-LABEL: define internal {{.*}}void @_mlir_ciface_look_up.x86_64_v4(
// CHECK-SAME: #[[$V4:[0-9]+]]
// CHECK: @[[$TABLE]]
// CHECK: call {{.*}}i32 @scale.x86_64_v4(

// CHECK-LABEL: define void @_mlir_ciface_look_up(
// CHECK: %[[LEVEL:.*]] = tail call i32 @scatter_runtime_get_cpu_level()
// CHECK: icmp sgt i32 %[[LEVEL]], 3
// CHECK: tail call {{.*}}void @_mlir_ciface_look_up.x86_64_v4(
// CHECK: icmp eq i32 %[[LEVEL]], 3
// CHECK: tail call {{.*}}void @_mlir_ciface_look_up.x86_64_v3(
// CHECK: tail call {{.*}}void @_mlir_ciface_look_up.x86_64(

// CHECK-DAG: attributes #[[$V1]] = { {{.*}}"target-cpu"="x86-64"
// CHECK-DAG: attributes #[[$V3]] = { {{.*}}"target-cpu"="x86-64-v3"
// CHECK-DAG: attributes #[[$V4]] = { {{.*}}"target-cpu"="x86-64-v4"

// One level has no need of the choice.
// RUN: scatter-run %s --emit=llvm --mtriple=x86_64-linux-gnu --target-cpu=x86-64-v3 \
// RUN:   | FileCheck %s --check-prefix=ONE --implicit-check-not=cpu_level --implicit-check-not=x86_64_v3
// ONE: define void @_mlir_ciface_look_up(

// Each has its instructions.
// RUN: scatter-run %s --emit=asm --mtriple=x86_64-linux-gnu --target-cpu=x86-64,x86-64-v3 \
// RUN:   | FileCheck %s --check-prefix=ASM
// ASM:     {{^}}_mlir_ciface_double.x86_64:
// ASM-NOT: ymm
// ASM:     {{^}}_mlir_ciface_double.x86_64_v3:
// ASM:     ymm
// ASM:     {{^}}_mlir_ciface_double:
// ASM-NOT: ymm

// The header is that of one level.
// RUN: scatter-run %s --emit=header > %t.one.h
// RUN: scatter-run %s --emit=header --mtriple=x86_64-linux-gnu --target-cpu=x86-64,x86-64-v3 > %t.h
// RUN: diff %t.one.h %t.h

// So is the module.
// RUN: scatter-run %s --emit=mlir > %t.one.mlir
// RUN: scatter-run %s --emit=mlir --mtriple=x86_64-linux-gnu --target-cpu=x86-64,x86-64-v3 | diff %t.one.mlir -

// RUN: %fails 1 scatter-run %s --emit=obj --mtriple=x86_64-linux-gnu --target-cpu=x86-64,haswell -o %t.o \
// RUN:   | FileCheck %s --check-prefix=NAME
// NAME: {{^}}scatter-run: error: target CPU: expected 'x86-64', 'x86-64-v2', 'x86-64-v3' or 'x86-64-v4' in a list, found 'haswell'
// RUN: %fails 1 scatter-run %s --emit=obj --mtriple=x86_64-linux-gnu --target-cpu=x86-64, -o %t.o \
// RUN:   | FileCheck %s --check-prefix=EMPTY
// EMPTY: {{^}}scatter-run: error: target CPU: expected 'x86-64', {{.*}} in a list, found ''
// RUN: %fails 1 scatter-run %s --emit=obj --mtriple=x86_64-linux-gnu --target-cpu=x86-64-v3,x86-64,x86-64-v3 -o %t.o \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: {{^}}scatter-run: error: target CPU: expected each level once, found 'x86-64-v3' twice
// RUN: %fails 1 scatter-run %s --emit=obj --mtriple=aarch64-linux-gnu --target-cpu=x86-64,x86-64-v3 -o %t.o \
// RUN:   | FileCheck %s --check-prefix=ARM
// ARM: {{^}}scatter-run: error: target CPU: expected one CPU of 'aarch64', found 'x86-64,x86-64-v3'
// RUN: %fails 1 scatter-run %s --target-cpu=x86-64,x86-64-v3 --entry=double \
// RUN:   | FileCheck %s --check-prefix=PROCESS
// PROCESS: {{^}}scatter-run: error: target CPU: expected one CPU for a program of this process, found 'x86-64,x86-64-v3'
// RUN: echo 'func.func @f(%%v: vector<8xf32>) { return }' > %t.vector.mlir
// RUN: %fails 1 scatter-run %t.vector.mlir --emit=obj --mtriple=x86_64-linux-gnu --target-cpu=x86-64,x86-64-v3 -o %t.o \
// RUN:   | FileCheck %s --check-prefix=VECTOR
// VECTOR: {{^}}scatter-run: error: function 'f': expected no vectors as arguments or results of code for several levels, found '<8 x float>'

memref.global "private" constant @table : memref<4xi32> = dense<[7, 8, 9, 10]>

func.func private @scale(%x: i32) -> i32 attributes {passthrough = ["noinline"]} {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

func.func @look_up(%i: memref<index>, %to: memref<i32>) {
  %at = memref.load %i[] : memref<index>
  %table = memref.get_global @table : memref<4xi32>
  %value = memref.load %table[%at] : memref<4xi32>
  %scaled = call @scale(%value) : (i32) -> i32
  memref.store %scaled, %to[] : memref<i32>
  return
}

func.func @double(%data: memref<1024xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      outs(%data : memref<1024xi32>) {
  ^bb0(%old: i32):
    %new = arith.addi %old, %old : i32
    linalg.yield %new : i32
  }
  return
}
