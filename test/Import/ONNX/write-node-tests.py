#!/usr/bin/env python3
"""Writes the node tests of the installed package onnx: write-node-tests.py DIR.

Each becomes a folder with model.onnx and test_data_set_*, as Debian's
libonnx-testdata has them. Tests with sequences or optional values are left out.
"""

import os
import sys

from onnx import TensorProto, numpy_helper
from onnx.backend.test.case.node import collect_testcases


def to_bytes(array, info):
    if isinstance(array, TensorProto):
        tensor = array
    else:
        tensor = numpy_helper.from_array(array, info.name)
    tensor.name = info.name
    return tensor.SerializeToString()


def write(folder, case):
    graph = case.model.graph
    infos = [*graph.input, *graph.output]
    if not all(info.type.HasField("tensor_type") for info in infos):
        return False
    for number, data in enumerate(case.data_sets):
        place = os.path.join(folder, case.name, f"test_data_set_{number}")
        os.makedirs(place, exist_ok=True)
        for kind, arrays, infos in zip(
            ("input", "output"), data, (graph.input, graph.output)
        ):
            for i, (array, info) in enumerate(zip(arrays, infos)):
                with open(os.path.join(place, f"{kind}_{i}.pb"), "wb") as file:
                    file.write(to_bytes(array, info))
    with open(os.path.join(folder, case.name, "model.onnx"), "wb") as file:
        file.write(case.model.SerializeToString())
    return True


def main():
    cases = collect_testcases(None)
    written = sum(write(sys.argv[1], case) for case in cases)
    print(f"{written} of {len(cases)} written")


main()
