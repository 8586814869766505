// Pinocchio, a template on its scalar. It runs in double, and in Number, so that the finite field checks its
// own code. The adapter makes a model of Pinocchio from one of Kintree, and converts the inputs and outputs
// of its routines. Joints are added in the numbering of the model, whatever that is.
#pragma once

#include "pinocchio/exact.hpp"

#include <boost/config.hpp>
#include <pinocchio/config.hpp>
#include <pinocchio/multibody/data.hpp>
#include <pinocchio/multibody/model.hpp>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "kintree/plugin/plugin.hpp"
#include "kintree/plugin/stamp.hpp"
#include "kintree/plugin/wrapped_library.hpp"
#include "pinocchio/joints.hpp"

namespace kintree::peers {

/// As Pinocchio computes with it.
template <class S>
struct TheirScalar {
  using Type = S;
};
template <>
struct TheirScalar<Number> {
  using Type = Exact;
};

template <class S>
S ours(const typename TheirScalar<S>::Type& x) {
  if constexpr (std::is_same_v<S, Number>)
    return x.number;
  else
    return x;
}

template <class S>
class Adapter : public TimesLibrary {
 public:
  using T = typename TheirScalar<S>::Type;
  using ModelT = pinocchio::ModelTpl<T, 0, Joints>;
  using DataT = pinocchio::DataTpl<T, 0, Joints>;
  using SE3 = pinocchio::SE3Tpl<T, 0>;
  using Inertia = pinocchio::InertiaTpl<T, 0>;
  using Wrench = pinocchio::ForceTpl<T, 0>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  using Matrix3 = Eigen::Matrix<T, 3, 3>;
  using Vector3 = Eigen::Matrix<T, 3, 1>;

  /// The joint of a body that follows that of another.
  struct Follower {
    std::size_t leader = 0;  ///< a body; 0: it follows none
    double ratio = 0;
  };

  /// `followers`: by body; empty if none follows.
  explicit Adapter(const Model& model, std::vector<Follower> followers = {})
      : followers_(std::move(followers)) {
    followers_.resize(model.bodies.size());
    const Layout layout(model);
    n_ = layout.n;
    if (n_ > most_degrees) return;
    pinocchio_.gravity.linear() = vec(widen<S>(model.gravity));
    carrier_.push_back(0);
    frame_.push_back(SE3::Identity());
    kind_.push_back(JointKind::fixed);
    position_.push_back(0);
    velocity_.push_back(0);
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      kind_.push_back(model.bodies[i].joint.kind);
      position_.push_back(layout.first_position[i] - 1);
      velocity_.push_back(layout.first_velocity[i] - 1);
      add(model.bodies[i], followers_[i]);
    }
    data_ = std::make_unique<DataT>(pinocchio_);
    q_.setZero(pinocchio_.nq);
    forces_.assign(static_cast<std::size_t>(pinocchio_.njoints), Wrench::Zero());
  }

  double library_seconds() const override { return seconds_; }

 protected:
  static constexpr int most_degrees = 100;  ///< its Data takes four tensors of n^3 numbers

