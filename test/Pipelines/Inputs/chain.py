"""usage: chain.py N KIND: prints N updates in a row. KIND is 'static' or
'dynamic' for the same updates at one index tensor, 'arguments' for dynamic ones
that are an argument each, 'indices' for an index tensor each, and 'tensors' for
an index tensor and a tensor each."""

import sys

count, kind = int(sys.argv[1]), sys.argv[2]
if kind == "static":
    indices, updates, data = "tensor<64x1xi64>", "tensor<64x8xf32>", "tensor<99x8xf32>"
else:
    indices, updates, data = "tensor<?x1xi64>", "tensor<?x?xf32>", "tensor<?x?xf32>"
index_names = [f"%i{n if kind in ('indices', 'tensors') else 0}" for n in range(count)]
update_names = [f"%u{n if kind == 'arguments' else 0}" for n in range(count)]
arguments = [f"{name}: {indices}" for name in dict.fromkeys(index_names)]
arguments += [f"{name}: {updates}" for name in dict.fromkeys(update_names)]
data_names = [f"%d{n}" if n == 0 or kind == "tensors" else f"%r{n - 1}" for n in range(count)]
arguments += [f"{name}: {data}" for name in data_names if name.startswith("%d")]
results = [f"%r{n}" for n in range(count)] if kind == "tensors" else [f"%r{count - 1}"]
types = ", ".join([data] * len(results))
print(f"func.func @main({', '.join(arguments)}) -> ({types}) {{")
for n in range(count):
    print(
        f"  %r{n} = scatter.scatter_nd_update ins({index_names[n]}, {update_names[n]} : {indices}, {updates}) "
        f"outs({data_names[n]} : {data}) reduction(sum) -> {data}"
    )
print(f"  return {', '.join(results)} : {types}\n}}")
