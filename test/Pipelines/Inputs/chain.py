"""usage: chain.py N: prints N updates in a row by one index tensor."""

import sys

print("func.func @main(%i: tensor<64x1xi64>, %u: tensor<64x8xf32>, %r0: tensor<99x8xf32>) -> tensor<99x8xf32> {")
count = int(sys.argv[1])
for n in range(count):
    print(
        f"  %r{n + 1} = scatter.scatter_nd_update ins(%i, %u : tensor<64x1xi64>, tensor<64x8xf32>) "
        f"outs(%r{n} : tensor<99x8xf32>) reduction(sum) -> tensor<99x8xf32>"
    )
print(f"  return %r{count} : tensor<99x8xf32>\n}}")
