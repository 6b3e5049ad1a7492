# ===- program.py - one conformance vector as an MLIR program -------------===#
"""Writes the function `@update` that applies a vector's op to its arguments.

A form is a kind (tensor, memref) and a shaping. With static shaping all
shapes and bounds are in the IR, with dynamic shaping every dimension is `?` and
each start, stop and step is an argument of type index.
"""

import itertools

KINDS = ("tensor", "memref")
SHAPINGS = ("static", "dynamic")
ENTRY = "update"


class Program:
    """The text of the module and its arguments, as (name, values, shape, element
    type) in the order of the signature."""

    def __init__(self, op, vector, kind, shaping, element_type, index_type):
        self.kind = kind
        self.entry = ENTRY
        self.shaping = shaping
        self.arguments = [
            ("data", vector["data"], vector["data_shape"], element_type)
        ]
        if op == "scatter_nd_update":
            inputs, clauses = self._scatter_nd_update(vector, index_type)
        else:
            inputs, clauses = [], self._slice_scatter(vector)
        updates = ("updates", vector["updates"], vector["updates_shape"], element_type)
        # Shaped operands come before the scalars of run-time bounds.
        scalars = self.arguments[1:]
        self.arguments[1:] = inputs + [updates] + scalars
        self._parts = op, inputs + [updates], clauses

    @property
    def text(self):
        """The function, with the name that `entry` has."""
        return self._function(*self._parts)

    def _scatter_nd_update(self, vector, index_type):
        clauses = [
            f"{name}({vector[name]})"
            for name in ("reduction", "out_of_bounds", "negative_indices")
            if name in vector
        ]
        shape = vector["indices_shape"]
        return [("indices", vector["indices"], shape, index_type)], clauses

    def _slice_scatter(self, vector):
        clauses = [
            f"{keyword} [{', '.join(self._bounds(name, vector[name]))}]"
            for keyword, name in (("from", "start"), ("to", "stop"), ("step", "step"))
        ]
        if vector["axes"] is not None:
            clauses.append(f"axes [{', '.join(map(str, vector['axes']))}]")
        return clauses

    def _bounds(self, name, values):
        if self.shaping == "static":
            return [str(value) for value in values]
        names = [f"{name}{i}" for i in range(len(values))]
        self.arguments += [(n, [v], [], "index") for n, v in zip(names, values)]
        return ["%" + n for n in names]

    def type_of(self, argument):
        _, _, shape, element_type = argument
        if element_type == "index":
            return "index"
        sizes = ["?"] * len(shape) if self.shaping == "dynamic" else map(str, shape)
        return f"{self.kind}<{'x'.join(itertools.chain(sizes, [element_type]))}>"

    def _function(self, op, inputs, clauses):
        def operands(arguments):
            names = ", ".join("%" + argument[0] for argument in arguments)
            types = ", ".join(map(self.type_of, arguments))
            return f"({names} : {types})"

        data = self.arguments[0]
        parameters = ", ".join(f"%{a[0]}: {self.type_of(a)}" for a in self.arguments)
        call = f"scatter.{op} ins{operands(inputs)}\n      outs{operands([data])}"
        call = "\n      ".join([call] + ([" ".join(clauses)] if clauses else []))
        result = self.type_of(data)
        if self.kind == "memref":
            head, body, end = "", call, "return"
        else:
            head = f" -> {result}"
            body, end = f"%result = {call} -> {result}", f"return %result : {result}"
        return f"func.func @{self.entry}({parameters}){head} {{\n  {body}\n  {end}\n}}\n"
