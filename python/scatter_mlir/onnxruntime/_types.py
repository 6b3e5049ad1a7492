# ===- _types.py - types of values in a model -----------------------------===#

import onnx

from ._graph import get_subgraphs


def infer_types(model):
    """Returns the graph with the types that ONNX can infer."""
    try:
        return onnx.shape_inference.infer_shapes(model).graph
    except Exception:  # The model has more than 2 GB, or unknown ops.
        return model.graph


def _get_key(function):
    return function.domain, function.name, function.overload


def _find_calls(graph, keys, outer=None):
    """Yields (key, types of the inputs) for each call in a graph with inferred types."""
    types = dict(outer or {})
    types.update(
        (value.name, value.type.tensor_type)
        for value in (*graph.input, *graph.value_info, *graph.output)
    )
    types.update(
        (tensor.name, onnx.TypeProto.Tensor(elem_type=tensor.data_type))
        for tensor in graph.initializer
    )
    none = onnx.TypeProto.Tensor()
    for node in graph.node:
        key = node.domain, node.op_type, node.overload
        if key in keys:
            yield key, [types.get(name, none) for name in node.input]
        for inner in get_subgraphs(node):
            yield from _find_calls(inner, keys, types)


def _merge(types):
    """Returns the type of a value in each of several calls."""
    if len(types) == 1:
        return types[0]
    elements = {each.elem_type for each in types}
    return onnx.TypeProto.Tensor(elem_type=elements.pop() if len(elements) == 1 else 0)


def _make_body(function, calls):
    """Returns the nodes of a function as a graph, whose inputs have the types that they
    have in all calls."""
    body = onnx.GraphProto(node=function.node, name=function.name)
    for position, name in enumerate(function.input):
        value = body.input.add(name=name)
        types = [call[position] for call in calls if position < len(call)]
        if len(types) == len(calls) > 0 and (kind := _merge(types)).elem_type:
            value.type.tensor_type.CopyFrom(kind)
    body.output.extend(onnx.ValueInfoProto(name=name) for name in function.output)
    return body


def make_bodies(model, typed):
    """Yields each function of `model`, its nodes as a graph, and this graph with the
    types that follow from the calls. `typed` is the graph of the model with types."""
    pending = {_get_key(function): function for function in model.functions}
    calls = {key: [] for key in pending}

    def add_calls(graph):
        for key, types in _find_calls(graph, calls):
            calls[key].append(types)

    add_calls(typed)
    while pending:
        called = {
            key
            for function in pending.values()
            for key, _ in _find_calls(onnx.GraphProto(node=function.node), pending)
        }
        # Callers first. In a model that is not valid, functions may call each other.
        ready = [key for key in pending if key not in called] or list(pending)
        for key in ready:
            function = pending.pop(key)
            body = _make_body(function, calls[key])
            part = onnx.ModelProto(
                ir_version=model.ir_version,
                graph=body,
                opset_import=function.opset_import,
                functions=model.functions,
            )
            typed_body = infer_types(part)
            add_calls(typed_body)
            yield function, body, typed_body
