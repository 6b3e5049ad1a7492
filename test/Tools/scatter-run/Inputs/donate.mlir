func.func @step(%k: tensor<4xf32> {scatter.name = "past.k"}, %v: tensor<4xf32> {scatter.name = "past.v"},
                %i: tensor<1x1xi64>, %u: tensor<1xf32>)
    -> (tensor<4xf32> {scatter.name = "present.k"}, tensor<4xf32> {scatter.name = "present.v"}) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%k : tensor<4xf32>) reduction(sum) -> tensor<4xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%v : tensor<4xf32>) reduction(sum) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
func.func @number(%n: index) -> index {
  return %n : index
}
func.func @keep(%old: tensor<4xf32>, %i: tensor<1x1xi64>, %u: tensor<1xf32>) -> tensor<8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%old : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.concat dim(0) %old, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @jax(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %b: tensor<4xf32> {jax.buffer_donor = true},
               %i: tensor<1x1xi64>, %u: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = linalg.add ins(%b, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
