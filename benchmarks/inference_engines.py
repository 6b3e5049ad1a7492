# ===- inference_engines.py - the ops in ONNX Runtime and OpenVINO --------===#
"""Times updates in sessions of ONNX Runtime and OpenVINO beside their own ops.

    python3 benchmarks/inference_engines.py [onnxruntime] [openvino] [--threads=1,2]

Prints rows of the table in docs/Benchmarks.md. Inputs and outputs are bound to
memory once, so that a call copies what the engine copies and nothing else; in ONNX
Runtime the cache of a decoder is bound as input and output. Results are compared before the
clock starts. Needs scatter_mlir, the engines, and for ONNX Runtime onnx.
"""

import argparse
import statistics
import sys
import time

import numpy as np


def make_workloads():
    """Returns (name, data, updates, indices, reduction). Slices have other indices.

    None is the cache of a decoder. "exported" is x[:, :, 777:778] = y as PyTorch's
    exporter writes it.
    """
    rng = np.random.default_rng(1)
    scalars = rng.permutation(1 << 20)[: 1 << 17, None]
    rows = rng.permutation(50257)[:8192, None]
    repeated = rng.integers(0, 50257, (8192, 1))
    normal = lambda *shape: rng.standard_normal(shape, "f4")  # noqa: E731
    table = normal(50257, 768)
    yield "131072 scalars of 4 MiB", np.zeros(1 << 20, "f4"), normal(1 << 17), scalars, "none"
    yield "131072 scalars of 4 MiB, sum", np.zeros(1 << 20, "f4"), normal(1 << 17), scalars, "sum"
    yield "8192 rows of 50257x768", table, normal(8192, 768), rows, "none"
    yield "8192 rows of 50257x768, sum", table, normal(8192, 768), repeated, "sum"
    cache, row = normal(1, 16, 2048, 64), normal(1, 16, 1, 64)
    yield "decoder's cache, 16x2048x64, bound", cache, row, None, "none"
    yield "the same as exported by PyTorch", cache, row, "exported", "none"


def measure(calls, seconds=2.0):
    """Returns the median time of each call in milliseconds. The calls take turns."""
    for call in calls:
        call()
    times = [[] for _ in calls]
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(times[0]) < 5:
        for call, own in zip(calls, times):
            begin = time.perf_counter()
            call()
            own.append(1e3 * (time.perf_counter() - begin))
    return [statistics.median(own) for own in times]


def get_onnxruntime_calls(data, updates, indices, reduction, threads):
    import onnx
    import onnxruntime as ort
    from onnx import helper

    from scatter_mlir.onnxruntime import register, rewrite

    nodes, constants = [], []
    if indices is None:
        inputs = {"data": data, "updates": updates, "at": np.array([777])}
        nodes.append(helper.make_node("TensorScatter", list(inputs), ["y"]))
    elif isinstance(indices, str):
        inputs = {"data": data, "updates": updates}
        moved = [helper.make_node("Transpose", [x], [x + "_"], perm=[2, 0, 1, 3]) for x in inputs]
        nodes += moved
        nodes.append(helper.make_node("ScatterND", ["data_", "indices", "updates_"], ["y_"]))
        nodes.append(helper.make_node("Transpose", ["y_"], ["y"], perm=[1, 2, 0, 3]))
        constants.append(onnx.numpy_helper.from_array(np.array([[777]]), "indices"))
    else:
        inputs = {"data": data, "indices": indices, "updates": updates}
        choice = {"none": "none", "sum": "add"}[reduction]
        nodes.append(helper.make_node("ScatterND", list(inputs), ["y"], reduction=choice))

    def describe(name, array):
        element = helper.np_dtype_to_tensor_dtype(array.dtype)
        return helper.make_tensor_value_info(name, element, array.shape)

    values = [describe(name, array) for name, array in inputs.items()]
    graph = helper.make_graph(nodes, "update", values, [describe("y", data)], constants)
    imports = [helper.make_opsetid("", 24)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=10)
    ours = rewrite(model, threads=threads)
    for chosen in (model, ours):
        options = register() if chosen is ours else ort.SessionOptions()
        options.intra_op_num_threads = threads
        session = ort.InferenceSession(chosen.SerializeToString(), options)
        result = data.copy() if indices is None else np.empty_like(data)
        given = {**inputs, "data": result} if indices is None else inputs
        binding = session.io_binding()
        for name, array in given.items():
            address = array.ctypes.data
            binding.bind_input(name, "cpu", 0, array.dtype, array.shape, address)
        binding.bind_output("y", "cpu", 0, data.dtype, data.shape, result.ctypes.data)
        # The binding stores only addresses, so that the arrays must be kept.
        keep = session, binding, given
        yield (lambda k=keep: k[0].run_with_iobinding(k[1])), result


def get_openvino_calls(data, updates, indices, reduction, threads):
    import openvino as ov
    from openvino import opset15

    from scatter_mlir.openvino import add_extension, rewrite

    if indices is None:
        inputs = {"data": data, "updates": updates}
    elif isinstance(indices, str):
        return
    else:
        inputs = {"data": data, "indices": indices, "updates": updates}
    parameters = [
        opset15.parameter(array.shape, array.dtype, name=name)
        for name, array in inputs.items()
    ]
    if indices is None:
        bounds = [np.array([n], "i8") for n in (777, 778, 1, 2)]
        update = opset15.slice_scatter(*parameters, *bounds)
    else:
        update = opset15.scatter_nd_update(*parameters, reduction)
    model = ov.Model([update], parameters, "update")
    for core in (ov.Core(), add_extension(ov.Core())):
        config = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}
        if threads == 1:
            # The same option as add_extension sets, for both contestants.
            config["NUM_STREAMS"] = 0
        compiled = core.compile_model(rewrite(model, core), "CPU", config)
        request = compiled.create_infer_request()
        result = np.empty_like(data)
        for i, array in enumerate(inputs.values()):
            request.set_input_tensor(i, ov.Tensor(array, shared_memory=True))
        request.set_output_tensor(0, ov.Tensor(result, shared_memory=True))
        yield request.infer, result


ENGINES = {
    "onnxruntime": ("ONNX Runtime", get_onnxruntime_calls),
    "openvino": ("OpenVINO", get_openvino_calls),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engines", nargs="*", choices=[[], *ENGINES])
    parser.add_argument("--threads", default="1,2")
    arguments = parser.parse_args()
    counts = [int(count) for count in arguments.threads.split(",")]
    for engine in arguments.engines or ENGINES:
        name, get_calls = ENGINES[engine]
        for workload, *update in make_workloads():
            for threads in counts:
                pairs = list(get_calls(*update, threads))
                if not pairs:
                    continue
                calls = [call for call, _ in pairs]
                for call in calls:
                    call()
                theirs, ours = (result for _, result in pairs)
                if not np.allclose(theirs, ours, rtol=1e-4, atol=1e-5):
                    sys.exit(f"{name}: {workload}: results differ")
                own, other = reversed(measure(calls))
                print(
                    f"| {name} | {workload} | {threads} | {own:.3g} | {other:.3g} "
                    f"| {other / own:.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
