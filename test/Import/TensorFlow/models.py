# ===- models.py - what generate.py has TensorFlow save and compute -------===#
#
# A model is a function and its arguments, by name, one or two runs of them. How
# it is saved: "graph" is the frozen graph of a tf.function, "v1" that of tf.Graph,
# "saved" a SavedModel.
#
# ===----------------------------------------------------------------------===#

import numpy as np
import tensorflow as tf

MODELS = {}


def model(form="graph", **arguments):
    def register(function):
        MODELS[function.__name__] = (form, function, [arguments])
        return function

    return register


def dynamic(form="graph", **pairs):
    """A model of two runs: sizes in which these differ are unknown when it is saved."""

    def register(function):
        runs = [{n: pair[i] for n, pair in pairs.items()} for i in (0, 1)]
        MODELS[function.__name__] = (form, function, runs)
        return function

    return register


def numbers(*shape, dtype=np.float32, seed=0):
    """Small numbers that floats hold exactly."""
    values = np.random.default_rng(seed).integers(-16, 16, shape) / 4
    return values.astype(dtype)


def integers(*shape, low=-9, high=9, dtype=np.int32, seed=0):
    return np.random.default_rng(seed).integers(low, high, shape).astype(dtype)


def indices(values, dtype=np.int32):
    return np.array(values, dtype)


# ===----------------------------------------------------------------------===#
# Scatters
# ===----------------------------------------------------------------------===#

ROWS = indices([[2], [0], [2]])


@model(x=numbers(4, 3), i=ROWS, u=numbers(3, 3, seed=1))
def update_rows(x, i, u):
    return tf.tensor_scatter_nd_update(x, i, u)


@model(x=numbers(4, 3), i=indices([[0, 1], [3, 2]], np.int64), u=numbers(2, seed=1))
def update_elements(x, i, u):
    return tf.tensor_scatter_nd_update(x, i, u)


@model(x=numbers(4, 3), i=ROWS, u=numbers(3, 3, seed=1))
def add_rows(x, i, u):
    return tf.tensor_scatter_nd_add(x, i, u)


@model(
    x=integers(3, 2, 4),
    i=indices([[[0, 1], [2, 0]], [[0, 1], [1, 1]]]),
    u=integers(2, 2, 4, seed=1),
)
def sub_slices(x, i, u):
    return tf.tensor_scatter_nd_sub(x, i, u)


@model(x=numbers(6, dtype=np.float64), i=indices([[5], [5], [1]]), u=numbers(3, dtype=np.float64))
def add_doubles(x, i, u):
    return tf.tensor_scatter_nd_add(x, i, u)


@model(x=numbers(5), i=indices([[4], [0], [4]]), u=numbers(3, seed=2))
def min_and_max(x, i, u):
    return tf.tensor_scatter_nd_min(x, i, u), tf.tensor_scatter_nd_max(x, i, u)


@model(x=integers(5, dtype=np.int64), i=indices([[4], [0]]), u=integers(2, dtype=np.int64))
def max_integers(x, i, u):
    return tf.tensor_scatter_nd_max(x, i, u)


@model(i=indices([[1], [3], [1]]), u=numbers(3, 2))
def scatter_nd(i, u):
    return tf.scatter_nd(i, u, [5, 2])


@model(i=indices([[0, 0], [1, 2]]), u=integers(2), like=integers(3, 4))
def scatter_nd_shape(i, u, like):
    return tf.scatter_nd(i, u, tf.shape(like))


@model(x=integers(4, 2) > 0, i=indices([[3]]), u=np.array([[True, False]]))
def update_booleans(x, i, u):
    return tf.tensor_scatter_nd_update(x, i, u)


@model(
    x=integers(8, low=0, high=256, dtype=np.uint8),
    i=indices([[7], [7]]),
    u=integers(2, low=200, high=256, dtype=np.uint8, seed=1),
)
def add_bytes(x, i, u):
    return tf.tensor_scatter_nd_add(x, i, u)


