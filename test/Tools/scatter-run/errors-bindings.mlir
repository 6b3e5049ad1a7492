// Inputs and outputs that do not fit the function; no output file is written.

// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %npy d.npy f4 "np.zeros((4, 2))"
// RUN: %npy i.npy i8 "[[1]]"
// RUN: %npy u.npy f4 "[[5, 6]]"
// RUN: %npy d8.npy f8 "np.zeros((4, 2))"
// RUN: %npy d3.npy f4 "np.zeros((4, 3))"
// RUN: %npy d1.npy f4 "np.zeros(8)"

// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy \
// RUN:   | FileCheck %s --check-prefix=FEW
// FEW: scatter-run: error: --input: expected a file for argument 2 'updates', found none
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --input=u.npy | FileCheck %s --check-prefix=MANY
// MANY: scatter-run: error: --input: expected 3 files for function 'main', found 4
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=ups=u.npy \
// RUN:   | FileCheck %s --check-prefix=NAME
// NAME: scatter-run: error: --input=ups=u.npy: expected one of 'data', 'indices', 'updates', found 'ups'
// RUN: %fails 1 scatter-run %s --input=data=d.npy --input=arg0=d.npy \
// RUN:   --input=u.npy | FileCheck %s --check-prefix=TWICE
// TWICE: scatter-run: error: --input=arg0=d.npy: argument 'data' has a file already
// RUN: %fails 1 scatter-run %s --input=data= --input=i.npy --input=u.npy \
// RUN:   | FileCheck %s --check-prefix=NOFILE
// NOFILE: scatter-run: error: --input=data=: expected a file, found none

// RUN: %fails 1 scatter-run %s --input=no.npy --input=i.npy --input=u.npy \
// RUN:   --output=out.npy | FileCheck %s --check-prefix=MISSING
// MISSING: scatter-run: error: 'no.npy': No such file or directory
// RUN: %fails 1 scatter-run %s --input=%s --input=i.npy --input=u.npy \
// RUN:   --output=out.npy | FileCheck %s --check-prefix=FORMAT
// FORMAT: scatter-run: error: '{{.*}}errors-bindings.mlir': {{.*}}
// RUN: %fails 1 scatter-run %s --input=d8.npy --input=i.npy --input=u.npy \
// RUN:   --output=out.npy | FileCheck %s --check-prefix=DTYPE
// DTYPE: scatter-run: error: 'd8.npy': expected dtype '<f4' for f32, found '<f8'
// RUN: %fails 1 scatter-run %s --input=d3.npy --input=i.npy --input=u.npy \
// RUN:   --output=out.npy | FileCheck %s --check-prefix=SIZE
// SIZE: scatter-run: error: function 'main', argument 0 'data': expected size 2 in dimension 1, found 3
// RUN: %fails 1 scatter-run %s --input=d1.npy --input=i.npy --input=u.npy \
// RUN:   --output=out.npy | FileCheck %s --check-prefix=RANK
// RANK: scatter-run: error: function 'main', argument 0 'data': expected rank 2, found 1

// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=a.npy --output=b.npy | FileCheck %s --check-prefix=OUTPUTS
// OUTPUTS: scatter-run: error: --output=b.npy: expected at most 1 files without a name, one for each result of function 'main', found more
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=data=a.npy | FileCheck %s --check-prefix=TENSOR
// TENSOR: scatter-run: error: --output=data=a.npy: expected a result or a memref argument, found argument 'data' of type tensor<4x2xf32>
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=result1=a.npy | FileCheck %s --check-prefix=RESULT
// RESULT: scatter-run: error: --output=result1=a.npy: expected one of 'result0', found 'result1'
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=a.npy --output=result0=a.npy | FileCheck %s --check-prefix=SAME
// SAME: scatter-run: error: --output=result0=a.npy: the file has another output already
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=a.npy --output=result0=no/b.npy \
// RUN:   | FileCheck %s --check-prefix=UNWRITABLE
// UNWRITABLE: scatter-run: error: 'no/b.npy': No such file or directory
// RUN: mkdir folder
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=a.npy --output=result0=folder \
// RUN:   | FileCheck %s --check-prefix=FOLDER
// FOLDER: scatter-run: error: 'folder': expected a file to write, found a directory
// RUN: %fails 1 scatter-run %s --input=d.npy --input=i.npy --input=u.npy \
// RUN:   --output=a.npy --report=no/report.json \
// RUN:   | FileCheck %s --check-prefix=REPORT
// REPORT: scatter-run: error: 'no/report.json': No such file or directory

// Nothing was written, under no name.
// RUN: ls | FileCheck %s --check-prefix=FILES
// FILES:      d.npy
// FILES-NEXT: d1.npy
// FILES-NEXT: d3.npy
// FILES-NEXT: d8.npy
// FILES-NEXT: folder
// FILES-NEXT: i.npy
// FILES-NEXT: u.npy
// FILES-NOT:  {{.}}

func.func @main(%data: tensor<4x2xf32>, %indices: tensor<?x1xi64>,
                %updates: tensor<?x2xf32>) -> tensor<4x2xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<?x1xi64>, tensor<?x2xf32>)
    outs(%data : tensor<4x2xf32>) -> tensor<4x2xf32>
  return %result : tensor<4x2xf32>
}
