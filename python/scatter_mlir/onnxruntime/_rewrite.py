# ===- _rewrite.py - updates of a model as custom ops ---------------------===#

import onnx
from onnx import helper

from scatter_mlir._threads import check_threads

from ._attributes import DOMAIN, INT, STRING, check_attributes
from ._constants import find_box
from ._graph import Graph, get_subgraphs, has_strings
from ._types import infer_types, make_bodies

_REDUCTIONS = {"none": "none", "add": "sum", "mul": "prod", "min": "min", "max": "max"}

# The ops that are replaced, and their attributes.
_ATTRIBUTES = {
    "ScatterND": {"reduction": STRING},
    "ScatterElements": {"axis": INT, "reduction": STRING},
    "Scatter": {"axis": INT},
    "TensorScatter": {"axis": INT, "mode": STRING},
}


def rewrite(model, *, threads=None):
    """A copy of an ONNX model whose updates are ops of the domain scatter_mlir.

    `model` is a `ModelProto`, the bytes of one, or a path. ScatterND becomes
    ScatterNDUpdate, or SliceScatter where its tuples are known to be those of a
    slice; transposes around such a slice are left out. TensorScatter and
    ScatterElements keep their names; the indices of ScatterElements are not expanded
    along the dimensions beside the axis, where the model does. Subgraphs and
    functions of the model are rewritten too, strings are left alone. A ValueError names
    an attribute that an op of the domain in the model does not have.

    `threads` says among how many threads of the session an update may be divided;
    otherwise it is what SCATTER_NUM_THREADS says, or one.
    """
    threads = check_threads(threads) or 0
    if isinstance(model, onnx.ModelProto):
        copy = onnx.ModelProto()
        copy.CopyFrom(model)
        model = copy
    elif isinstance(model, (bytes, bytearray, memoryview)):
        model = onnx.load_from_string(bytes(model))
    else:
        model = onnx.load(model)
    imports = {entry.domain: entry.version for entry in model.opset_import}
    for nodes in (model.graph.node, *(function.node for function in model.functions)):
        check_attributes(nodes)
    typed = infer_types(model)
    bodies = list(make_bodies(model, typed))
    strings = any(map(has_strings, (typed, *model.functions)))
    changed = _Rewriter(model.graph, typed, imports, threads, strings).rewrite()
    for function, body, typed_body in bodies:
        own = {entry.domain: entry.version for entry in function.opset_import}
        if _Rewriter(body, typed_body, own, threads, strings).rewrite():
            del function.node[:]
            function.node.extend(body.node)
            if DOMAIN not in own:
                function.opset_import.append(helper.make_opsetid(DOMAIN, 1))
            changed = True
    if changed and DOMAIN not in imports:
        model.opset_import.append(helper.make_opsetid(DOMAIN, 1))
    return model


def _invert(perm):
    return [perm.index(i) for i in range(len(perm))]


