// Compiled programs are kept between processes; damage and folders of others do
// no harm.

// RUN: rm -rf %t.cache
// RUN: %npy %t.npy f4 "[1, 2, 3]"
// RUN: scatter-run %s --cache=%t.cache --input=%t.npy | FileCheck %s
// RUN: ls -i %t.cache | grep -v timestamp > %t.stored
// RUN: cat %t.stored | count 1

// A hit leaves the file alone.
// RUN: scatter-run %s --cache=%t.cache --input=%t.npy | FileCheck %s
// RUN: ls -i %t.cache | grep -v timestamp | diff %t.stored -

// So does a program that no longer fits the input.
// RUN: %npy %t.bad.npy f4 "[1, 2]"
// RUN: %fails 1 scatter-run %s --cache=%t.cache --input=%t.bad.npy \
// RUN:   | FileCheck %s --check-prefix=BAD
// BAD: function 'main', argument 0 'x': expected size 3 in dimension 0, found 2

// A damaged entry is replaced.
// RUN: truncate -s -1 %t.cache/llvmcache-????????????????*
// RUN: scatter-run %s --cache=%t.cache --input=%t.npy | FileCheck %s
// RUN: ls -i %t.cache | grep -v timestamp | not diff %t.stored -

// A folder that others may enter is not used.
// RUN: chmod 711 %t.cache
// RUN: scatter-run %s --cache=%t.cache --input=%t.npy 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=OPEN,CHECK
// OPEN: {{^}}scatter-run: warning: object cache not used: '{{.*}}.cache': expected a folder with mode 0700, found 0711

// RUN: %fails 1 scatter-run %s --cache=%t.cache --emit=llvm \
// RUN:   | FileCheck %s --check-prefix=EMIT
// EMIT: {{^}}scatter-run: error: --cache: expected no such option with --emit

// CHECK: result0: tensor<3xf32>
// CHECK-NEXT: [1, 2, 3]
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  return %x : tensor<3xf32>
}
