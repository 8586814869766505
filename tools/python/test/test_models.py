"""Models and states: read, written, drawn, and refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import kintree

PENDULUM = """<robot name="pendulum">
  <link name="stand"/>
  <link name="rod"><inertial><origin xyz="0.5 0 0"/><mass value="2"/>
    <inertia ixx="0" ixy="0" ixz="0" iyy="0.5" iyz="0" izz="0.5"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="stand"/><child link="rod"/><axis xyz="0 1 0"/></joint>
</robot>
"""
MIMIC = PENDULUM.replace("</robot>", """  <link name="finger"/>
  <joint name="follower" type="continuous"><parent link="rod"/><child link="finger"/><axis xyz="0 1 0"/><mimic joint="hinge"/></joint>
</robot>""")
MJCF = """<mujoco><worldbody><body name="rod"><joint name="hinge" axis="0 1 0"/>
  <inertial pos="0.5 0 0" mass="2" diaginertia="0.1 0.5 0.5"/></body></worldbody></mujoco>
"""
SDF = """<sdf version="1.7"><model name="pendulum">
  <link name="rod"><inertial><pose>0.5 0 0 0 0 0</pose><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.5</iyy><izz>0.5</izz></inertia></inertial></link>
  <joint name="hinge" type="revolute"><parent>world</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>