class _Rewriter(Graph):
    """Replaces the updates of a graph."""

    def rewrite(self):
        """Rewrites the graph. Returns whether anything was replaced."""
        changed = False
        # Backwards, so that nodes that become unused are found.
        options = self.imports, self.threads, self.may_be_strings, self
        for node, typed in reversed(list(zip(self.nodes, self.typed.node))):
            if id(node) in self.new_nodes:
                continue
            for inner, inner_typed in zip(get_subgraphs(node), get_subgraphs(typed)):
                changed |= _Rewriter(inner, inner_typed, *options).rewrite()
            changed |= self._replace(node)
        if self.new_nodes:
            self.rebuild()
        return changed

    def _replace(self, node):
        if node.domain not in ("", "ai.onnx"):
            return False
        attributes = {a.name: a for a in node.attribute}
        if any(a.ref_attr_name for a in node.attribute):
            return False
        if not self._is_valid(node, attributes):
            return False
        if node.op_type == "TensorScatter":
            node.domain = DOMAIN
        elif node.op_type == "ScatterND":
            reduction = "none"
            if "reduction" in attributes:
                reduction = attributes["reduction"].s.decode()
            if reduction not in _REDUCTIONS:
                return False
            box = find_box(self.constants.get(node.input[1]))
            if reduction == "none" and box:
                self._replace_slice(node, box)
                return True
            del node.attribute[:]
            node.op_type, node.domain = "ScatterNDUpdate", DOMAIN
            node.attribute.append(
                helper.make_attribute("reduction", _REDUCTIONS[reduction])
            )
        elif node.op_type in ("ScatterElements", "Scatter"):
            if not self._replace_elements(node, attributes):
                return False
        else:
            return False
        if self.threads:
            node.attribute.append(helper.make_attribute("threads", self.threads))
        return True

    def _is_valid(self, node, attributes):
        """Whether `node` is an update as ONNX defines it, and not one of strings.

        Loading the model reports what is wrong with others.
        """
        if node.op_type not in _ATTRIBUTES or len(node.output) != 1:
            return False
        allowed = _ATTRIBUTES[node.op_type]
        if any(a.type != allowed.get(name) for name, a in attributes.items()):
            return False
        least = 2 if node.op_type == "TensorScatter" else 3
        if not least <= len(node.input) <= 3 or not all(node.input[:least]):
            return False
        place = 2 if node.op_type == "TensorScatter" else 1
        if place < len(node.input):
            kind = self.get_type(node.input[place]).elem_type
            if kind not in (0, onnx.TensorProto.INT32, onnx.TensorProto.INT64):
                return False
            if kind == onnx.TensorProto.INT32 and node.op_type == "ScatterND":
                return False
        others = node.input[0], node.input[3 - place], node.output[0]
        kinds = {self.get_type(name).elem_type for name in others} - {0}
        if not kinds:
            return not self.may_be_strings
        return onnx.TensorProto.STRING not in kinds

    def _replace_elements(self, node, attributes):
        """Makes ScatterElements an op of the domain. Returns whether it did."""
        reduction = "none"
        if "reduction" in attributes:
            reduction = attributes["reduction"].s.decode()
        kind = self.get_type(node.input[1]).elem_type
        if reduction not in _REDUCTIONS or not kind:
            return False
        axis = attributes["axis"].i if "axis" in attributes else 0
        indices, source = node.input[1], None
        if kind != onnx.TensorProto.INT64:
            indices = self.make_name(f"{indices}_int64")
            to = onnx.TensorProto.INT64
            cast = helper.make_node("Cast", [node.input[1]], [indices], to=to)
            self.new_nodes[id(node)] = [cast, node]
        elif (source := self._find_unexpanded(node, axis)) is not None:
            indices = source
            self.uses[source] = self.uses.get(source, 0) + 1
            self.drop_use(node.input[1])
        node.input[1] = indices
        del node.attribute[:]
        node.op_type, node.domain = "ScatterElements", DOMAIN
        node.attribute.append(helper.make_attribute("axis", axis))
        node.attribute.append(helper.make_attribute("reduction", _REDUCTIONS[reduction]))
        if source is not None:
            node.attribute.append(helper.make_attribute("expand_indices", 1))
        return True

    def _find_unexpanded(self, node, axis):
        """Returns what the indices of `node` are expanded from, or None.

        Only if it has size 1 along all dimensions but the axis, and is expanded to the
        shape of the updates. The op expands size 1 along the axis too.
        """
        _, indices, updates = node.input
        expand = self.producers.get(indices)
        if expand is None or expand.op_type != "Expand" or expand.domain:
            return None
        source, shape = expand.input
        dims = self.get_type(source).shape.dim
        wanted = self.get_type(updates).shape.dim
        if not dims or len(dims) != len(wanted):
            return None
        axis %= len(dims)
        if any(dim.dim_value != 1 for i, dim in enumerate(dims) if i != axis):
            return None
        producer = self.producers.get(shape)
        if producer is not None and producer.op_type == "Shape" and not producer.domain:
            # Of what the updates are; slices of the shape have attributes.
            if producer.input[0] == updates and not producer.attribute:
                return source
        found = self.get_type(indices).shape.dim

        def is_same(one, other):
            if one.HasField("dim_value") or other.HasField("dim_value"):
                return one.dim_value == other.dim_value and other.HasField("dim_value")
            return bool(one.dim_param) and one.dim_param == other.dim_param

        if len(found) == len(wanted) and all(map(is_same, found, wanted)):
            return source
        return None

    def _replace_slice(self, node, box):
        data, indices, updates = node.input
        axes = list(range(len(box[0])))
        nodes = []
        output = node.output[0]
        around = self._find_transposes(node)
        if around:
            before, after, perm = around
            data, output = before.input[0], after.output[0]
            self.uses[data] += 1
            axes = [perm[axis] for axis in axes]
            updates = self._transpose(updates, _invert(perm), nodes)
        constants = []
        for part, values in zip(("start", "stop", "step", "axes"), (*box, axes)):
            name = self.make_name(f"{output}_{part}")
            tensor = helper.make_tensor(name, onnx.TensorProto.INT64, [len(axes)], values)
            nodes.append(helper.make_node("Constant", [], [name], value=tensor))
            constants.append(name)
        options = {"threads": self.threads} if self.threads else {}
        nodes.append(
            helper.make_node(
                "SliceScatter",
                [data, updates, *constants],
                [output],
                name=node.name,
                domain=DOMAIN,
                **options,
            )
        )
        # The result of a transposed slice is defined where the last node was.
        self.new_nodes[id(around[1] if around else node)] = nodes
        if around:
            self.new_nodes[id(node)] = []
            self.drop_use(around[0].output[0])
        self.drop_use(indices)

    def _find_transposes(self, node):
        """Returns (before, after, perm) of transposes around `node` that cancel, or None."""
        before = self.producers.get(node.input[0])
        if before is None or before.op_type != "Transpose" or before.domain:
            return None
        if self.uses.get(node.output[0]) != 1:
            return None
        # Of several, those in new_nodes have been left out.
        users = (n for n in self.nodes if node.output[0] in n.input)
        after = next((n for n in users if id(n) not in self.new_nodes), None)
        if after is None or after.op_type != "Transpose" or after.domain:
            return None
        perm, back = self._get_perm(before), self._get_perm(after)
        if perm is None or back != _invert(perm):
            return None
        return before, after, perm

    def _get_perm(self, node):
        for attribute in node.attribute:
            if attribute.name == "perm" and not attribute.ref_attr_name:
                return list(attribute.ints)
        return None

    def _transpose(self, name, perm, nodes):
        """Returns `name` with its dimensions permuted by `perm`. Adds a node if needed."""
        producer = self.producers.get(name)
        if producer is not None and producer.op_type == "Transpose":
            if not producer.domain and self._get_perm(producer) == _invert(perm):
                self.uses[producer.input[0]] += 1
                self.drop_use(name)
                return producer.input[0]
        result = self.make_name(f"{name}_transposed")
        nodes.append(helper.make_node("Transpose", [name], [result], perm=perm))
        return result
