// MuJoCo: the model goes in as an MJCF text, as a user writes one.
#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
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

inline std::string text(std::initializer_list<Real> numbers) {
  std::string result;
  for (const Real x : numbers) {
    std::array<char, 40> digits{};
    std::snprintf(digits.data(), digits.size(), "%.17g ", static_cast<double>(x));
    result += digits.data();
  }
  result.pop_back();
  return "'" + result + "'";
}
inline std::string text(const Vector3& x) {
  return text({x.x(), x.y(), x.z()});
}
inline std::string text(const Matrix3& R) {
  const Quaternion q(R);
  return text({q.w(), q.x(), q.y(), q.z()});
}

/// MuJoCo calls this function after a fatal error. It must not return.
[[noreturn]] inline void fail(const char* message) {
  std::fprintf(stderr, "MuJoCo: %s\n", message);
  std::exit(1);
}
/// The first that it warns of; by itself it would write a file into the current folder.
inline std::string warned;
inline void note(const char* warning) {
  if (warned.empty()) warned = warning;
}

class MuJoCo {
 public:
  static constexpr unsigned joint_kinds = ~(1U << KINTREE_HELICAL);
  static constexpr bool names_pivots = true;
  static std::string library() { return "MuJoCo " + std::string(mj_versionString()); }

