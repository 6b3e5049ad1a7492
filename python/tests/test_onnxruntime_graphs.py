# ===- test_onnxruntime_graphs.py - graphs that rewrite() must keep valid --===#

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
ort = pytest.importorskip("onnxruntime")
try:
    import scatter_mlir.onnxruntime as so
except ImportError as error:
    pytest.skip(str(error), allow_module_level=True)

from onnxruntime_models import get_ops, make_session, run_both

HEADER = '<ir_version: 10, opset_import: ["": 18]>\n'


def parse(text, header=HEADER):
    return onnx.parser.parse_model(header + text)


def test_chained_transposed_slices(rng):
    model = parse("""
    g (float[4,4] x, float[2,4] a, float[2,4] b) => (float[4,4] y)
      <int64[2,1] i = {1,2}, int64[2,1] j = {0,1}> {
      t = Transpose<perm=[1,0]>(x)
      s1 = ScatterND(t,i,a)
      t1 = Transpose<perm=[1,0]>(s1)
      s2 = ScatterND(t1,j,b)
      y = Transpose<perm=[1,0]>(s2)
    }""")
    feeds = {name: rng.random((n, 4), "f4") for name, n in (("x", 4), ("a", 2), ("b", 2))}
    assert get_ops(run_both(model, feeds)).count("SliceScatter") == 2
    # The transposed result as the updates of another slice.
    model = parse("""
    g (float[2,4] x, float[4,4] z, float[2,2] a) => (float[4,4] y)
      <int64[2,1] i = {1,2}, int64[2,1] j = {0,1}> {
      t = Transpose<perm=[1,0]>(x)
      s1 = ScatterND(t,i,a)
      u = Transpose<perm=[1,0]>(s1)
      t1 = Transpose<perm=[1,0]>(z)
      s2 = ScatterND(t1,j,u)
      y = Transpose<perm=[1,0]>(s2)
    }""")
    shapes = {"x": (2, 4), "z": (4, 4), "a": (2, 2)}
    feeds = {name: rng.random(shape, "f4") for name, shape in shapes.items()}
    assert get_ops(run_both(model, feeds)).count("SliceScatter") == 2


@pytest.mark.parametrize("dims", ["1,1", "n,1", "1,m"])
@pytest.mark.parametrize("axis", [0, 1])
def test_indices_expanded_along_the_axis(dims, axis, rng):
    model = parse(f"""
    g (float[4,2] x, int64[{dims}] i, float[3,2] u) => (float[4,2] y) {{
      s = Shape(u)
      e = Expand(i,s)
      y = ScatterElements<axis={axis},reduction="add">(x,e,u)
    }}""")
    feeds = {"x": rng.random((4, 2), "f4"), "i": np.array([[1]])}
    feeds["u"] = rng.integers(0, 9, (3, 2)).astype("f4")
    run_both(model, feeds)


STRING_BRANCH = """
g (string[4] x, bool c, string[1] u) => (string[4] y) <int64[1,1] i = {1}> {
  y = If(c) <then_branch = t () => (string[4] o) {
    w = Identity(u)
    v = Identity(x)
    m = ScatterND(v,i,w)
    o = Identity(m)
  }, else_branch = e () => (string[4] o2) { o2 = Identity(x) }>
}"""
STRING_FUNCTION = """
g (string[4] x, bool c, string[1] u) => (string[4] y) <int64[1,1] i = {1}> {
  y = my.f(x,i,u)
}
<opset_import: ["": 18], domain: "my"> f (x,i,u) => (y) { y = ScatterND(x,i,u) }"""
MADE_STRING_FUNCTION = """
g (float[4] x) => (float[4] y) { y = my.f(x) }
<opset_import: ["": 18], domain: "my"> f (x) => (y) {
  i = Constant<value = int64[1,1] {2}>()
  u = Constant<value_strings = ["7"]>()
  s = Cast<to = 8>(x)
  z = ScatterND(s,i,u)
  y = Cast<to = 1>(z)
}"""


@pytest.mark.parametrize("text", [STRING_BRANCH, STRING_FUNCTION, MADE_STRING_FUNCTION])
def test_strings_in_subgraphs_and_functions_are_left_alone(text):
    model = parse(text, '<ir_version: 10, opset_import: ["": 18, "my": 1]>\n')
    if text is MADE_STRING_FUNCTION:
        feeds = {"x": np.ones(4, "f4")}
    else:
        feeds = {"x": np.array(list("abcd"), object), "u": np.array(["z"], object)}
        if text is STRING_BRANCH:
            feeds["c"] = np.array(True)
        else:
            del model.graph.input[1]
    assert "scatter_mlir" not in str(run_both(model, feeds))


