# ===- generate.py - stores what TensorFlow saves and computes ------------===#
#
# usage: generate.py [--check] FOLDER
#
# Writes a file for each model of models.py, or compares: arguments and results
# have to be equal, the bytes of a graph may differ from one version of
# TensorFlow to another. Needs TensorFlow (pip install tensorflow-cpu).
#
# A file NAME.npz holds the bytes of the GraphDef as `graph`, or those of
# saved_model.pb as `saved_model`, `argument:NAME` and `result:NAME`, or instead
# of results `error` if TensorFlow reports an error, or `refused` if the importer
# has to. Those of a second run are `second argument:NAME` and so on.
#
# ===----------------------------------------------------------------------===#

import os
import sys
import tempfile

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf
from models import MODELS
from tensorflow.python.framework.convert_to_constants import (
    convert_variables_to_constants_v2,
)


def to_bytes(message):
    return np.frombuffer(message.SerializeToString(deterministic=True), np.uint8)


def name_outputs(outputs):
    return [tensor.name.removesuffix(":0") for tensor in outputs]


def get_shape(arrays):
    """The shape of all `arrays`, None for the sizes in which they differ."""
    return [sizes[0] if len(set(sizes)) == 1 else None for sizes in zip(*(a.shape for a in arrays))]


def make_specs(runs):
    return [
        tf.TensorSpec(get_shape([run[n] for run in runs]), a.dtype, n) for n, a in runs[0].items()
    ]


def save_graph(function, runs):
    """The frozen graph of a tf.function, and what it computes in each run."""
    if function.__name__ == "graph_layer":
        function = function(**runs[0])
    concrete = tf.function(function).get_concrete_function(*make_specs(runs))
    frozen = convert_variables_to_constants_v2(concrete)
    graph = frozen.graph.as_graph_def()
    used = {text.lstrip("^").split(":")[0] for node in graph.node for text in node.input}
    sinks = [
        node.name
        for node in graph.node
        if node.name not in used and node.op not in ("Placeholder", "Const", "NoOp")
    ]
    names = name_outputs(frozen.outputs)
    assert sorted(sinks) == sorted(names), (sinks, names)
    results = [dict(zip(names, frozen(*map(tf.constant, run.values())))) for run in runs]
    return {"graph": to_bytes(graph)}, results


def save_v1(function, runs):
    (arguments,) = runs
    with tf.Graph().as_default() as graph:
        places = {
            n: tf.compat.v1.placeholder(a.dtype, a.shape, n) for n, a in arguments.items()
        }
        outputs = tf.nest.flatten(function(**places))
        names = [
            tensor.name if len(tensor.op.outputs) > 1 else tensor.op.name for tensor in outputs
        ]
        with tf.compat.v1.Session() as session:
            results = session.run(outputs, {places[n]: a for n, a in arguments.items()})
    return {"graph": to_bytes(graph.as_graph_def())}, [dict(zip(names, results))]


def save_saved(function, runs):
    module = tf.Module()
    module.run = tf.function(function, input_signature=make_specs(runs))
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder, signatures=module.run)
        with open(os.path.join(folder, "saved_model.pb"), "rb") as file:
            content = np.frombuffer(file.read(), np.uint8)
        loaded = tf.saved_model.load(folder).signatures["serving_default"]
        results = [loaded(**{n: tf.constant(a) for n, a in run.items()}) for run in runs]
    return {"saved_model": content}, results


def save_variable(_, runs):
    module = tf.Module()
    module.table = tf.Variable(runs[0]["x"])
    module.run = tf.function(
        lambda x, i: tf.tensor_scatter_nd_add(module.table, i, tf.gather(x, i[:, 0])),
        input_signature=make_specs(runs),
    )
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder, signatures=module.run)
        with open(os.path.join(folder, "saved_model.pb"), "rb") as file:
            return {"saved_model": np.frombuffer(file.read(), np.uint8)}, None


SAVE = {"graph": save_graph, "v1": save_v1, "saved": save_saved, "variable": save_variable}


def make_case(name):
    form, function, runs = MODELS[name]
    runs = [{n: np.asarray(a) for n, a in run.items()} for run in runs]
    kinds = ["", "second "]
    case = {f"{kind}argument:{n}": a for kind, run in zip(kinds, runs) for n, a in run.items()}
    if name.startswith("reject_"):
        # Only the run reports the indices.
        concrete = tf.function(function).get_concrete_function(*make_specs(runs))
        try:
            concrete(*map(tf.constant, runs[0].values()))
        except tf.errors.InvalidArgumentError as error:
            case["error"] = str(error).splitlines()[0]
        frozen = convert_variables_to_constants_v2(concrete)
        return {"graph": to_bytes(frozen.graph.as_graph_def()), **case}
    model, results = SAVE[form](function, runs)
    case |= model
    if results is None:
        return case | {"refused": "expected a frozen graph, found a variable"}
    for kind, run in zip(kinds, results):
        case |= {f"{kind}result:{n}": np.asarray(r) for n, r in run.items()}
    return case


def equals(found, expected):
    if found.dtype.kind in "fc":
        return np.allclose(found, expected, 1e-5, 1e-5, equal_nan=True)
    return np.array_equal(found, expected)


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    (folder,) = [a for a in arguments if a != "--check"]
    files = {f"{name}.npz" for name in MODELS}
    if stale := sorted(set(os.listdir(folder)) - files):
        sys.exit(f"files without a model: {stale}")
    failures = 0
    for name in MODELS:
        path = os.path.join(folder, f"{name}.npz")
        case = make_case(name)
        if not check:
            np.savez_compressed(path, **case)
            continue
        stored = np.load(path)
        keys = {key for key in case if ":" in key}
        same = keys <= set(stored) and all(equals(case[k], stored[k]) for k in keys)
        if not same or set(case) != set(stored):
            print(f"{name}: differs from what TensorFlow {tf.__version__} computes")
            failures += 1
    print(f"{len(MODELS)} models, {failures} differ" if check else f"{len(MODELS)} written")
    sys.exit(failures > 0)


main()
