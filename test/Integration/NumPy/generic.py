# ===- generic.py - random scatter.generic against a loop in Python -------===#
"""Random programs of scatter.generic, compared bit for bit with the loop that
defines the op: any number of index operands, inputs and outs, any maps,
policies, regions, types, and static or dynamic sizes, by one and more threads,
with the checks in the op and split off, planned by scatter-plan or at random. Of
each program one op is then given indices that are out of bounds, and its report
is compared. With --in-process programs are compiled by the package scatter_mlir
and run several times each, with other sizes and elements: more cases in less
time.

usage: generic.py --bin=DIRECTORY [--cases=N] [--seed=N] DIRECTORY
       generic.py --in-process [--cases=N] [--seed=N]
"""

import argparse
import functools
import itertools
import pathlib
import random
import subprocess
import sys

import numpy as np

FLOATS = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
INTEGERS = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64}
DTYPES = {**FLOATS, **INTEGERS}
INDEX_TYPES = {"i32": np.int32, "i64": np.int64}
OPS_PER_PROGRAM = 8

# MLIR op -> the same on NumPy scalars.
FLOAT_OPS = {
    "arith.addf": lambda x, y: x + y,
    "arith.subf": lambda x, y: x - y,
    "arith.mulf": lambda x, y: x * y,
    "arith.divf": lambda x, y: x / y,
    "arith.maximumf": np.maximum,
    "arith.minimumf": np.minimum,
}
INTEGER_OPS = {
    "arith.addi": lambda x, y: x + y,
    "arith.subi": lambda x, y: x - y,
    "arith.muli": lambda x, y: x * y,
    "arith.andi": lambda x, y: x & y,
    "arith.xori": lambda x, y: x ^ y,
    "arith.maxsi": np.maximum,
    "arith.minsi": np.minimum,
}


def find_cast(source, target):
    """The MLIR op from type `source` to another one, `target`, or None where none is
    used."""
    bits = [8 * DTYPES[t]().itemsize for t in (source, target)]
    if source in FLOATS and target in FLOATS:
        return "arith.extf" if bits[0] < bits[1] else "arith.truncf"
    if source in INTEGERS and target in INTEGERS:
        return "arith.extsi" if bits[0] < bits[1] else "arith.trunci"
    return "arith.sitofp" if target in FLOATS else None


def convert(dtype, value):
    return np.asarray(value).astype(dtype)[()]


