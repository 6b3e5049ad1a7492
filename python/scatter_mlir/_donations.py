# ===- _donations.py - results in the memory of arguments -----------------===#

import numbers

import numpy as np

from ._arrays import check_destination, check_writable, is_array, to_numpy, to_usable
from ._frameworks import is_immutable, record_write


def _to_text(value, prefix, what):
    """Returns the name or position `value` as the compiler takes it."""
    if isinstance(value, str):
        if not value or "\0" in value:
            raise ValueError(f"'donate': expected the name of {what}, found {value!r}")
        return value
    if isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_)):
        if value < 0:
            raise ValueError(f"'donate': expected the position of {what}, found {value}")
        return f"{prefix}{int(value)}"
    raise TypeError(f"'donate': expected the name or position of {what}, found {value!r}")


def _get_items(donate):
    """Returns pairs (argument, result or None)."""
    if isinstance(donate, (str, numbers.Integral)):
        return [(donate, None)]
    if isinstance(donate, dict):
        return list(donate.items())
    try:
        return [(argument, None) for argument in donate]
    except TypeError:
        raise TypeError(
            f"'donate': expected names, positions or a dict, found {donate!r}"
        ) from None


def to_donations(donate):
    """Returns `donate` as the strings that the compiler takes."""
    texts = []
    for argument, result in _get_items(donate):
        text = _to_text(argument, "arg", "an argument")
        if result is not None:
            text += "=" + _to_text(result, "result", "a result")
        texts.append(text)
    return tuple(texts)


def check_positions(donate, donors):
    """Checks that positions name what they mean: a name such as "arg1" comes first."""
    for argument, _ in _get_items(donate):
        if not isinstance(argument, str) and argument not in donors:
            raise ValueError(
                f"'donate': expected a name, because argument {argument} is not the one "
                f"that is named 'arg{argument}'"
            )


def to_donated(array, value, name, is_asked):
    """Returns the array whose memory the program writes for argument `value`.

    `is_asked` says whether `donate` was given. Otherwise the source says it, whose
    author may not know the arrays.
    """
    if not is_array(value):
        return np.array(array, order="C")
    if is_immutable(value):
        if is_asked:
            raise ValueError(
                f"'{name}': expected an array that can be written, because a result is "
                f"returned in its memory, found an immutable {type(value).__name__}"
            )
        return np.array(array, order="C")
    check_writable(array, value, name)
    if to_usable(array) is not array or not array.flags.c_contiguous:
        raise ValueError(
            f"'{name}': expected a contiguous, aligned array in native byte order, "
            f"because a result is returned in its memory, found strides {array.strides}"
        )
    return array


def get_outputs(out, names):
    """Returns a list of arrays, or of None for results without one."""
    outputs = list(out) if isinstance(out, (tuple, list)) else [out]
    if len(outputs) != len(names):
        raise TypeError(f"'out': expected {len(names)} arrays, found {len(outputs)}")
    arrays = []
    for output, name in zip(outputs, names):
        if output is None:
            continue
        if not is_array(output):
            raise TypeError(f"'out', result '{name}': expected an array, found {output!r}")
        array = to_numpy(output, name)
        check_writable(array, output, name)
        check_destination(array)
        if any(np.may_share_memory(array, other) for other in arrays):
            raise ValueError(
                f"'out', result '{name}': expected memory of its own, found that of another "
                "result"
            )
        arrays.append(array)
    return outputs


def find_pairs(values, out, donors):
    """Returns the pairs (argument, result) for which the output is the argument.

    Only if the memory is that of no other argument or output, and if the result is
    not in the memory of an argument already.
    """
    arrays = [to_numpy(value, "") if is_array(value) else None for value in values]

    def is_alone(argument, result):
        others = arrays[:argument] + arrays[argument + 1 :]
        others += [
            to_numpy(other, "")
            for j, other in enumerate(out)
            if j != result and other is not None
        ]
        return not any(
            other is not None and np.may_share_memory(arrays[argument], other)
            for other in others
        )

    return [
        (i, j)
        for j, output in enumerate(out)
        if output is not None and donors[j] < 0
        for i, value in enumerate(values)
        if value is output
        and arrays[i].flags.c_contiguous
        and to_usable(arrays[i]) is arrays[i]
        and is_alone(i, j)
    ]


def write_outputs(results, out):
    """Copies results to the arrays of `out` unless they are there. Returns the arrays."""
    copies = []
    for i, (result, output) in enumerate(zip(results, out)):
        if output is None or output is result:
            continue
        source, target = to_numpy(result, f"result {i}"), to_numpy(output, "out")
        if source.dtype != target.dtype or source.shape != target.shape:
            raise (TypeError if source.dtype != target.dtype else ValueError)(
                f"'out', result {i}: expected {source.dtype} of shape {source.shape}, "
                f"found {target.dtype} of shape {target.shape}"
            )
        copies.append((target, source, output))
    # Nothing is written before everything is checked.
    for target, source, _ in copies:
        np.copyto(target, source)
    for _, _, output in copies:
        record_write(output)
    return tuple(
        result if output is None else output for result, output in zip(results, out)
    )
