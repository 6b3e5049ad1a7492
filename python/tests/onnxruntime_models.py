# ===- onnxruntime_models.py - models of the tests of ONNX Runtime ----------===#

import numpy as np
import onnxruntime as ort
from onnx import TensorProto, helper

import scatter_mlir.onnxruntime as so

ort.set_default_logger_severity(4)
ELEMENTS = {
    "bool": TensorProto.BOOL,
    **{t: getattr(TensorProto, t.upper()) for t in ("int8", "int16", "int32", "int64")},
    **{t: getattr(TensorProto, t.upper()) for t in ("uint8", "uint16", "uint32", "uint64")},
    "float16": TensorProto.FLOAT16,
    "float32": TensorProto.FLOAT,
    "float64": TensorProto.DOUBLE,
}


def make_model(nodes, inputs, outputs=("y",), opset=24, **fields):
    """`inputs` are names with a type of NumPy and a shape; None: not known."""
    values = [
        helper.make_tensor_value_info(name, ELEMENTS[np.dtype(dtype).name], shape)
        for name, dtype, shape in inputs
    ]
    element = ELEMENTS[np.dtype(inputs[0][1]).name]
    results = [helper.make_tensor_value_info(name, element, None) for name in outputs]
    graph = helper.make_graph(nodes, "main", values, results, **fields)
    imports = [helper.make_opsetid("", opset), helper.make_opsetid("scatter_mlir", 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=10)


def make_session(model, threads=1, **options):
    session_options = so.register()
    session_options.intra_op_num_threads = threads
    for name, value in options.items():
        setattr(session_options, name, value)
    return ort.InferenceSession(model.SerializeToString(), session_options)


def make_update(dtype="f4", shape=("n", 3), **attributes):
    node = helper.make_node("ScatterND", ["data", "indices", "updates"], ["y"], **attributes)
    inputs = [("data", dtype, shape), ("indices", "i8", None), ("updates", dtype, None)]
    return make_model([node], inputs)


def get_ops(model):
    return [node.op_type for node in model.graph.node]


def run_both(model, feeds, **options):
    """The result of the model as it is and rewritten, which are the same."""
    expected = ort.InferenceSession(model.SerializeToString()).run(None, feeds)
    rewritten = so.rewrite(model)
    results = make_session(rewritten, **options).run(None, feeds)
    for result, value in zip(results, expected):
        assert result.dtype == value.dtype
        np.testing.assert_array_equal(result, value)
    return rewritten
