# ===- _constants.py - constant folding in a model ------------------------===#

import math

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator

# The ops that exporters use to compute indices.
_OPS = frozenset(
    "Add Cast Concat Constant ConstantOfShape Equal Expand Flatten Gather Identity "
    "Mul Range Reshape Shape Slice Squeeze Sub Transpose Unsqueeze Where".split()
)


#: The elements of a value that is computed. Those of more are no constants of a slice.
_MAX_SIZE = 1 << 24


def _get_size(node, inputs):
    """Returns how many elements the result of an op has at most."""
    shapes = [value.shape for value in inputs]
    if node.op_type == "ConstantOfShape":
        return math.prod(map(int, inputs[0]))
    if node.op_type == "Expand":
        return math.prod(np.broadcast_shapes(shapes[0], tuple(map(int, inputs[1]))))
    if node.op_type == "Range":
        start, limit, delta = (value.item() for value in inputs)
        return (limit - start) // delta + 1
    if node.op_type == "Gather":
        axis = next((a.i for a in node.attribute if a.name == "axis"), 0)
        return inputs[0].size // max(shapes[0][axis], 1) * inputs[1].size
    if node.op_type in ("Add", "Equal", "Mul", "Sub", "Where"):
        return math.prod(np.broadcast_shapes(*shapes))
    return sum(value.size for value in inputs)


class Constants:
    """The constant values of a graph, evaluated on demand."""

    def __init__(self, graph, imports, outer=None):
        self._outer = outer
        self._imports = imports
        self._values = {}
        names = {value.name for value in graph.input}
        self._initializers = {
            tensor.name: tensor
            for tensor in graph.initializer
            if tensor.name not in names
        }
        self._nodes = {name: node for node in graph.node for name in node.output}
        self._local = names | set(self._nodes)
        self._shapes = {
            value.name: value.type.tensor_type.shape
            for value in (*graph.input, *graph.value_info, *graph.output)
            if value.type.tensor_type.HasField("shape")
        }

    def get(self, name):
        """Returns the value of `name` as a NumPy array, or None if it is not constant."""
        if name in self._initializers:
            tensor = self._initializers[name]
            # The data may not have been loaded.
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                return None
            return onnx.numpy_helper.to_array(tensor)
        if name not in self._local:
            return self._outer.get(name) if self._outer else None
        if name not in self._values:
            # Ends the recursion if a graph refers to itself.
            self._values[name] = None
            self._values[name] = self._evaluate(name)
        return self._values[name]

    def _evaluate(self, name):
        node = self._nodes.get(name)
        if node is None or node.domain not in ("", "ai.onnx") or node.op_type not in _OPS:
            return None
        if node.op_type == "Shape":
            return self._get_shape(node)
        inputs = {n: self.get(n) for n in node.input if n}
        if any(value is None for value in inputs.values()):
            return None
        try:
            if _get_size(node, [inputs[n] for n in node.input if n]) > _MAX_SIZE:
                return None
            (result,) = ReferenceEvaluator(node, opsets=self._imports).run(None, inputs)
        except Exception:  # Loading the model reports the error.
            return None
        return np.asarray(result)

    def _get_shape(self, node):
        dims = getattr(self._shapes.get(node.input[0]), "dim", None)
        if dims is None or not all(dim.HasField("dim_value") for dim in dims):
            return None
        options = {attribute.name: attribute.i for attribute in node.attribute}
        sizes = [dim.dim_value for dim in dims]
        return np.array(sizes[options.get("start", 0) : options.get("end")], np.int64)


def find_box(indices):
    """Returns (start, stop, step) if the tuples are those of a slice in row-major
    order.

    There is one entry per component, with positive steps. Returns None for other
    tuples.
    """
    if indices is None or indices.ndim < 2 or not indices.size:
        return None
    *sizes, count = indices.shape
    if len(sizes) != count:
        return None
    start = indices[(0,) * count]
    bounds = []
    expected = np.empty_like(indices)
    for dim, size in enumerate(sizes):
        line = np.moveaxis(indices[..., dim], dim, 0).reshape(size, -1)[:, 0]
        step = int(line[1] - line[0]) if size > 1 else 1
        first, end = int(start[dim]), int(start[dim]) + size * step
        # A slice from a negative start cannot continue through index 0.
        if step <= 0 or first < 0 and end - step >= 0:
            return None
        shape = [1] * count
        shape[dim] = size
        expected[..., dim] = np.arange(first, end, step).reshape(shape)
        last = end - step
        bounds.append((first, last + 1 if last != -1 else np.iinfo(np.int64).max, step))
    if not np.array_equal(indices, expected):
        return None
    return tuple(zip(*bounds))
