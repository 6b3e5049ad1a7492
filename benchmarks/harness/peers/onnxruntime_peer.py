# ===- onnxruntime_peer.py - ONNX Runtime's ScatterND ---------------------===#

import onnx
import onnxruntime

from ..contestant import Contestant, Unsupported

NAME = "ONNX Runtime"
DISTRIBUTIONS = ("onnxruntime",)
CHECKS = "all indices before the first write"
_REDUCTIONS = {"none": "none", "sum": "add", "prod": "mul", "min": "min", "max": "max"}


def setup(threads, folder):
    onnxruntime.set_default_logger_severity(4)


def _make_model(problem):
    names = {"data": problem.data, "indices": problem.indices, "updates": problem.updates}
    values = {
        name: onnx.helper.make_tensor_value_info(
            name, onnx.helper.np_dtype_to_tensor_dtype(array.dtype), array.shape
        )
        for name, array in names.items()
    }
    result = onnx.helper.make_tensor_value_info(
        "result",
        onnx.helper.np_dtype_to_tensor_dtype(problem.data.dtype),
        problem.data.shape,
    )
    node = onnx.helper.make_node(
        "ScatterND", list(names), ["result"], reduction=_REDUCTIONS[problem.reduction]
    )
    graph = onnx.helper.make_graph([node], "scatter", list(values.values()), [result])
    return onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid("", 18)], ir_version=10
    )


def build(problem, mode, threads):
    if problem.is_slice:
        raise Unsupported("ONNX has no SliceScatter")
    if problem.reduction not in _REDUCTIONS:
        raise Unsupported(f"ONNX has no reduction {problem.reduction}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        _make_model(problem).SerializeToString(),
        options,
        providers=["CPUExecutionProvider"],
    )
    data = problem.out if mode == "in_place" else problem.data
    binding = session.io_binding()
    values = []
    for name, array in (
        ("data", data),
        ("indices", problem.indices),
        ("updates", problem.updates),
    ):
        values.append(onnxruntime.OrtValue.ortvalue_from_numpy(array))
        binding.bind_ortvalue_input(name, values[-1])
    if mode == "fresh":
        binding.bind_output("result", "cpu")
    else:
        # In place: the op omits its copy if input and output are the same buffer.
        target = values[0] if mode == "in_place" else None
        if target is None:
            target = onnxruntime.OrtValue.ortvalue_from_numpy(problem.out)
        values.append(target)
        binding.bind_ortvalue_output("result", target)

    def run():
        if mode == "fresh":
            # Releases the last result.
            binding.clear_binding_outputs()
            binding.bind_output("result", "cpu")
        session.run_with_iobinding(binding)

    races = threads > 1 and problem.has_duplicates
    keep = (values, session)
    return [
        Contestant(
            NAME,
            run,
            lambda keep=keep: binding.get_outputs()[0].numpy(),
            ("races",) if races else (),
        )
    ]
