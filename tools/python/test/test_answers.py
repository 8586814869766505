"""Problems, plugins, their answers, and the judge of one answer."""

from pathlib import Path

import numpy as np
import pytest

import kintree
from functions import forward_dynamics, mass_matrix


@pytest.fixture(scope="module")
def arm():
    model = kintree.Model.random(2, family="chain", bodies=6, joints=["revolute"])
    assert model.n == 4
    return model, kintree.State.random(model, 1)


def test_every_problem_has_an_exact_answer_of_its_shape(arm):
    model, state = arm
    state.end_effectors = [kintree.EndEffector(model.bodies[-1].number)]
    sizes = {"n": model.n, "nq": model.nq, "N": len(model.bodies), "m": 1}
    length = {"n²": model.n**2, "6m": 6, "10N": 10 * sizes["N"], "6(N + 1)": 6 * (sizes["N"] + 1), "6": 6, "n": model.n, "": 1}
    problems = kintree.problems()
    for problem in problems.values():
        if problem.name == "factorization" or (problem.name.startswith("dynamically_consistent_inverse") and model.n < 6):
            continue
        if problem.name == "coupled_dynamics" or any("r" in output.shape.split(" x ") for output in problem.outputs):
            continue  # the arm has no constraints
        answer = kintree.exact(model, state, problem.name)
        assert list(answer) == [output.name for output in problem.outputs]
        for output in problem.outputs:
            assert answer[output.name].shape == tuple(length[part] for part in output.shape.split(" x ")), output


def test_constraints_are_part_of_random_models():
    model = kintree.Model.random(seed=1, family="contacts", bodies=5)
    answer = kintree.exact(model, kintree.State.random(model, 1), "constraint_jacobian")
    assert answer["K"].shape[1] == model.n and answer["K_dot_v"].shape == (answer["K"].shape[0],)
    answer = kintree.exact(model, kintree.State.random(model, 1), "coupled_dynamics")
    assert answer["H_coupled"].shape == (model.n, model.n) and answer["C_coupled"].shape == (model.n,)


def test_plugins_are_asked_where_constraints_hold_what_moves_no_inertia():
    text = (Path(__file__).parents[3] / "testdata/constraints/gearbox.urdf").read_text().replace('"0.0001"', '"0"').replace('"0.1"', '"0"')
    model = kintree.Model.from_urdf(text)
    state = kintree.State.random(model, 1)
    exact = kintree.exact(model, state, "constrained_forward_dynamics")
    answer = kintree.solve(model, state, "constrained_forward_dynamics", plugin="coordinate_partitioning")
    assert all(np.allclose(answer[name], exact[name]) for name in exact)
    with pytest.raises(kintree.InputError, match="moves no inertia"):
        kintree.solve(model, state, "forward_dynamics", plugin="aba")


def test_every_claim_of_a_plugin_is_a_known_problem():
    claims = kintree.plugins()
    assert {claim.problem for claim in claims} == set(kintree.problems())
    assert [claim.plugin for claim in kintree.plugins("mass_matrix") if claim.plugin == "crba"] == ["crba"]


def test_solve_returns_the_exact_answer_but_for_rounding(arm):
    model, state = arm
    for problem, plugin in (("mass_matrix", "crba"), ("forward_dynamics", "aba"), ("inverse_dynamics", "rnea")):
        answer, exact = (call(model, state, problem, **more) for call, more in ((kintree.solve, {"plugin": plugin}), (kintree.exact, {})))
        for name, array in exact.items():
            assert np.allclose(answer[name], array, rtol=1e-9), name
    assert kintree.solve(model, state, "factorization", plugin="ltdl").keys() == {"L", "D", "x"}


def test_digits_are_decimal_texts(arm):
    model, state = arm
    exact = kintree.exact(model, state, "mass_matrix", digits=30)["H"]
    plugin = kintree.solve(model, state, "mass_matrix", plugin="crba", digits=30)["H"]
    assert exact.dtype.kind == "U" and len(exact[0, 0].replace(".", "").lstrip("0")) >= 30
    assert np.array_equal(exact.astype(float), kintree.exact(model, state, "mass_matrix")["H"])
    assert exact[0, 0][:25] == plugin[0, 0][:25]


