// --report writes what a run cost.

// RUN: %npy %t.npy f4 "np.arange(8)"
// RUN: scatter-run %s --input=%t.npy --repeat=3 --threads=2 \
// RUN:   --output=data=%t.out.npy --report=%t.json
// RUN: %python %S/Inputs/report.py %t.json 3 2
// RUN: %npy %t.out.npy | FileCheck %s
// CHECK: [0.0, 8.0,

// Without --threads the number is that of the environment, as for functions.
// RUN: env SCATTER_NUM_THREADS=3 scatter-run %s --input=%t.npy \
// RUN:   --output=data=%t.out.npy --report=%t.json
// RUN: %python %S/Inputs/report.py %t.json 1 3
// RUN: env SCATTER_NUM_THREADS=3 scatter-run %s --input=%t.npy --threads=2 \
// RUN:   --output=data=%t.out.npy --report=%t.json
// RUN: %python %S/Inputs/report.py %t.json 1 2
// RUN: env SCATTER_NUM_THREADS=3 taskset -c 0 scatter-run %s --input=%t.npy \
// RUN:   --threads=all --output=data=%t.out.npy --report=%t.json
// RUN: %python %S/Inputs/report.py %t.json 1 1
// RUN: env SCATTER_NUM_THREADS=abc %fails 1 scatter-run %s --input=%t.npy \
// RUN:   | FileCheck %s --check-prefix=BAD
// BAD: {{^}}scatter-run: error: SCATTER_NUM_THREADS: expected 1 to 1024 or 'all', found 'abc'

// RUN: scatter-run %s --input=%t.npy --output=data=%t.out.npy \
// RUN:   --report=- > %t.stdout
// RUN: %python %S/Inputs/report.py %t.stdout 1 1

func.func @main(%data: memref<?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      outs(%data : memref<?xf32>) {
  ^bb0(%old: f32):
    %new = arith.addf %old, %old : f32
    linalg.yield %new : f32
  }
  return
}
