"""The code under test: replace it with your library."""

import numpy as np


def mass_matrix(q):
    """The mass matrix of the double pendulum in pendulum.urdf. q has the angles of shoulder and elbow."""
    lower = 0.02 + 1 * 0.25**2  # about the elbow
    coupling = 1 * 0.25 * np.cos(q[1])  # times the length 1 of the upper link
    upper = 0.1 + 2 * 0.5**2 + 1 * 1.0
    return np.array([[upper + lower + 2 * coupling, lower + coupling], [lower + coupling, lower]])
