"""Functions on random trees, and in the finite field."""

import copy
import sys
from pathlib import Path

import numpy as np
import pytest

import kintree
from functions import constrained_forward_dynamics, constraint_jacobian, contact_impulse, forward_dynamics, mass_matrix
from kintree import Field


def forgets_the_offset(model, state):
    """A mass matrix whose last diagonal entry is a millionth too large on every tree with a joint that slides."""
    H = mass_matrix(model, state)
    if any(joint.kind == "prismatic" for joint in model.joints):
        H[-1, -1] = H[-1, -1] * 1.000001
    return H


@pytest.mark.parametrize("function, problem", [(mass_matrix, "mass_matrix"), (forward_dynamics, "forward_dynamics")])
def test_sound_function_passes(function, problem):
    report = kintree.verify(function, problem, trees=22, bodies=6)
    assert report.passed and len(report.records) == 22 and not report.failures and report.case is None, report
    report.require()
    assert f"{function.__name__} {problem}: passed, 22 cases" in str(report)


def test_function_fails_with_a_case_that_repeats_it():
    report = kintree.verify(forgets_the_offset, "mass_matrix", trees=11, bodies=6)
    assert not report.passed and report.failures and "prismatic" in {joint.kind for joint in report.case.model.joints}
    assert report.repeat in str(report) and "wrong, at coordinate " in str(report)
    again = eval(report.repeat, {"kintree": kintree, "forgets_the_offset": forgets_the_offset})
    assert [record["error"] for record in again.records] == [report.failure["error"]]
    sizes = {record["degrees_of_freedom"] for record in report.failures}
    assert report.case.model.n == min(sizes - {1} or sizes)
    case = report.case
    assert not case.judge(forgets_the_offset(case.model, case.state)).passed
    assert "<table>" in report._repr_html_() and report.case.name in report._repr_html_()
    with pytest.raises(kintree.WrongAnswer, match="to repeat: kintree.verify"):
        report.require()


def test_generic_function_is_checked_in_the_field():
    report = kintree.verify(mass_matrix, "mass_matrix", trees=11, bodies=3, generic=True)
    assert report.passed and {record["right"] for record in report.records} == {"proved"}
    assert "\n  equal to the exact answer in the finite field in 11 of 11 cases" in str(report) and report.in_field == {"proved": 11}
    assert "\n  not checked in the finite field (generic=False)" in str(kintree.verify(mass_matrix, "mass_matrix", trees=2, bodies=3))

    def off_by_one_unit(model, state):  # not visible in double
        return mass_matrix(model, state) * (1 + 2.0**-52)

    report = kintree.verify(off_by_one_unit, "mass_matrix", trees=11, bodies=3, generic=True)
    assert {record["reason"] for record in report.records} == {"not_equal"}
    assert kintree.verify(off_by_one_unit, "mass_matrix", trees=11, bodies=3).passed


def test_exception_of_the_function_is_shown():
    report = kintree.verify(lambda model, state: model.joint("elbow"), "mass_matrix", trees=1)
    assert "InputError: " in str(report) and "no joint 'elbow'" in str(report)
    with pytest.raises(kintree.WrongAnswer) as raised:
        report.require()
    assert isinstance(raised.value.__cause__, kintree.InputError)


def test_function_that_exits_is_an_error():
    report = kintree.verify(lambda model, state: sys.exit(3), "mass_matrix", trees=1)
    assert not report.passed and "SystemExit: 3" in str(report)


def test_exception_is_shown_with_its_line():
    def divides(model, state):
        return np.zeros(model.n) + missing_name  # noqa: F821

    def inverts(model, state):
        return np.ones(1).reshape(2, 3)  # raised below this line, in NumPy

    for function in (divides, inverts):
        line = f"{__file__}:{function.__code__.co_firstlineno + 1}"
        assert f"\n  raised at {line}\n" in str(kintree.verify(function, "bias_force", trees=1))
        assert line in str(kintree.prove(function, "bias_force"))


