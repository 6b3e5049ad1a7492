# ===- jax_peer.py - JAX's indexed updates, jitted ------------------------===#

import os

NAME = "JAX"
DISTRIBUTIONS = ("jax", "jaxlib")
CHECKS = "no error: drops what is out of bounds"


def setup(threads, folder):
    global jax
    os.environ["JAX_PLATFORMS"] = "cpu"
    if threads == 1:
        os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    import jax

    jax.config.update("jax_enable_x64", True)
    jax.devices()


def make_function(problem):
    """Returns the update as a function of data, indices (not for slices) and updates."""
    if problem.is_slice:
        return lambda data, updates: data.at[problem.slices].set(updates)
    reduction = problem.reduction

    def update(data, indices, updates):
        target = data.at[tuple(indices[..., j] for j in range(indices.shape[-1]))]
        method = {
            "none": target.set,
            "sum": target.add,
            "sub": target.subtract,
            "prod": target.multiply,
            "min": target.min,
            "max": target.max,
        }[reduction]
        return method(updates)

    return update


def build(problem, mode, threads):
    from ..contestant import Contestant, Unsupported

    if mode == "existing":
        raise Unsupported("JAX allocates its results")
    function = jax.jit(
        make_function(problem), donate_argnums=(0,) if mode == "in_place" else ()
    )
    inputs = [jax.numpy.array(problem.updates)]
    if not problem.is_slice:
        inputs.insert(0, jax.numpy.array(problem.indices))
    state = [jax.numpy.array(problem.data)]
    data = state[0]

    if mode == "in_place":
        data = None

        def run():
            state[0] = function(state[0], *inputs).block_until_ready()
    else:

        def run():
            state[0] = None
            state[0] = function(data, *inputs).block_until_ready()

    return [Contestant(NAME, run, lambda: state[0])]
