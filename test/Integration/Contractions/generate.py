# ===- generate.py - sums of products in two ways -------------------------===#
#
# usage: generate.py > FILE.mlir
#
# Each function makes two results of the same sums: one is computed by vectors,
# the other, whose body uses linalg.index, by loops over scalars. It returns how
# many elements differ in a bit.
#
# ===----------------------------------------------------------------------===#

# Name, indexing maps of both factors and of the result in the loops b (batch),
# m (rows), n (columns), k, l (reductions), and iterator types.
FORMS = {
    "matmul": ("mn k: m k; k n; m n", "pp r"),
    "transposed": ("mn k: m k; n k; m n", "pp r"),
    "batch": ("bmn k: b m k; b k n; b m n", "ppp r"),
    "batch_transposed": ("bmn k: b m k; b n k; b m n", "ppp r"),
    "two_sums": ("mn kl: m k l; l k n; m n", "pp rr"),
    "vector_matrix": ("n k: k; k n; n", "p r"),
    "matrix_vector": ("m k: m k; k; m", "p r"),
    "outer_last": ("nm k: m k; k n; n m", "pp r"),
}

# Sizes of loops, elements of the factors and the result.
CASES = [
    ("matmul", dict(m=1, n=64, k=64), "f32", "f32"),
    ("matmul", dict(m=19, n=37, k=6), "f32", "f32"),
    ("matmul", dict(m=8, n=32, k=1100), "f32", "f32"),
    ("matmul", dict(m=3, n=200, k=21), "f32", "f32"),
    ("matmul", dict(m="?", n=33, k="?"), "f32", "f32"),
    ("matmul", dict(m=17, n=1, k=250), "f32", "f32"),
    ("matmul", dict(m=9, n=21, k=24), "f64", "f64"),
    ("matmul", dict(m=9, n=21, k=24), "f16", "f32"),
    ("matmul", dict(m=9, n=70, k=7), "i8", "i32"),
    ("matmul", dict(m=5, n=18, k=48), "i64", "i64"),
    ("transposed", dict(m=1, n=70, k=70), "f32", "f32"),
    ("transposed", dict(m=10, n=35, k=16), "f32", "f32"),
    ("transposed", dict(m=10, n=70, k=70), "i8", "i8"),
    ("transposed", dict(m="?", n=35, k="?"), "f64", "f64"),
    ("batch", dict(b=3, m=10, n=35, k=16), "f32", "f32"),
    ("batch", dict(b="?", m="?", n=16, k=20), "f32", "f32"),
    ("batch_transposed", dict(b=3, m=1, n=40, k=40), "f32", "f32"),
    ("two_sums", dict(m=5, n=35, k=9, l=3), "f32", "f32"),
    ("vector_matrix", dict(n=300, k=30), "f32", "f32"),
    ("matrix_vector", dict(m=67, k=70), "f32", "f32"),
    ("outer_last", dict(m=21, n=12, k=17), "f32", "f32"),
]
UNKNOWN = 23


def shape(loops, sizes, element):
    return "tensor<" + "".join(f"{sizes[i]}x" for i in loops) + element + ">"


def emit_data(name, loops, sizes, element, seed):
    """A tensor with numbers that are rounded when they are multiplied."""
    type = shape(loops, sizes, element)
    map = f"affine_map<({', '.join(loops)}) -> ({', '.join(loops)})>"
    kinds = ", ".join(['"parallel"'] * len(loops))
    unknown = ", ".join("%unknown" for i in loops if sizes[i] == "?")
    print(f"  %{name}_memory = tensor.empty({unknown}) : {type}")
    print(f"  %{name} = linalg.generic {{indexing_maps = [{map}],")
    print(f"      iterator_types = [{kinds}]}} outs(%{name}_memory : {type}) {{")
    print(f"    ^bb0(%o: {element}):")
    print(f"      %s0 = arith.constant {seed} : index")
    for i, loop in enumerate(loops):
        print(f"      %i{i} = linalg.index {i} : index")
        print(f"      %f{i} = arith.constant {7 + 6 * i} : index")
        print(f"      %p{i} = arith.muli %i{i}, %f{i} : index")
        print(f"      %s{i + 1} = arith.addi %s{i}, %p{i} : index")
    print("      %modulus = arith.constant 101 : index")
    print(f"      %rest = arith.remui %s{len(loops)}, %modulus : index")
    if element.startswith("i"):
        print(f"      %value = arith.index_cast %rest : index to {element}")
    else:
        print("      %integer = arith.index_cast %rest : index to i32")
        print(f"      %number = arith.sitofp %integer : i32 to {element}")
        print(f"      %third = arith.constant 0.337 : {element}")
        print(f"      %value = arith.mulf %number, %third : {element}")
    print(f"      linalg.yield %value : {element}")
    print(f"    }} -> {type}")


