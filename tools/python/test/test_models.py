"""Models and states: read, written, drawn, and refused."""

import json

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
    with pytest.raises(kintree.InputError, match="unknown family 'tree'; there are: complete"):
        kintree.Model.random(1, family="tree")


def test_bad_states_are_refused(pendulum):
    model = kintree.Model.from_file(pendulum)
    state = kintree.State.neutral(model)
    state.q = np.zeros(2)
    with pytest.raises(kintree.InputError, match="q has 2 numbers, not 1"):
        kintree.exact(model, state, "mass_matrix")
    state.q = np.array([np.nan])
    with pytest.raises(kintree.InputError, match="q has a number that is not finite"):
        kintree.exact(model, state, "mass_matrix")
