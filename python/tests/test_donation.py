"""Results in the memory of arguments: donated arguments and `out`."""

import gc
import pickle

import numpy as np
import pytest
import scatter_mlir
from scatter_mlir import _core

STEP = """
func.func @step(%past: tensor<?x4xf32>, %i: tensor<1x1xi64>, %row: tensor<1x4xf32>)
    -> (tensor<?x4xf32> {scatter.name = "present"}) {
  %r = scatter.scatter_nd_update ins(%i, %row : tensor<1x1xi64>, tensor<1x4xf32>)
      outs(%past : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
"""
# The second update may fail after the first has written.
TWO = """
func.func @two(%c: tensor<4xf32>, %i: tensor<1x1xi64>, %j: tensor<1x1xi64>, %u: tensor<1xf32>)
    -> tensor<4xf32> {
  %a = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>)
      outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %b = scatter.scatter_nd_update ins(%j, %u : tensor<1x1xi64>, tensor<1xf32>)
      outs(%a : tensor<4xf32>) reduction(sum) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
"""


def arguments(rows=8):
    cache = np.arange(4 * rows, dtype=np.float32).reshape(rows, 4)
    return cache, np.array([[2]]), np.full((1, 4), -1, np.float32)


@pytest.mark.parametrize(
    "donate", ["past", "past=present", 0, [0], {"past": "present"}, {0: 0}, {"past": None}]
)
def test_result_is_the_argument(donate):
    program = scatter_mlir.compile(STEP, donate=donate)
    assert program.donated == {"past": "present"}
    assert pickle.loads(pickle.dumps(program)).donated == {"past": "present"}
    cache, i, row = arguments()
    expected = cache.copy()
    expected[2] = -1
    assert program(cache, i, row) is cache
    assert (cache == expected).all()
    # By name: the general path.
    assert program(past=cache, i=i, row=row) is cache


def test_100_steps_allocate_nothing():
    program = scatter_mlir.compile(STEP, donate="past")
    # A copy of the cache would be a large result or come from the pool.
    cache, i, row = arguments(1 << 18)
    address = cache.ctypes.data
    program(cache, i, row)
    gc.collect()
    idle = _core.num_idle_result_bytes()
    for step in range(100):
        i[0, 0] = step
        assert program(cache, i, row) is cache
    assert cache.ctypes.data == address
    assert (cache[:100] == -1).all() and (cache[100] == np.arange(400, 404)).all()
    assert _core.num_idle_result_bytes() == idle
    for stage in "plan", "loops":
        lowered = program.mlir(stage)
        assert "memref.alloc(" not in lowered
        assert "memref.copy" not in lowered and "source(" not in lowered


def test_errors_leave_the_argument():
    program = scatter_mlir.compile(STEP, donate="past")
    cache, i, row = arguments()
    before = cache.copy()
    i[0, 0] = 100
    with pytest.raises(IndexError, match="found 100"):
        program(cache, i, row)
    assert (cache == before).all()


def test_updates_before_an_error_stay():
    program = scatter_mlir.compile(TWO, donate="c")
    c = np.zeros(4, np.float32)
    one, far = np.array([[1]]), np.array([[9]])
    with pytest.raises(IndexError):
        program(c, one, far, np.ones(1, np.float32))
    assert c.tolist() == [0, 1, 0, 0]


def test_misuse():
    program = scatter_mlir.compile(STEP, donate="past")
    cache, i, row = arguments()
    before = cache.copy()
    with pytest.raises(ValueError, match="'past'.* memory that argument 2 'row' refers to"):
        program(cache, i, cache[3:4])
    with pytest.raises(ValueError, match="'past': expected a contiguous"):
        program(cache[:, ::-1], i, row)
    with pytest.raises(ValueError, match="'past': expected a contiguous"):
        program(np.asfortranarray(cache), i, row)
    with pytest.raises(TypeError, match="'past': expected element type f32, found f64"):
        program(cache.astype(np.float64), i, row)
    with pytest.raises(ValueError, match="'past': expected a writable array"):
        read_only = cache.copy()
        read_only.flags.writeable = False
        program(read_only, i, row)
    with pytest.raises(ValueError, match="contiguous, aligned array in native byte order"):
        program(cache.astype(">f4"), i, row)
    assert (cache == before).all()


