# ===- test_tensorflow.py - tensors of TensorFlow ----------------------------===#
"""TensorFlow and parts of PyTorch do not live in one process."""

import importlib.util
import os
import subprocess
import sys

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))


@pytest.mark.skipif(
    not importlib.util.find_spec("tensorflow"), reason="needs tensorflow"
)
def test_tensorflow():
    cases = os.path.join(HERE, "tensorflow_cases.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", cases]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
