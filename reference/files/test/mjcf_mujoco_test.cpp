// The MJCF reader and writer against MuJoCo: poses and inertias of random files in random states.
#define BOOST_TEST_MODULE input_mujoco
#include <mujoco/mujoco.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>

#include "forward_kinematics.hpp"
#include "kintree/files/mjcf.hpp"
#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "mjcf_samples.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;

using MuJoCoModel = std::unique_ptr<mjModel, decltype(&mj_deleteModel)>;
using MuJoCoData = std::unique_ptr<mjData, decltype(&mj_deleteData)>;

MuJoCoModel loaded(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder / "robot.xml";
  write_text_file(file, text);
  std::array<char, 1000> error{};
  MuJoCoModel model(mj_loadXML(file.c_str(), nullptr, error.data(), static_cast<int>(error.size())),
                    mj_deleteModel);
  BOOST_REQUIRE_MESSAGE(model, error.data() << "\n" << text);
  return model;
}

Triple triple(const mjtNum* numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

/// The same frames, centres of mass and inertias in some states; both count the numbers of q in the same order.
void check_same_as_mujoco(const Model& ours, const std::string& text, std::mt19937_64& random) {
  const MuJoCoModel theirs = loaded(text);
  const MuJoCoData data(mj_makeData(theirs.get()), mj_deleteData);
  for (std::size_t k = 0; k < 3; ++k) BOOST_TEST(ours.gravity[k] == theirs->opt.gravity[k]);
  BOOST_REQUIRE(Layout(ours).nq == theirs->nq);
  BOOST_REQUIRE(Layout(ours).n == theirs->nv);
  for (int state = 0; state < 3; ++state) {
    std::vector<double> q;
    for (int k = 0; k < theirs->nq; ++k) {
      q.push_back(std::uniform_real_distribution(-2.0, 2.0)(random));
      data->qpos[k] = theirs->qpos0[k] + q.back();
    }
    // Quaternions and free joints are not measured from a reference.
    for (int j = 0; j < theirs->njnt; ++j)
      if (theirs->jnt_type[j] == mjJNT_FREE || theirs->jnt_type[j] == mjJNT_BALL)
        for (int k = 0; k < (theirs->jnt_type[j] == mjJNT_FREE ? 7 : 4); ++k) {
          const int at = theirs->jnt_qposadr[j] + k;
          data->qpos[at] = q[static_cast<std::size_t>(at)];
        }
    mj_kinematics(theirs.get(), data.get());
    const std::vector<Pose> poses = world_poses(ours, q);
    int found = 0;
    for (std::size_t i = 1; i < ours.bodies.size(); ++i) {
      const Body& body = ours.bodies[i];
      const int b = mj_name2id(theirs.get(), mjOBJ_BODY, body.name.c_str());
      if (b < 0) {
        BOOST_TEST(body.inertial.mass == 0.0);
        continue;
      }
      BOOST_TEST_CONTEXT("body " << body.name << "\n" << text) {
        ++found;
        check_close(rounded(poses[i].xyz()), triple(data->xpos + 3 * b), 10, "origin");
        const Matrix R = axes(poses[i]);
        for (std::size_t row = 0; row < 3; ++row)
          check_close({R[0][row], R[1][row], R[2][row]}, triple(data->xmat + 9 * b + 3 * row), 1, "axes");
        const Inertial& inertia = body.inertial;
        BOOST_TEST(std::abs(inertia.mass - theirs->body_mass[b]) <= 1e-14 * inertia.mass);
        if (inertia.mass == 0) continue;
        const Pose frame = poses[i] * Pose(inertia.origin);
        check_close(rounded(frame.xyz()), triple(data->xipos + 3 * b), 10, "centre of mass");
        const Matrix I = world_tensor(inertia, frame);
        // Theirs: R diag(inertia) Rᵀ.
        for (std::size_t row = 0; row < 3; ++row) {
          Triple expected{};
          for (std::size_t column = 0; column < 3; ++column)
            for (std::size_t k = 0; k < 3; ++k)
              expected[column] += data->ximat[9 * b + static_cast<int>(3 * row + k)] *
                                  theirs->body_inertia[3 * b + static_cast<int>(k)] *
                                  data->ximat[9 * b + static_cast<int>(3 * column + k)];
          // MuJoCo 2.2.2 diagonalizes full tensors to some 6 digits (mjuu_eig3).
          const bool is_diagonal = inertia.ixy == 0 && inertia.ixz == 0 && inertia.iyz == 0;
          const double size = theirs->body_inertia[3 * b] + theirs->body_inertia[3 * b + 1];
          check_close(I[row], expected, is_diagonal ? size : 1e6 * size, "tensor");
        }
      }
    }
    BOOST_TEST(found > 0);
  }
}

/// The same armature of the same joints. Returns the number of coordinates that have some.
int check_same_armature(const Model& ours, const std::string& text) {
  const MuJoCoModel theirs = loaded(text);
  int count = 0;
  for (std::size_t i = 1; i < ours.bodies.size(); ++i) {
    const Joint& joint = ours.bodies[i].joint;
    const int id = mj_name2id(theirs.get(), mjOBJ_JOINT, joint.name.c_str());
    for (int k = 0; id >= 0 && k < info(joint.kind).velocities; ++k) {
      const double r = joint.armature[static_cast<std::size_t>(k)];
      BOOST_TEST(r == theirs->dof_armature[theirs->jnt_dofadr[id] + k], joint.name << "\n" << text);
      count += r != 0;
    }
  }
  return count;
}

/// The same constraints of the same bodies. Returns their number.
int check_same_constraints(const Model& ours, const std::string& text) {
  const MuJoCoModel theirs = loaded(text);
  const auto name_of = [&](int body) { return std::string(mj_id2name(theirs.get(), mjOBJ_BODY, body)); };
  const auto ours_of = [&](int body) { return ours.bodies[static_cast<std::size_t>(body)].name; };
  BOOST_REQUIRE(static_cast<int>(ours.constraints.size()) == theirs->neq);
  for (int k = 0; k < theirs->neq; ++k) BOOST_TEST_CONTEXT("constraint " << k << "\n" << text) {
      const Constraint& constraint = ours.constraints[static_cast<std::size_t>(k)];
      if (theirs->eq_type[k] == mjEQ_JOINT) {
        const auto joint_of = [&](int id) {
          return id < 0 ? "" : std::string(mj_id2name(theirs.get(), mjOBJ_JOINT, id));
        };
        const auto our_joint = [&](int body) {
          return ours.bodies[static_cast<std::size_t>(body)].joint.name;
        };
        BOOST_REQUIRE(constraint.coupling.has_value());
        BOOST_TEST(our_joint(constraint.frame.body) == joint_of(theirs->eq_obj1id[k]));
        BOOST_TEST(our_joint(constraint.relative_to) == joint_of(theirs->eq_obj2id[k]));
        BOOST_TEST(constraint.coupling->offset == theirs->eq_data[mjNEQDATA * k]);
        BOOST_TEST(constraint.coupling->multiplier == theirs->eq_data[mjNEQDATA * k + 1]);
        continue;
      }
      BOOST_TEST(ours_of(constraint.frame.body) == name_of(theirs->eq_obj1id[k]));
      BOOST_TEST(ours_of(constraint.relative_to) == name_of(theirs->eq_obj2id[k]));
      BOOST_TEST(constraint.row_count() == (theirs->eq_type[k] == mjEQ_CONNECT ? 3 : 6));
      if (theirs->eq_type[k] == mjEQ_CONNECT)
        check_close(constraint.frame.pose.xyz, triple(theirs->eq_data + mjNEQDATA * k), 1, "anchor");
    }
  return theirs->neq;
}

}  // namespace

BOOST_AUTO_TEST_CASE(mujoco_and_the_reader_agree_on_random_files) {
  std::mt19937_64 random(1);
  int constraints = 0, with_armature = 0;
  for (int k = 0; k < 150; ++k) {
    const std::string text = random_mjcf(random);
    const Model ours = parse_mjcf(text, "r.xml").model;
    check_same_as_mujoco(ours, text, random);
    constraints += check_same_constraints(ours, text);
    with_armature += check_same_armature(ours, text);
  }
  BOOST_TEST((constraints > 100 && with_armature > 100));
}