def test_answer_of_none_is_named():
    def forgets_to_return(model, state):
        forward_dynamics(model, state)

    report = kintree.verify(forgets_to_return, "forward_dynamics", trees=1)
    assert "the answer is None; expected qdd (n); a function without 'return' returns None" in str(report) and "raised at" not in str(report)
    report = kintree.verify(lambda model, state: (np.zeros((6, model.n)), None), "centroidal_momentum", trees=1)
    assert "the answer is None; expected A_G (6 x n) and A_G_dot_v (6)" in str(report)


def test_interruption_ends_the_run():
    def interrupted(model, state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        kintree.verify(interrupted, "mass_matrix")


def test_function_with_memory_fails():
    kept = []

    def remembers(model, state):
        kept.append(mass_matrix(model, state))
        return kept[0]

    assert not kintree.verify(remembers, "mass_matrix", trees=3, bodies=4).passed


def test_unsupported_cases_alone_do_not_pass():
    def nothing(model, state):
        raise NotImplementedError("only serial chains")

    report = kintree.verify(nothing, "mass_matrix", trees=3)
    assert not report.failures and not report.passed and "not one was judged" in str(report)


def test_singular_mass_matrix_must_be_seen():
    def silent(model, state):
        H, tau = mass_matrix(model, state), state.tau - kintree.exact(model, state, "bias_force")["C"]
        return np.linalg.lstsq(H, tau, rcond=None)[0]

    report = kintree.verify(silent, "forward_dynamics", trees=3, bodies=4, joints=["revolute"])
    assert "singular neighbour" in str(report)


def test_model_file_is_verified_in_random_states(tmp_path):
    path = tmp_path / "robot.urdf"
    path.write_text(kintree.Model.random(4, family="chain", bodies=5, joints=["revolute"]).to_urdf())
    report = kintree.verify(mass_matrix, "mass_matrix", model=path, trees=3)
    assert report.passed and {record["family"] for record in report.records} == {"robot"}


def test_mimic_joints_of_a_model_file_are_independent_on_request(tmp_path):
    robot = kintree.Model.random(4, family="chain", bodies=3, joints=["revolute"])
    path, joint = tmp_path / "robot.urdf", robot.joints[-1].name
    before, after = robot.to_urdf().split(f'<joint name="{joint}"')
    path.write_text(f'{before}<joint name="{joint}"' + after.replace("</joint>", f'<mimic joint="{robot.joints[0].name}"/></joint>', 1))
    assert kintree.verify(mass_matrix, "mass_matrix", model=path, trees=2).passed
    assert kintree.verify(mass_matrix, "mass_matrix", model=path, independent_mimic=True, trees=2).passed
    report = kintree.verify(lambda model, state: np.eye(model.n), "mass_matrix", model=path, independent_mimic=True, trees=2)
    assert ", independent_mimic=True)" in report.repeat
    assert kintree.cases(model=path, independent_mimic=True, trees=1)[0].model.n == robot.n


@pytest.mark.parametrize("function", [constraint_jacobian, constrained_forward_dynamics, contact_impulse])
def test_function_for_constraints_passes(function):
    report = kintree.verify(function, function.__name__, families=["contacts", "loops", "gears"], trees=18, bodies=5, generic=True)
    # One case has a gear without inertia. Two of the functions divide by H, which is singular there.
    in_field = {"proved": 18} if function is constraint_jacobian else {"proved": 17, "not_askable": 1}
    assert report.passed and report.in_field == in_field, report


def test_function_that_forgets_gamma_fails():
    def without_gamma(model, state):
        state.gamma = 0 * state.gamma
        return constrained_forward_dynamics(model, state)

    assert kintree.verify(without_gamma, "constrained_forward_dynamics", families=["loops"], trees=6, bodies=4).failures


def test_dependent_row_is_named():
    def j_bar(model, state):
        J, H = kintree.exact(model, state, "jacobian")["J"], mass_matrix(model, state)
        for row in range(1, len(J) + 1):
            if np.linalg.matrix_rank(J[:row]) < row:
                raise kintree.DependentRow(row)
        X = np.linalg.solve(H, J.T)
        return X @ np.linalg.inv(J @ X)

    def names_no_row(model, state):
        try:
            return j_bar(model, state)
        except kintree.DependentRow as status:
            raise kintree.Breakdown from status

    choice = {"families": ["chain"], "joints": ["free"], "bodies": 3, "trees": 6}
    assert kintree.verify(j_bar, "dynamically_consistent_inverse", **choice).passed
    assert "rows" in str(kintree.verify(names_no_row, "dynamically_consistent_inverse", **choice))


def test_quaternions_of_a_file_are_read():
    robot = Path(__file__).parents[3] / "testdata/reported/rotations_as_quaternions/robot.urdf"
    assert any(body.joint.placement.quaternion is not None for body in kintree.Model.from_file(robot).bodies)
    assert kintree.verify(mass_matrix, "mass_matrix", model=robot, trees=2).passed


def test_factorization_receives_the_mass_matrix():
    def cholesky(model, state):
        L = np.linalg.cholesky(state.H[::-1, ::-1])[::-1, ::-1].T  # H = L^T L, as no fill-in arises in that order
        d = np.diag(L)
        return L / d[:, None], np.diag(d * d), np.linalg.solve(L, np.linalg.solve(L.T, state.tau))

    report = kintree.verify(cholesky, "factorization", trees=6, bodies=5, joints=["revolute", "fixed"])
    assert report.passed and report.verdicts.total() == 6, report

    def without_the_right_side(model, state):
        return *cholesky(model, state)[:2], np.zeros(model.n)

    assert not kintree.verify(without_the_right_side, "factorization", trees=1, joints=["revolute"]).passed


@pytest.mark.parametrize("call, message", [
    (lambda: kintree.verify(mass_matrix, "mass"), "unknown problem 'mass'"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", trees=0), "trees: 0 is less than 1"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", trees=2.5), "trees: 2.5; expected a whole number"),
    (lambda: kintree.prove(mass_matrix, "mass_matrix", bodies="1"), "bodies: '1'; expected a whole number"),
    (lambda: kintree.verify(np.eye(3), "mass_matrix"), "function: a ndarray; expected a function of a model and a state"),
    (lambda: kintree.prove("mass_matrix", mass_matrix), "function: a str; expected a function of a model and a state"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", families="tree"), "unknown family 'tree'"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", families=["tree"]), "unknown family 'tree'"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", joints=["hinge"]), "unknown joint kind 'hinge'"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", promise="E", generic=True), "unknown promise 'E'"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", promise="C"), "promise: 'C'; expected 'A' or 'B'"),
    (lambda: kintree.cases(trees=1)[0].check(["a"], "mass_matrix"), "^answer: H: "),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", model="missing.urdf"), "missing.urdf"),
    (lambda: kintree.prove(mass_matrix, "mass_matrix", bodies=6), "bodies: 6; expected a number from 1 to 5"),
    (lambda: kintree.verify(mass_matrix, "mass_matrix", independent_mimic=True), "independent_mimic: needs model"),
    (lambda: kintree.cases("mass"), "unknown problem 'mass'"),
    (lambda: kintree.cases(trees=1)[0].check(1), "no problem; expected the name of a problem"),
])
def test_bad_requests_are_one_line(call, message):
    with pytest.raises(kintree.InputError, match=message) as raised:
        call()
    assert "\n" not in str(raised.value)


