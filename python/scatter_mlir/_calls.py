# ===- _calls.py - calls of the library ------------------------------------===#
"""What the functions of the ops have in common."""

import inspect

import numpy as np

from . import _core
from ._arrays import check_destination, check_writable, from_numpy, to_numpy, to_usable
from ._frameworks import record_write
from ._threads import check_threads

#: The values of string options, in the order of the C enumerations.
CHOICES = _core.get_choices()


def check_choice(name, value):
    """Raises an error if `value` is not a value of the option `name`."""
    if not isinstance(value, str):
        raise TypeError(f"'{name}': expected a string, found {type(value).__name__}")
    if value not in CHOICES[name]:
        _core.check_name(name, value.replace("\0", "\\0"))


def check_options(threads, **choices):
    """Checks string options by name. Returns `threads` as a number or None."""
    for name, value in choices.items():
        check_choice(name, value)
    return check_threads(threads)


def check_out(out, dtype, owner, shape=None):
    """Returns a NumPy array over `out`, for a result of `shape`, if it is given, and of
    `dtype`, that of the argument `owner`."""
    target = to_numpy(out, "out")
    check_writable(target, out, "out")
    if target.dtype.newbyteorder("=") != dtype:
        raise TypeError(
            f"'out': expected the element type of '{owner}', {dtype}, found {target.dtype}"
        )
    if shape is not None and target.shape != shape:
        raise ValueError(f"'out': expected the shape {shape}, found {target.shape}")
    return target


def run(name, data, array, arguments, out, shape=None):
    """Calls the library with usable arrays. `array` is over the memory of `data`.

    `arguments` maps data and out to the positional arguments. The result has the shape
    of data unless `shape` is given.
    """
    shape = array.shape if shape is None else shape
    target = None if out is None else check_out(out, array.dtype, "data", shape)
    # If kernels cannot write to `out`, it receives a copy of the result.
    direct = target if target is not None and to_usable(target) is target else None
    if direct is not target:
        check_destination(target)
    result = _core.call_function(name, False, *arguments(array, direct))
    if result is None:
        raise TypeError("unsupported arguments")
    if out is None:
        return from_numpy(result, data)
    if direct is None:
        np.copyto(target, result)
    record_write(out)
    return out


def make(name, general):
    """Makes the function `name`. Common calls run in C++, others in `general`."""
    general.__name__ = general.__qualname__ = name
    signature = str(inspect.signature(general))
    return _core.make_function(
        name, general, f"{name}{signature}\n--\n\n{inspect.getdoc(general)}"
    )