@model(x=numbers(4, dtype=np.complex64) * 1j, i=indices([[2]]), u=numbers(1, dtype=np.complex64))
def update_complex(x, i, u):
    return tf.tensor_scatter_nd_update(x, i, u)


@model(x=numbers(4, 2, dtype=np.float16), i=indices([[2], [1]]), u=numbers(2, 2, dtype=np.float16))
def add_halves(x, i, u):
    return tf.tensor_scatter_nd_add(x, i, u)


@model(x=numbers(4, 2), i=indices([[2], [1]]), u=numbers(2, 2, seed=1))
def add_bfloat16(x, i, u):
    x, u = tf.cast(x, tf.bfloat16), tf.cast(u, tf.bfloat16)
    return tf.cast(tf.tensor_scatter_nd_add(x, i, u), tf.float32)


@model(x=numbers(4, 3), i=np.zeros([0, 1], np.int32), u=numbers(0, 3))
def update_nothing(x, i, u):
    return tf.tensor_scatter_nd_update(x, i, u)


@model(x=numbers(4, 3), i=indices([[1], [-1], [4], [0]]), u=numbers(4, 3))
def ignore_bad_indices(x, i, u):
    policy = {"indices": i, "updates": u, "bad_indices_policy": "IGNORE"}
    return (
        tf.raw_ops.TensorScatterUpdate(tensor=x, **policy),
        tf.raw_ops.TensorScatterMax(tensor=x, **policy),
        tf.raw_ops.ScatterNd(shape=[4, 3], **policy),
    )


# ===----------------------------------------------------------------------===#
# What TensorFlow rejects on the CPU
# ===----------------------------------------------------------------------===#


@model(x=numbers(4, 3), i=indices([[1], [-1]]), u=numbers(2, 3))
def reject_negative(x, i, u):
    return tf.tensor_scatter_nd_update(x, i, u)


@model(x=numbers(4, 3), i=indices([[4]]), u=numbers(1, 3))
def reject_beyond(x, i, u):
    return tf.tensor_scatter_nd_add(x, i, u)


@model(i=indices([[-1]]), u=numbers(1, 3))
def reject_negative_scatter_nd(i, u):
    return tf.scatter_nd(i, u, [4, 3])


@model(x=numbers(4, 3), i=indices([1, -1]))
def reject_negative_gather(x, i):
    return tf.gather(x, i)


@model(x=numbers(4, 3), i=indices([[1, 3]]))
def reject_gather_nd(x, i):
    return tf.gather_nd(x, i)


# ===----------------------------------------------------------------------===#
# Slices
# ===----------------------------------------------------------------------===#


@model(x=numbers(5, 6, 4))
def strided_slices(x):
    return (
        x[1:, ::-2, None, 0],
        x[..., -1],
        x[::-1],
        x[-3:-1, 1:100:3],
        x[None, ..., 1:3, None],
        x[2, 3, 1],
        x[4:1:-2, ..., ::2],
        x[3:1],
    )


def slice_update(x, u, begin, end, strides, **masks):
    return tf.raw_ops.TensorStridedSliceUpdate(
        input=x, begin=begin, end=end, strides=strides, value=u, **masks
    )


@model(x=numbers(4, 5), u=numbers(4, 2, seed=1))
def update_columns(x, u):
    return slice_update(x, u, [0, 1], [0, 5], [1, 2], begin_mask=1, end_mask=1)


@model(x=numbers(6, 2), u=numbers(3, 2, seed=1))
def update_reversed(x, u):
    return slice_update(x, u, [5], [0], [-2])


@model(x=numbers(3, 4, 5), u=numbers(4, seed=1))
def update_column(x, u):
    return slice_update(x, u, [1, 0, 3], [2, 0, 4], [1, 1, 1], shrink_axis_mask=5, ellipsis_mask=2)


