"""Small models that are written by hand: write_models.py FOLDER.

Those of WRONG are to be refused.
"""

import os
import struct
import sys

from ir_model import Model


def dynamic_shape():
    """An input in the shape of another one, of sizes known at run time."""
    model = Model()
    x = model.parameter("x", "f32", (-1, 3))
    u = model.parameter("u", "f32", (-1, 2))
    shape = model.add("ShapeOf", "i64", (2,), x, version="opset3", output_type="i64")
    r = model.add("Reshape", "f32", (-1, 3), u, shape, name="r", special_zero="false")
    total = model.add("Add", "f32", (-1, 3), x, r)
    axis = model.const([1])
    return model.result(model.add("ReduceMax", "f32", (-1,), total, axis, keep_dims="false"))


def unary(kind="ReLU", shape=(4, 3), element="f32", **options):
    model = Model()
    x = model.parameter("x", element, shape)
    return model.result(model.add(kind, element, shape, x, name="n", **options))


def scatter_nd(version="opset15", updates=(2, 3), indices=(2, 1), index="i64", **data):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    i = model.parameter("i", index, indices)
    u = model.parameter("u", "f32", updates)
    n = model.add("ScatterNDUpdate", "f32", (4, 3), x, i, u, name="n", version=version, **data)
    return model.result(n)


def slice_scatter(updates=(4, 2), start=(1,), stop=(3,), step=(1,), axes=(1,)):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    u = model.parameter("u", "f32", updates)
    bounds = [model.const(list(each)) for each in (start, stop, step, axes)]
    n = model.add("SliceScatter", "f32", (4, 3), x, u, *bounds, name="n", version="opset15")
    return model.result(n)


def slice_at_run():
    """Bounds and axes that are inputs."""
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    u = model.parameter("u", "f32", (4, 2))
    bounds = [model.parameter(name, "i64", (1,)) for name in ("start", "stop", "step", "axes")]
    n = model.add("SliceScatter", "f32", (4, 3), x, u, *bounds, name="n", version="opset15")
    return model.result(n)


def two_axes_at_run():
    """Two axes that are inputs."""
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    u = model.parameter("u", "f32", (2, 1))
    bounds = [model.const(each) for each in ([0, 0], [2, 1], [1, 1])]
    axes = model.parameter("axes", "i64", (2,))
    n = model.add("SliceScatter", "f32", (4, 3), x, u, *bounds, axes, name="n", version="opset15")
    return model.result(n)


def elements(axis=0, updates=(2, 3), **data):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    i = model.parameter("i", "i64", (2, 3))
    u = model.parameter("u", "f32", updates)
    a = model.const([axis])
    n = model.add(
        "ScatterElementsUpdate", "f32", (4, 3), x, i, u, a, name="n", version="opset12", **data
    )
    return model.result(n)


def scatter_update(updates=(4, 2)):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    i = model.parameter("i", "i32", (2,))
    u = model.parameter("u", "f32", updates)
    n = model.add(
        "ScatterUpdate", "f32", (4, 3), x, i, u, model.const([1]), name="n", version="opset3"
    )
    return model.result(n)


def constant(**changes):
    model = Model()
    x = model.parameter("x", "f32", (3,))
    data = {"element_type": "f32", "shape": "3", "offset": 0, "size": 12} | changes
    model.weights = struct.pack("<3f", 1, 2, 3)
    w = model.add("Const", "f32", (3,), name="w", **data)
    return model.result(model.add("Add", "f32", (3,), x, w, name="n"))


def no_bounds():
    """A slice without bounds and axes, which OpenVINO gives a size of 1 byte."""
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    data = {"element_type": "i64", "shape": "0", "offset": 0, "size": 1}
    bounds = [model.add("Const", "i64", [0], **data) for _ in range(4)]
    return model.result(model.add("Slice", "f32", (4, 3), x, *bounds, name="n", version="opset8"))