def test_the_same_array_twice():
    source = STEP.replace("%row: tensor<1x4xf32>", "%other: tensor<?x4xf32>").replace(
        "%r =", "%row = tensor.extract_slice %other[0, 0] [1, 4] [1, 1] : "
        "tensor<?x4xf32> to tensor<1x4xf32>\n  %r ="
    )
    program = scatter_mlir.compile(source, donate="past")
    cache, i, _ = arguments()
    before = cache.copy()
    with pytest.raises(ValueError, match="expected memory of its own"):
        program(cache, i, cache)
    assert (cache == before).all()


def test_pairs_by_pattern():
    source = """
    func.func @f(%k: tensor<4xf32> {scatter.name = "past_key_values.0.key"},
                 %v: tensor<4xf32> {scatter.name = "past_key_values.0.value"},
                 %i: tensor<1x1xi64>, %u: tensor<1xf32>)
        -> (tensor<4xf32> {scatter.name = "present.0.value"},
            tensor<4xf32> {scatter.name = "present.0.key"}) {
      %a = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>)
          outs(%k : tensor<4xf32>) -> tensor<4xf32>
      %b = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>)
          outs(%v : tensor<4xf32>) reduction(sum) -> tensor<4xf32>
      return %b, %a : tensor<4xf32>, tensor<4xf32>
    }"""
    pairs = {
        "past_key_values.0.value": "present.0.value",
        "past_key_values.0.key": "present.0.key",
    }
    for donate in {"past_key_values.*": "present.*"}, "past_key_values.*=present.*":
        program = scatter_mlir.compile(source, donate=donate)
        assert program.donated == pairs
    k, v = np.zeros(4, np.float32), np.ones(4, np.float32)
    present = program(k, v, np.array([[1]]), np.full(1, 7, np.float32))
    assert present[0] is v and present[1] is k
    assert k.tolist() == [0, 7, 0, 0] and v.tolist() == [1, 8, 1, 1]
    # The other way around the values are elsewhere.
    with pytest.raises(scatter_mlir.CompileError, match="expected result 0 'present.0.value'"):
        scatter_mlir.compile(source, donate={"past_key_values.0.key": "present.0.value"})


@pytest.mark.parametrize(
    "donate, error, message",
    [
        ("absent", scatter_mlir.CompileError, "one of the arguments 'past', 'i', 'row'"),
        ("past=absent", scatter_mlir.CompileError, "one of the results 'present'"),
        ("row", scatter_mlir.CompileError, "computes all results elsewhere"),
        ({"row": "present"}, scatter_mlir.CompileError, "the type of result 'present'"),
        ({"past": "present", "row": 0}, scatter_mlir.CompileError, "type of result"),
        ("p*=present", scatter_mlir.CompileError, r"'\*' in the name of the result"),
        (7, scatter_mlir.CompileError, "found 'arg7'"),
        (-1, ValueError, "found -1"),
        (True, TypeError, "found True"),
        (1.5, TypeError, "found 1.5"),
        ([None], TypeError, "found None"),
        ("", ValueError, "found ''"),
    ],
)
def test_donations_that_do_not_fit(donate, error, message):
    with pytest.raises(error, match=message):
        scatter_mlir.compile(STEP, donate=donate)


def test_positions_are_not_names():
    # Argument 0 has the name arg1.
    source = STEP.replace("%past", "%arg1").replace("%row", "%arg0")
    with pytest.raises((ValueError, scatter_mlir.CompileError)):
        scatter_mlir.compile(source, donate=0)
    assert scatter_mlir.compile(source, donate="arg1").donated == {"arg1": "present"}