@model(x=numbers(2, 8, 3), u=numbers(2, 1, 3, seed=1))
def update_position(x, u):
    return slice_update(x, u, [0, 5, 0], [0, 6, 0], [1, 1, 1], begin_mask=5, end_mask=5)


@model(x=numbers(4, 6))
def slice_and_split(x):
    a, b = tf.split(x, [2, -1], axis=1)
    parts = tf.split(x, 3, axis=1)
    rows = tf.unstack(x)
    return tf.slice(x, [1, 2], [2, -1]), a, tf.concat([b, *parts], 1), tf.stack(rows[::-1], 1)


# ===----------------------------------------------------------------------===#
# Gathers
# ===----------------------------------------------------------------------===#


@model(x=numbers(4, 3, 2), i=indices([[3, 0], [1, 1]]), j=indices([[[0, 2]], [[3, 1]]], np.int64))
def gathers(x, i, j):
    return tf.gather(x, i), tf.gather(x, i % 2, axis=-1), tf.gather_nd(x, j)


@model(x=numbers(2, 4, 3), i=indices([[3, 0, 1], [1, 1, 2]]), j=indices([[[0]], [[2]]]))
def batch_gathers(x, i, j):
    return tf.gather(x, i, batch_dims=1), tf.gather_nd(x, j, batch_dims=1)


# ===----------------------------------------------------------------------===#
# Ops around them
# ===----------------------------------------------------------------------===#


@model(x=numbers(3, 4), y=numbers(4, seed=1))
def arithmetic(x, y):
    positive = tf.abs(x) + 0.5
    return (
        x + y,
        (x - y) * tf.square(y),
        x / positive,
        x // positive,
        tf.maximum(x, y) - tf.minimum(x, -y),
        tf.nn.relu(x),
    )


@model(x=numbers(3, 4))
def functions(x):
    positive = tf.abs(x) + 0.5
    return (
        tf.sqrt(positive) + tf.math.rsqrt(positive),
        tf.exp(x) + tf.math.log(positive),
        tf.tanh(x) * tf.sigmoid(x),
        tf.nn.softmax(x),
        tf.nn.log_softmax(x),
    )


@model(x=integers(3, 4), y=integers(4, low=1, seed=1) * indices([1, -1, 1, -1]))
def integer_arithmetic(x, y):
    return x + y, x // y, x % y, tf.cast(x, tf.float32) / 3.0, -tf.abs(x)


@model(x=integers(3, 4), y=integers(3, 4, seed=1))
def comparisons(x, y):
    less, equal = x < y, tf.equal(x, y)
    both = tf.logical_and(tf.logical_not(less), tf.logical_or(x >= 0, y > x))
    return tf.where(less, x, y), tf.where(equal, 0, y - x), both, x <= y, tf.not_equal(x, y)


@model(x=numbers(3, 1), n=integers(2, 5))
def shapes(x, n):
    count = tf.shape(n)[1]
    wide = tf.broadcast_to(x, [3, count])
    return (
        wide + tf.cast(tf.range(count), tf.float32),
        tf.fill([2, count], 7.0),
        tf.zeros_like(n) + tf.ones_like(n) * tf.size(n) + tf.rank(n),
        tf.tile(x, [2, count]),
        tf.reshape(tf.transpose(wide), [-1]),
        tf.squeeze(x, 1),
        tf.expand_dims(x, 1),
    )


@model(x=numbers(2, 3))
def pads(x):
    return tf.pad(x, [[1, 0], [2, 1]]), tf.pad(x, [[0, 2], [0, 0]], constant_values=-1.0)


@model(x=numbers(3, 4, 5))
def reductions(x):
    return (
        tf.reduce_sum(x, 1),
        tf.reduce_max(x),
        tf.reduce_min(x, [0, -1], keepdims=True),
        tf.reduce_mean(x, 2),
        tf.reduce_prod(x, 0),
        tf.reduce_any(x > 3, 1),
        tf.reduce_all(x > -3.9, 2),
    )