def emit_sum(name, maps, kinds, sizes, factor, element, is_scalar):
    loops = "".join(dict.fromkeys("".join(maps)))
    ordered = kinds[0]
    text = ", ".join(
        f"affine_map<({', '.join(ordered)}) -> ({', '.join(map)})>" for map in maps
    )
    names = {"p": '"parallel"', "r": '"reduction"'}
    iterators = ", ".join(names[i] for i in kinds[1])
    left, right, result = (
        shape(map, sizes, e) for map, e in zip(maps, (factor, factor, element))
    )
    kind = "i" if element.startswith("i") else "f"
    assert set(loops) == set(ordered)
    print(f"  %{name} = linalg.generic {{indexing_maps = [{text}],")
    print(f"      iterator_types = [{iterators}]}}")
    print(f"      ins(%a, %b : {left}, {right}) outs(%c : {result}) {{")
    print(f"    ^bb0(%x: {factor}, %y: {factor}, %z: {element}):")
    x, y = "%x", "%y"
    if factor != element:
        widen = "extsi" if kind == "i" else "extf"
        for v in "xy":
            print(f"      %{v}w = arith.{widen} %{v} : {factor} to {element}")
        x, y = "%xw", "%yw"
    print(f"      %p = arith.mul{kind} {x}, {y} : {element}")
    print(f"      %s = arith.add{kind} %z, %p : {element}")
    if is_scalar:
        print("      %i = linalg.index 0 : index")
        print("      %least = arith.constant -1 : index")
        print("      %is = arith.cmpi ne, %i, %least : index")
        print(f"      %r = arith.select %is, %s, %z : {element}")
        print(f"      linalg.yield %r : {element}")
    else:
        print(f"      linalg.yield %s : {element}")
    print(f"    }} -> {result}")


def emit_case(number, form, sizes, factor, element):
    text, kinds = FORMS[form]
    loops, maps = text.split(": ")
    kinds = (loops.replace(" ", ""), kinds.replace(" ", ""))
    maps = [map.replace(" ", "") for map in maps.split("; ")]
    print(f"func.func private @case{number}(%unknown: index) -> i64 {{")
    emit_data("a", maps[0], sizes, factor, 3)
    emit_data("b", maps[1], sizes, factor, 50)
    emit_data("c", maps[2], sizes, element, 11)
    emit_sum("vectors", maps, kinds, sizes, factor, element, False)
    emit_sum("scalars", maps, kinds, sizes, factor, element, True)
    result = shape(maps[2], sizes, element)
    map = f"affine_map<({', '.join(maps[2])}) -> ({', '.join(maps[2])})>"
    to_one = f"affine_map<({', '.join(maps[2])}) -> ()>"
    iterators = ", ".join(['"reduction"'] * len(maps[2]))
    bits = element.replace("f", "i")
    print("  %zero = arith.constant dense<0> : tensor<i64>")
    print(f"  %count = linalg.generic {{indexing_maps = [{map}, {map}, {to_one}],")
    print(f"      iterator_types = [{iterators}]}}")
    print(f"      ins(%vectors, %scalars : {result}, {result})")
    print("      outs(%zero : tensor<i64>) {")
    print(f"    ^bb0(%x: {element}, %y: {element}, %n: i64):")
    print(f"      %i = arith.bitcast %x : {element} to {bits}")
    print(f"      %j = arith.bitcast %y : {element} to {bits}")
    print(f"      %d = arith.cmpi ne, %i, %j : {bits}")
    print("      %one = arith.extui %d : i1 to i64")
    print("      %next = arith.addi %n, %one : i64")
    print("      linalg.yield %next : i64")
    print("    } -> tensor<i64>")
    print("  %result = tensor.extract %count[] : tensor<i64>")
    print("  return %result : i64")
    print("}")


def main():
    for number, (form, sizes, factor, element) in enumerate(CASES):
        emit_case(number, form, sizes, factor, element)
    count = len(CASES)
    print("func.func @main(%unknown: index) -> i64 {")
    print("  %s0 = arith.constant 0 : i64")
    for i in range(count):
        print(f"  %c{i} = call @case{i}(%unknown) : (index) -> i64")
        print(f"  %s{i + 1} = arith.addi %s{i}, %c{i} : i64")
    print(f"  return %s{count} : i64")
    print("}")


if __name__ == "__main__":
    main()