def squeeze_unknown():
    """An axis that is left if its size is not 1, which is not known."""
    model = Model()
    x = model.parameter("x", "f32", ("?", 3))
    axes = model.const([0])
    options = {"version": "opset15", "allow_axis_skip": "true"}
    return model.result(model.add("Squeeze", "f32", (3,), x, axes, name="n", **options))


def strided_slice(strides=(1, 1), **masks):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    bounds = [model.const(list(each)) for each in ((0, 0), (1, 1), strides)]
    return model.result(model.add("StridedSlice", "f32", (-1, -1), x, *bounds, name="n", **masks))


def parts(*lengths):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    axis, sizes = model.const([0]), model.const(list(lengths))
    count = len(lengths)
    return model.result(model.add("VariadicSplit", "f32", (-1, 3), x, axis, sizes, name="n", count=count))


def top_k(count, **options):
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    k = model.const([count])
    return model.result(model.add("TopK", "f32", (-1, 3), x, k, name="n", count=2, axis="0", **options))


def folded():
    """A Reshape to a shape that is computed from that of the input."""
    model = Model(version=10)
    x = model.parameter("x", "f32", (4, 3))
    sizes = model.add("ShapeOf", "i64", (2,), x, version="opset3", output_type="i64")
    product = model.add("ReduceProd", "i64", (1,), sizes, model.const([0]), keep_dims="true")
    n = model.add("Reshape", "f32", (12,), x, product, special_zero="false")
    return model.result(n)


def broadcast_indices():
    model = Model()
    x = model.parameter("x", "f32", (4, 3))
    i = model.parameter("i", "i64", (2, 1))
    u = model.parameter("u", "f32", (2, 3))
    rows = model.add(
        "Broadcast", "i64", (2, 3), i, model.const([2, 3]), version="opset3", mode="bidirectional"
    )
    n = model.add(
        "ScatterElementsUpdate", "f32", (4, 3), x, rows, u, model.const([0]), version="opset12",
        reduction="max",
    )  # fmt: skip
    return model.result(n)


GOOD = {
    "scatter_nd": scatter_nd(reduction="sum"),
    "slice_scatter": slice_scatter(),
    "scatter_update": scatter_update(),
    "elements": elements(reduction="sum", use_init_val="false"),
    "broadcast_indices": broadcast_indices(),
    "folded": folded(),
    "dynamic_shape": dynamic_shape(),
    "slice_at_run": slice_at_run(),
    "two_axes_at_run": two_axes_at_run(),
    "same_result": unary().result(1, "z"),
    "no-bounds": no_bounds(),
    "smallest-bounds": slice_scatter((4, 2), (-1,), (-(2**63),), (-2,)),
}