def test_elements_of_indices_made_in_a_branch():
    model = parse("""
    g (float[4] x, bool c, int64[1] i, float[1] u) => (float[4] y) {
      y = If(c) <then_branch = t () => (float[4] o) {
        q = Identity(i)
        o = ScatterElements<axis=0,reduction="add">(x,q,u)
      }, else_branch = e () => (float[4] o2) { o2 = ScatterElements<axis=0>(x,i,u) }>
    }""")
    feeds = {"x": np.ones(4, "f4"), "i": np.array([2]), "u": np.ones(1, "f4")}
    rewritten = run_both(model, {**feeds, "c": np.array(True)})
    branches = [attribute.g for attribute in rewritten.graph.node[0].attribute]
    assert [graph.node[-1].domain for graph in branches] == ["scatter_mlir"] * 2


FUNCTION_HEADER = '<ir_version: 10, opset_import: ["": 18, "my": 1]>\n'
ELEMENTS_FUNCTION = """
<opset_import: ["": 18], domain: "my"> f (x,i,u) => (y) {
  j = Identity(i)
  y = ScatterElements<reduction="add">(x,j,u)
}"""
NESTED_FUNCTION = """
<opset_import: ["": 18, "my": 1], domain: "my"> g (x,i,u) => (y) { y = my.f(x,i,u) }"""


def parse_calls(inputs, outputs, calls, added=""):
    graph = f"g ({inputs}) => ({outputs}) {{ {calls} }}"
    return parse(graph + added + ELEMENTS_FUNCTION, FUNCTION_HEADER)


@pytest.mark.parametrize(
    "call, added, kinds, ops",
    [
        ("y = my.f(x,i,u)", "", "int64", ["Identity", "ScatterElements"]),
        ("y = my.f(x,i,u)", "", "int32", ["Identity", "Cast", "ScatterElements"]),
        ("y = my.g(x,i,u)", NESTED_FUNCTION, "int64", ["Identity", "ScatterElements"]),
        ("y = my.f(x,i,u) z = my.g(x,i,u)", NESTED_FUNCTION, "int64", ["Identity", "ScatterElements"]),
    ],
)
def test_elements_in_functions(call, added, kinds, ops, rng):
    outputs = "float[4,3] y" + (", float[4,3] z" if "z =" in call else "")
    inputs = f"float[4,3] x, {kinds}[2,3] i, float[2,3] u"
    model = parse_calls(inputs, outputs, call, added)
    feeds = {name: rng.random((n, 3), "f4") for name, n in (("x", 4), ("u", 2))}
    feeds["i"] = rng.integers(-4, 4, (2, 3)).astype(kinds)
    rewritten = run_both(model, feeds)
    function = next(each for each in rewritten.functions if each.name == "f")
    assert [node.op_type for node in function.node] == ops
    assert function.node[-1].domain == "scatter_mlir"


def test_elements_in_functions_that_are_called_with_several_types(rng):
    inputs = "float[4,3] x, int64[2,3] i, int32[2,3] k, float[2,3] u"
    model = parse_calls(inputs, "float[4,3] y", "z = my.f(x,i,u) y = my.f(z,k,u)")
    feeds = {name: rng.random((n, 3), "f4") for name, n in (("x", 4), ("u", 2))}
    feeds |= {"i": np.ones((2, 3), "i8"), "k": np.ones((2, 3), "i4")}
    run_both(model, feeds)
    # Data of several types, indices of one.
    inputs = "float[4] x, double[4] z, int64[2] i, float[2] u, double[2] v"
    model = parse_calls(inputs, "float[4] y, double[4] w", "y = my.f(x,i,u) w = my.f(z,i,v)")
    feeds = {"x": rng.random(4, "f4"), "z": rng.random(4), "i": np.array([3, 3])}
    feeds |= {"u": rng.random(2, "f4"), "v": rng.random(2)}
    assert "scatter_mlir" in str(run_both(model, feeds).functions[0])


def test_functions_that_call_each_other_are_left_to_onnxruntime():
    model = parse(
        """g (float[4] x, int64[2] i, float[2] u) => (float[4] y) { y = my.f(x,i,u) }
        <opset_import: ["": 18, "my": 1], domain: "my"> f (x,i,u) => (y) { y = my.g(x,i,u) }
        <opset_import: ["": 18, "my": 1], domain: "my"> g (x,i,u) => (y) {
          z = my.f(x,i,u)
          y = ScatterElements(z,i,u)
        }""",
        FUNCTION_HEADER,
    )
    assert len(so.rewrite(model).functions) == 2


