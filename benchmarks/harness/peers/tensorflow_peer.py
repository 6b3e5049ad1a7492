# ===- tensorflow_peer.py - TensorFlow's scatter ops ----------------------===#

import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf

from ..contestant import Contestant, Unsupported

NAME = "TensorFlow"
DISTRIBUTIONS = ("tensorflow-cpu",)
CHECKS = "while writing: an error leaves some writes done"
_FRESH = {
    "none": tf.tensor_scatter_nd_update,
    "sum": tf.tensor_scatter_nd_add,
    "sub": tf.tensor_scatter_nd_sub,
    "min": tf.tensor_scatter_nd_min,
    "max": tf.tensor_scatter_nd_max,
}
_IN_PLACE = {
    "none": tf.raw_ops.ResourceScatterNdUpdate,
    "sum": tf.raw_ops.ResourceScatterNdAdd,
    "sub": tf.raw_ops.ResourceScatterNdSub,
    "min": tf.raw_ops.ResourceScatterNdMin,
    "max": tf.raw_ops.ResourceScatterNdMax,
}


def setup(threads, folder):
    tf.config.threading.set_intra_op_parallelism_threads(threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.config.set_visible_devices([], "GPU")


def _slice_arguments(problem):
    begin, end, strides = [], [], []
    begin_mask = end_mask = 0
    for axis, (size, s) in enumerate(zip(problem.data.shape, problem.slices)):
        start, stop, step = s.indices(size)
        begin.append(start)
        end.append(stop)
        strides.append(step)
        if stop < 0:
            end_mask |= 1 << axis
    return {
        "begin": tf.constant(begin, tf.int64),
        "end": tf.constant(end, tf.int64),
        "strides": tf.constant(strides, tf.int64),
        "begin_mask": begin_mask,
        "end_mask": end_mask,
    }


def build(problem, mode, threads):
    if mode == "existing":
        raise Unsupported("TensorFlow allocates its results")
    updates = tf.constant(problem.updates)
    inputs = [updates]
    if problem.is_slice:
        bounds = _slice_arguments(problem)
    else:
        if problem.reduction not in _FRESH:
            raise Unsupported(f"TensorFlow has no reduction {problem.reduction}")
        indices = tf.constant(problem.indices)
        inputs.insert(0, indices)

    if mode == "in_place":
        variable = tf.Variable(problem.data)

        @tf.function(autograph=False)
        def update(*inputs):
            if problem.is_slice:
                tf.raw_ops.ResourceStridedSliceAssign(
                    ref=variable.handle, value=inputs[0], **bounds
                )
            else:
                _IN_PLACE[problem.reduction](
                    ref=variable.handle, indices=inputs[0], updates=inputs[1]
                )

        return [Contestant(NAME, lambda: update(*inputs), lambda: variable.numpy())]

    data = tf.constant(problem.data)
    state = [None]

    @tf.function(autograph=False)
    def update_copy(data, *inputs):
        if problem.is_slice:
            return tf.raw_ops.TensorStridedSliceUpdate(
                input=data, value=inputs[0], **bounds
            )
        return _FRESH[problem.reduction](data, *inputs)

    def run():
        state[0] = None
        state[0] = update_copy(data, *inputs)

    return [Contestant(NAME, run, lambda: state[0].numpy())]