PLAIN = str(unary())
WRONG = {
    "unknown-op": unary("NonMaxSuppression"),
    "unknown-opset": unary(version="opset99"),
    "no-opset": unary(version="extension"),
    "old-op": scatter_nd("opset2"),
    "body": PLAIN.replace('type="ReLU"', 'type="Loop"'),
    "wrong-reduction": scatter_nd(reduction="avg"),
    "early-reduction": scatter_nd("opset4", reduction="sum"),
    "wrong-boolean": elements(reduction="sum", use_init_val="maybe"),
    "wrong-updates": scatter_nd(updates=(2, 2)),
    "wrong-index": scatter_nd(index="f32"),
    "wrong-axis": elements(axis=2),
    "wrong-kind": unary("Exp", element="i64"),
    "wrong-slice": slice_scatter((4, 1)),
    "zero-step": slice_scatter(step=(0,)),
    "repeated-axis": slice_scatter((4, 2), (0, 0), (1, 1), (1, 1), (1, -1)),
    "uneven-bounds": slice_scatter(stop=(1, 2)),
    "wrong-shape-of-update": scatter_update((2, 4)),
    "few-inputs": unary("Add"),
    "no-attribute": unary("Convert"),
    "squeeze-without-axes": unary("Squeeze", ("?", 3)),
    "skipped-axis": squeeze_unknown(),
    "range-of-constant": constant(shape="3..3,2.."),
    "no-range": PLAIN.replace('shape="4,3"', 'shape="..,3"'),
    "reversed-range": PLAIN.replace('shape="4,3"', 'shape="4..2,3"'),
    "two-ellipses": strided_slice(ellipsis_mask="1,1"),
    "zero-stride": strided_slice(strides=(1, 0)),
    "top-by-index": top_k(2, mode="max", sort="index"),
    "top-of-more": top_k(5, mode="max", sort="value"),
    "two-rests": parts(-1, -1),
    "uneven-parts": parts(3, 2),
    "wrong-element": unary("Convert", destination_type="f8e4m3"),
    "string": PLAIN.replace('element_type="f32"', 'element_type="string"'),
    "below-8-bits": constant(element_type="u4"),
    "unknown-rank": PLAIN.replace('shape="4,3"', 'shape="..."'),
    "rank": PLAIN.replace('shape="4,3"', 'shape="' + "1," * 999 + '1"'),
    "rank-constant": constant(shape="1," * 999 + "1", size=4),
    "huge": PLAIN.replace('shape="4,3"', f'shape="{2**40},{2**40}"'),
    "huge-constant": constant(shape=f"{2**62},4"),
    "wrong-size": constant(size=16),
    "negative-offset": constant(offset=-1),
    "far-offset": constant(offset=4),
    "largest-offset": constant(offset=2**64 - 1),
    "weights-elsewhere": constant(),
    "wrong-broadcast": constant(shape="2", size=8),
    "pdpd": str(constant()).replace("Add\" version=\"opset1\"><data", "Add\" version=\"opset1\"><data auto_broadcast=\"pdpd\""),
    "other-port": PLAIN.replace('from-layer="0" from-port="0"', 'from-layer="0" from-port="7"'),
    "other-input": PLAIN.replace('to-layer="1" to-port="0"', 'to-layer="1" to-port="3"'),
    "other-layer": PLAIN.replace('from-layer="0"', 'from-layer="9"'),
    "no-edge": PLAIN.replace('<edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>', ""),
    "two-edges": PLAIN.replace("<edges>", '<edges><edge from-layer="0" from-port="0" to-layer="1" to-port="0"/>'),
    "cycle": PLAIN.replace('from-layer="0" from-port="0"', 'from-layer="1" from-port="1"'),
    "parameter-with-input": PLAIN.replace('type="ReLU"', 'type="Parameter"'),
    "same-id": PLAIN.replace('<layer id="1"', '<layer id="0"'),
    "no-id": PLAIN.replace('<layer id="1"', "<layer"),
    "wrong-dim": PLAIN.replace("<dim>3</dim>", "<dim>three</dim>"),
    "wrong-precision": PLAIN.replace('id="1" precision="FP32"', 'id="1" precision="FP16"'),
    "other-shape": PLAIN.replace('<port id="1" precision="FP32"><dim>4', '<port id="1" precision="FP32"><dim>5'),
    "no-result": '<net version="11"><layers/></net>',
    "version-9": PLAIN.replace('version="11"', 'version="9"'),
    "no-net": "<model/>",
    "truncated": PLAIN[: len(PLAIN) // 2],
    "no-xml": "not XML",
    "empty": "",
    "document-type": '<!DOCTYPE n [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><net version="11">&a;</net>',
    "nested": '<net version="11">' + "<a>" * 100000 + "</a>" * 100000 + "</net>",
    "not-closed": '<net version="11">' + "<a>" * 100000,
    "line-break": PLAIN.replace('name="n" type="ReLU"', 'name="a&#10;b" type="Sort"'),
}


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for name, model in (GOOD | WRONG).items():
        with open(os.path.join(folder, name + ".xml"), "w", encoding="utf-8") as file:
            file.write(str(model))
        weights = model.weights if isinstance(model, Model) else struct.pack("<3f", 1, 2, 3)
        with open(os.path.join(folder, name + ".bin"), "wb") as file:
            file.write(weights)
    link = os.path.join(folder, "weights-elsewhere.bin")
    os.remove(link)
    os.symlink("/etc/passwd", link)
    print("\n".join(sorted(WRONG)))


main()
