# ===- test_gather_frameworks.py - gather_nd in PyTorch and JAX -----------===#

import numpy as np
import pytest


def make(seed=0):
    random = np.random.default_rng(seed)
    data = random.random((7, 5)).astype("f4")
    return data, random.integers(-7, 7, (4, 3, 1))


class TestTorch:
    torch = pytest.importorskip("torch")

    @pytest.fixture(autouse=True)
    def setup(self):
        pytest.importorskip("scatter_mlir.torch")
        from scatter_mlir.torch import gather_nd

        self.gather_nd = gather_nd

    def test_values(self):
        data, indices = map(self.torch.from_numpy, make())
        found = self.gather_nd(data, indices)
        assert self.torch.equal(found, data[indices[..., 0]])
        with pytest.raises(IndexError):
            self.gather_nd(data, self.torch.tensor([[7]]))
        with pytest.raises(TypeError, match="'data': expected a tensor, .*torch.as_tensor"):
            self.gather_nd(data.numpy(), indices)
        assert self.gather_nd(data, [[0], [2]]).shape == (2, 5)

    def test_gradient(self):
        torch = self.torch
        data = torch.rand(2, 6, 3, dtype=torch.float64, requires_grad=True)
        indices = torch.tensor([[[0], [5], [0]], [[-1], [2], [2]]])

        def run(data):
            return self.gather_nd(data, indices, batch_dims=1)

        torch.autograd.gradcheck(run, data, check_forward_ad=True)
        torch.autograd.gradgradcheck(run, data)
        run(data).sum().backward()
        assert data.grad[0, 0].tolist() == [2, 2, 2]

    def test_gradient_of_dropped_tuples(self):
        torch = self.torch
        data = torch.rand(4, requires_grad=True)
        indices = torch.tensor([[0], [9], [-1]])
        result = self.gather_nd(data, indices, out_of_bounds="drop", fill=3)
        assert result[1] == 3
        result.sum().backward()
        assert data.grad.tolist() == [1, 0, 0, 1]

    def test_vmap_and_compile(self):
        torch = self.torch
        data, indices = torch.rand(3, 7, 5), torch.randint(-7, 7, (3, 4, 1))
        expected = torch.stack([x[i[:, 0]] for x, i in zip(data, indices)])
        assert torch.equal(torch.vmap(self.gather_nd)(data, indices), expected)
        one = torch.vmap(self.gather_nd, in_dims=(None, 0))(data[0], indices)
        assert torch.equal(one, data[0][indices[..., 0]])
        compiled = torch.compile(lambda x, i: self.gather_nd(x, i) * 2, backend="aot_eager")
        assert torch.equal(compiled(data[0], indices[0]), expected[0] * 2)

    def test_opcheck(self):
        torch = self.torch
        from scatter_mlir.torch._gather import _gather

        data = torch.rand(4, 3, requires_grad=True)
        indices = torch.tensor([[0], [3]])
        torch.library.opcheck(_gather, (data, indices, 0, "error", "wrap", 0, None))


class TestJax:
    jax = pytest.importorskip("jax")

    @pytest.fixture(autouse=True)
    def setup(self):
        pytest.importorskip("scatter_mlir.jax")
        from scatter_mlir.jax import gather_nd

        self.gather_nd = gather_nd

    def test_values(self):
        data, indices = make()
        found = self.gather_nd(data, indices)
        np.testing.assert_array_equal(found, data[indices[..., 0]])
        np.testing.assert_array_equal(self.jax.jit(self.gather_nd)(data, indices), found)
        with pytest.raises(IndexError):
            self.gather_nd(data, np.array([[7]]))
        dropped = self.gather_nd(data, np.array([[7], [1]]), out_of_bounds="drop", fill=2)
        assert (dropped[0] == 2).all() and (dropped[1] == data[1]).all()
        with pytest.raises(ValueError, match="'batch_dims'"):
            self.gather_nd(data, indices, batch_dims=3)
        with pytest.raises(TypeError, match="'fill'"):
            self.gather_nd(np.ones(2, "i4"), np.array([[0]]), fill=0.5)

    def test_gradient(self):
        jax, jnp = self.jax, self.jax.numpy
        data = jnp.arange(36.0).reshape(2, 6, 3)
        indices = jnp.array([[[0], [5], [0]], [[-1], [2], [2]]])

        def run(x):
            return (self.gather_nd(x, indices, batch_dims=1) ** 2).sum()

        def expected(x):
            return (jnp.take_along_axis(x, indices % 6, 1) ** 2).sum()

        np.testing.assert_allclose(jax.grad(run)(data), jax.grad(expected)(data))
        tangents = jnp.ones_like(data)
        _, found = jax.jvp(run, (data,), (tangents,))
        _, wanted = jax.jvp(expected, (data,), (tangents,))
        np.testing.assert_allclose(found, wanted)

    def test_vmap(self):
        data, indices = make(1)
        batch = np.stack([data, data + 1])
        tuples = np.stack([indices, -1 - indices])
        found = self.jax.vmap(self.gather_nd)(batch, tuples)
        for one, x, i in zip(found, batch, tuples):
            np.testing.assert_array_equal(one, x[i[..., 0]])
        found = self.jax.vmap(self.gather_nd, (None, 0))(data, tuples)
        np.testing.assert_array_equal(found[1], data[tuples[1][..., 0]])
