# ===- attack.py - writes sources that try to exhaust a compiler ----------===#
#
# attack.py DIRECTORY   writes one file for each entry of SOURCES
#
# Every source is small or nests deeply. What reads it needs a stack, memory or
# time that grows with the depth, or doubles with it.
#
# ===----------------------------------------------------------------------===#

import os
import sys


def chain(define, count, body):
    """`count` definitions, each in terms of the one before, and their use."""
    lines = [define(i) for i in range(count)]
    return "\n".join([*lines, body(count - 1)]) + "\n"


def attribute_chain(count, copies=1):
    def define(i):
        parts = [f"#a{i - 1}" if i else "0"] * copies
        return f"#a{i} = [{', '.join(parts)}]"

    return chain(define, count, lambda last: f"module attributes {{x.y = #a{last}}} {{}}")


def type_chain(count, copies=1):
    def define(i):
        parts = [f"!t{i - 1}" if i else "i1"] * copies
        return f"!t{i} = tuple<{', '.join(parts)}>"

    return chain(
        define,
        count,
        lambda last: f"func.func @f(%a: !t{last}) -> !t{last} {{ return %a : !t{last} }}",
    )


def function_type_chain(count):
    def define(i):
        part = f"!f{i - 1}" if i else "i1"
        return f"!f{i} = ({part}) -> ({part})"

    return chain(define, count, lambda last: f"func.func @f(%a: !f{last}) {{ return }}")


def location_chain(form, count):
    def define(i):
        inner = f"#l{i - 1}" if i else '"x":1:1'
        return f"#l{i} = loc({form.format(inner)})"

    return chain(
        define, count, lambda last: f"func.func @f() {{ return loc(#l{last}) }}"
    )


def affine_sum(count):
    terms = " + ".join(["d0", *(f"s0 floordiv {i + 2}" for i in range(count))])
    return affine(terms)


def affine_division(count):
    return affine("d0" + " floordiv 3 mod 1048576" * count)


def affine(expression):
    return (
        "func.func @f(%a: index, %b: index) -> index {\n"
        f"  %r = affine.apply affine_map<(d0)[s0] -> ({expression})>(%a)[%b]\n"
        "  return %r : index\n}\n"
    )


def brackets(opening, count):
    return "func.func @f(%a: " + opening * count


def regions(count):
    return (
        "func.func @f(%c: i1) {\n"
        + "scf.if %c {\n" * count
        + "}\n" * count
        + "return }\n"
    )


def sum_of_operands(count):
    lines = [f"%v{i + 1} = arith.addi %v{i}, %v{i} : i32" for i in range(count)]
    return (
        "func.func @f(%v0: i32) -> i32 {\n"
        + "\n".join(lines)
        + f"\nreturn %v{count} : i32 }}\n"
    )


SOURCES = {
    "attributes-300000": lambda: attribute_chain(300000),
    "types-20000": lambda: type_chain(20000),
    "types-300000": lambda: type_chain(300000),
    "function-types-20000": lambda: function_type_chain(20000),
    "fused-locations-100000": lambda: location_chain("fused[{0}]", 100000),
    "names-of-locations-100000": lambda: location_chain('"n"({0})', 100000),
    "call-sites-300000": lambda: location_chain('callsite("f" at {0})', 300000),
    "affine-sum-20000": lambda: affine_sum(20000),
    "affine-division-100000": lambda: affine_division(100000),
    "brackets-300000": lambda: brackets("tuple<", 300000),
    "signs-300000": lambda: affine("-" * 300000 + "d0"),
    "regions-20000": lambda: regions(20000),
    "types-doubled-26": lambda: type_chain(26, copies=2),
    "types-doubled-64": lambda: type_chain(64, copies=2),
    "attributes-doubled-64": lambda: attribute_chain(64, copies=2),
    "sum-2000": lambda: sum_of_operands(2000),
}


if __name__ == "__main__":
    for name, make in SOURCES.items():
        with open(os.path.join(sys.argv[1], name + ".mlir"), "w") as file:
            file.write(make())
