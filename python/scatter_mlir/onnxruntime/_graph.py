# ===- _graph.py - names, types and uses in a graph -----------------------===#

import onnx

from ._constants import Constants


def get_subgraphs(node):
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.GRAPH:
            yield attribute.g
        yield from attribute.graphs


def has_strings(graph):
    """Whether values of a graph or a function are known to be strings."""
    string = onnx.TensorProto.STRING
    if isinstance(graph, onnx.GraphProto):
        values = *graph.input, *graph.value_info, *graph.output
        if any(value.type.tensor_type.elem_type == string for value in values):
            return True
        if any(tensor.data_type == string for tensor in graph.initializer):
            return True
    for node in graph.node:
        if node.op_type.startswith("String") or any(map(has_strings, get_subgraphs(node))):
            return True
        for attribute in node.attribute:
            if attribute.name in ("value_string", "value_strings"):
                return True
            if attribute.t.data_type == string:
                return True
            if node.op_type == "Cast" and attribute.name == "to" and attribute.i == string:
                return True
    return False


class Graph:
    """A graph whose nodes are replaced. `typed` is the same graph with inferred types.

    `strings` says whether values of unknown types may be strings. Names, uses and types
    are those of the nodes that are left.
    """

    def __init__(self, graph, typed, imports, threads, strings, outer=None):
        self.graph = graph
        self.imports = imports
        self.threads = threads
        self.may_be_strings = strings
        self.constants = Constants(typed, imports, outer and outer.constants)
        self.typed = typed
        self.nodes = list(graph.node)
        self.producers = {name: node for node in self.nodes for name in node.output}
        self.outers = (outer, *outer.outers) if outer else ()
        self.types = {
            value.name: value.type.tensor_type
            for value in (*typed.input, *typed.value_info, *typed.output)
        }
        for tensor in typed.initializer:
            shape = onnx.TensorShapeProto(
                dim=[onnx.TensorShapeProto.Dimension(dim_value=size) for size in tensor.dims]
            )
            kind = onnx.TypeProto.Tensor(elem_type=tensor.data_type, shape=shape)
            self.types.setdefault(tensor.name, kind)
        self.uses = {}
        self.names = outer.names if outer else set()
        self._count_uses(graph)
        self.new_nodes = {}

    def _count_uses(self, graph):
        """Counts the uses of names in `graph` and its subgraphs."""
        names = [value.name for value in graph.output]
        for node in graph.node:
            names += node.input
            self.names.update(node.output)
            for inner in get_subgraphs(node):
                self._count_uses(inner)
        for name in names:
            self.uses[name] = self.uses.get(name, 0) + 1
        self.names.update(names, (tensor.name for tensor in graph.initializer))
        self.names.update(tensor.values.name for tensor in graph.sparse_initializer)
        self.names.update(value.name for value in (*graph.input, *graph.value_info))

    def get_type(self, name):
        """Returns the inferred type of `name`, which may be empty."""
        for graph in (self, *self.outers):
            if name in graph.types:
                return graph.types[name]
        return onnx.TypeProto.Tensor()

    def drop_use(self, name):
        """Removes a use of `name`, and the node that makes it if it is unused."""
        self.uses[name] -= 1
        producer = self.producers.get(name)
        if producer is None or any(self.uses.get(n) for n in producer.output):
            return
        self.new_nodes[id(producer)] = []
        for used in producer.input:
            if used:
                self.drop_use(used)

    def make_name(self, name):
        while name in self.names:
            name += "_"
        self.names.add(name)
        return name

    def rebuild(self):
        nodes = []
        for node in self.nodes:
            nodes.extend(self.new_nodes.get(id(node), [node]))
        # What is an input too is a default value of the input.
        inputs = {value.name for value in self.graph.input}
        initializers = [
            tensor
            for tensor in self.graph.initializer
            if self.uses.get(tensor.name) != 0 or tensor.name in inputs
        ]
        for field, kept in (("node", nodes), ("initializer", initializers)):
            graph = onnx.GraphProto(**{field: kept})
            self.graph.ClearField(field)
            self.graph.MergeFrom(graph)
