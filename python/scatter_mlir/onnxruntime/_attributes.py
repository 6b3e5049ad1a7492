# ===- _attributes.py - attributes of the ops of the domain ----------------===#

import onnx

from ._graph import get_subgraphs

DOMAIN = "scatter_mlir"

STRING, INT = onnx.AttributeProto.STRING, onnx.AttributeProto.INT
_KINDS = {STRING: "a string", INT: "an integer"}
#: The attributes of each op of the domain.
ATTRIBUTES = {
    "ScatterNDUpdate": {
        "reduction": STRING,
        "out_of_bounds": STRING,
        "negative_indices": STRING,
        "unique_indices": INT,
        "indices_are_sorted": INT,
        "threads": INT,
    },
    "ScatterElements": {
        "axis": INT,
        "reduction": STRING,
        "expand_indices": INT,
        "threads": INT,
    },
    "SliceScatter": {"threads": INT},
    "TensorScatter": {"axis": INT, "mode": STRING, "threads": INT},
}


def check_attributes(nodes):
    """Raises ValueError if an op of the domain has an attribute that it does not read.

    ONNX Runtime does not tell an op which attributes its node has.
    """
    for node in nodes:
        for inner in get_subgraphs(node):
            check_attributes(inner.node)
        if node.domain != DOMAIN or node.op_type not in ATTRIBUTES:
            continue
        allowed = ATTRIBUTES[node.op_type]
        for attribute in node.attribute:
            name = attribute.name
            output = node.output[0] if node.output else ""
            place = f"{node.op_type} of output '{output}', attribute '{name}'"
            if name not in allowed:
                expected = ", ".join(map(repr, allowed))
                raise ValueError(f"{place}: expected one of {expected}")
            if attribute.type != allowed[name]:
                found = onnx.AttributeProto.AttributeType.Name(attribute.type)
                raise ValueError(f"{place}: expected {_KINDS[allowed[name]]}, found {found}")
