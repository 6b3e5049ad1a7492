# ===- test_documentation.py - examples and stubs -------------------------===#

import ast
import doctest
import importlib
import inspect
import pathlib
import re

import pytest

import scatter_mlir

PACKAGE = pathlib.Path(scatter_mlir.__file__).parent
README = pathlib.Path(__file__).parents[1] / "README.md"


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


@pytest.mark.parametrize("language", ["python", "pycon"])
def test_readme(tmp_path, monkeypatch, language):
    """Blocks of Python are one session; those of pycon need PyTorch as well."""
    if language == "pycon":
        pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", README.read_text(), re.M | re.S)
    chosen = [text for name, text in blocks if name in ("python", language)]
    assert len(chosen) > 5
    assert all(text.startswith(">>> ") for text in chosen)
    run_examples("\n".join(chosen), "README.md")


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
