# ===- tensorflow_cases.py - tensors of TensorFlow ---------------------------===#
"""Run by test_tensorflow.py in a process of its own."""

import os

import numpy as np
import pytest

from scatter_mlir import scatter_nd_update, slice_scatter

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import tensorflow as tf  # noqa: E402


def test_tensors_are_read():
    data = tf.zeros(4)
    result = scatter_nd_update(data, tf.constant([[1]]), tf.constant([5.0]))
    assert np.asarray(result).tolist() == [0, 5, 0, 0]
    assert np.asarray(slice_scatter(data, tf.ones(2), 1, 3)).tolist() == [0, 1, 1, 0]
    assert not data.numpy().any()


def test_tensors_are_immutable():
    out, data = tf.zeros(4), np.zeros(4, "f4")
    for call in (
        lambda: scatter_nd_update(out, [[1]], [5.0], out=out),
        lambda: scatter_nd_update(data, [[1]], [5.0], out=out),
        lambda: slice_scatter(data, np.ones(1, "f4"), 0, 1, out=out),
    ):
        with pytest.raises(ValueError, match="'out'.*read-only"):
            call()
    assert not out.numpy().any()


def test_variables_are_not_out():
    variable = tf.Variable(tf.zeros(4))
    with pytest.raises(TypeError, match="'out'.*ResourceVariable"):
        scatter_nd_update(np.zeros(4, "f4"), [[1]], [5.0], out=variable)
    assert not variable.numpy().any()


def test_symbolic_tensors_are_refused():
    calls = []

    @tf.function
    def update(tensor):
        match = "SymbolicTensor of TensorFlow; not inside tf.function"
        for name, call in (
            ("data", lambda: scatter_nd_update(tensor, [[1]], [5.0])),
            ("updates", lambda: slice_scatter(np.zeros(4, "f4"), tensor, 0, 4)),
            ("indices", lambda: scatter_nd_update(np.zeros(4, "f4"), tensor, [5.0])),
        ):
            with pytest.raises(TypeError, match=f"'{name}': .*{match}"):
                call()
            calls.append(name)
        return tensor

    update(tf.zeros(4))
    assert len(calls) == 3
