#!/usr/bin/env python3
"""Writes Inputs/models.tar.xz: models of models.py and dynamic_models.py as
OpenVINO serializes them, their inputs and OpenVINO's results.

    python3 -m venv /tmp/openvino && /tmp/openvino/bin/pip install openvino numpy
    /tmp/openvino/bin/python test/Import/OpenVINO/generate.py [--check]

With --check, compares what would be written with what is there: the models but
for numbers in generated names, the results within rounding.
"""

import argparse
import io
import lzma
import os
import re
import sys
import tarfile
import tempfile

import numpy as np
import openvino as ov
import dynamic_models  # noqa: F401  (adds to MODELS)
import openvino.opset15
from models import FROZEN, MODELS, REFERENCE

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs", "models.tar.xz")


def to_npy(array):
    stream = io.BytesIO()
    np.save(stream, np.asarray(array), allow_pickle=False)
    return stream.getvalue()


def renumber(text):
    """Names that OpenVINO generates have numbers of the process: they are
    counted from 0 on."""
    numbers = {}
    return re.sub(
        r'(?<=["/,_ ])([A-Za-z]+_)(\d+)(?=["/,])',
        lambda m: m[1] + str(numbers.setdefault(m[0], len(numbers))),
        text,
    )


def run(name, model, arrays, core):
    """OpenVINO's results."""
    if name in REFERENCE:
        results = [ov.Tensor(out.get_element_type(), ov.Shape()) for out in model.outputs]
        if not model.evaluate(results, [ov.Tensor(array) for array in arrays]):
            raise RuntimeError(f"{name}: no reference implementation")
        return [np.array(result.data) for result in results]
    if name in FROZEN:
        model = model.clone()
        for parameter, array in zip(model.get_parameters(), list(arrays)):
            if np.issubdtype(array.dtype, np.integer):
                parameter.output(0).replace(ov.opset15.constant(array).output(0))
                model.remove_parameter(parameter)
        arrays = [array for array in arrays if not np.issubdtype(array.dtype, np.integer)]
    # Results of the types that the model says.
    hint = {"INFERENCE_PRECISION_HINT": "f32"}
    compiled = core.compile_model(model, "CPU", hint)
    results = compiled(arrays)
    return [np.array(results[i]) for i in range(len(compiled.outputs))]


def generate(name, core):
    """The files of one model, by name."""
    outputs, parameters, arrays = MODELS[name]()
    model = ov.Model([o.output(0) if hasattr(o, "output") else o for o in outputs], parameters, name)
    files = {}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.xml")
        ov.serialize(model, path)
        with open(path) as file:
            files["model.xml"] = renumber(file.read()).encode()
        with open(os.path.join(folder, "model.bin"), "rb") as file:
            files["model.bin"] = file.read()
    calls = arrays if isinstance(arrays[0], list) else [arrays]
    for number, inputs in enumerate(calls):
        for i, array in enumerate(inputs):
            files[f"run-{number}/input-{i}.npy"] = to_npy(array)
        for i, result in enumerate(run(name, model, inputs, core)):
            files[f"run-{number}/output-{i}.npy"] = to_npy(result)
    return files


def pack(models):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, files in sorted(models.items()):
            for file, content in sorted(files.items()):
                info = tarfile.TarInfo(f"{name}/{file}")
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
    return lzma.compress(stream.getvalue(), preset=9)


def is_same(file, found, expected):
    if not file.endswith(".npy") or "/input" in file:
        return found == expected
    found, expected = (np.load(io.BytesIO(each)) for each in (found, expected))
    return found.dtype == expected.dtype and np.allclose(found, expected, 1e-5, 1e-6)


def check(models):
    stored = {}
    with tarfile.open(TARGET) as archive:
        for member in archive:
            name, file = member.name.split("/", 1)
            stored.setdefault(name, {})[file] = archive.extractfile(member).read()
    wrong = sorted(set(stored) ^ set(models))
    for name in set(stored) & set(models):
        files = set(stored[name]) | set(models[name])
        wrong += [
            f"{name}/{file}"
            for file in sorted(files)
            if file not in stored[name]
            or file not in models[name]
            or not is_same(file, models[name][file], stored[name][file])
        ]
    for each in wrong:
        print(f"generate.py: differs: {each}", file=sys.stderr)
    return not wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    args = parser.parse_args()
    core = ov.Core()
    models = {name: generate(name, core) for name in MODELS}
    if args.check:
        sys.exit(0 if check(models) else 1)
    os.makedirs(os.path.dirname(TARGET), exist_ok=True)
    with open(TARGET, "wb") as file:
        file.write(pack(models))
    print(f"{len(models)} models, {os.path.getsize(TARGET)} bytes")


if __name__ == "__main__":
    main()