@pytest.mark.parametrize(
    "size, indices",
    [
        ("int64[2] s = {1000000000000, 1}", "i = ConstantOfShape<value = int64[1] {0}>(s)"),
        ("int64[2] s = {20000000000, 1}", "i = ConstantOfShape<value = int64[1] {0}>(s)"),
        ("int64[2] s = {20000000000, 1}, int64[1,1] o = {1}", "i = Expand(o,s)"),
        (
            "int64 o = {0}, int64 s = {20000000000}, int64 d = {1}, int64[1] a = {1}",
            "r = Range(o,s,d) i = Unsqueeze(r,a)",
        ),
        ("int64[2] s = {1000000, 1}, int64[2] a = {1, 0}", "c = ConstantOfShape<value = int64[1] {0}>(s) d = Transpose(c) i = Add(c,d)"),
    ],
)
def test_huge_constants_are_not_computed(size, indices):
    resource = pytest.importorskip("resource")
    model = parse(f"""g (float[4] x, float[n] u) => (float[4] y) <{size}> {{
      {indices}
      y = ScatterND(x,i,u)
    }}""")
    limits = resource.getrlimit(resource.RLIMIT_AS)
    # A machine with more memory would compute some of them.
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (256 << 20), limits[1]))
    try:
        assert get_ops(so.rewrite(model))[-1] == "ScatterNDUpdate"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limits)


@pytest.mark.parametrize(
    "node, match",
    [
        ("ScatterNDUpdate<reductions='sum'>(x,i,u)", "ScatterNDUpdate of output 'y', attribute 'reductions': expected one of 'reduction'"),
        ("ScatterNDUpdate<reduction=1>(x,i,u)", "attribute 'reduction': expected a string, found INT"),
        ("TensorScatter<axis=1.5>(x,u)", "attribute 'axis': expected an integer, found FLOAT"),
        ("ScatterElements<foo='a'>(x,j,u)", "attribute 'foo': expected one of 'axis'"),
        ("SliceScatter<axis=1>(x,u,j,j)", "attribute 'axis': expected one of 'threads'"),
    ],
)
def test_attributes_of_ops_that_a_model_has_already(node, match):
    header = '<ir_version: 10, opset_import: ["": 18, "scatter_mlir": 1, "my": 1]>\n'
    text = "y = scatter_mlir." + node.replace("'", '"')
    values = "<int64[1,1] i = {1}, int64[1] j = {1}>"
    model = parse(f"g (float[4] x, float[1] u) => (float[4] y) {values} {{ {text} }}", header)
    with pytest.raises(ValueError, match=match):
        so.rewrite(model)
    function = f"""g (float[4] x, float[1] u) => (float[4] y) {{ y = my.f(x,u) }}
      <opset_import: ["": 18, "scatter_mlir": 1], domain: "my"> f (x,u) => (y) {{
        i = Constant<value = int64[1,1] {{1}}>()
        j = Constant<value = int64[1] {{1}}>()
        {text}
      }}"""
    with pytest.raises(ValueError, match=match):
        so.rewrite(parse(function, header))


def test_an_initializer_that_is_an_input_is_kept():
    header = '<ir_version: 3, opset_import: ["": 13]>\n'
    text = """
    g (float[4,2] x, int64[n,1] i, float[3,2] u, int64[2] s) => (float[4,2] y)
      <int64[2] s = {3,2}, int64[3,2] e> {
      e = Expand(i,s)
      y = ScatterElements<axis=0>(x,e,u)
    }"""
    feeds = {"x": np.zeros((4, 2), "f4"), "i": np.array([[2], [1], [0]])}
    rewritten = run_both(parse(text, header), {**feeds, "u": np.ones((3, 2), "f4")})
    assert "Expand" not in get_ops(rewritten)


