"""Kintree: checks algorithms for the dynamics of kinematic trees against exact answers.

    model = kintree.Model.from_file("robot.urdf")
    state = kintree.State.random(model, seed=1)
    kintree.judge(model, state, "mass_matrix", my_mass_matrix(model, state))
    kintree.verify(my_mass_matrix, "mass_matrix")

The page reference/python.md shows all of it."""

from . import spatial
from ._answers import Judgement, Plugin, Problem, Quantity, exact, judge, plugins, problems, solve
from ._checks import Case, Family, Proof, Report, WrongAnswer, cases, families, prove, verify
from ._kintree import Field, InputError, __version__
from ._model import Model, State, read_robot
from ._parts import Body, Constraint, Coupling, EndEffector, Joint, Placement
from ._question import Breakdown, DependentRow

__all__ = [
    "Body", "Breakdown", "Case", "Constraint", "Coupling", "DependentRow", "EndEffector", "Family", "Field", "InputError", "Joint", "Judgement", "Model",
    "Placement", "Plugin", "Problem", "Proof", "Quantity", "Report", "State", "WrongAnswer", "__version__", "cases", "exact", "families", "judge",
    "plugins", "problems", "prove", "read_robot", "solve", "spatial", "verify",
]
for _name in __all__:  # messages call them by the name that users import
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "kintree"
