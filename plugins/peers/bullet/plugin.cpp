// Bullet's btMultiBody in double precision. A link's frame is at its centre of mass, on its principal axes.
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "common/adapter.hpp"
#include "common/chart.hpp"

namespace kintree::peers {
namespace {

static_assert(sizeof(btScalar) == sizeof(double));

btVector3 vec(const Vector3& x) {
  return {static_cast<double>(x.x()), static_cast<double>(x.y()), static_cast<double>(x.z())};
}
btQuaternion quaternion(const Matrix3& R) {
  const Quaternion q(R);
  return {static_cast<double>(q.x()), static_cast<double>(q.y()), static_cast<double>(q.z()),
          static_cast<double>(q.w())};
}

class Bullet {
 public:
  static constexpr unsigned joint_kinds = ~(1U << KINTREE_HELICAL);
  static constexpr bool names_pivots = false;
  static std::string library() {
    return "Bullet " + std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
  }

  explicit Bullet(Tree tree) : tree_(std::move(tree)) {
    int roots = 0;
    for (const Link& link : tree_.links) roots += link.parent < 0 ? 1 : 0;
    floats_ = roots == 1 && tree_.links.front().joint == KINTREE_FREE;
    int links = 0;
    for (std::size_t i = 0; i < tree_.links.size(); ++i)
      links += is_base(i) ? 0 : part_count(tree_.links[i].joint);
    const Link base = floats_ ? tree_.links.front() : Link{};
    body_ = std::make_unique<btMultiBody>(links, static_cast<double>(base.mass), vec(base.moments), !floats_,
                                          false);
    for (std::size_t i = 0; i < tree_.links.size(); ++i) add(i);
    // Both are 0.04 by default: a drag on every link (findings/).
    body_->setLinearDamping(0);
    body_->setAngularDamping(0);
    body_->finalizeMultiDof();
    charts_.size =
        6 + body_->getNumDofs();  // their vectors have six numbers of the base first, also where it is fixed
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      std::vector<int>& index = charts_.index.emplace_back();
      if (is_base(i)) index = {0, 1, 2, 3, 4, 5};
      for (const int part : parts_[i])
        for (int k = 0; k < body_->getLink(part).m_dofCount; ++k)
          index.push_back(6 + body_->getLink(part).m_dofOffset + k);
      const int joint = tree_.links[i].joint;
      if (joint == KINTREE_PLANAR) std::swap(index[0], index[2]);       // theirs are angle, y, x
      if (joint == KINTREE_CYLINDRICAL) std::swap(index[0], index[1]);  // first the sliding link
    }
  }

  void mass_matrix_inverse(const double* q, double* H_inverse) {
    set_state(q, std::vector<double>(static_cast<std::size_t>(tree_.n)).data());
    clock_([&] {
      body_->clearForcesAndTorques();
      accelerate();
    });
    const int all = 6 + body_->getNumDofs();
    std::vector<double> columns(static_cast<std::size_t>(all * all)), force(static_cast<std::size_t>(all));
    for (int k = 0; k < all; ++k) {
      force[static_cast<std::size_t>(k)] = 1;
      clock_([&] {
        body_->calcAccelerationDeltasMultiDof(force.data(), columns.data() + k * all, numbers_, vectors_);
      });
      force[static_cast<std::size_t>(k)] = 0;
    }
    charts_.inverse_back(tree_, row_major(columns, all), H_inverse);
  }

  void forward_dynamics(const double* q, const double* v, const double* tau, const double* f_ext,
                        double* qdd) {
    set_state(q, v);
    const std::vector<double> force = numbers(charts_.force(tree_, tau));
    const std::vector<Push> pushes = pushed(q, f_ext);
    clock_([&] {
      body_->clearForcesAndTorques();
      if (floats_) {
        body_->addBaseTorque({force[0], force[1], force[2]});
        body_->addBaseForce({force[3], force[4], force[5]});
      }
      for (int link = 0; link < body_->getNumLinks(); ++link)
        for (int k = 0; k < body_->getLink(link).m_dofCount; ++k)
          body_->addJointTorqueMultiDof(
              link, k, force[static_cast<std::size_t>(6 + body_->getLink(link).m_dofOffset + k)]);
      apply(pushes);
      accelerate();
    });
    // As btMultiBodyDynamicsWorld reads them: behind as many scratch numbers as there are joint velocities.
    charts_.acceleration_back(tree_, &numbers_[body_->getNumDofs()], qdd);
  }

  const LibraryClock& clock() const { return clock_; }

 private:
  bool is_base(std::size_t i) const { return floats_ && i == 0; }

