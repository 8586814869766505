// MuJoCo: the model goes in as an MJCF text, as a user writes one.
#include <mujoco/mujoco.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "common/adapter.hpp"
#include "common/chart.hpp"

namespace kintree::peers {
namespace {

std::string text(std::initializer_list<Real> numbers) {
  std::string result;
  for (const Real x : numbers) {
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g ", static_cast<double>(x));
    result += digits.data();
  }
  result.pop_back();
  return "'" + result + "'";
}
std::string text(const Vector3& x) {
  return text({x.x(), x.y(), x.z()});
}
std::string text(const Matrix3& R) {
  const Quaternion q(R);
  return text({q.w(), q.x(), q.y(), q.z()});
}

/// One of MuJoCo's own: what it calls when it can go on no more must not return.
[[noreturn]] void fail(const char* message) {
  std::fprintf(stderr, "MuJoCo: %s\n", message);
  std::exit(1);
}
/// The first that it warns of; by itself it would write a file into the current folder.
std::string warned;
void note(const char* warning) {
  if (warned.empty()) warned = warning;
}

class MuJoCo {
 public:
  static constexpr unsigned joint_kinds = ~(1U << KINTREE_HELICAL);
  static constexpr bool names_pivots = true;
  static std::string library() { return "MuJoCo " + std::string(mj_versionString()); }

  explicit MuJoCo(Tree tree)
      : tree_(std::move(tree)),
        model_(load(), mj_deleteModel),
        data_(mj_makeData(model_.get()), mj_deleteData) {
    if (data_ == nullptr) throw Refused("MuJoCo makes no data for it");
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      std::vector<int>&positions = positions_.emplace_back(), &velocities = charts_.index.emplace_back();
      for (int k = 0; k < most_joints; ++k) {
        const int joint = mj_name2id(model_.get(), mjOBJ_JOINT, joint_name(i, k).c_str());
        if (joint < 0) break;
        static constexpr int nq[] = {7, 4, 1, 1}, nv[] = {6, 3, 1, 1};  // free, ball, slide, hinge
        const int type = model_->jnt_type[joint];
        for (int c = 0; c < nq[type]; ++c) positions.push_back(model_->jnt_qposadr[joint] + c);
        for (int c = 0; c < nv[type]; ++c) velocities.push_back(model_->jnt_dofadr[joint] + c);
      }
      body_.push_back(mj_name2id(model_.get(), mjOBJ_BODY, body_name(i).c_str()));
    }
  }

  void mass_matrix(const double* q, double* H) {
    make_mass_matrix(q);
    std::vector<double> M(square());
    clock_([&] { mj_fullM(model_.get(), M.data(), data_->qM); });
    charts_.mass_matrix_back(tree_, row_major(M, tree_.n), H);
  }

  void factorization(const double* H, const double* b, double* L, double* D, double* x) {
    reset();
    const int n = tree_.n;
    std::vector<int> place(static_cast<std::size_t>(n));  // of a velocity of MuJoCo among ours
    for (std::size_t i = 0; i < tree_.links.size(); ++i)
      for (int k = 0; k < tree_.links[i].nv; ++k)
        place[static_cast<std::size_t>(charts_.index[i][static_cast<std::size_t>(k)])] = tree_.links[i].v + k;
    // Hands to(i, j, entry) every pair of a velocity and one before it on the path to the base.
    const auto each = [&](double* entries, const auto& to) {
      for (int i = 0; i < n; ++i) {
        double* entry = entries + model_->dof_Madr[i];
        for (int j = i; j >= 0; j = model_->dof_parentid[j])
          to(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(j)], *entry++);
      }
    };
    each(data_->qM, [&](int i, int j, double& entry) { entry = H[i * n + j]; });
    clock_([&] { mj_factorM(model_.get(), data_.get()); });
    fail_if_singular();
    std::fill(L, L + n * n, 0.0);
    std::fill(D, D + n * n, 0.0);
    each(data_->qLD, [&](int i, int j, double entry) { (i == j ? D : L)[i * n + j] = entry; });
    Eigen::VectorXd right(n), solution(n);
    for (int k = 0; k < n; ++k) {
      L[k * n + k] = 1;
      right[k] = b[place[static_cast<std::size_t>(k)]];
    }
    clock_([&] { mj_solveM(model_.get(), data_.get(), solution.data(), right.data(), 1); });
    for (int k = 0; k < n; ++k) x[place[static_cast<std::size_t>(k)]] = solution[k];
  }

  void mass_matrix_inverse(const double* q, double* H_inverse) {
    make_mass_matrix(q);
    clock_([&] { mj_factorM(model_.get(), data_.get()); });
    fail_if_singular();
    std::vector<double> identity(square()), columns(square());
    for (std::size_t k = 0; k < identity.size(); k += static_cast<std::size_t>(tree_.n) + 1) identity[k] = 1;
    clock_([&] { mj_solveM(model_.get(), data_.get(), columns.data(), identity.data(), tree_.n); });
    charts_.inverse_back(tree_, row_major(columns, tree_.n), H_inverse);
  }