@model(x=numbers(3, 4), w=numbers(5, 4, seed=1), v=numbers(2, 1, 4, 6), u=numbers(3, 4, 2, seed=1))
def products(x, w, v, u):
    product = tf.matmul(x, w, transpose_b=True)
    return tf.nn.bias_add(product, [1.0, 2.0, 3.0, 4.0, 5.0]), tf.matmul(v, u, transpose_a=True)


@model(form="v1", x=numbers(4, 3), i=ROWS, u=numbers(3, 3, seed=1), flags=integers(4) > 0)
def version_1(x, i, u, flags):
    updated = tf.raw_ops.TensorScatterAdd(tensor=x, indices=i, updates=u)
    chosen = tf.raw_ops.Select(condition=flags, x=updated, y=x)
    with tf.control_dependencies([tf.no_op()]):
        return tf.identity(chosen, name="chosen"), tf.raw_ops.Unpack(value=x, num=3, axis=1)


# ===----------------------------------------------------------------------===#
# Small networks
# ===----------------------------------------------------------------------===#


@model(
    nodes=numbers(5, 4),
    source=indices([0, 1, 1, 4, 2, 0]),
    target=indices([1, 0, 2, 3, 3, 4]),
)
def graph_layer(nodes, source, target):
    """Means over neighbours, then a dense layer with variables, frozen."""
    weights = tf.Variable(numbers(4, 3, seed=2))
    bias = tf.Variable(numbers(3, seed=3))

    def run(nodes, source, target):
        messages = tf.gather(nodes, source)
        places = target[:, None]
        sums = tf.scatter_nd(places, messages, tf.shape(nodes))
        counts = tf.scatter_nd(places, tf.ones_like(target), tf.shape(nodes)[:1])
        means = sums / tf.cast(tf.maximum(counts, 1), tf.float32)[:, None]
        return tf.nn.relu(tf.nn.bias_add(tf.matmul(means, weights), bias))

    return run


@model(
    form="saved",
    cache_k=numbers(2, 8, 4),
    cache_v=numbers(2, 8, 4, seed=1),
    position=indices([3]),
    query=numbers(2, 1, 4, seed=2),
    key=numbers(2, 1, 4, seed=3),
    value=numbers(2, 1, 4, seed=4),
)
def decoder_step(cache_k, cache_v, position, query, key, value):
    """A step of attention that writes a key and a value into caches."""
    heads = tf.range(2)[:, None]
    places = tf.stack([heads, tf.broadcast_to(position, [2, 1])], -1)

    @tf.function
    def write(cache, update):
        return tf.tensor_scatter_nd_update(cache, places, update)

    cache_k, cache_v = write(cache_k, key), write(cache_v, value)
    scores = tf.matmul(query, cache_k, transpose_b=True) * 0.5
    scores = tf.where(tf.range(8) <= position, scores, -1e9)
    attention = tf.matmul(tf.nn.softmax(scores), cache_v)
    return {"attention": attention, "new_k": cache_k, "new_v": cache_v}


@model(form="saved", x=numbers(4, 3), i=ROWS, u=numbers(3, 3, seed=1))
def saved_update(x, i, u):
    table = tf.constant(numbers(4, 3, seed=5))
    return {"sum": tf.tensor_scatter_nd_add(x, i, u) + table, "last": x[-1]}


# ===----------------------------------------------------------------------===#
# Sizes that are known when the program runs
# ===----------------------------------------------------------------------===#


@dynamic(
    x=(numbers(4, 3), numbers(9, 3)),
    i=(ROWS, indices([[8]])),
    u=(numbers(3, 3, seed=1), numbers(1, 3, seed=1)),
)
def dynamic_rows(x, i, u):
    updated = tf.tensor_scatter_nd_update(x, i, u)
    return updated, tf.tensor_scatter_nd_add(x, i, u * 2), tf.scatter_nd(i, u, tf.shape(x))


