#!/usr/bin/env python3
# ===- make_inputs.py - the inputs of the example as .npy files -----------===#
"""usage: make_inputs.py DIRECTORY

Writes what run-example.sh feeds to the compiler. The token ids are the words
of the GPL, version 3, which every Debian system has: words of a text repeat
as tokens do. All numbers come from a seeded generator.
"""

import pathlib
import re
import sys
import zlib

import numpy as np

TEXT = pathlib.Path("/usr/share/common-licenses/GPL-3")
VOCABULARY, WIDTH = 50257, 768
HEADS, POSITIONS, HEAD_WIDTH = 32, 4096, 128
POSITION = 1234


def main(directory):
    directory.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(seed=0)

    def save(name, array):
        np.save(directory / f"{name}.npy", array)

    def normal(*shape):
        return random.standard_normal(shape, dtype=np.float32)

    words = re.findall(r"\w+", TEXT.read_text(encoding="utf-8").lower())
    ids = [zlib.crc32(word.encode()) % VOCABULARY for word in words]
    tokens = np.array(ids, dtype=np.int64).reshape(-1, 1)
    save("table", normal(VOCABULARY, WIDTH))
    save("tokens", tokens)
    save("gradients", normal(len(tokens), WIDTH))
    # One id too many, as from a tokenizer with a larger vocabulary.
    bad_tokens = tokens.copy()
    bad_tokens[100] = VOCABULARY
    save("bad_tokens", bad_tokens)

    save("cache", normal(1, HEADS, POSITIONS, HEAD_WIDTH))
    save("keys", normal(1, HEADS, 1, HEAD_WIDTH))
    save("position", np.array(POSITION, dtype=np.int64))

    print(
        f"{len(tokens)} tokens from {TEXT}, {len(np.unique(tokens))} different ones;"
        f" the most frequent stands {np.bincount(tokens[:, 0]).max()} times"
    )


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