  /// Bullet has revolute, prismatic, spherical, planar and fixed links, and a floating base; others are made of several, all but the
  /// last without inertia. A planar one turns about the centre of mass, so that it is such a link too.
  static int part_count(int joint) {
    switch (joint) {
      case KINTREE_CYLINDRICAL:
      case KINTREE_UNIVERSAL:
      case KINTREE_PLANAR:
        return 2;
      case KINTREE_FREE:
        return 4;
      default:
        return 1;
    }
  }

  /// The frame of Bullet's link in a frame of ours.
  struct Part {
    int index = -1;
    Pose com;
  };

  void add(std::size_t i) {
    const Link& link = tree_.links[i];
    const Part own{-1, {link.axes, link.com}};
    std::vector<int>& parts = parts_.emplace_back();
    if (is_base(i)) {
      part_.push_back(own);
      return;
    }
    Part at = link.parent < 0 ? Part{} : part_[static_cast<std::size_t>(link.parent)];
    Pose joint = link.placement;
    const auto place = [&](const Part& part, const auto& setup) {
      const Matrix3 R = at.com.R.transpose() * joint.R * part.com.R;
      const Vector3 to_pivot = at.com.R.transpose() * (joint.p - at.com.p),
                    to_com = part.com.R.transpose() * part.com.p;
      const bool is_own = &part == &own;
      setup(next_, is_own ? static_cast<double>(link.mass) : 0,
            vec(is_own ? link.moments : Vector3(Vector3::Zero())), at.index, quaternion(R.transpose()),
            vec(to_pivot), vec(to_com));
      parts.push_back(next_);
      at = {next_++, part.com};
      joint = Pose{};
    };
    const Part massless;
    const auto revolute = [&](const Part& part, const Vector3& n) {
      place(part, [&](int k, double m, const btVector3& I, int parent, const btQuaternion& R,
                      const btVector3& e, const btVector3& d) {
        body_->setupRevolute(k, m, I, parent, R, vec(part.com.R.transpose() * n), e, d, true);
      });
    };
    const auto prismatic = [&](const Part& part, const Vector3& n) {
      place(part, [&](int k, double m, const btVector3& I, int parent, const btQuaternion& R,
                      const btVector3& e, const btVector3& d) {
        body_->setupPrismatic(k, m, I, parent, R, vec(part.com.R.transpose() * n), e, d, true);
      });
    };
    const auto spherical = [&](const Part& part) {
      place(part,
            [&](int k, double m, const btVector3& I, int parent, const btQuaternion& R, const btVector3& e,
                const btVector3& d) { body_->setupSpherical(k, m, I, parent, R, e, d, true); });
    };
    const auto fixed = [&](const Part& part) {
      place(part,
            [&](int k, double m, const btVector3& I, int parent, const btQuaternion& R, const btVector3& e,
                const btVector3& d) { body_->setupFixed(k, m, I, parent, R, e, d); });
    };
    switch (link.joint) {
      case KINTREE_REVOLUTE:
        revolute(own, link.n);
        break;
      case KINTREE_PRISMATIC:
        prismatic(own, link.n);
        break;
      case KINTREE_CYLINDRICAL:
        prismatic(massless, link.n);
        revolute(own, link.n);
        break;
      case KINTREE_UNIVERSAL:
        revolute(massless, link.n);
        revolute(own, link.n2);
        break;
      case KINTREE_PLANAR: {
        const Matrix3 axes = axes_along(link.n);
        joint.R *= axes;
        place(massless, [&](int k, double m, const btVector3& I, int parent, const btQuaternion& R,
                            const btVector3& e, const btVector3&) {
          body_->setupPlanar(k, m, I, parent, R, {0, 0, 1}, e, true);
        });
        joint.R = axes.transpose();
        fixed(own);
        break;
      }
      case KINTREE_SPHERICAL:
        spherical(own);
        break;
      case KINTREE_FREE:
        for (const Vector3& axis :
             {Vector3(Vector3::UnitX()), Vector3(Vector3::UnitY()), Vector3(Vector3::UnitZ())})
          prismatic(massless, axis);
        spherical(own);
        break;
      default:
        fixed(own);
        break;
    }
    part_.push_back(at);
  }