  template <class Work>
  void clock(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

  static T theirs(const S& x) { return T(x); }
  static Vector3 vec(const Vec3<S>& x) { return {theirs(x.x), theirs(x.y), theirs(x.z)}; }
  static Matrix3 mat(const Mat3<S>& R) {
    Matrix3 result;
    result << vec(R.x), vec(R.y), vec(R.z);
    return result;
  }
  static SE3 se3(const Placement& pose) { return SE3(mat(rotation<S>(pose)), vec(widen<S>(pose.xyz))); }

  static Inertia inertia(const Inertial& body) {
    const Sym3<S> I = rotate(rotation<S>(body.origin),
                             {S(body.ixx), S(body.ixy), S(body.ixz), S(body.iyy), S(body.iyz), S(body.izz)});
    using Symmetric = pinocchio::Symmetric3Tpl<T, 0>;
    return Inertia(
        theirs(S(body.mass)), vec(widen<S>(body.origin.xyz)),
        Symmetric(theirs(I.xx), theirs(I.xy), theirs(I.yy), theirs(I.xz), theirs(I.yz), theirs(I.zz)));
  }

  /// Kintree's planar joint has its x and y in the plane; theirs is that of z.
  static SE3 along_normal(const Joint& joint) {
    const Vec3<S> n = normalized(widen<S>(joint.axis));
    const Triple& given = joint.axis;
    const S one(1);
    Mat3<S> axes;
    if (given[0] == 0 && given[1] == 0) {
      const S sign(given[2] > 0 ? 1 : -1);
      axes = {{one, S{}, S{}}, {S{}, sign, S{}}, n};
    } else {
      const S k = given[2] >= 0 ? one / (one + n.z) : (one - n.z) / (n.x * n.x + n.y * n.y);
      const S xy = -(n.x * n.y) * k;
      axes = {{one - n.x * n.x * k, xy, -n.x}, {xy, one - n.y * n.y * k, -n.y}, n};
    }
    return SE3(mat(axes), Vector3::Zero());
  }

  void add(const Body& body, const Follower& follower) {
    using J = Joints<T, 0>;
    const auto parent = static_cast<std::size_t>(body.parent);
    pinocchio::JointIndex at = carrier_[parent];
    SE3 placement = frame_[parent] * se3(body.joint.placement), frame = SE3::Identity();
    const auto joint = [&](const auto& model) {
      const std::string name = "joint" + std::to_string(pinocchio_.njoints);
      if (follower.leader == 0)
        at = pinocchio_.addJoint(at, model, placement, name);
      else
        at = pinocchio_.addJoint(
            at,
            typename J::JointModelMimic(model, pinocchio_.joints[carrier_[follower.leader]],
                                        theirs(S(follower.ratio)), T(0)),
            placement, name);
      placement = SE3::Identity();
    };
    const auto axis = [&](const Triple& given) { return vec(normalized(widen<S>(given))); };
    const Triple &first = body.joint.axis, &second = body.joint.second_axis;
    switch (body.joint.kind) {
      case JointKind::fixed:
        frame = placement;
        break;
      case JointKind::revolute:
        joint(typename J::JointModelRevoluteUnaligned(axis(first)));
        break;
      case JointKind::prismatic:
        joint(typename J::JointModelPrismaticUnaligned(axis(first)));
        break;
      case JointKind::helical:
        joint(typename J::JointModelHelicalUnaligned(axis(first), theirs(S(body.joint.pitch))));
        break;
      case JointKind::cylindrical:
        joint(typename J::JointModelRevoluteUnaligned(axis(first)));
        joint(typename J::JointModelPrismaticUnaligned(axis(first)));
        break;
      case JointKind::universal:
        joint(typename J::JointModelRevoluteUnaligned(axis(first)));
        joint(typename J::JointModelRevoluteUnaligned(axis(second)));
        break;
      case JointKind::planar: {
        const SE3 turned = along_normal(body.joint);
        placement = placement * turned;
        joint(typename J::JointModelPlanar());
        frame = turned.inverse();
        break;
      }
      case JointKind::spherical:
        joint(typename J::JointModelSpherical());
        break;
      case JointKind::free:
        joint(typename J::JointModelFreeFlyer());
        break;
    }
    carrier_.push_back(at);
    frame_.push_back(frame);
    pinocchio_.appendBodyToJoint(at, inertia(body.inertial), frame);
  }

  void check_size() const {
    if (n_ > most_degrees)
      throw OutsideDomain("Pinocchio's Data takes four tensors of n^3 numbers: it is asked up to n = " +
                          std::to_string(most_degrees));
  }

  void set_positions(VectorView<const S> q) {
    check_size();
    int k = 0;  // where theirs begin
    for (std::size_t i = 1; i < kind_.size(); ++i) {
      const S* own = q.data + position_[i];
      const auto quaternion = [&](const S* wxyz) {
        using std::sqrt;
        const S size = sqrt(wxyz[0] * wxyz[0] + wxyz[1] * wxyz[1] + wxyz[2] * wxyz[2] + wxyz[3] * wxyz[3]);
        for (const int c : {1, 2, 3, 0}) q_[k++] = theirs(wxyz[c] / size);
      };
      switch (kind_[i]) {
        case JointKind::planar: {
          S sine, cosine;
          sincos(own[2], sine, cosine);
          for (const S& x : {own[0], own[1], cosine, sine}) q_[k++] = theirs(x);
          break;
        }
        case JointKind::spherical:
          quaternion(own);
          break;
        case JointKind::free:
          for (int c = 0; c < 3; ++c) q_[k++] = theirs(own[c]);
          quaternion(own + 3);
          break;
        default:
          if (const auto& [leader, ratio] = followers_[i]; leader != 0) {
            auto& joint = pinocchio_.joints[carrier_[i]].toVariant();
            boost::get<typename Joints<T, 0>::JointModelMimic>(joint).offset() =
                theirs(own[0] - S(ratio) * q.data[position_[leader]]);
            break;
          }
          for (int c = 0; c < info(kind_[i]).positions; ++c) q_[k++] = theirs(own[c]);
      }
    }
  }

  void set_forces(const Force<S>* f_ext) {
    for (Wrench& force : forces_) force.setZero();
    for (std::size_t i = 1; i < kind_.size(); ++i)
      forces_[carrier_[i]] += frame_[i].act(Wrench(vec(f_ext[i].f), vec(f_ext[i].n)));
  }

  /// Theirs of a free joint are the linear ones, then the angular ones, in the child's axes as well.
  int place(int velocity) const {
    for (std::size_t i = 1; i < kind_.size(); ++i)
      if (kind_[i] == JointKind::free && velocity >= velocity_[i] && velocity < velocity_[i] + 6)
        return velocity_[i] + (velocity - velocity_[i] + 3) % 6;
    return velocity;
  }
  Vector theirs(VectorView<const S> x) const {
    Vector result(n_);
    for (int k = 0; k < n_; ++k) result[place(k)] = theirs(x.data[k]);
    return result;
  }
  void back(const Vector& x, VectorView<S> result) const {
    for (int k = 0; k < n_; ++k) result.data[k] = ours<S>(x[place(k)]);
  }
  template <class Matrix>
  void from_upper(const Matrix& M, MatrixView<S> result) const {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        const int a = place(i), b = place(j);
        result.data[i * n_ + j] = ours<S>(M(std::min(a, b), std::max(a, b)));
      }
  }