def test_bad_requests_name_what_is_allowed(arm):
    model, state = arm
    for call, message in [
        (lambda: kintree.exact(model, state, "mass"), "unknown problem 'mass'"),
        (lambda: kintree.judge(model, state, "massmatrix", 1), "unknown problem 'massmatrix'; the nearest known name is 'mass_matrix'; there are: mass_"),
        (lambda: kintree.judge(model, state, np.eye(4), "mass_matrix"), "problem: a ndarray; expected the name of a problem"),
        (lambda: kintree.judge(state, model, "mass_matrix", 1), "model: a State; expected a kintree.Model"),
        (lambda: kintree.exact(model, {}, "mass_matrix"), "state: a dict; expected a kintree.State"),
        (lambda: kintree.solve(model, None, "mass_matrix", plugin="crba"), "state: a NoneType; expected a kintree.State"),
        (lambda: kintree.solve(model, state, "mass_matrix", plugin="crb"), "unknown plugin 'crb'; the nearest known name is 'crba'"),
        (lambda: kintree.solve(model, state, "mass_matrix", plugin="aba"), "plugin 'aba' solves none of the problems"),
        (lambda: kintree.exact(model, state, "mass_matrix", digits=0), "digits: 0; expected a number from 1 to 1000"),
        (lambda: kintree.judge(model, state, "mass", 1), "unknown problem 'mass'"),
        (lambda: kintree.judge(model, state, "mass_matrix", np.ma.masked_array(np.eye(6), np.eye(6))), "H: a masked array; expected numbers alone"),
    ]:
        with pytest.raises(kintree.InputError, match=message) as raised:
            call()
        assert "\n" not in str(raised.value)


def test_judge_passes_a_sound_answer(arm):
    model, state = arm
    judgement = kintree.judge(model, state, "mass_matrix", mass_matrix(model, state))
    assert judgement.passed and judgement.verdict in ("A", "B") and judgement.explanation == ""
    assert 0 <= judgement.error < 1e-13 and judgement.sigma > 0
    assert kintree.judge(model, state, "forward_dynamics", {"qdd": forward_dynamics(model, state)}).passed


def test_judge_names_the_joint_of_the_worst_entry(arm):
    model, state = arm
    H = mass_matrix(model, state)
    H[2, 2] *= 1 + 1e-6
    judgement = kintree.judge(model, state, "mass_matrix", H)
    assert judgement.verdict == "F" and model.coordinates[2] in judgement.worst
    assert f"1 of {model.n**2} entries is wrong" in judgement.explanation


def test_judge_explains_a_known_mistake(arm):
    model, state = arm
    without_gravity = kintree.Model.from_dict({**model.to_dict(), "gravity": [0.0, 0.0, 0.0]})
    judgement = kintree.judge(model, state, "inverse_dynamics", kintree.exact(without_gravity, state, "inverse_dynamics"))
    assert judgement.verdict == "F" and "it looks as if there is no gravity" in str(judgement)


@pytest.mark.parametrize("answer, reason", [
    (np.eye(2), "wrong size: H has 2 rows, not 4"),
    (np.full((4, 4), np.nan), "not finite"),
])
def test_judge_fails_what_is_no_answer(arm, answer, reason):
    judgement = kintree.judge(*arm, "mass_matrix", answer)
    assert judgement.verdict == "F" and not judgement.passed and reason in judgement.reason


@pytest.mark.parametrize("answer, reason", [
    ({"M": np.eye(4)}, "the answer has no 'H'; expected H"),
    ((1, 2), "the answer has 2 outputs; expected 1: H"),
    ("H", "H: numbers of type <U1; expected real numbers"),
    (np.eye(4) * (1 + 0j), "H: numbers of type complex128; expected real numbers"),
    ([[1], [1, 2]], "H: no array of real numbers: "),
    (np.eye(4).ravel(), "H has the shape (16,); expected n x n, an array of 2 dimensions"),
    (np.eye(4)[None], "H has the shape (1, 4, 4); expected n x n, an array of 2 dimensions"),
])
def test_judge_rejects_a_malformed_answer(arm, answer, reason):
    with pytest.raises(kintree.InputError) as raised:
        kintree.judge(*arm, "mass_matrix", answer)
    assert str(raised.value).startswith("answer: " + reason)


def test_judge_names_the_shape_of_a_column(arm):
    with pytest.raises(kintree.InputError) as raised:
        kintree.judge(*arm, "inverse_dynamics", np.zeros((4, 1)))
    assert "tau has the shape (4, 1); expected n, an array of 1 dimensions" in str(raised.value)


@pytest.mark.parametrize("order", [[3, 2, 1, 0], [0, 1, 3, 2]])
def test_judge_explains_another_order_of_the_joints(arm, order):
    H = kintree.exact(*arm, "mass_matrix")["H"]
    judgement = kintree.judge(*arm, "mass_matrix", H[np.ix_(order, order)])
    assert "it looks as if the rows of the answers, but not the state, are " in judgement.explanation, judgement


def test_judge_gives_no_verdict_where_there_is_no_answer(arm):
    model, state = arm
    massless = model.to_dict()
    massless["bodies"][-1]["inertial"].update(mass=0.0, inertia=[0.0] * 6)
    judgement = kintree.judge(kintree.Model.from_dict(massless), state, "forward_dynamics", np.zeros(model.n))
    assert judgement.verdict is None and judgement.passed and "ill-posed" in judgement.reason
