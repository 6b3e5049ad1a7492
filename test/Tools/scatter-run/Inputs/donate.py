import numpy as np

np.save("c.npy", np.zeros(4, np.float32))
np.save("c2.npy", np.zeros(4, np.float32))
np.save("i.npy", np.array([[1]]))
np.save("u.npy", np.ones(1, np.float32))