  std::vector<Follower> followers_;  ///< by body
  int n_ = 0;
  ModelT pinocchio_;
  std::unique_ptr<DataT> data_;
  std::vector<pinocchio::JointIndex> carrier_;             ///< by body: the joint whose frame it is fixed in
  std::vector<SE3, Eigen::aligned_allocator<SE3>> frame_;  ///< by body: where
  std::vector<JointKind> kind_;
  std::vector<int> position_, velocity_;  ///< by body, from 0
  Vector q_;
  pinocchio::container::aligned_vector<Wrench> forces_;
  double seconds_ = 0;
};

/// A plugin of such adapters.
template <template <class> class Solved>
class PinocchioPlugin final : public Plugin, public WrapsLibrary {
 public:
  /// `routine` is the name of one of several routines; it is empty if there is only one.
  PinocchioPlugin(const char* name, const std::string& routine, std::initializer_list<Problem> problems) {
    description_.name = name;
    description_.citation = "Pinocchio " PINOCCHIO_VERSION + (routine.empty() ? "" : ", " + routine);
    for (const Problem problem : problems)
      description_.claims.push_back({.problem = problem, .promise = Verdict::B});
    description_.has_pivots = false;
    description_.scalars = {Scalar::double_precision, Scalar::number};
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<SolverBase> prepare(const Model& model, const std::vector<EndEffector>& end_effectors,
                                      Scalar scalar) const override {
    if (scalar == Scalar::double_precision) return prepared<Solved<double>>(model, end_effectors);
    if (scalar == Scalar::number) return prepared<Solved<Number>>(model, end_effectors);
    return nullptr;
  }
  void compute_in(const Arithmetic* arithmetic) const override { Number::arithmetic = arithmetic; }
  bool may_allocate() const override { return true; }

 private:
  Description description_;
};

}  // namespace kintree::peers

/// Exports it.
#define KINTREE_PINOCCHIO(Solved, name, ...)                                        \
  extern "C" {                                                                      \
  extern BOOST_SYMBOL_EXPORT const char kintree_plugin_stamp[];                     \
  const char kintree_plugin_stamp[] = KINTREE_STAMP;                                \
  BOOST_SYMBOL_EXPORT const kintree::Plugin* kintree_plugin() {                     \
    static const kintree::peers::PinocchioPlugin<Solved> plugin(name, __VA_ARGS__); \
    return &plugin;                                                                 \
  }                                                                                 \
  }