def test_single_name_needs_no_list():
    report = kintree.verify(lambda model, state: np.eye(model.n), "mass_matrix", families="chain", joints="prismatic", trees=2, bodies=3)
    assert {record["family"] for record in report.records} == {"chain"} and "joints=['prismatic']" in report.repeat


def test_differences_are_judged_by_their_digits():
    def differences(model, state, h=1e-5):
        def tau(q, v):
            moved = copy.deepcopy(state)
            moved.q, moved.v = q, v
            return kintree.solve(model, moved, "inverse_dynamics", plugin="rnea")["tau"]

        steps = h * np.eye(model.n)
        return (np.stack([tau(state.q + s, state.v) - tau(state.q - s, state.v) for s in steps], axis=1) / (2 * h),
                np.stack([tau(state.q, state.v + s) - tau(state.q, state.v - s) for s in steps], axis=1) / (2 * h))

    def verdicts(**options):
        report = kintree.verify(differences, "inverse_dynamics_derivatives", families=["chain"], joints=["revolute"], bodies=3, trees=1, **options)
        return [record["verdict"] for record in report.records]

    assert verdicts(approximates=True, promise="C") == ["C"]
    assert verdicts() == ["F"]


def test_generic_function_is_proved():
    proof = kintree.prove(forward_dynamics, "forward_dynamics")
    assert proof.passed and proof.proved > 400 and proof.wrong == 0, proof
    proof.require()