@dynamic(
    x=(numbers(2, 7, 3), numbers(5, 4, 3)),
    u=(numbers(2, 2, 3, seed=1), numbers(5, 1, 3, seed=1)),
    begin=(indices(3), indices(2)),
)
def dynamic_slice_update(x, u, begin):
    end = begin + tf.shape(u)[1]
    return slice_update(
        x, u, tf.stack([0, begin]), tf.stack([0, end]), [1, 1], begin_mask=1, end_mask=1
    )


@dynamic(x=(numbers(5, 6), numbers(3, 9)), n=(indices(2), indices(-4)))
def dynamic_slices(x, n):
    rows = tf.shape(x)[0]
    return x[1:n], x[:, n:], x[::-2, n], x[rows - 2], tf.slice(x, [1, 0], [rows - 1, 3])


@dynamic(x=(numbers(2, 6, 8), numbers(3, 5, 8)))
def dynamic_attention(x):
    """Two heads of four features, with shapes that the graph computes."""
    batch, length = tf.shape(x)[0], tf.shape(x)[1]
    heads = tf.transpose(tf.reshape(x, [batch, length, 2, 4]), [0, 2, 1, 3])
    scores = tf.matmul(heads, heads, transpose_b=True) * 0.25
    mask = tf.range(length)[:, None] >= tf.range(length)
    attention = tf.nn.softmax(tf.where(mask, scores, -1e9))
    joined = tf.transpose(tf.matmul(attention, heads), [0, 2, 1, 3])
    return tf.reshape(joined, [batch, -1, 8]) + x


@dynamic(x=(numbers(2, 4), numbers(6, 2)), y=(numbers(3, 4, seed=1), numbers(1, 2, seed=1)))
def dynamic_shapes(x, y):
    joined = tf.concat([x, y], 0)
    first, second = tf.split(joined, 2, axis=1)
    return (
        first - second,
        tf.tile(x, [1, tf.shape(y)[0]]),
        tf.pad(y, [[1, 0], [0, 2]]),
        tf.broadcast_to(x[:1], tf.shape(joined)) * joined,
        tf.reduce_mean(joined, 1, keepdims=True),
        tf.stack([x, -x], 1),
        tf.size(y),
        tf.fill(tf.shape(x), 2.0),
    )


@dynamic(
    form="saved",
    nodes=(numbers(5, 4), numbers(3, 4)),
    source=(indices([0, 1, 1, 4, 2, 0]), indices([2, 0])),
    target=(indices([1, 0, 2, 3, 3, 4]), indices([1, 1])),
)
def dynamic_graph_layer(nodes, source, target):
    places = target[:, None]
    sums = tf.scatter_nd(places, tf.gather(nodes, source), tf.shape(nodes))
    counts = tf.tensor_scatter_nd_add(
        tf.zeros(tf.shape(nodes)[:1]), places, tf.ones(tf.shape(target))
    )
    means = sums / tf.maximum(counts, 1.0)[:, None]
    return {"out": tf.nn.relu(tf.matmul(means, numbers(4, 3, seed=2)))}


@dynamic(
    form="saved",
    cache=(numbers(2, 8, 4), numbers(3, 5, 4)),
    position=(indices([3, 7]), indices([0, 4, 2])),
    key=(numbers(2, 4, seed=3), numbers(3, 4, seed=3)),
)
def dynamic_cache(cache, position, key):
    batch = tf.range(tf.shape(cache)[0])
    written = tf.tensor_scatter_nd_update(cache, tf.stack([batch, position], 1), key)
    seen = tf.range(tf.shape(cache)[1]) <= position[:, None]
    scores = tf.where(seen, tf.reduce_sum(written * key[:, None], -1), -1e9)
    return {"cache": written, "weights": tf.nn.softmax(scores)}


@model(form="variable", x=numbers(4, 3), i=ROWS)
def refuse_variable(x, i):
    """Not frozen: refused."""
