// The gradient of an embedding table: the row of every token of a text gets
// the gradient that came back for that token. Tokens repeat, so rows are summed.

func.func @accumulate(%table: tensor<50257x768xf32>, %tokens: tensor<?x1xi64>,
                      %gradients: tensor<?x768xf32>) -> tensor<50257x768xf32> {
  %sum = scatter.scatter_nd_update
      ins(%tokens, %gradients : tensor<?x1xi64>, tensor<?x768xf32>)
      outs(%table : tensor<50257x768xf32>)
      reduction(sum) -> tensor<50257x768xf32>
  return %sum : tensor<50257x768xf32>
}
