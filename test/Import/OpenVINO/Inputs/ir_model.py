"""OpenVINO IR as text: layers, edges between them and weights."""

import struct

PRECISIONS = {"f32": "FP32", "i64": "I64", "i32": "I32", "boolean": "BOOL"}


def port(number, element, shape):
    """Sizes that are ranges in a shape are unknown at ports."""
    sizes = [size if isinstance(size, int) else -1 for size in shape]
    dims = "".join(f"<dim>{size}</dim>" for size in sizes)
    return f'<port id="{number}" precision="{PRECISIONS.get(element, element)}">{dims}</port>'


class Model:
    """Layers, of which others read the first output; edges are made from the
    layers read."""

    def __init__(self, version=11):
        self.version = version
        self.layers, self.edges, self.outputs, self.weights = [], [], [], b""

    def add(self, kind, element, sizes, *sources, name=None, version="opset1", count=1, **data):
        number = len(self.layers)
        name = f"l{number}" if name is None else name
        attributes = "".join(f' {key}="{value}"' for key, value in data.items())
        inputs = "".join(port(i, *self.outputs[s][:2]) for i, s in enumerate(sources))
        ports = range(len(sources), len(sources) + (count if element else 0))
        output = "".join(port(i, element, sizes) for i in ports)
        self.layers.append(
            f'<layer id="{number}" name="{name}" type="{kind}" version="{version}">'
            f"<data{attributes}/><input>{inputs}</input><output>{output}</output></layer>"
        )
        for i, source in enumerate(sources):
            from_port = self.outputs[source][2]
            self.edges.append(
                f'<edge from-layer="{source}" from-port="{from_port}" to-layer="{number}" to-port="{i}"/>'
            )
        self.outputs.append((element, sizes, len(sources)))
        return number

    def parameter(self, name, element, shape):
        sizes = ",".join(map(str, shape))
        return self.add("Parameter", element, shape, name=name, shape=sizes, element_type=element)

    def const(self, values, element="i64"):
        code = {"f32": "f", "i64": "q", "i32": "i"}[element]
        content = struct.pack(f"<{len(values)}{code}", *values)
        data = {"element_type": element, "shape": len(values)}
        data |= {"offset": len(self.weights), "size": len(content)}
        self.weights += content
        return self.add("Const", element, [len(values)], **data)

    def result(self, source, name="y"):
        self.add("Result", None, None, source, name=name)
        return self

    def __str__(self):
        layers, edges = "\n".join(self.layers), "\n".join(self.edges)
        return (
            f'<?xml version="1.0"?>\n<net name="n" version="{self.version}">\n<layers>\n{layers}\n'
            f"</layers>\n<edges>\n{edges}\n</edges>\n</net>\n"
        )
