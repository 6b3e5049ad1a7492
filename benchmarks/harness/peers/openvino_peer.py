# ===- openvino_peer.py - OpenVINO's ScatterNDUpdate and SliceScatter -----===#

import numpy as np
import openvino as ov
from openvino import opset15

from ..contestant import Contestant

NAME = "OpenVINO"
DISTRIBUTIONS = ("openvino",)
CHECKS = "while writing: an error leaves some writes done"


def setup(threads, folder):
    global core
    core = ov.Core()


def _make_model(problem):
    def parameter(array):
        return opset15.parameter(list(array.shape), array.dtype.type)

    data, updates = parameter(problem.data), parameter(problem.updates)
    if problem.is_slice:
        bounds = problem.case["slice"]
        lists = [
            opset15.constant(np.array(bounds[name], np.int64))
            for name in ("start", "stop", "step", "axes")
        ]
        return ov.Model(
            [opset15.slice_scatter(data, updates, *lists)], [data, updates], "slice"
        )
    indices = parameter(problem.indices)
    node = opset15.scatter_nd_update(data, indices, updates, problem.reduction)
    return ov.Model([node], [data, indices, updates], "scatter")


def build(problem, mode, threads):
    compiled = core.compile_model(
        _make_model(problem),
        "CPU",
        {
            "INFERENCE_NUM_THREADS": threads,
            "NUM_STREAMS": 1,
            # By default the plugin computes in bf16 if the CPU supports it.
            "INFERENCE_PRECISION_HINT": "f32"
            if problem.data.dtype == np.float32
            else "f16",
        },
    )
    request = compiled.create_infer_request()
    out = None if mode == "fresh" else problem.out
    inputs = [out if mode == "in_place" else problem.data]
    if not problem.is_slice:
        inputs.append(problem.indices)
    inputs.append(problem.updates)
    # The request does not keep the arrays alive.
    tensors = [ov.Tensor(array, shared_memory=True) for array in inputs]
    for position, tensor in enumerate(tensors):
        request.set_input_tensor(position, tensor)
    if out is not None:
        tensors.append(ov.Tensor(out, shared_memory=True))
        request.set_output_tensor(0, tensors[-1])

    def run(keep=(inputs, out, tensors)):
        if mode == "fresh":
            request.set_output_tensor(
                0, ov.Tensor(compiled.output(0).element_type, compiled.output(0).shape)
            )
        request.infer()

    races = threads > 1 and problem.has_duplicates
    return [
        Contestant(
            NAME,
            run,
            lambda: request.get_output_tensor(0).data,
            ("races",) if races else (),
        )
    ]
