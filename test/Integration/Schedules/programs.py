# ===- programs.py - random updates and their schedules -------------------===#
"""A case is a function with one update, perhaps with producers of its operands
and a consumer of its result, the arguments of a call, and a schedule."""

import numpy as np

from scripts import Schedule

DTYPES = {
    "i1": np.bool_,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "f32": np.float32,
    "f64": np.float64,
}
INDEX_DTYPES = {"i32": np.int32, "i64": np.int64, "ui32": np.uint32, "index": np.int64}
BOOLEAN_OPS = ["arith.andi", "arith.ori", "arith.xori"]
INTEGER_OPS = ["arith.addi", "arith.muli", "arith.xori", "arith.maxsi"]
FLOAT_OPS = ["arith.addf", "arith.mulf", "arith.subf", "arith.maximumf"]


def make_array(random, shape, element):
    if element.startswith("f"):
        return random.normal(0, 3, shape).astype(DTYPES[element])
    if element == "i1":
        return random.integers(0, 2, shape).astype(bool)
    return random.integers(-100, 100, shape).astype(DTYPES[element])


class Case(Schedule):
    """With `is_general` updates by tuples are scatter.generic when they are
    scheduled, which does not know which reductions have an order."""

    def __init__(self, random, is_general):
        self.random = random
        self.is_general = is_general
        self.is_slice = random.random() < 0.4
        self.is_static = random.random() < 0.4
        self.is_tensor = random.random() < 0.8
        self.element = str(random.choice(list(DTYPES)))
        self.rank = int(random.integers(1, 4))
        self.shape = [int(random.integers(1, 9)) for _ in range(self.rank)]
        self.shape[-1] = int(random.choice([self.shape[-1], random.integers(1, 40)]))
        self.parameters, self.lines, self.results = [], [], []
        self.promises_sizes = False
        if self.is_slice:
            self.make_slice()
        else:
            self.make_tuples()
        self.consumer = None
        if self.is_tensor and random.random() < 0.35:
            self.consumer = self.make_consumer()
        self.choose_schedule()

    def type(self, shape, element, is_static=None):
        is_static = self.is_static if is_static is None else is_static
        sizes = [str(s) if is_static else "?" for s in shape]
        kind = "tensor" if self.is_tensor else "memref"
        return f"{kind}<{'x'.join([*sizes, element])}>"

    def add_parameter(self, array, type):
        name = f"%p{len(self.parameters)}"
        self.parameters.append((name, type, array))
        return name

    def value(self):
        self.values = getattr(self, "values", 0) + 1
        return f"%v{self.values}"

    def emit(self, line):
        name = self.value()
        self.lines.append(f"{name} = {line}")
        return name

    def emit_empty(self, shape, element, like):
        """A tensor of the sizes of the value `like`, given with its type."""
        sizes = []
        if not self.is_static:
            for dim in range(len(shape)):
                at = self.emit(f"arith.constant {dim} : index")
                sizes.append(self.emit(f"tensor.dim {like[0]}, {at} : {like[1]}"))
        return self.emit(f"tensor.empty({', '.join(sizes)}) : {self.type(shape, element)}")

    def emit_elementwise(self, inputs, shape, element, body, tag):
        """A linalg.generic with inputs (value, type, element, map results). The
        first has the shape of the result."""
        rank = len(shape)
        dims = ", ".join(f"d{i}" for i in range(rank))
        maps = [results for *_, results in inputs] + [range(rank)]
        maps = ", ".join(
            f"affine_map<({dims}) -> ({', '.join(f'd{d}' for d in m)})>" for m in maps
        )
        iterators = ", ".join(['"parallel"'] * rank)
        type = self.type(shape, element)
        empty = self.emit_empty(shape, element, inputs[0])
        arguments = [f"%x{i}: {e}" for i, (_, _, e, _) in enumerate(inputs)]
        return self.emit(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
            f"ins({', '.join(v for v, *_ in inputs)} : {', '.join(t for _, t, *_ in inputs)}) "
            f"outs({empty} : {type}) attrs = {{{tag}}} {{\n"
            f"    ^bb0({', '.join(arguments)}, %old: {element}):\n"
            f"      {body}\n      linalg.yield %y : {element}\n    }} -> {type}"
        )  # fmt: skip

    def make_operand(self, shape, element, tag, may_have_producer):
        """An argument, or what a chain of elementwise ops makes of arguments."""
        random = self.random
        source = element
        if may_have_producer and element == "f32" and random.random() < 0.3:
            source = "i16"
        type = self.type(shape, source)
        value = self.add_parameter(make_array(random, shape, source), type)
        if not may_have_producer:
            return value
        rank = len(shape)
        if source != element:
            value = self.emit_elementwise(
                [(value, type, source, range(rank))], shape, element,
                f"%y = arith.sitofp %x0 : {source} to {element}", f"{tag} = 0 : i64",
            )  # fmt: skip
            if tag == "producer":
                self.last_producer = f"{tag} = 0 : i64"
        ops = FLOAT_OPS if element.startswith("f") else INTEGER_OPS
        ops = BOOLEAN_OPS if element == "i1" else ops
        for i in range(random.integers(0 if source != element else 1, 3)):
            inputs = [(value, self.type(shape, element), element, range(rank))]
            other = "%x0"
            if random.random() < 0.6:
                # Broadcast along some dimensions.
                dims = [d for d in range(rank) if random.random() < 0.6]
                sizes = [shape[d] for d in dims]
                type = self.type(sizes, element)
                argument = self.add_parameter(make_array(random, sizes, element), type)
                inputs.append((argument, type, element, dims))
                other = "%x1"
            value = self.emit_elementwise(
                inputs, shape, element,
                f"%y = {random.choice(ops)} %x0, {other} : {element}", f"{tag} = {i + 1} : i64",
            )  # fmt: skip
            if tag == "producer":
                self.last_producer = f"{tag} = {i + 1} : i64"
        return value

    def make_consumer(self):
        value, type = self.result
        rank = self.rank
        op = "arith.mulf" if self.element.startswith("f") else "arith.muli"
        result = self.emit_elementwise(
            [(value, type, self.element, range(rank))], self.shape, self.element,
            f"%y = {op} %x0, %x0 : {self.element}", "consumer",
        )  # fmt: skip
        self.result = (result, type)
        return result

    def finish_update(self, text, data_type, has_producer):
        if self.is_tensor:
            name = self.emit(f"{text} -> {data_type}")
            self.result = (name, data_type)
            self.results = [data_type]
        else:
            self.lines.append(text)
        self.has_producer = has_producer

    def make_slice(self):
        random = self.random
        entries, self.update_shape = [], list(self.shape)
        self.bounds = []
        is_constant = bool(random.random() < 0.5)
        axes = [d for d in range(self.rank) if random.random() < 0.7]
        random.shuffle(axes)
        for axis in axes:
            size = self.shape[axis]
            while True:
                start, stop = (int(random.integers(-size - 2, size + 3)) for _ in range(2))
                step = int(random.choice([1, 1, 1, 2, 3, -1, -2]))
                length = len(range(*slice(start, stop, step).indices(size)))
                # Ops that are known to write nothing are not tiled.
                if length > 0 or (not self.is_static and random.random() < 0.05):
                    break
            self.update_shape[axis] = length
            names = [start, stop, step]
            if not is_constant:
                names = [self.add_parameter(np.array(v, np.int64), "index") for v in names]
                self.bounds.append(names)
            entries.append(names)
        self.promises_sizes = bool(random.random() < 0.4) and not (self.is_static and is_constant)
        self.has_branch = not self.promises_sizes and not (self.is_static and is_constant)
        has_producer = self.is_tensor and random.random() < 0.6
        updates = self.make_operand(self.update_shape, self.element, "producer", has_producer)
        data = self.make_operand(self.shape, self.element, "init", self.is_tensor and random.random() < 0.2)
        bounds = [", ".join(str(e[i]) for e in entries) for i in range(3)]
        attributes = "sizes_match" if self.promises_sizes else ""
        self.finish_update(
            f"scatter.slice_scatter ins({updates} : {self.type(self.update_shape, self.element)}) "
            f"outs({data} : {self.type(self.shape, self.element)}) from [{bounds[0]}] to [{bounds[1]}] "
            f"step [{bounds[2]}] axes [{', '.join(map(str, axes))}] {{{attributes}}}",
            self.type(self.shape, self.element), has_producer,
        )  # fmt: skip

    def make_tuples(self):
        random = self.random
        # Updates without components are not tiled.
        self.depth = int(random.integers(1, self.rank + 1))
        self.batch = [int(random.integers(1, 9)) for _ in range(random.integers(0, 3))]
        self.policy = str(random.choice(["error", "error", "drop", "clamp", "undefined"]))
        self.negative = str(random.choice(["wrap", "wrap", "reject"]))
        self.reduction = str(random.choice(["none", "sum", "sub", "prod", "min", "max"]))
        index_type = str(random.choice(list(INDEX_DTYPES)))
        sizes = self.shape[: self.depth]
        slots = int(np.prod(sizes))
        count = int(np.prod(self.batch))
        self.is_unique = bool(count <= slots and random.random() < 0.4)
        if self.is_unique:
            chosen = random.permutation(slots)[:count]
            tuples = np.stack(np.unravel_index(chosen, sizes), -1)
        else:
            slack = 3 if self.policy in ("drop", "clamp") else 0
            low = [-s if self.negative == "wrap" else 0 for s in sizes]
            tuples = [random.integers(l - slack, s + slack, count) for l, s in zip(low, sizes)]
            tuples = np.stack(tuples, -1)
            if index_type == "ui32":
                tuples = np.abs(tuples) % sizes
        indices = tuples.reshape(*self.batch, self.depth).astype(INDEX_DTYPES[index_type])
        self.update_shape = self.batch + self.shape[self.depth :]
        index_type = self.type(indices.shape, index_type)
        self.indices = self.add_parameter(indices, index_type)
        self.promises_sizes = bool(random.random() < 0.4) and not self.is_static
        self.has_branch = self.policy == "error" or not (self.is_static or self.promises_sizes)
        has_producer = self.is_tensor and random.random() < 0.6
        updates = self.make_operand(self.update_shape, self.element, "producer", has_producer)
        data = self.make_operand(self.shape, self.element, "init", self.is_tensor and random.random() < 0.2)
        attributes = ["unique_indices"] * self.is_unique + ["sizes_match"] * self.promises_sizes
        self.finish_update(
            f"scatter.scatter_nd_update ins({self.indices}, {updates} : {index_type}, "
            f"{self.type(self.update_shape, self.element)}) outs({data} : {self.type(self.shape, self.element)}) "
            f"reduction({self.reduction}) out_of_bounds({self.policy}) "
            f"negative_indices({self.negative}) {{{', '.join(attributes)}}}",
            self.type(self.shape, self.element), has_producer,
        )  # fmt: skip

    def break_something(self, random):
        """Makes an argument wrong, where the case can report that."""
        if not self.has_branch:
            return
        if not self.is_slice and self.policy == "error":
            for name, _, array in self.parameters:
                if name == self.indices and array.size:
                    array.reshape(-1)[random.integers(array.size)] = 77
            return
        if self.is_slice and self.bounds:
            steps = [b[2] for b in self.bounds]
            for _, (name, _, array) in enumerate(self.parameters):
                if name in steps:
                    array[...] = 0

    def function(self, name):
        parameters = ", ".join(f"{n}: {t}" for n, t, _ in self.parameters)
        end = "return"
        if self.is_tensor:
            end = f"return {self.result[0]} : {self.result[1]}"
        return [
            f"  func.func private @{name}({parameters}) -> ({', '.join(self.results)}) {{",
            *(f"    {line}" for line in self.lines),
            f"    {end}",
            "  }",
        ]
