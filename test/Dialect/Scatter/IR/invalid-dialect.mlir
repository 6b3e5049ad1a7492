// RUN: scatter-opt %s -split-input-file -verify-diagnostics

// Messages on internal ops and on the attribute scatter.name.

func.func @unknown_violation(%a: i64) {
  // expected-error @+1 {{expected index, index_reject, index_unsigned, zero_step, shape or operand, found size}}
  scatter.report size %a, %a, %a, %a
  return
}

// -----

func.func @violation_missing(%a: i64) {
  // expected-error @+1 {{expected valid keyword}}
  scatter.report %a, %a, %a, %a
  return
}

// -----

func.func @not_a_violation_of_an_index(%i: memref<8xi64>, %o: index, %a: i64) {
  // expected-error @+1 {{'scatter.report_invalid_index' op expected index, index_reject or index_unsigned, found shape}}
  scatter.report_invalid_index shape %i[%o] batch() strides() dims(%a) stride %a : memref<8xi64>
  return
}

// -----

func.func @strides_missing(%i: memref<8xi64>, %o: index, %a: i64) {
  // expected-error @+1 {{'scatter.report_invalid_index' op expected 2 strides (as sizes of 'batch'), found 1}}
  scatter.report_invalid_index index %i[%o] batch(%a, %a) strides(%a) dims(%a) stride %a : memref<8xi64>
  return
}

// -----

func.func @indices_of_another_width(%i: memref<8xi16>, %o: index, %a: i64) {
  // expected-error @+1 {{operand #0 must be 1-D memref with stride 1}}
  scatter.report_invalid_index index %i[%o] batch() strides() dims(%a) stride %a : memref<8xi16>
  return
}

// -----

func.func @indices_with_stride(%i: memref<8xi64, strided<[2]>>, %o: index, %a: i64) {
  // expected-error @+1 {{operand #0 must be 1-D memref with stride 1}}
  scatter.report_invalid_index index %i[%o] batch() strides() dims(%a) stride %a : memref<8xi64, strided<[2]>>
  return
}

// -----

gpu.module @device {
  gpu.func @report_on_a_device(%i: memref<8xi64>, %o: index, %a: i64) kernel {
    // expected-error @+1 {{expected an op that reports violations in a function of the host, found it in 'gpu.module'}}
    scatter.report_invalid_index index %i[%o] batch() strides() dims(%a) stride %a : memref<8xi64>
    gpu.return
  }
}

// -----

// expected-error @+1 {{attribute 'scatter.name': expected a string, found 3 : i64}}
func.func @argument_name_is_a_number(%a: i64 {scatter.name = 3}) {
  return
}

// -----

// expected-error @+1 {{unknown attribute 'scatter.nmae' of the scatter dialect, expected 'scatter.name'}}
func.func @misspelt_argument_attribute(%a: i64 {scatter.nmae = "a"}) {
  return
}

// -----

// expected-error @+1 {{attribute 'scatter.name': expected a string, found unit}}
func.func @result_name_without_value(%a: i64) -> (i64 {scatter.name}) {
  return %a : i64
}

// -----

// expected-error @+1 {{unknown attribute 'scatter.foo' of the scatter dialect, expected 'scatter.name'}}
func.func @unknown_result_attribute(%a: i64) -> (i64 {scatter.foo}) {
  return %a : i64
}

// -----

func.func @copy_of_another_type(%n: index, %u: memref<?xf32>, %d: memref<?xi32>) {
  // expected-error @+1 {{failed to verify that all of {target, source} have same element type}}
  scatter.copy_row %n, %u[%n] to %d[%n] : memref<?xf32>, memref<?xi32>
  return
}

// -----

func.func @copy_with_stride(%n: index, %u: memref<?xf32, strided<[2]>>, %d: memref<?xf32>) {
  // expected-error @+1 {{operand #1 must be 1-D memref with stride 1}}
  scatter.copy_row %n, %u[%n] to %d[%n] : memref<?xf32, strided<[2]>>, memref<?xf32>
  return
}

// -----

func.func @buckets_of_no_index(%i: memref<8xi64>, %b: memref<8xindex>, %e: memref<16xi64>, %n: index) {
  // expected-error @+1 {{'scatter.fill_buckets' op expected index, index_reject or index_unsigned, found shape}}
  scatter.fill_buckets shape %n tuples of %i[%n] by %n, %n dims(%n) strides(%n) origin %n into %n buckets of 10 outs(%b[%n], %e[%n]) : memref<8xi64>, memref<8xindex>, memref<16xi64>
  return
}

// -----

func.func @buckets_without_strides(%i: memref<8xi64>, %b: memref<8xindex>, %e: memref<16xi64>, %n: index) {
  // expected-error @+1 {{'scatter.fill_buckets' op expected 2 strides (as sizes in 'dims'), found 1}}
  scatter.fill_buckets index %n tuples of %i[%n] by %n, %n dims(%n, %n) strides(%n) origin %n into %n buckets of 10 outs(%b[%n], %e[%n]) : memref<8xi64>, memref<8xindex>, memref<16xi64>
  return
}

// -----

func.func @updates_beyond_an_entry(%i: memref<8xi64>, %b: memref<8xindex>, %e: memref<16xi32>, %u: memref<8xf16>, %n: index) {
  // expected-error @+1 {{'scatter.fill_buckets' op 'updates': expected rows of at most 32 bits, half an entry, found 48}}
  scatter.fill_buckets index %n tuples of %i[%n] by %n, %n dims(%n) strides(%n) origin %n into %n buckets of 10 outs(%b[%n], %e[%n]) updates(%u[%n] by %n) {update_length = 3} : memref<8xi64>, memref<8xindex>, memref<16xi32>, memref<8xf16>
  return
}

// -----

// expected-error @+1 {{attribute 'scatter.donated': expected no value or the number of one of 1 results, found 1 : i64}}
func.func @donated_to_no_result(%a: tensor<4xf32> {scatter.donated = 1}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{attribute 'scatter.donated': expected no value or the number of one of 1 results, found "a"}}
func.func @donated_to_a_name(%a: tensor<4xf32> {scatter.donated = "a"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{attribute 'scatter.donated': expected it on a tensor or memref, found argument 0}}
func.func @donated_number(%a: i64 {scatter.donated}) -> i64 {
  return %a : i64
}