class Generic:
    """A random op: `text` is a function with %name operands, `arrays` its
    operands in order, and `run` the results by definition."""

    def __init__(self, rng):
        self.rng = rng
        self.batch, self.slice = rng.randint(0, 3), rng.randint(0, 2)
        self.depths = [rng.randint(0, 2) for _ in range(rng.choice([1, 1, 2]))]
        symbols = [("s", i) for i in range(sum(self.depths))]
        dims = [("d", i) for i in range(self.batch + self.slice)]
        self.size = {e: rng.randint(1, 5) for e in dims + symbols}
        if dims and rng.random() < 0.5:
            self.size[dims[-1]] = rng.randint(1, 40)
        if dims and rng.random() < 0.05:
            self.size[rng.choice(dims)] = 0
        in_slice = dims[self.batch :]
        self.maps = []
        inputs, outs = rng.randint(0, 3), rng.choice([1, 1, 2])
        for _ in range(inputs):
            self.maps.append(rng.sample(dims + symbols, rng.randint(0, min(3, len(dims + symbols)))))
        for out in range(outs):
            used = [e for e in symbols if rng.random() < 0.8]
            if out == outs - 1:
                used += [e for e in symbols if e not in used and all(e not in m for m in self.maps)]
            used += [e for e in dims[: self.batch] if rng.random() < 0.3]
            self.maps.append(rng.sample(used + in_slice, len(used + in_slice)))
        self.inputs, self.outs = inputs, outs
        self.types = [rng.choice(list(DTYPES)) for _ in self.maps]
        self.policies = [rng.choice(["error", "drop", "clamp", "undefined"]) for _ in self.depths]
        self.negative = [rng.choice(["wrap", "reject"]) for _ in self.depths]
        self.index_types = [rng.choice(list(INDEX_TYPES)) for _ in self.depths]
        self.is_static = rng.random() < 0.5
        self.plan = self.choose_plan() if rng.random() < 0.4 else ""
        self.make_arrays()
        self.make_region()

    def choose_plan(self):
        """A plan that the op may have, as text."""
        rng, outs = self.rng, self.maps[self.inputs :]
        in_all = set(outs[0]).intersection(*outs[1:])
        in_all -= {("d", i) for i in range(self.batch, self.batch + self.slice)}
        partitions = ["serial"]
        if in_all:
            partitions.append("buckets")
        if any(kind == "d" for kind, _ in in_all):
            partitions.append("chunks")
        if self.slice:
            partitions.append("slice")
        fields = [f"partition = {rng.choice(partitions)}"]
        fields.append(f"threads = <{rng.choice([1, 2, 3, 7, 16])}, bytes = 0>")
        if rng.random() < 0.5:
            fields.append(f"prefetch = <{rng.choice([1, 2, 16])}, data_bytes = 0>")
        if rng.random() < 0.5:
            fields.append(f"stores = <vector_bytes = {rng.choice([16, 32, 64, 256])}>")
        return f", plan = #scatter.plan<{', '.join(fields)}>"

    def redraw(self):
        """Other elements and, where the types allow it, other sizes."""
        if not self.is_static:
            for expression in self.size:
                limit = 5 if self.size[expression] <= 5 else 40
                self.size[expression] = self.rng.randint(1, limit)
        self.make_arrays()

    def make_arrays(self):
        random_array = np.random.default_rng(self.rng.getrandbits(32))
        batch = [self.size["d", i] for i in range(self.batch)]
        self.indices, first = [], 0
        for depth, policy, negative, element in zip(
            self.depths, self.policies, self.negative, self.index_types
        ):
            columns = []
            for j in range(first, first + depth):
                size, slack = self.size["s", j], 3 if policy in ("drop", "clamp") else 0
                low = -size if negative == "wrap" else 0
                columns.append(random_array.integers(low - slack, size + slack, batch))
            first += depth
            array = np.stack(columns, -1) if columns else np.zeros([*batch, 0])
            self.indices.append(array.astype(INDEX_TYPES[element]))
        self.arrays = []
        for expressions, element in zip(self.maps, self.types):
            shape = [self.size[e] for e in expressions]
            if element in FLOATS:
                array = random_array.standard_normal(shape)
            else:
                array = random_array.integers(-100, 100, shape)
            self.arrays.append(np.asarray(array).astype(DTYPES[element]))

    def make_region(self):
        """Lines of MLIR, and steps (name, function, operand names)."""
        rng, self.lines, self.steps = self.rng, [], []
        values = {t: [] for t in DTYPES}
        for i, element in enumerate(self.types):
            values[element].append(f"a{i}")

        def emit(element, line, function, operands):
            name = f"v{len(self.steps)}"
            self.lines.append(f"      %{name} = {line}")
            self.steps.append((name, function, operands))
            values[element].append(name)
            return name

        if self.batch + self.slice and rng.random() < 0.3:
            dim = rng.randrange(self.batch + self.slice)
            at = emit("i64", f"scatter.index {dim}", dim, None)
            values["i64"].remove(at)
            emit("i64", f"arith.index_cast %{at} : index to i64", np.int64, [at])
        for element in set(self.types):
            ops = FLOAT_OPS if element in FLOATS else INTEGER_OPS
            for _ in range(rng.randint(1, 3)):
                x, y = rng.choice(values[element]), rng.choice(values[element])
                op = rng.choice(list(ops))
                emit(element, f"{op} %{x}, %{y} : {element}", ops[op], [x, y])
            for other in set(self.types) - {element}:
                op = find_cast(other, element)
                if not op or rng.random() < 0.5:
                    continue
                x = rng.choice(values[other])
                cast = functools.partial(convert, DTYPES[element])
                emit(element, f"{op} %{x} : {other} to {element}", cast, [x])
        for element in set(self.types) & set(FLOATS):
            if rng.random() < 0.5:
                x, y = rng.choice(values[element]), rng.choice(values[element])
                name = f"v{len(self.steps)}"
                self.lines.append(f"      %{name} = arith.cmpf olt, %{x}, %{y} : {element}")
                self.steps.append((name, lambda x, y: x < y, [x, y]))
                emit(element, f"arith.select %{name}, %{x}, %{y} : {element}",
                     lambda c, x, y: x if c else y, [name, x, y])
        self.yields = [rng.choice(values[t]) for t in self.types[self.inputs :]]

    def type_of(self, array, element, is_index=False):
        sizes = list(map(str, array.shape)) if self.is_static else ["?"] * array.ndim
        if is_index:
            sizes[-1] = str(array.shape[-1])
        return f"tensor<{'x'.join([*sizes, element])}>"

    def operand_types(self):
        return [self.type_of(a, t, True) for a, t in zip(self.indices, self.index_types)] + [
            self.type_of(a, t) for a, t in zip(self.arrays, self.types)
        ]

    def text(self, names):
        """The op on operands `names`; its results are %name0, ... of the last."""
        dims = ", ".join(f"d{i}" for i in range(self.batch + self.slice))
        symbols = ", ".join(f"s{i}" for i in range(sum(self.depths)))
        maps = ", ".join(
            f"affine_map<({dims})[{symbols}] -> ({', '.join(f'{k}{i}' for k, i in m)})>"
            for m in self.maps
        )
        types, first = self.operand_types(), len(self.indices)

        def group(keyword, begin, end):
            if begin == end:
                return ""
            return f"{keyword}({', '.join(names[begin:end])} : {', '.join(types[begin:end])}) "

        last = first + self.inputs
        arguments = ", ".join(f"%a{i}: {t}" for i, t in enumerate(self.types))
        values = ", ".join(f"%{v}" for v in self.yields)
        results = ", ".join(self.types[self.inputs :])
        return "\n".join([
            f"    scatter.generic {{indexing_maps = [{maps}]{self.plan}}} "
            + group("indices", 0, first) + group("ins", first, last)
            + group("outs", last, len(names))
            + f"out_of_bounds [{', '.join(self.policies)}] "
            f"negative_indices [{', '.join(self.negative)}] {{",
            f"    ^bb0({arguments}):", *self.lines,
            f"      scatter.yield {values} : {results}",
            f"    }} -> {', '.join(types[last:])}",
        ])  # fmt: skip

    def components(self, at):
        """The components of the tuple at `at`, or None where it is dropped."""
        components = []
        for array, policy, negative in zip(self.indices, self.policies, self.negative):
            for index in map(int, array[at]):
                size = self.size["s", len(components)]
                if negative == "wrap" and index < 0:
                    index += size
                if policy == "clamp":
                    index = min(max(index, 0), size - 1)
                if not 0 <= index < size:
                    assert policy == "drop"
                    return None
                components.append(index)
        return components

    def break_indices(self):
        """Puts indices out of bounds. Returns what the report says, or None where the
        op has no index that is reported."""
        first, report = 0, None
        for number, (array, policy, negative) in enumerate(
            zip(self.indices, self.policies, self.negative)
        ):
            depth, first = array.shape[-1], first + array.shape[-1]
            if policy != "error" or array.size == 0 or self.rng.random() < 0.3:
                continue
            for _ in range(self.rng.randint(1, 2)):
                at = tuple(self.rng.randrange(n) for n in array.shape)
                size = self.size["s", first - depth + at[-1]]
                low = -size if negative == "wrap" else 0
                array[at] = self.rng.choice([size, size + 7, low - 1, low - 100])
            for at, index in np.ndenumerate(array):
                size = self.size["s", first - depth + at[-1]]
                low = -size if negative == "wrap" else 0
                if report is None and not low <= index < size:
                    tuple_number = np.ravel_multi_index(at[:-1], array.shape[:-1]) if at[:-1] else 0
                    operand = f" ('indices' operand {number})" if number else ""
                    expected = (
                        f"expected an index in [{low}, {size - 1}] for a dimension of size {size}"
                        if size else "expected no index into a dimension of size 0"
                    )  # fmt: skip
                    report = (
                        f"{operand}: error: 'indices' tuple {tuple_number}, component {at[-1]}: "
                        f"{expected}, found {index}\n"
                    )
        return report

    def run(self):
        arrays = [a.copy() for a in self.arrays]
        sizes = [self.size["d", i] for i in range(self.batch + self.slice)]
        for at in itertools.product(*map(range, sizes[: self.batch])):
            components = self.components(at)
            if components is None:
                continue
            for inner in itertools.product(*map(range, sizes[self.batch :])):
                position = {("d", i): p for i, p in enumerate(at + inner)}
                position.update({("s", i): p for i, p in enumerate(components)})
                places = [tuple(position[e] for e in m) for m in self.maps]
                values = {f"a{i}": a[p] for i, (a, p) in enumerate(zip(arrays, places))}
                for name, function, operands in self.steps:
                    if operands is None:
                        values[name] = position["d", function]
                    else:
                        values[name] = function(*(values[o] for o in operands))
                for out, value in enumerate(self.yields):
                    arrays[self.inputs + out][places[self.inputs + out]] = values[value]
        return arrays[self.inputs :]


