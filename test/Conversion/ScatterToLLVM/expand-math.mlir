// RUN: scatter-opt --scatter-expand-math %s | FileCheck %s
// RUN: scatter-opt --scatter-to-llvm %s -o /dev/null

// CHECK-LABEL: func.func @called(
// CHECK-SAME:    %[[X:.*]]: f32, %[[H:.*]]: f16
// CHECK:         call @erff(%[[X]]) : (f32) -> f32
// CHECK:         %[[WIDE:.*]] = arith.extf %[[H]] : f16 to f32
// CHECK:         %[[ROOT:.*]] = call @cbrtf(%[[WIDE]])
// CHECK:         arith.truncf %[[ROOT]] : f32 to f16
func.func @called(%x: f32, %h: f16) -> (f32, f16) {
  %0 = math.erf %x : f32
  %1 = math.cbrt %h : f16
  return %0, %1 : f32, f16
}

// CHECK-LABEL: func.func @lanes(
// CHECK-COUNT-2: call @acosh(%{{.*}}) : (f64) -> f64
// CHECK-NOT:     math.acosh
func.func @lanes(%x: vector<2xf64>) -> vector<2xf64> {
  %0 = math.acosh %x : vector<2xf64>
  return %0 : vector<2xf64>
}

// CHECK-LABEL: func.func @classes(
// CHECK:         llvm.intr.is.fpclass
// CHECK-SAME:      bit = 516
// CHECK:         llvm.intr.is.fpclass
// CHECK-SAME:      bit = 264
func.func @classes(%x: f64, %y: vector<4xf32>) -> (i1, vector<4xi1>) {
  %0 = math.isinf %x : f64
  %1 = math.isnormal %y : vector<4xf32>
  return %0, %1 : i1, vector<4xi1>
}

// CHECK-LABEL: func.func @clamped(
// CHECK-SAME:    %[[X:.*]]: f32, %[[LOW:.*]]: f32, %[[HIGH:.*]]: f32
// CHECK:         %[[Y:.*]] = arith.maximumf %[[X]], %[[LOW]]
// CHECK:         arith.minimumf %[[Y]], %[[HIGH]]
func.func @clamped(%x: f32, %low: f32, %high: f32) -> f32 {
  %0 = math.clampf %x to [%low, %high] : f32
  return %0 : f32
}

// convert-math-to-funcs lowers powers of these types.
// CHECK-LABEL: func.func @powers(
// CHECK-SAME:    %[[X:.*]]: f16, %[[N:.*]]: index
// CHECK:         %[[NN:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK:         %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK:         %[[POWER:.*]] = math.fpowi %[[WIDE]], %[[NN]] : f32, i64
// CHECK:         arith.truncf %[[POWER]] : f32 to f16
// CHECK:         math.ipowi %{{.*}}, %{{.*}} : i64
// CHECK:         arith.index_cast %{{.*}} : i64 to index
func.func @powers(%x: f16, %n: index) -> (f16, index) {
  %0 = math.fpowi %x, %n : f16, index
  %1 = math.ipowi %n, %n : index
  return %0, %1 : f16, index
}

// CHECK-LABEL: func.func @bytes(
// CHECK:         arith.bitcast %{{.*}} : f8E4M3FN to i8
// CHECK:         arith.bitcast %{{.*}} : i8 to f8E5M2
func.func @bytes(%x: f8E4M3FN) -> f8E5M2 {
  %0 = arith.extf %x : f8E4M3FN to f32
  %1 = arith.truncf %0 : f32 to f8E5M2
  return %1 : f8E5M2
}

// LLVM's conversion to bf16 is a call, or flushes denormals. A value of f64 would be rounded twice.
// CHECK-LABEL: func.func @bfloat16(
// CHECK-NOT:     arith.truncf {{.*}} : f32 to bf16
// CHECK:         arith.bitcast %{{.*}} : i16 to bf16
// CHECK:         arith.bitcast %{{.*}} : vector<4xi16> to vector<4xbf16>
// CHECK:         arith.truncf %{{.*}} : f64 to bf16
func.func @bfloat16(%x: f32, %v: vector<4xf32>, %d: f64) -> (bf16, vector<4xbf16>, bf16) {
  %0 = arith.truncf %x : f32 to bf16
  %1 = arith.truncf %v : vector<4xf32> to vector<4xbf16>
  %2 = arith.truncf %d : f64 to bf16
  return %0, %1, %2 : bf16, vector<4xbf16>, bf16
}

// What convert-to-llvm lowers stays.
// CHECK-LABEL: func.func @kept(
// CHECK:         math.exp
// CHECK:         math.isnan
// CHECK:         arith.extf %{{.*}} : bf16 to f32
func.func @kept(%x: f32, %y: bf16) -> (f32, i1, f32) {
  %0 = math.exp %x : f32
  %1 = math.isnan %x : f32
  %2 = arith.extf %y : bf16 to f32
  return %0, %1, %2 : f32, i1, f32
}