class TestOut:
    def test_argument(self):
        program = scatter_mlir.compile(STEP)
        cache, i, row = arguments()
        expected = cache.copy()
        expected[2] = -1
        assert program(cache, i, row, out=cache) is cache
        assert (cache == expected).all()
        (variant,) = program._variants.values()
        assert variant.donated == {"past": "present"}
        # Nothing is donated without `out`.
        assert not program.donated
        assert program(cache, i, row) is not cache

    def test_other_array(self):
        program = scatter_mlir.compile(STEP)
        cache, i, row = arguments()
        before = cache.copy()
        out = np.zeros((8, 8), np.float32)[:, ::2]
        assert program(cache, i, row, out=out) is out
        assert (cache == before).all() and (out[2] == -1).all() and (out[3] == cache[3]).all()

    def test_argument_that_is_used_twice_is_copied(self):
        program = scatter_mlir.compile(TWO)
        i, u = np.array([[1]]), np.ones(1, np.float32)
        c = np.zeros(4, np.float32)
        assert program(c, i, i, u, out=[c]) is c
        assert c.tolist() == [0, 2, 0, 0]
        strided = np.zeros(8, np.float32)[::2]
        assert program(strided, i, i, u, out=strided) is strided
        assert strided.tolist() == [0, 2, 0, 0]
        overlapping = np.zeros(5, np.float32)
        assert program(overlapping[:4], i, i, overlapping[4:], out=overlapping[1:]).tolist() == [0] * 4

    def test_errors_leave_the_output(self):
        program = scatter_mlir.compile(STEP)
        cache, i, row = arguments()
        before, out = cache.copy(), np.zeros((8, 4), np.float32)
        i[0, 0] = 9
        for target in out, cache:
            with pytest.raises(IndexError):
                program(cache, i, row, out=target)
        assert not out.any() and (cache == before).all()

    def test_misuse(self):
        program = scatter_mlir.compile(STEP)
        cache, i, row = arguments()
        with pytest.raises(ValueError, match="result 0: expected float32 of shape"):
            program(cache, i, row, out=np.zeros((7, 4), np.float32))
        with pytest.raises(TypeError, match="result 0: expected float32 of shape"):
            program(cache, i, row, out=np.zeros((8, 4)))
        with pytest.raises(TypeError, match="expected 1 arrays, found 2"):
            program(cache, i, row, out=(None, None))
        with pytest.raises(TypeError, match="result 'present': expected an array"):
            program(cache, i, row, out=[[0.0]])
        read_only = np.zeros((8, 4), np.float32)
        read_only.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            program(cache, i, row, out=read_only)
        assert program(cache, i, row, out=[None])[2, 0] == -1

    def test_an_argument_may_have_the_name(self):
        program = scatter_mlir.compile(STEP.replace("%past", "%out"))
        cache, i, row = arguments()
        assert program(out=cache, i=i, row=row)[2, 0] == -1
        assert cache[2, 0] == 8


def test_torch():
    torch = pytest.importorskip("torch")
    program = scatter_mlir.compile(STEP, donate="past")
    cache, i, row = (torch.from_numpy(array) for array in arguments())
    version = cache._version
    assert program(cache, i, row) is cache
    assert (cache[2] == -1).all() and cache._version > version
    plain = scatter_mlir.compile(STEP)
    assert plain(cache, i, row * 2, out=cache) is cache
    assert (cache[2] == -2).all()