def print_program(generics, attributes=""):
    """The program, and the number of its results."""
    lines, arguments, returned, types = [], [], [], []
    for number, generic in enumerate(generics):
        names = [f"%p{number}_{i}" for i in range(len(generic.operand_types()))]
        arguments += [f"{n}: {t}" for n, t in zip(names, generic.operand_types())]
        results = generic.operand_types()[-generic.outs :]
        count = f":{generic.outs}" if generic.outs > 1 else ""
        lines.append(f"    %r{number}{count} = {generic.text(names).lstrip()}")
        returned += [f"%r{number}" + (f"#{i}" if count else "") for i in range(generic.outs)]
        types += results
    return "\n".join([
        f"module{attributes} {{",
        f"func.func @main({', '.join(arguments)}) -> ({', '.join(types)}) {{", *lines,
        f"    return {', '.join(returned)} : {', '.join(types)}", "}", "}", ""
    ]), len(returned)  # fmt: skip


def run_program(options, generics, threads, is_split):
    """Returns the status and message of scatter-run, the results and the program."""
    folder = pathlib.Path(options.directory)
    text, count = print_program(generics)
    program = folder / "generic.mlir"
    program.write_text(text)
    if is_split:
        split = folder / "split.mlir"
        subprocess.run([f"{options.bin}/scatter-opt", "--scatter-split-checks", program,
                        "--mlir-print-debuginfo", "-o", split], check=True)  # fmt: skip
        program = split
    # Threads and prefetches however small the operands are.
    command = [f"{options.bin}/scatter-run", str(program), f"--threads={threads}",
               "--machine=parallel-bytes=0", "--machine=core-cache-bytes=4"]  # fmt: skip
    inputs = [array for generic in generics for array in generic.indices + generic.arrays]
    for i, array in enumerate(inputs):
        np.save(folder / f"in{i}.npy", array)
        command.append(f"--input={folder / f'in{i}.npy'}")
    outputs = [folder / f"out{i}.npy" for i in range(count)]
    for output in outputs:
        output.unlink(missing_ok=True)
        command.append(f"--output={output}")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    results = [np.load(output) if output.exists() else None for output in outputs]
    return done.returncode, done.stderr, results, text


