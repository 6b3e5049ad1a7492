# ===- jax_forms.py - forms of indices of at(x)[...] ------------------------===#
"""40 forms of an index of an array of rank 3, made of arrays `i` and `j` of integers.
benchmarks/index_forms.py times them."""

FORMS = [
    lambda i, j: (i,),
    lambda i, j: (slice(None), i),
    lambda i, j: (slice(None), slice(None), i),
    lambda i, j: (Ellipsis, i),
    lambda i, j: (i, slice(None), j),
    lambda i, j: (slice(None), i, j),
    lambda i, j: (i, j),
    lambda i, j: (i, j, slice(None)),
    lambda i, j: (slice(2, 5), i),
    lambda i, j: (i, slice(1, 3)),
    lambda i, j: (i, slice(None, None, -1)),
    lambda i, j: (slice(None, None, 2), i, slice(1, None)),
    lambda i, j: (slice(None), slice(1, 4), i),
    lambda i, j: (i, slice(2, 4), j),
    lambda i, j: (i, slice(None), 3),
    lambda i, j: (2, slice(None), j),
    lambda i, j: (slice(None), 2, j),
    lambda i, j: (slice(None), i, 2),
    lambda i, j: (i[:, None], j[None, :]),
    lambda i, j: (i[:, None], slice(None), j[None, :]),
]
#: Static integers: slices of one element.
FORMS += [
    lambda i, j, index=index: index
    for index in [
        (3,),
        (slice(None), 3),
        (slice(None), slice(None), 3),
        (Ellipsis, -1),
        (1, slice(None), 3),
        (slice(None), 1, 3),
        (1, 2, 3),
        (slice(2, 5), 3),
        (slice(2, 5), slice(None), 3),
        (3, slice(None, None, -1)),
        (slice(None, None, 2), 3, slice(1, None)),
        (slice(None), 3, slice(1, None, 2)),
    ]
]
#: Traced scalars.
FORMS += [
    lambda i, j: (i[0],),
    lambda i, j: (slice(None), i[0]),
    lambda i, j: (slice(None), slice(None), i[0]),
    lambda i, j: (i[0], slice(None), j[0]),
    lambda i, j: (slice(None), i[0], j[0]),
    lambda i, j: (i[0], j[0], slice(1, 3)),
    lambda i, j: (slice(1, 4), i[0]),
    lambda i, j: (slice(1, 4), slice(None), i[0]),
]
assert len(FORMS) == 40