  void inverse_dynamics(const double* q, const double* v, const double* qdd, const double* f_ext,
                        double* tau) {
    set_state(q, v);
    const Eigen::VectorXd acceleration = charts_.acceleration(tree_, qdd);
    std::copy(acceleration.begin(), acceleration.end(), data_->qacc);
    clock_([&] { mj_inverse(model_.get(), data_.get()); });
    Eigen::VectorXd external = Eigen::VectorXd::Zero(tree_.n);
    apply(q, f_ext, [&](int body, const double* force, const double* torque) {
      clock_([&] {
        mj_applyFT(model_.get(), data_.get(), force, torque, data_->xipos + 3 * body, body, external.data());
      });
    });
    const Eigen::VectorXd result = Eigen::Map<const Eigen::VectorXd>(data_->qfrc_inverse, tree_.n) - external;
    charts_.force_back(tree_, result.data(), tau);
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    set_state(q, v);
    const Eigen::VectorXd force = charts_.force(tree_, tau);
    std::copy(force.begin(), force.end(), data_->qfrc_applied);
    apply(q, f_ext, [&](int body, const double* f, const double* torque) {
      std::copy(f, f + 3, data_->xfrc_applied + 6 * body);
      std::copy(torque, torque + 3, data_->xfrc_applied + 6 * body + 3);
    });
    clock_([&] { mj_forward(model_.get(), data_.get()); });
    fail_if_singular();
    charts_.acceleration_back(tree_, data_->qacc, qdd);
  }

  const LibraryClock& clock() const { return clock_; }

 private:
  static constexpr int most_joints = 4;  ///< of a body

  static std::string body_name(std::size_t i) { return "b" + std::to_string(i); }
  static std::string joint_name(std::size_t i, int k) {
    return "j" + std::to_string(i) + "_" + std::to_string(k);
  }

  /// A free joint on the base is one of MuJoCo's; elsewhere it has none, and three slides and a ball are the same joint.
  static bool is_free(const Link& link) { return link.joint == KINTREE_FREE && link.parent < 0; }

  static std::string joints(const Link& link, std::size_t i) {
    std::string result;
    int k = 0;
    const auto add = [&](const char* type, const Vector3& axis) {
      result += "<joint name='" + joint_name(i, k++) + "' type='" + type + "' axis=" + text(axis) + "/>";
    };
    const Vector3 e[] = {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
    const Matrix3 plane = axes_along(link.n);
    switch (link.joint) {
      case KINTREE_REVOLUTE:
        add("hinge", link.n);
        break;
      case KINTREE_PRISMATIC:
        add("slide", link.n);
        break;
      case KINTREE_CYLINDRICAL:
        add("hinge", link.n);
        add("slide", link.n);
        break;
      case KINTREE_UNIVERSAL:
        add("hinge", link.n);
        add("hinge", link.n2);
        break;
      case KINTREE_PLANAR:
        add("slide", plane.col(0));
        add("slide", plane.col(1));
        add("hinge", link.n);
        break;
      case KINTREE_SPHERICAL:
        add("ball", e[2]);
        break;
      case KINTREE_FREE:
        if (is_free(link)) return "<freejoint name='" + joint_name(i, 0) + "'/>";
        for (const Vector3& axis : e) add("slide", axis);
        add("ball", e[2]);
        break;
      default:
        break;
    }
    return result;
  }

  std::string body(std::size_t i) const {
    const Link& link = tree_.links[i];
    std::string result = "<body name='" + body_name(i) + "' pos=" + text(link.placement.p) +
                         " quat=" + text(link.placement.R) + ">" + joints(link, i);
    // The tensor on its principal axes: what MuJoCo's own diagonalization of a full one costs is a finding (findings/).
    if (link.has_inertia())
      result += "<inertial mass=" + text({link.mass}) + " pos=" + text(link.com) +
                " quat=" + text(link.axes) + " diaginertia=" + text(link.moments) + "/>";
    for (std::size_t child = i + 1; child < tree_.links.size(); ++child)
      if (tree_.links[child].parent == static_cast<int>(i)) result += body(child);
    return result + "</body>";
  }

  mjModel* load() const {
    mju_user_error = fail;
    mju_user_warning = note;
    std::string xml =
        "<mujoco><compiler angle='radian' inertiafromgeom='false'/><option gravity=" + text(tree_.gravity) +
        "><flag constraint='disable' contact='disable'/></option><worldbody>";
    for (std::size_t i = 0; i < tree_.links.size(); ++i)
      if (tree_.links[i].parent < 0) xml += body(i);
    xml += "</worldbody></mujoco>";
    const std::unique_ptr<mjVFS> files(new mjVFS);
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(xml.size()));
    std::memcpy(files->filedata[mj_findFileVFS(files.get(), "model.xml")], xml.data(), xml.size());
    std::array<char, 1000> error{};
    mjModel* model = mj_loadXML("model.xml", files.get(), error.data(), static_cast<int>(error.size()));
    mj_deleteVFS(files.get());
    if (model == nullptr) throw Refused("MuJoCo refuses it: " + one_line(error.data()));
    return model;
  }