def find_difference(generics, found):
    """What differs from the results by definition, or None."""
    expected = [array for generic in generics for array in generic.run()]
    for number, (want, have) in enumerate(zip(expected, found)):
        have = np.asarray(have)
        if want.tobytes() != have.tobytes() and not np.array_equal(want, have, equal_nan=True):
            return f"result {number}\nexpected\n{want}\nfound\n{have}"
    return None


MACHINE = (
    ' attributes {dlti.target_system_spec = #dlti.target_system_spec<"scatter" ='
    ' #dlti.target_device_spec<"parallel_bytes" = 0 : i64, "core_cache_bytes" = 4 : i64>>}'
)


def run_in_process(options, rng):
    import scatter_mlir

    done = 0
    while done < options.cases:
        generics = [Generic(rng) for _ in range(OPS_PER_PROGRAM)]
        threads = rng.choice([1, 1, 2, 3, 7, 16])
        text, _ = print_program(generics, MACHINE)
        program = scatter_mlir.compile(text, threads=threads)
        for draw in range(options.draws):
            if draw:
                for generic in generics:
                    generic.redraw()
            inputs = [array for generic in generics for array in generic.indices + generic.arrays]
            found = program(*inputs)
            found = found if isinstance(found, (tuple, list)) else [found]
            if difference := find_difference(generics, found):
                sys.exit(f"draw {draw}, {threads} threads, {difference}\n{text}")
            done += len(generics)
        if done // 10000 != (done - options.draws * len(generics)) // 10000:
            print(f"{done} cases agree", flush=True)
    print(f"{done} cases agree")


def check_report(options, generic, threads, is_split):
    report = generic.break_indices()
    if not report:
        return
    status, message, results, text = run_program(options, [generic], threads, is_split)
    if status != 2 or not message.endswith(report) or any(r is not None for r in results):
        sys.exit(f"status {status}, {threads} threads, split: {is_split}\n{text}"
                 f"expected\n{report}found\n{message}")  # fmt: skip


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin")
    parser.add_argument("--in-process", action="store_true")
    parser.add_argument("--draws", type=int, default=10)
    parser.add_argument("--cases", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("directory", nargs="?")
    options = parser.parse_args()
    np.seterr(all="ignore")
    rng = random.Random(options.seed)
    if options.in_process:
        return run_in_process(options, rng)
    pathlib.Path(options.directory).mkdir(parents=True, exist_ok=True)
    for first in range(0, options.cases, OPS_PER_PROGRAM):
        generics = [Generic(rng) for _ in range(OPS_PER_PROGRAM)]
        threads, is_split = rng.choice([1, 2, 3]), rng.random() < 0.5
        status, message, found, text = run_program(options, generics, threads, is_split)
        which = f"{threads} threads, split: {is_split}"
        if status:
            sys.exit(f"status {status}, {which}\n{text}{message}")
        if difference := find_difference(generics, found):
            sys.exit(f"{which}, {difference}\n{text}")
        check_report(options, rng.choice(generics), threads, is_split)
    print(f"{options.cases} cases agree")


if __name__ == "__main__":
    main()