"""
FOUR_BAR = Path(__file__).parents[3] / "testdata/constraints/four_bar.urdf"


@pytest.fixture
def pendulum(tmp_path):
    path = tmp_path / "pendulum.urdf"
    path.write_text(PENDULUM)
    return path


def test_model_of_file_has_the_numbers_of_the_file(pendulum):
    model = kintree.Model.from_file(pendulum)
    (rod,) = model.bodies
    assert (model.name, model.n, model.nq, model.coordinates) == ("pendulum", 1, 1, ["hinge"])
    assert (rod.name, rod.number, rod.parent, rod.mass) == ("rod", 1, 0, 2)
    assert np.array_equal(rod.joint.axis, [0, 1, 0]) and np.array_equal(rod.inertia, np.diag([0, 0.5, 0.5]))
    assert model.joint("hinge").velocities == slice(0, 1) and model.body("rod") is rod
    with pytest.raises(ValueError, match="read-only"):
        rod.joint.axis[0] = 1


def test_model_cannot_be_changed(pendulum):
    model = kintree.Model.from_file(pendulum)
    with pytest.raises(kintree.InputError, match="^model: gravity: a model cannot be changed; change the dictionary of to_dict"):
        model.gravity = [0, 0, 1]
    assert model.gravity[2] == -9.81


def test_floating_base_adds_a_free_joint(pendulum):
    model = kintree.Model.from_file(pendulum, floating_base=True)
    assert (model.n, model.nq) == (7, 8)
    assert kintree.Model.from_file(pendulum, floating_base="root").joints[0].name == "root"
    assert model.joint("hinge").positions == slice(7, 8) and model.joint("hinge").velocities == slice(6, 7)


@pytest.mark.parametrize("seed", range(1, 9))
def test_model_survives_dictionary_urdf_and_json_file(seed, tmp_path):
    model = kintree.Model.random(seed, family="complete", bodies=12)
    assert kintree.Model.from_dict(model.to_dict()).to_dict() == model.to_dict()
    assert kintree.Model.from_urdf(model.to_urdf(), model.name).to_urdf() == model.to_urdf()
    path = tmp_path / "model.json"
    path.write_text(json.dumps(model.to_dict()))
    assert kintree.Model.from_file(path).to_dict() == model.to_dict()


def test_random_state_depends_on_the_seed_alone():
    model = kintree.Model.random(3, bodies=6)
    first, again, other = (kintree.State.random(model, seed) for seed in (1, 1, 2))
    assert first.to_dict() == again.to_dict() != other.to_dict()
    assert kintree.State.from_dict(first.to_dict()).to_dict() == first.to_dict()
    assert first.q.shape == (model.nq,) and first.f_ext.shape == (len(model.bodies) + 1, 6)


def test_neutral_state_is_at_rest(pendulum):
    model = kintree.Model.from_file(pendulum, floating_base=True)
    state = kintree.State.neutral(model)
    assert np.count_nonzero(state.q) == 1 and not state.v.any() and not state.end_effectors


def test_end_effector_is_on_the_named_body(pendulum):
    model = kintree.Model.from_file(pendulum)
    state = kintree.State.neutral(model)
    state.end_effectors = [model.end_effector("rod", xyz=[1, 0, 0])]
    assert np.allclose(kintree.exact(model, state, "jacobian")["J"][:, 0], [0, 1, 0, 0, 0, -1])


@pytest.mark.parametrize("change, message", [
    (lambda model: model["bodies"][0]["inertial"].update(mass=-1), "link 'rod': negative mass -1"),
    (lambda model: model["bodies"][0]["joint"].update(kind="hinge"), "model: unknown joint kind 'hinge'"),
    (lambda model: model["bodies"][0].update(parent=1), "model: body 1 does not follow its parent"),
    (lambda model: model.pop("gravity"), "model: key 'gravity' is missing"),
])
def test_bad_dictionary_is_one_line(pendulum, change, message):
    model = kintree.Model.from_file(pendulum).to_dict()
    change(model)
    with pytest.raises(kintree.InputError) as raised:
        kintree.Model.from_dict(model)
    assert message in str(raised.value) and "\n" not in str(raised.value)


def test_robot_and_state_are_read_as_by_the_command(pendulum, tmp_path):
    path = tmp_path / "state.json"
    path.write_text('{"floating_base": "root", "gravity": [0, 0, -1.62], "q": {"hinge": 0.5}, "end_effectors": ["rod"]}')
    model, state = kintree.read_robot(pendulum, path)
    assert (model.n, model.joints[0].name, model.gravity.tolist()) == (7, "root", [0, 0, -1.62])
    assert state.q[-1] == 0.5 and state.end_effectors[0].body == model.body("rod").number
    path.write_text('{"speed": 1}')
    with pytest.warns(UserWarning, match="speed"):
        kintree.read_robot(pendulum, path, ignore_unknown=True)
    path.write_text('{"q": {"elbow": 0.5}}')
    with pytest.raises(kintree.InputError, match="state.json: line 1: .*elbow"):
        kintree.read_robot(pendulum, path)
    for call in (lambda: kintree.read_robot(pendulum, None), lambda: kintree.Model.from_file(3), lambda: kintree.Model.from_urdf(b"<robot/>"),
                 lambda: kintree.Model.random(-1), lambda: kintree.State.random(model, -1)):
        with pytest.raises(kintree.InputError, match="^(state|path|urdf|seed): .*; expected "):
            call()


def test_bad_files_are_one_line(tmp_path):
    with pytest.raises(kintree.InputError, match="missing.urdf"):
        kintree.Model.from_file(tmp_path / "missing.urdf")
    bad = tmp_path / "bad.urdf"
    bad.write_text(PENDULUM.replace('value="2"', 'value="two"'))
    with pytest.raises(kintree.InputError, match=r"bad.urdf: line 3: .*two"):
        kintree.Model.from_file(bad)
    assert issubclass(kintree.InputError, ValueError)
    json_file = tmp_path / "bad.json"
    json_file.write_text('{"name": "empty"}')
    with pytest.raises(kintree.InputError, match="bad.json: model: key 'gravity' is missing"):
        kintree.Model.from_file(json_file)


def test_reader_warns(tmp_path):
    path = tmp_path / "damped.urdf"
    path.write_text(PENDULUM.replace("</joint>", '<dynamics damping="1"/></joint>'))
    with pytest.warns(UserWarning, match="damping"):
        kintree.Model.from_file(path)


def test_unknown_names_list_the_known_ones(pendulum):
    model = kintree.Model.from_file(pendulum)
    with pytest.raises(kintree.InputError, match="no joint 'knee'; there are: hinge"):
        model.joint("knee")
    with pytest.raises(kintree.InputError, match="unknown family 'tree'; the nearest known name is 'tree1'; there are: complete"):
        kintree.Model.random(1, family="tree")


def test_bad_states_are_refused(pendulum):
    model = kintree.Model.from_file(pendulum)
    state = kintree.State.neutral(model)
    state.q = np.zeros(2)
    for call in (kintree.exact, lambda *request: kintree.judge(*request, np.ones((1, 1)))):
        with pytest.raises(kintree.InputError, match="q has 2 numbers, not 1"):
            call(model, state, "mass_matrix")
    state.q = np.array([np.nan])
    with pytest.raises(kintree.InputError, match="q has a number that is not finite"):
        kintree.exact(model, state, "mass_matrix")
    state.q = np.array(["1"])
    with pytest.raises(kintree.InputError, match="state: q: numbers of type <U1; expected real numbers"):
        kintree.exact(model, state, "mass_matrix")
    state.q, state.f_ext = np.zeros(1), np.zeros((1, 6))
    with pytest.raises(kintree.InputError, match="f_ext has 1 rows, not 2: one for the base and one for each body"):
        kintree.exact(model, state, "mass_matrix")
    with pytest.raises(AttributeError, match="'State' object has no attribute 'qd'"):
        state.qd = np.zeros(1)
    with pytest.raises(kintree.InputError, match="state: a Model; expected a dictionary as to_dict returns it"):
        kintree.State.from_dict(model)
    with pytest.raises(kintree.InputError, match="urdf: no URDF text; expected the contents of a file; from_file reads"):
        kintree.Model.from_urdf("pendulum.urdf")


def test_constraints_of_a_file_are_read_and_written():
    model = kintree.Model.from_file(FOUR_BAR)
    (pin,) = model.constraints
    assert (pin.name, pin.body, pin.relative_to) == ("pin", model.body("coupler").number, model.body("rocker").number)
    assert pin.rows.tolist() == [False, False, False, True, False, True] and pin.pose.xyz.tolist() == [1, 0, 0]
    (again,) = kintree.Model.from_dict(model.to_dict()).constraints
    assert again.name == "pin" and np.array_equal(again.rows, pin.rows) and again.pose._json() == pin.pose._json()
    assert kintree.Model.random(1, family="chain").constraints == []


def test_state_keeps_gamma_and_restitution():
    model = kintree.Model.from_file(FOUR_BAR)
    state = kintree.State.from_dict({**kintree.State.neutral(model).to_dict(), "gamma": [1.0, 2.0], "restitution": 0.5})
    assert state.gamma.tolist() == [1, 2] and state.restitution == 0.5
    assert kintree.State.from_dict(state.to_dict()).to_dict() == state.to_dict()
    answer = kintree.exact(model, state, "constrained_forward_dynamics")
    assert np.allclose(kintree.exact(model, state, "constraint_jacobian")["K"] @ answer["constrained_qdd"], [1, 2])
    state.v[:] = 1
    K, after = (kintree.exact(model, state, problem)[name] for problem, name in (("constraint_jacobian", "K"), ("contact_impulse", "v_after")))
    assert np.allclose(K @ after, -0.5 * (K @ state.v))
    state.gamma = np.array([np.inf, 0])
    with pytest.raises(kintree.InputError, match="gamma has a number that is not finite"):
        kintree.exact(model, state, "constrained_forward_dynamics")
    state.gamma = np.zeros(3)
    with pytest.raises(kintree.InputError, match="gamma has 3 numbers, not 2"):
        kintree.exact(model, state, "constrained_forward_dynamics")


@pytest.mark.parametrize("change, message", [
    (lambda state: state.update(gama=[0.0]), "state: key 'gama': unknown; expected q, v, qdd, tau, f_ext, end_effectors, gamma, restitution"),
    (lambda state: state.pop("tau"), "state: key 'tau' is missing"),
    (lambda state: state["end_effectors"].append({"link": "rod"}), "state: end-effector: key 'link': unknown; expected body, pose"),
])
def test_bad_dictionary_of_a_state_is_one_line(pendulum, change, message):
    state = kintree.State.neutral(kintree.Model.from_file(pendulum)).to_dict()
    change(state)
    with pytest.raises(kintree.InputError) as raised:
        kintree.State.from_dict(state)
    assert str(raised.value) == message


def test_unknown_key_of_a_model_is_one_line(pendulum):
    model = kintree.Model.from_file(pendulum).to_dict()
    with pytest.raises(kintree.InputError, match="model: key 'constraint': unknown") as raised:
        kintree.Model.from_dict({**model, "constraint": []})
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name, text", [("hinge.xml", MJCF), ("hinge.sdf", SDF)], ids=["mjcf", "sdf"])
def test_model_of_mjcf_and_sdf_files_is_read(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    model = kintree.Model.from_file(path)
    assert (model.n, model.joints[0].kind, model.bodies[0].mass) == (1, "revolute", 2)
    assert np.array_equal(model.joints[0].axis, [0, 1, 0])


def test_mimic_joints_are_constraints_or_independent(tmp_path):
    path = tmp_path / "mimic.urdf"
    path.write_text(MIMIC)
    with pytest.warns(UserWarning, match="is a constraint"):
        model = kintree.Model.from_file(path)
    (follower,) = model.constraints
    assert (follower.name, follower.pose, follower.rows.any()) == ("follower", None, False)
    assert (follower.body, follower.relative_to) == (model.body("finger").number, model.body("rod").number)
    assert (follower.coupling.multiplier, follower.coupling.offset) == (1, 0)
    assert kintree.Model.from_dict(model.to_dict()).constraints[0].coupling == follower.coupling
    with pytest.warns(UserWarning, match="taken as independent"):
        independent = kintree.Model.from_file(path, independent_mimic=True)
    assert (independent.n, independent.constraints) == (2, [])


def test_armature_of_joints_is_read():
    model = kintree.Model.random(1, family="rotors", bodies=4, joints=["spherical"])
    assert {joint.armature.shape for joint in model.joints} == {(3,)}
    assert any(joint.armature.all() for joint in model.joints)
    assert not kintree.Model.random(1, family="chain").joints[0].armature.any()
    text = model.to_urdf()
    assert all(np.array_equal(a.armature, b.armature) for a, b in zip(model.joints, kintree.Model.from_urdf(text).joints))