def test_names_that_are_not_used_are_taken():
    model = parse("""
    g (float[4] x, float[1] u, float[3] y_axes) => (float[4] y) <int64[1,1] i = {1}> {
      y = ScatterND(x,i,u)
    }""")
    feeds = {"x": np.zeros(4, "f4"), "u": np.ones(1, "f4"), "y_axes": np.ones(3, "f4")}
    run_both(model, feeds)
    # Inputs of the body of a loop.
    model = parse("""
    g (float[4] x, float[1] u) => (float[4] y)
      <int64[1,1] i = {1}, int64 n = {2}, bool c = {1}> {
      y = Loop(n,c,x) <body = b (int64 out_axes, bool out_step, float[4] r)
        => (bool more, float[4] out) {
        more = Identity(c)
        out = ScatterND(r,i,u)
      }>
    }""")
    del feeds["y_axes"]
    assert "SliceScatter" in str(run_both(model, feeds))
    # Inputs of a function.
    model = parse(
        """
    g (float[4] x, float[1] u) => (float[4] y) { y = my.f(x,u,x) }
    <opset_import: ["": 18], domain: "my"> f (x,u,y_axes) => (y) {
      i = Constant<value = int64[1,1] {2}>()
      y = ScatterND(x,i,u)
    }""",
        '<ir_version: 10, opset_import: ["": 18, "my": 1]>\n',
    )
    assert "SliceScatter" in str(run_both(model, feeds))


def test_external_data_that_is_not_loaded(tmp_path):
    model = parse("""
    g (float[4] x, float[1] u) => (float[4] y) <int64[1,1] i = {1}> {
      y = ScatterND(x,i,u)
    }""")
    # Only raw data is stored outside of the model.
    raw = onnx.numpy_helper.from_array(np.array([[1]]), "i")
    model.graph.initializer[0].CopyFrom(raw)
    path = tmp_path / "model.onnx"
    onnx.save(model, path, save_as_external_data=True, location="data", size_threshold=0)
    stub = onnx.load(path, load_external_data=False)
    assert get_ops(so.rewrite(stub)) == ["ScatterNDUpdate"]
    assert "SliceScatter" in get_ops(so.rewrite(path))


@pytest.mark.parametrize(
    "node",
    [
        "y = ScatterND(x,k,u)",
        "y = ScatterND(x,f,u)",
        "y, z = ScatterND(x,i,u)",
        "y = ScatterND(x,i)",
        "y = ScatterND(x)",
        "y = ScatterND<bogus=1>(x,i,u)",
        "y = ScatterElements<foo=1>(x,j,u)",
        "y = ScatterElements(x,h,u)",
        "y = ScatterElements(x)",
        "y = ScatterND<reduction=1>(x,i,u)",
        'y = ScatterElements<axis="a">(x,j,u)',
    ],
)
def test_what_is_no_onnx_is_refused_rewritten_too(node):
    model = parse(f"""
    g (float[4] x, float[1] u) => (float[4] y)
      <int64[1,1] i = {{1}}, int64[1] j = {{1}}, int32[1,1] k = {{1}},
       float[1,1] f = {{1}}, float[1] h = {{1}}> {{ {node} }}""")
    with pytest.raises(Exception) as stock:
        make_session(model)
    with pytest.raises(type(stock.value)):
        make_session(so.rewrite(model))


def test_constants_that_are_not_aligned(tmp_path):
    """onnx.save packs the tensors of external data, which ONNX Runtime maps."""
    model = parse("""
    g (uint8[3] p, float[400] u, float[2,3,4] v) => (uint8[3] q, float[640] y, float[640] z, float[2,8,4] w) {
      q = Add(p,m)
      y = ScatterND<reduction="add">(x,i,u)
      z = ScatterElements<reduction="add">(x,j,u)
      w = scatter_mlir.TensorScatter(cache,v,at)
    }""", '<ir_version: 10, opset_import: ["": 18, "scatter_mlir": 1]>\n')  # fmt: skip
    rng = np.random.default_rng(3)
    arrays = {
        "m": np.ones(3, "u1"),
        "x": np.zeros(640, "f4"),
        "i": (np.arange(400) % 7).reshape(400, 1),
        "j": np.arange(400) % 5,
        "cache": rng.random((2, 8, 4), "f4"),
        "at": np.array([1, 3]),
    }
    for name, value in arrays.items():
        model.graph.initializer.append(onnx.numpy_helper.from_array(value, name))
    feeds = {"p": np.ones(3, "u1"), "u": np.ones(400, "f4"), "v": rng.random((2, 3, 4), "f4")}
    rewritten = so.rewrite(model)
    expected = make_session(rewritten).run(None, feeds)
    path = tmp_path / "model.onnx"
    onnx.save(rewritten, path, save_as_external_data=True, location="data", size_threshold=0)
    results = ort.InferenceSession(path, so.register()).run(None, feeds)
    for result, value in zip(results, expected):
        np.testing.assert_array_equal(result, value)
