// RUN: split-file %s %t
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="vector-bytes=48" 2>&1 | FileCheck %t/empty.mlir --check-prefix=NOPOWER
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="vector-bytes=8" 2>&1 | FileCheck %t/empty.mlir --check-prefix=SMALL
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="vector-bytes=2048" 2>&1 | FileCheck %t/empty.mlir --check-prefix=LARGE
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="vector-bytes=wide" 2>&1 | FileCheck %t/empty.mlir --check-prefix=NONUMBER
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="threads=0" 2>&1 | FileCheck %t/empty.mlir --check-prefix=NOTHREAD
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="threads=1025" 2>&1 | FileCheck %t/empty.mlir --check-prefix=THREADS
// RUN: not scatter-opt %t/empty.mlir --scatter-to-llvm="prefetch=3" 2>&1 | FileCheck %t/empty.mlir --check-prefix=PREFETCH
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="partition=best" 2>&1 | FileCheck %t/empty.mlir --check-prefix=PARTITION
// RUN: not scatter-opt %t/empty.mlir --scatter-plan="speed=9" 2>&1 | FileCheck %t/empty.mlir --check-prefix=UNKNOWN
// RUN: not scatter-opt %t/number.mlir --scatter-plan 2>&1 | FileCheck %t/number.mlir
// RUN: not scatter-opt %t/range.mlir --scatter-plan 2>&1 | FileCheck %t/range.mlir

//--- empty.mlir

// NOPOWER:   error: 'vector-bytes': expected a power of two in [16, 1024], found 48
// SMALL:     error: 'vector-bytes': expected a power of two in [16, 1024], found 8
// LARGE:     error: 'vector-bytes': expected a power of two in [16, 1024], found 2048
// NONUMBER:  'wide' value invalid
// NOTHREAD:  error: 'threads': expected a number in [1, 1024], found 0
// THREADS:   error: 'threads': expected a number in [1, 1024], found 1025
// PREFETCH:  error: 'prefetch': expected a number in [0, 2], found 3
// PARTITION: Cannot find option named 'best'
// UNKNOWN:   no such option speed
module {}

//--- number.mlir

// CHECK: error: machine description: 'threads': expected an integer, found "many"
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "scatter" = #dlti.target_device_spec<"threads" = "many">>} {
}

//--- range.mlir

// CHECK: error: machine description: 'vector-bytes': expected a power of two in [16, 1024], found 65
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "scatter" = #dlti.target_device_spec<"vector_bytes" = 65 : i32>>} {
}
