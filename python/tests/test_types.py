# ===- test_types.py - what type checkers make of the examples -------------===#

import doctest
import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import scatter_mlir  # noqa: F401

ROOT = pathlib.Path(__file__).parents[2]
PAGES = ["python/README.md", "docs/Python.md", "docs/PyTorch.md", "docs/JAX.md"]
#: Calls that are wrong, each with the argument of the wrong type.
WRONG = [
    "scatter_nd_update(np.zeros(3), [[0.5]], 1.0)",
    "scatter_nd_update(np.zeros(3), None, 1.0)",
    "scatter_nd_update(np.zeros(3), [[0]], 1.0, reduction='mul')",
    "slice_scatter(np.zeros(3), 1.0, '0', 3)",
    "slice_scatter(np.zeros(3), 1.0, out=3)",
]


def is_installed(source):
    """Whether what the example `source` imports is there."""
    names = re.findall(r"^(?:import|from) (\w+)", source, re.M)
    return all(importlib.util.find_spec(name) for name in names)


def write_examples(folder):
    """The examples of pages whose imports are there, a file for each page."""
    parser = doctest.DocTestParser()
    for page in PAGES:
        text = (ROOT / page).read_text()
        blocks = re.findall(r"^```(?:python|pycon)\n(.*?)^```", text, re.M | re.S)
        sources = [
            "".join(example.source for example in parser.get_examples(block))
            for block in blocks
        ]
        source = "".join(filter(is_installed, sources))
        if source:
            (folder / f"{pathlib.Path(page).stem}.py").write_text(source)


def write_wrong(folder):
    header = "import numpy as np\nfrom scatter_mlir import *\n"
    (folder / "wrong.py").write_text(header + "\n".join(WRONG) + "\n")


def run_mypy(folder):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", f"--cache-dir={folder}/.cache"]
    return run(command, folder)


def run_pyright(folder):
    pyright = shutil.which("pyright") or shutil.which(
        "pyright", path=str(pathlib.Path(sys.executable).parent)
    )
    if pyright is None:
        pytest.skip("no pyright")
    return run([pyright, "--pythonpath", sys.executable], folder)


def run(command, folder):
    files = sorted(str(path) for path in folder.glob("*.py"))
    # Not in the folder of the sources, whose package lacks what is compiled.
    done = subprocess.run(
        [*command, *files], cwd=folder, capture_output=True, text=True
    )
    output = done.stdout + done.stderr
    if done.returncode not in (0, 1):
        pytest.skip(f"cannot run: {output.strip()[-200:]}")
    return output


CHECKERS = pytest.mark.parametrize("check", [run_mypy, run_pyright])


@CHECKERS
def test_examples(tmp_path, check):
    write_examples(tmp_path)
    output = check(tmp_path)
    assert "error:" not in output and "- error" not in output, output


@CHECKERS
def test_wrong_calls(tmp_path, check):
    write_wrong(tmp_path)
    output = check(tmp_path)
    lines = {int(n) for n in re.findall(r"wrong\.py:(\d+)\b.*?error", output)}
    assert lines == set(range(3, 3 + len(WRONG))), output