  /// Without the place in the file and the name of the object: what is the same of many models.
  static std::string one_line(const std::string& error) {
    std::string line = error.substr(0, error.find('\n'));
    for (const std::string prefix : {"XML Error: ", "Error: "})
      if (line.rfind(prefix, 0) == 0) line = line.substr(prefix.size());
    return line;
  }

  void set_positions(const double* q) {
    reset();
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      std::vector<Real> values(q + link.q, q + link.q + link.nq);
      if (link.joint == KINTREE_SPHERICAL || link.joint == KINTREE_FREE) {
        Quaternion turned = turn(link, q);
        if (is_free(link)) {  // whatever the placement of the body is: in the base
          const Pose placed = link.placement * joint_pose(link, q);
          turned = Quaternion(link.placement.R) * turned;
          values = {placed.p.x(), placed.p.y(), placed.p.z(), 0, 0, 0, 0};
        }
        const std::size_t at = values.size() - 4;
        values[at] = turned.w(), values[at + 1] = turned.x(), values[at + 2] = turned.y(),
        values[at + 3] = turned.z();
      }
      for (std::size_t k = 0; k < values.size(); ++k)
        data_->qpos[positions_[i][k]] = static_cast<double>(values[k]);
    }
  }

  /// The velocities of free joints, and of slides, are in the parent's axes.
  void set_charts(const double* q, const double* v) {
    charts_.of.clear();
    for (const Link& link : tree_.links) {
      Chart chart = Chart::same(link.nv);
      if (link.joint == KINTREE_PLANAR) chart = planar_rates(link, q, v);
      if (link.joint == KINTREE_FREE) {
        FreeForm form;
        form.B = (is_free(link) ? link.placement.R : Matrix3::Identity()) * joint_pose(link, q).R;
        form.rotating = form.linear_first = true;
        chart = free_chart(form, link, v);
      }
      charts_.of.push_back(chart);
    }
  }

  void set_state(const double* q, const double* v) {
    set_positions(q);
    set_charts(q, v);
    const Eigen::VectorXd velocity = charts_.velocity(tree_, v);
    std::copy(velocity.begin(), velocity.end(), data_->qvel);
  }

  void make_mass_matrix(const double* q) {
    set_positions(q);
    set_charts(q, std::vector<double>(static_cast<std::size_t>(tree_.n)).data());
    clock_([&] {
      mj_kinematics(model_.get(), data_.get());
      mj_comPos(model_.get(), data_.get());
      mj_crb(model_.get(), data_.get());
    });
  }

  /// Hands over the force on each body, and the torque about its centre of mass, in the base's axes.
  template <class Apply>
  void apply(const double* q, const double* f_ext, const Apply& to) const {
    const std::vector<Pose> placed = poses(tree_, q);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const double* f = f_ext + 6 * (i + 1);
      const Link& link = tree_.links[i];
      const Vector3 at = link.has_inertia() ? link.com : vector(model_->body_ipos + 3 * body_[i]);
      const Vector3 force = placed[i].R * vector(f + 3),
                    torque = placed[i].R * (vector(f) - at.cross(vector(f + 3)));
      to(body_[i], Eigen::Vector3d(force.cast<double>()).data(),
         Eigen::Vector3d(torque.cast<double>()).data());
    }
  }

  void reset() {
    warned.clear();
    mj_resetData(model_.get(), data_.get());
  }

  /// MuJoCo warns of a pivot below its mjMINVAL, names its coordinate, and goes on with mjMINVAL.
  void fail_if_singular() const {
    if (data_->warning[mjWARN_INERTIA].number == 0) return;
    const std::size_t at = warned.find("DOF ");
    const int singular = at == std::string::npos ? -1 : std::atoi(warned.c_str() + at + 4);
    for (std::size_t i = 0; i < tree_.links.size(); ++i)
      for (std::size_t k = 0; k < charts_.index[i].size(); ++k)
        if (charts_.index[i][k] == singular) throw Breakdown{tree_.links[i].v + static_cast<int>(k) + 1};
    throw Breakdown{0};
  }

  std::size_t square() const { return static_cast<std::size_t>(tree_.n) * static_cast<std::size_t>(tree_.n); }

  Tree tree_;
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
  std::vector<std::vector<int>> positions_;  ///< by link: of its coordinates, in qpos
  std::vector<int> body_;                    ///< by link: MuJoCo's number
  Charts charts_;
  LibraryClock clock_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::MuJoCo, "mujoco", false)
