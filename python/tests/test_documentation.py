# ===- test_documentation.py - examples and stubs -------------------------===#

import ast
import doctest
import importlib
import inspect
import pathlib
import re

import numpy as np
import pytest

import scatter_mlir

PACKAGE = pathlib.Path(scatter_mlir.__file__).parent
README = pathlib.Path(__file__).parents[1] / "README.md"
PAGE = README.parents[1] / "docs" / "Python.md"


def run_examples(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


FUNCTIONS = [
    "scatter_nd_update",
    "slice_scatter",
    "compile",
    "set_num_threads",
    "set_result_pool_bytes",
    "warm_up",
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstrings(name):
    run_examples(inspect.getdoc(getattr(scatter_mlir, name)), name)


@pytest.mark.parametrize("page", [README, PAGE], ids=lambda page: page.name)
@pytest.mark.parametrize("language", ["python", "pycon"])
def test_readme(tmp_path, monkeypatch, page, language):
    """Blocks of Python are one session; those of pycon need PyTorch as well."""
    if language == "pycon":
        pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", page.read_text(), re.M | re.S)
    chosen = [text for name, text in blocks if name in ("python", language)]
    assert len(chosen) > 4
    assert all(text.startswith(">>> ") for text in chosen)
    run_examples("\n".join(chosen), page.name)


def get_equivalents():
    text = README.read_text().split("\n| you write | here |\n|---|---|\n")[1]
    rows = text.split("\n\n")[0].splitlines()
    return [tuple(cell.strip(" `") for cell in row.strip("|").split("|")) for row in rows]


def run_statement(statement):
    """Returns the array x after the statement, and its result r."""
    statement = re.sub(r"^(y\.|scatter_nd_update\(y)", r"r = \1", statement)
    names = {"np": np, "scatter_nd_update": scatter_mlir.scatter_nd_update}
    names["slice_scatter"] = scatter_mlir.slice_scatter
    rng = np.random.default_rng(3)
    if "jax." in statement:
        names["jax"] = pytest.importorskip("jax")
    names |= {"x": np.arange(48.0).reshape(8, 6), "i": np.array([5, 0, 5]), "j": np.array([1, 4, 1])}
    names |= {"d": np.array([6, 2, 3]), "s": np.array([0, 0, 3]), "m": np.arange(8) % 3 == 0}
    names |= {"v": rng.integers(0, 99, (3, 6)).astype(float), "w": rng.random(3), "c": rng.random(8)}
    names["u"] = rng.random((8, 3))
    if re.search(r"\by\b", statement):
        torch = pytest.importorskip("torch")
        names["y"] = torch.zeros(8, 6)
        names |= {"i": torch.tensor(names["i"]), "v": torch.tensor(names["v"]).float()}
    exec(statement, names)
    return names["x"], names.get("r")


@pytest.mark.parametrize("theirs, ours", get_equivalents())
def test_equivalents(theirs, ours):
    (expected_x, expected), (found_x, found) = run_statement(theirs), run_statement(ours)
    assert (found_x == expected_x).all()
    assert (found is None) == (expected is None)
    if found is not None:
        assert (np.asarray(found) == np.asarray(expected)).all()
    assert found is not None or (found_x != np.arange(48.0).reshape(8, 6)).any()


PAGES = [
    ("PyTorch", "torch"),
    ("JAX", "jax"),
    ("ONNXRuntime", "onnxruntime"),
    ("OpenVINO", "openvino"),
]


@pytest.mark.parametrize("page, framework", PAGES)
def test_pages_of_frameworks(page, framework):
    pytest.importorskip(framework)
    try:
        module = importlib.import_module(f"scatter_mlir.{framework}")
    except ImportError as error:
        pytest.skip(str(error))
    text = (README.parents[1] / "docs" / f"{page}.md").read_text()
    blocks = re.findall(r"^```pycon\n(.*?)^```", text, re.M | re.S)
    run_examples("\n".join(blocks), f"{page}.md")
    for name in module.__all__:
        doc = inspect.getdoc(getattr(module, name))
        if ">>>" in doc:
            run_examples(doc, name)


def get_stubs():
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    return {
        node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)
    }


@pytest.mark.parametrize("name", FUNCTIONS)
def test_stubs_have_the_signatures(name):
    arguments = get_stubs()[name].args
    positional = arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults))
    defaults += arguments.defaults
    stub = [
        (argument.arg, kind, default and ast.literal_eval(default))
        for kind, pairs in (
            (inspect.Parameter.POSITIONAL_OR_KEYWORD, zip(positional, defaults)),
            (
                inspect.Parameter.KEYWORD_ONLY,
                zip(arguments.kwonlyargs, arguments.kw_defaults),
            ),
        )
        for argument, default in pairs
    ]
    for argument, kind in (
        (arguments.vararg, inspect.Parameter.VAR_POSITIONAL),
        (arguments.kwarg, inspect.Parameter.VAR_KEYWORD),
    ):
        if argument:
            stub.append((argument.arg, kind, None))
    parameters = inspect.signature(getattr(scatter_mlir, name)).parameters.values()
    assert stub == [
        (p.name, p.kind, None if p.default is p.empty else p.default)
        for p in parameters
    ]


def test_stubs_have_every_name():
    tree = ast.parse((PACKAGE / "__init__.pyi").read_text())
    names = {node.name for node in tree.body if hasattr(node, "name")}
    assert set(scatter_mlir.__all__) <= names
    assert (PACKAGE / "py.typed").exists()