  explicit MuJoCo(Tree tree) : MuJoCo(tree, model_of(tree)) {
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      for (int k = 0; k < most_joints; ++k)
        if (const int joint = number(mjOBJ_JOINT, joint_name(i, k)); joint >= 0) add_coordinates(i, joint);
      body_.push_back(number(mjOBJ_BODY, body_name(i)));
      carrier_.push_back(static_cast<int>(i));
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
      for (int k = 0; k < 3; ++k) {
        data_->xfrc_applied[6 * body + k] += f[k];
        data_->xfrc_applied[6 * body + 3 + k] += torque[k];
      }
    });
    clock_([&] { mj_forward(model_.get(), data_.get()); });
    fail_if_singular();
    charts_.acceleration_back(tree_, data_->qacc, qdd);
  }

  void inverse_osim(const double* q, double* Lambda_inverse) {
    make_mass_matrix(q);
    const auto rows = static_cast<Eigen::Index>(6 * tree_.ends.size());
    Charts::RowMajor J = Charts::RowMajor::Zero(rows, tree_.n), solved = J;
    Eigen::MatrixXd product;
    clock_([&] {
      mj_factorM(model_.get(), data_.get());
      for (std::size_t e = 0; e < tree_.ends.size(); ++e) {
        const End& end = tree_.ends[e];
        if (end.link < 0) continue;
        const int body = body_[static_cast<std::size_t>(end.link)];
        const Eigen::Vector3d offset = end.pose.p.cast<double>();
        double point[3];
        mju_rotVecMat(point, offset.data(), data_->xmat + 9 * body);
        mju_addTo3(point, data_->xpos + 3 * body);
        double* own = J.data() + 6 * e * static_cast<std::size_t>(tree_.n);
        mj_jac(model_.get(), data_.get(), own + 3 * tree_.n, own, point, body);
      }
      mj_solveM(model_.get(), data_.get(), solved.data(), J.data(), static_cast<int>(rows));
      product = J * solved.transpose();
    });
    fail_if_singular();
    inverse_osim_back(
        tree_, q, [&](int i, int j) { return product(i, j); }, Lambda_inverse);
  }

  const LibraryClock& clock() const { return clock_; }

 protected:
  /// The caller adds the coordinates, and makes body_ and carrier_.
  MuJoCo(Tree tree, mjModel* model)
      : tree_(std::move(tree)),
        model_(model, mj_deleteModel),
        data_(mj_makeData(model), mj_deleteData),
        positions_(tree_.links.size()) {
    if (data_ == nullptr) throw Refused("MuJoCo makes no data for it");
    charts_.index.resize(tree_.links.size());
  }

  int number(mjtObj kind, const std::string& name) const {
    return mj_name2id(model_.get(), kind, name.c_str());
  }

  /// Adds those of a joint of MuJoCo that is the joint of this link, or its next part.
  void add_coordinates(std::size_t link, int joint) {
    static constexpr int nq[] = {7, 4, 1, 1}, nv[] = {6, 3, 1, 1};  // free, ball, slide, hinge
    const int type = model_->jnt_type[joint];
    for (int c = 0; c < nq[type]; ++c) positions_[link].push_back(model_->jnt_qposadr[joint] + c);
    for (int c = 0; c < nv[type]; ++c) charts_.index[link].push_back(model_->jnt_dofadr[joint] + c);
  }

  /// Compiles a model from an MJCF or URDF text.
  static mjModel* load(const std::string& xml) {
    mju_user_error = fail;
    mju_user_warning = note;
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

  Tree tree_;
  std::unique_ptr<mjModel, void (*)(mjModel*)> model_;
  std::unique_ptr<mjData, void (*)(mjData*)> data_;
  std::vector<std::vector<int>> positions_;  ///< by link: of its coordinates, in qpos
  std::vector<int> body_;  ///< by link: MuJoCo's number of the body that it is, or is part of
  std::vector<int>
      carrier_;  ///< by link: the link whose frame that body has; -1 if the link is fixed to the base
  void set_state(const double* q, const double* v) {
    set_positions(q);
    set_charts(q, v);
    const Eigen::VectorXd velocity = charts_.velocity(tree_, v);
    std::copy(velocity.begin(), velocity.end(), data_->qvel);
  }

  Charts charts_;
  LibraryClock clock_;

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

  static std::string body(const Tree& tree, std::size_t i) {
    const Link& link = tree.links[i];
    std::string result = "<body name='" + body_name(i) + "' pos=" + text(link.placement.p) +
                         " quat=" + text(link.placement.R) + ">" + joints(link, i);
    // The tensor on its principal axes: what MuJoCo's own diagonalization of a full one costs is a finding (findings/).
    if (link.has_inertia())
      result += "<inertial mass=" + text({link.mass}) + " pos=" + text(link.com) +
                " quat=" + text(link.axes) + " diaginertia=" + text(link.moments) + "/>";
    for (std::size_t child = i + 1; child < tree.links.size(); ++child)
      if (tree.links[child].parent == static_cast<int>(i)) result += body(tree, child);
    return result + "</body>";
  }

  static mjModel* model_of(const Tree& tree) {
    std::string xml =
        "<mujoco><compiler angle='radian' inertiafromgeom='false'/><option gravity=" + text(tree.gravity) +
        "><flag constraint='disable' contact='disable'/></option><worldbody>";
    for (std::size_t i = 0; i < tree.links.size(); ++i)
      if (tree.links[i].parent < 0) xml += body(tree, i);
    return load(xml + "</worldbody></mujoco>");
  }

  /// The error without the place in the file and the name of the object: the part that many models share.
  static std::string one_line(const std::string& error) {
    std::size_t end = error.find('\n');
    if (end != std::string::npos && end > 0 && error[end - 1] == ':')
      end = error.find('\n', end + 1);  // "XML parse error 18:"
    std::string line = error.substr(0, end);
    std::replace(line.begin(), line.end(), '\n', ' ');
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
      if (carrier_[i] < 0) continue;
      const double* f = f_ext + 6 * (i + 1);
      const auto carrier = static_cast<std::size_t>(carrier_[i]);
      const Vector3 centre = vector(model_->body_ipos + 3 * body_[i]),
                    to_origin = placed[i].p - placed[carrier].p - placed[carrier].R * centre;
      const Vector3 force = placed[i].R * vector(f + 3),
                    torque = placed[i].R * vector(f) + to_origin.cross(force);
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
};

}  // namespace kintree::peers
