# ===- npy.py - writes and shows .npy files -------------------------------===#
#
# npy.py FILE DTYPE EXPRESSION   saves the NumPy expression with that dtype
# npy.py FILE                    prints dtype, shape and values
#
# ===----------------------------------------------------------------------===#

import io
import sys

import numpy as np

if len(sys.argv) == 2:
    # A pipe cannot be searched, as np.load does.
    array = np.load(io.BytesIO(open(sys.argv[1], "rb").read()))
    print(array.dtype.str, array.shape, array.tolist())
else:
    path, dtype, expression = sys.argv[1:]
    np.save(path, np.array(eval(expression), dtype=dtype))