class TestJAX:
    @pytest.fixture(autouse=True)
    def jax(self):
        return pytest.importorskip("jax")

    def lower(self, jax, function, **options):
        kinds = (8, 64, 16), (8, 1, 16)
        specs = [jax.ShapeDtypeStruct(shape, np.float32) for shape in kinds]
        return jax.jit(function, **options).lower(*specs, jax.ShapeDtypeStruct((), np.int32))

    @staticmethod
    def update(c, r, p):
        from jax import lax

        return lax.dynamic_update_slice(c, r, (0, p, 0))

    def arrays(self):
        return (
            np.zeros((8, 64, 16), np.float32),
            np.ones((8, 1, 16), np.float32),
            np.array(5, np.int32),
        )

    def test_donated_argument(self, jax):
        program = scatter_mlir.compile(self.lower(jax, self.update, donate_argnums=0))
        assert program.donated == {"arg0": "result0"}
        c, r, p = self.arrays()
        assert program(c, r, p) is c
        assert c[:, 5].all() and c.sum() == r.sum()
        for stage in "plan", "loops":
            assert "memref.alloc(" not in program.mlir(stage)

    def test_immutable_array_is_copied(self, jax):
        program = scatter_mlir.compile(self.lower(jax, self.update, donate_argnums=0))
        c, r, p = map(jax.numpy.asarray, self.arrays())
        result = program(c, r, p)
        assert isinstance(result, jax.Array) and not c.any() and result[:, 5].all()
        asked = scatter_mlir.compile(self.lower(jax, self.update), donate=0)
        with pytest.raises(ValueError, match="immutable"):
            asked(c, r, p)

    def test_donation_that_is_not_used_is_none(self, jax):
        program = scatter_mlir.compile(
            self.lower(jax, lambda c, r, p: (c[:, ::-1] * 2, r, p), donate_argnums=(0, 1))
        )
        c, r, p = self.arrays()
        c.flags.writeable = False
        assert "arg0" not in program.donated
        assert (program(c, r, p)[0] == 0).all()

    def test_elementwise_result(self, jax):
        def function(c, r, p):
            return jax.numpy.where(jax.numpy.arange(64)[None, :, None] == p, r, c * 2)

        program = scatter_mlir.compile(self.lower(jax, function, donate_argnums=0), donate=0)
        c, r, p = self.arrays()
        c += 1
        assert program(c, r * 5, p) is c
        assert (c[:, 5] == 5).all() and (c[:, 6] == 2).all()

    def test_branches(self, jax):
        def function(c, r, p):
            return jax.lax.cond(p > 3, lambda a: self.update(a, r, p), lambda a: a, c)

        program = scatter_mlir.compile(self.lower(jax, function, donate_argnums=0), donate=0)
        c, r, p = self.arrays()
        assert program(c, r, np.array(2, np.int32)) is c and not c.any()
        assert program(c, r, p) is c and c[:, 5].all()

    def test_old_contents_that_are_read_later(self, jax):
        def function(c, r, p):
            return self.update(c, r, p), c.sum()

        program = scatter_mlir.compile(self.lower(jax, function, donate_argnums=0))
        c, r, p = self.arrays()
        c += 1
        result, total = program(c, r * 3, p)
        assert total == 8 * 64 * 16 and (result[:, 5] == 3).all()


def test_out_whose_elements_share_memory():
    program = scatter_mlir.compile(
        """func.func @f(%d: tensor<3x4xf32>, %u: tensor<1x4xf32>) -> tensor<3x4xf32> {
          %r = scatter.slice_scatter ins(%u : tensor<1x4xf32>)
                 outs(%d : tensor<3x4xf32>) from [0] to [1] -> tensor<3x4xf32>
          return %r : tensor<3x4xf32>
        }"""
    )
    memory = np.zeros(40, "f4")
    arguments = np.ones((3, 4), "f4"), np.ones((1, 4), "f4")
    for strides in ((4, 4), (6, 2)):
        out = np.lib.stride_tricks.as_strided(memory, (3, 4), strides)
        with pytest.raises(ValueError, match="'out': expected elements that do not share"):
            program(*arguments, out=out)
    assert not memory.any()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_no_out(count):
    values = ", ".join(["%a"] * count)
    types = ", ".join(["tensor<2xf32>"] * count)
    program = scatter_mlir.compile(
        f"func.func @f(%a: tensor<2xf32>) -> ({types}) {{ return {values}"
        f"{' : ' + types if count else ''} }}"
    )
    results = program(np.ones(2, "f4"), out=None)
    assert np.shape(results) == [(), (2,), (2, 2)][count]
