# ===- code-size.py - bytes of code of the workloads -----------------------===#

import pathlib
import sys

benchmarks, scatter_run, folder = sys.argv[1:]
sys.path.insert(0, benchmarks)
from harness import extras, modules  # noqa: E402

LIMIT = 16 << 10

sizes = {
    (path.stem, threads): extras.measure_code(
        path.read_text(), threads, scatter_run, pathlib.Path(folder)
    )
    for path in modules.write_modules(folder)
    for threads in (1, 2)
}
assert len(sizes) == 16 * 3 * 2
for (name, threads), size in sizes.items():
    assert 0 < size < LIMIT, f"{name}, {threads} threads: {size} bytes of code"
