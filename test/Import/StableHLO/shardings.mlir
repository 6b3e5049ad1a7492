// RUN: scatter-opt --allow-unregistered-dialect --scatter-import --split-input-file --verify-diagnostics %s | FileCheck %s

// JAX writes how arrays are divided among devices, also for one device.
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty_mesh"}> : () -> ()

// CHECK-NOT: sdy
// CHECK-LABEL: func @constraint(%arg0: tensor<4xf32>)
// CHECK-NEXT: return %arg0
func.func @constraint(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@empty_mesh, [{}]>}) -> tensor<4xf32> {
  %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@empty_mesh, [{}]>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{'sdy.all_gather': expected an op that can be converted}}
  %0 = "sdy.all_gather"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
