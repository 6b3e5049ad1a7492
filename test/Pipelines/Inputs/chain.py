"""usage: chain.py N KIND: prints N updates in a row. KIND is 'static' or
'dynamic' for the same updates at one index tensor, 'arguments' for dynamic ones
that are an argument each, and 'indices' for an index tensor each."""

import sys

count, kind = int(sys.argv[1]), sys.argv[2]
if kind == "static":
    indices, updates, data = "tensor<64x1xi64>", "tensor<64x8xf32>", "tensor<99x8xf32>"
else:
    indices, updates, data = "tensor<?x1xi64>", "tensor<?x?xf32>", "tensor<?x?xf32>"
index_names = [f"%i{n if kind == 'indices' else 0}" for n in range(count)]
update_names = [f"%u{n if kind == 'arguments' else 0}" for n in range(count)]
arguments = [f"{name}: {indices}" for name in dict.fromkeys(index_names)]
arguments += [f"{name}: {updates}" for name in dict.fromkeys(update_names)]
print(f"func.func @main({', '.join(arguments)}, %r0: {data}) -> {data} {{")
for n in range(count):
    print(
        f"  %r{n + 1} = scatter.scatter_nd_update ins({index_names[n]}, {update_names[n]} : {indices}, {updates}) "
        f"outs(%r{n} : {data}) reduction(sum) -> {data}"
    )
print(f"  return %r{count} : {data}\n}}")