def test_proof_ends_where_the_function_raises():
    def raises(model, state):
        return model.joint("elbow").axis

    proof = kintree.prove(raises, "mass_matrix")
    assert not proof.passed and proof.trees == 1 and "no joint 'elbow'" in str(proof)


def test_wrong_formula_is_seen_in_the_field():
    def without_velocities(model, state):
        return np.zeros(model.n)

    proof = kintree.prove(without_velocities, "bias_force")
    assert not proof.passed and proof.wrong > 400 and proof.first_wrong
    with pytest.raises(kintree.WrongAnswer, match="FAILED"):
        proof.require()


def test_function_for_doubles_alone_is_not_proved():
    proof = kintree.prove(lambda model, state: np.linalg.inv(np.diag(state.tau)), "mass_matrix_inverse")
    assert not proof.passed and isinstance(proof.exception, TypeError) and "TypeError" in str(proof)


def test_field_numbers_compute_exactly():
    third = Field(1) / 3
    assert third * 3 == 1 and third + third + third == 1 and 1 - third == 2 * third and -third == 0 - third
    assert Field(0.5) * 2 == 1 and Field(np.float64(0.25)) == Field(1) / 4 and Field(np.int64(-1)) == Field(Field.p - 1) == -Field(1)
    assert Field("3+4i") - Field("0+4i") == 3 and str(Field("3+4i")) == "3+4i"
    assert np.float64(2) * Field(3) == 6 and np.float64(2) - Field(1) == 1 and Field(1) + np.float32(0.5) == 1.5 and np.int64(3) / Field(3) == 1
    assert Field(10**30) == Field(10) ** 30 and Field(-(10**30)) == -(Field(10) ** 30)
    assert Field(2).sqrt() ** 2 == 2 and Field(-1).sqrt() == Field("0+1i") and Field(3) ** -2 == Field(1) / 9
    assert Field(7).sin() ** 2 + Field(7).cos() ** 2 == 1 and Field(0).cos() == 1
    assert {Field(5): "five"}[Field(5)] == "five" and bool(Field(0)) is False


def test_field_numbers_fill_arrays():
    a = np.array([Field(1), Field(2), Field(3)])
    assert a.dtype == object and a @ a == 14 and (2.0 * a)[2] == 6 and (a / 2)[0] == 0.5
    assert (np.sin(a) ** 2 + np.cos(a) ** 2 == 1).all() and (np.sqrt(a) ** 2 == a).all()
    assert np.cross(a, [1, 0, 0])[1] == 3 and np.outer(a, a)[2, 1] == 6


def test_field_numbers_have_no_order():
    assert Field(5) > 0 and not Field(0) > 0
    for call in (lambda: Field(5) > Field(3), lambda: max(Field(1), Field(2)), lambda: float(Field(1)), lambda: Field("x"), lambda: Field([1])):
        with pytest.raises((TypeError, ValueError)):
            call()