  void set_state(const double* q, const double* v) {
    charts_.of.clear();
    struct Position {
      int link;
      std::array<double, 4> q;
    };
    std::vector<Position> positions;
    const auto at = [&](int link, const double* q_link, int size) {
      std::copy(q_link, q_link + size, positions.emplace_back(Position{link, {}}).q.begin());
    };
    btVector3 base_position;
    btQuaternion base_rotation;
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      const double* own = q + link.q;
      const std::vector<int>& parts = parts_[i];
      Chart chart = Chart::same(link.nv);
      const Matrix3 R = joint_pose(link, q).R;
      if (link.joint == KINTREE_FREE) {
        FreeForm form;
        form.rotating = true;
        form.A = link.axes.transpose();
        form.B = R;
        form.linear_first = true;
        if (is_base(i)) {
          form.A = form.B = link.placement.R * R;
          form.linear_first = false;
          form.r = link.com;
        }
        chart = free_chart(form, link, v);
      }
      if (link.joint == KINTREE_SPHERICAL) chart = Chart::rotated(link.axes.transpose());
      charts_.of.push_back(chart);
      const btQuaternion turned = quaternion(link.axes.transpose() * R * link.axes);
      const double ball[] = {turned.x(), turned.y(), turned.z(), turned.w()};
      switch (link.joint) {
        case KINTREE_REVOLUTE:
        case KINTREE_PRISMATIC:
          at(parts[0], own, 1);
          break;
        case KINTREE_CYLINDRICAL:
          at(parts[0], own + 1, 1);
          at(parts[1], own, 1);
          break;
        case KINTREE_UNIVERSAL:
          for (std::size_t k = 0; k < 2; ++k) at(parts[k], own + k, 1);
          break;
        case KINTREE_PLANAR: {
          const double theirs[] = {own[2], own[1], own[0]};
          at(parts[0], theirs, 3);
          break;
        }
        case KINTREE_SPHERICAL:
          at(parts[0], ball, 4);
          break;
        case KINTREE_FREE:
          if (is_base(i)) {
            const Pose placed = link.placement * joint_pose(link, q) * Pose{link.axes, link.com};
            base_position = vec(placed.p);
            base_rotation = quaternion(placed.R.transpose());
            break;
          }
          for (std::size_t k = 0; k < 3; ++k) at(parts[k], own + k, 1);
          at(parts[3], ball, 4);
          break;
        default:
          break;
      }
    }
    const std::vector<double> velocity = numbers(charts_.velocity(tree_, v));
    clock_([&] {
      if (floats_) {
        body_->setBasePos(base_position);
        body_->setWorldToBaseRot(base_rotation);
        body_->setBaseOmega({velocity[0], velocity[1], velocity[2]});
        body_->setBaseVel({velocity[3], velocity[4], velocity[5]});
      }
      for (const Position& position : positions) body_->setJointPosMultiDof(position.link, position.q.data());
      for (int link = 0; link < body_->getNumLinks(); ++link)
        if (body_->getLink(link).m_dofCount > 0)
          body_->setJointVelMultiDof(link, velocity.data() + 6 + body_->getLink(link).m_dofOffset);
    });
  }

  /// Force and torque about the centre of mass, in the base's axes, on a link; below 0: on their base.
  struct Push {
    int link;
    btVector3 force, torque;
  };

  /// External forces and weights.
  std::vector<Push> pushed(const double* q, const double* f_ext) const {
    const std::vector<Pose> placed = poses(tree_, q);
    std::vector<Push> pushes;
    for (std::size_t i = 0; i < tree_.links.size(); ++i) {
      const Link& link = tree_.links[i];
      const Vector3 given = vector(f_ext + 6 * (i + 1) + 3);
      const btVector3 torque = vec(placed[i].R * (vector(f_ext + 6 * (i + 1)) - link.com.cross(given)));
      const btVector3 force = vec(placed[i].R * given + link.mass * tree_.gravity);
      pushes.push_back({is_base(i) ? -1 : parts_[i].back(), force, torque});
    }
    return pushes;
  }

  void apply(const std::vector<Push>& pushes) {
    for (const Push& push : pushes)
      if (push.link < 0) {
        body_->addBaseTorque(push.torque);
        body_->addBaseForce(push.force);
      } else {
        body_->addLinkTorque(push.link, push.torque);
        body_->addLinkForce(push.link, push.force);
      }
  }

  void accelerate() {
    body_->computeAccelerationsArticulatedBodyAlgorithmMultiDof(0, numbers_, vectors_, matrices_, false,
                                                                false, false);
  }

  static std::vector<double> numbers(const Eigen::VectorXd& x) { return {x.begin(), x.end()}; }

  Tree tree_;
  bool floats_ = false;
  std::unique_ptr<btMultiBody> body_;
  std::vector<Part> part_;               ///< by link: the last of its parts
  std::vector<std::vector<int>> parts_;  ///< by link: Bullet's links
  int next_ = 0;
  btAlignedObjectArray<btScalar> numbers_;
  btAlignedObjectArray<btVector3> vectors_;
  btAlignedObjectArray<btMatrix3x3> matrices_;
  Charts charts_;
  LibraryClock clock_;
};

}  // namespace
}  // namespace kintree::peers

KINTREE_PEER(kintree::peers::Bullet, "bullet", true)
