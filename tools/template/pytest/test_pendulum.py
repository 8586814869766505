from pathlib import Path

import pytest
from pendulum import mass_matrix

ROBOT = Path(__file__).with_name("pendulum.urdf")


@pytest.mark.kintree("mass_matrix", model=ROBOT, trees=4)
def test_mass_matrix_is_exact(case):
    case.check(mass_matrix(case.state.q))
