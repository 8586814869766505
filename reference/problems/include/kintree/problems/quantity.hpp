// The quantities that problems read and return. Each is declared once; its indices determine its size, the
// norm of its errors, its changes with another frame or unit, and the names of its entries.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace kintree {

/// Kinds of indices, by the things that they number.
enum class Index {
  none,              ///< no index: the second one of a vector
  position,          ///< the coordinates q
  velocity,          ///< velocities of the joints, and accelerations: an upper index
  force,             ///< forces of the joints, the dual of velocities: a lower index
  forces,            ///< pairs of forces (j, k), k counting first: of second derivatives
  twist,             ///< the twists of the end-effectors, in their frames, angular first
  wrench,            ///< the wrenches on the end-effectors, the dual of their twists
  body_wrench,       ///< the wrenches on the bodies 0..N, in their frames
  constraint,        ///< the rows of the constraints: relative velocities that they forbid, and accelerations
  constraint_force,  ///< the forces of the constraints, the dual of their rows
  momentum,  ///< the momentum of all bodies about their centre of mass, in the axes of the base, angular first
  parameter,     ///< the inertial parameters of the bodies 1..N: 10 a body
  end_effector,  ///< frames on bodies: part of the request, not numbers
};

/// Powers of the units, in addition to those of the indices: a velocity index has the unit of its coordinate,
/// radian or metre.
struct Dimension {
  int mass = 0, length = 0, time = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
};

enum class Symmetry {
  none,
  symmetric,
  lower_triangular,
  joint_blocks,  ///< symmetric, and zero between coordinates of different joints
};

struct Quantity {
  std::string_view name;     ///< in files and programs
  std::string_view symbol;   ///< in texts
  Index rows = Index::none;  ///< its first index
  Index columns = Index::none;
  Dimension dimension = {};
  Symmetry symmetry = Symmetry::none;
  bool is_input_from_oracle = false;  ///< no number of a state: the exact answer to another problem, rounded
  bool is_unique = true;              ///< the problem has one right answer
  bool is_acceleration = false;       ///< shifts with velocity where coordinates change
  bool is_odd_in_velocity = false;    ///< changes its sign where time runs backwards
  bool constant_rates_only =
      false;  ///< its indices tell how it changes only where velocities are mapped by a constant matrix

  constexpr bool is_vector() const { return columns == Index::none; }
  /// True for a matrix that measures lengths, such as H. Its derivative is symmetric too, but its diagonal is no size.
  constexpr bool is_metric() const { return symmetry == Symmetry::symmetric && !is_odd_in_velocity; }
  constexpr bool has(Index index) const { return rows == index || columns == index; }
  friend constexpr bool operator==(const Quantity& a, const Quantity& b) { return a.name == b.name; }
};

namespace quantity {
inline constexpr Quantity q{.name = "q", .symbol = "q", .rows = Index::position},
    v{.name = "v",
      .symbol = "q̇",
      .rows = Index::velocity,
      .dimension = {0, 0, -1},
      .is_odd_in_velocity = true},
    qdd{.name = "qdd",
        .symbol = "q̈",
        .rows = Index::velocity,
        .dimension = {0, 0, -2},
        .is_acceleration = true},
    tau{.name = "tau", .symbol = "τ", .rows = Index::force, .dimension = {1, 2, -2}},
    C{.name = "C", .symbol = "C", .rows = Index::force, .dimension = {1, 2, -2}, .constant_rates_only = true},
    coriolis{.name = "coriolis",
             .symbol = "C",
             .rows = Index::force,
             .columns = Index::force,
             .dimension = {1, 2, -1},
             .is_odd_in_velocity = true,
             .constant_rates_only = true},
    dtau_dq{.name = "dtau_dq",
            .symbol = "∂τ/∂q",
            .rows = Index::force,
            .columns = Index::force,
            .dimension = {1, 2, -2},
            .constant_rates_only = true},
    dtau_dv{.name = "dtau_dv",
            .symbol = "∂τ/∂q̇",
            .rows = Index::force,
            .columns = Index::force,
            .dimension = {1, 2, -1},
            .is_odd_in_velocity = true,
            .constant_rates_only = true},
    d2tau_dqdq{.name = "d2tau_dqdq",
               .symbol = "∂²τ/∂q∂q",
               .rows = Index::force,
               .columns = Index::forces,
               .dimension = {1, 2, -2},
               .constant_rates_only = true},
    d2tau_dvdv{.name = "d2tau_dvdv",
               .symbol = "∂²τ/∂q̇∂q̇",
               .rows = Index::force,
               .columns = Index::forces,
               .dimension = {1, 2, 0},
               .constant_rates_only = true},
    d2tau_dqdv{.name = "d2tau_dqdv",
               .symbol = "∂²τ/∂q∂q̇",
               .rows = Index::force,
               .columns = Index::forces,
               .dimension = {1, 2, -1},
               .is_odd_in_velocity = true,
               .constant_rates_only = true},
    dH_dq{.name = "dH_dq",
          .symbol = "∂H/∂q",
          .rows = Index::force,
          .columns = Index::forces,
          .dimension = {1, 2, 0},
          .constant_rates_only = true},
    dqdd_dq{.name = "dqdd_dq",
            .symbol = "∂q̈/∂q",
            .rows = Index::velocity,
            .columns = Index::force,
            .dimension = {0, 0, -2},
            .constant_rates_only = true},
    dqdd_dv{.name = "dqdd_dv",
            .symbol = "∂q̈/∂q̇",
            .rows = Index::velocity,
            .columns = Index::force,
            .dimension = {0, 0, -1},
            .is_odd_in_velocity = true,
            .constant_rates_only = true},
    dqdd_dtau{.name = "dqdd_dtau",
              .symbol = "∂q̈/∂τ",
              .rows = Index::velocity,
              .columns = Index::velocity,
              .dimension = {-1, -2, 0},
              .symmetry = Symmetry::symmetric},
    A_G{.name = "A_G",
        .symbol = "A_G",
        .rows = Index::momentum,
        .columns = Index::force,
        .dimension = {1, 2, 0}},
    A_G_dot_v{.name = "A_G_dot_v",
              .symbol = "Ȧ_G q̇",
              .rows = Index::momentum,
              .dimension = {1, 2, -2},
              .constant_rates_only = true},
    Y{.name = "Y", .symbol = "Y", .rows = Index::force, .columns = Index::parameter, .dimension = {0, 2, -2}},
    J{.name = "J", .symbol = "J", .rows = Index::twist, .columns = Index::force},
    J_dot_v{.name = "J_dot_v",
            .symbol = "J̇q̇",
            .rows = Index::twist,
            .dimension = {0, 0, -2},
            .constant_rates_only = true},
    K{.name = "K", .symbol = "K", .rows = Index::constraint, .columns = Index::force},
    K_dot_v{.name = "K_dot_v",
            .symbol = "K̇q̇",
            .rows = Index::constraint,
            .dimension = {0, 0, -2},
            .constant_rates_only = true},
    gamma{.name = "gamma", .symbol = "γ", .rows = Index::constraint, .dimension = {0, 0, -2}},
    constrained_qdd{.name = "constrained_qdd",
                    .symbol = "q̈",
                    .rows = Index::velocity,
                    .dimension = {0, 0, -2},
                    .is_acceleration = true},
    lambda{.name = "lambda", .symbol = "λ", .rows = Index::constraint_force, .dimension = {1, 2, -2}},
    constrained_dqdd_dq{.name = "constrained_dqdd_dq",
                        .symbol = "∂q̈/∂q",
                        .rows = Index::velocity,
                        .columns = Index::force,
                        .dimension = {0, 0, -2},
                        .constant_rates_only = true},
    constrained_dqdd_dv{.name = "constrained_dqdd_dv",
                        .symbol = "∂q̈/∂q̇",
                        .rows = Index::velocity,
                        .columns = Index::force,
                        .dimension = {0, 0, -1},
                        .is_odd_in_velocity = true,
                        .constant_rates_only = true},
    // It is symmetric, but no metric: constraints make entries of its diagonal zero.
    constrained_dqdd_dtau{.name = "constrained_dqdd_dtau",
                          .symbol = "∂q̈/∂τ",
                          .rows = Index::velocity,
                          .columns = Index::velocity,
                          .dimension = {-1, -2, 0}},
    dlambda_dq{.name = "dlambda_dq",
               .symbol = "∂λ/∂q",
               .rows = Index::constraint_force,
               .columns = Index::force,
               .dimension = {1, 2, -2},
               .constant_rates_only = true},
    dlambda_dv{.name = "dlambda_dv",
               .symbol = "∂λ/∂q̇",
               .rows = Index::constraint_force,
               .columns = Index::force,
               .dimension = {1, 2, -1},
               .is_odd_in_velocity = true},
    dlambda_dtau{.name = "dlambda_dtau",
                 .symbol = "∂λ/∂τ",
                 .rows = Index::constraint_force,
                 .columns = Index::velocity},
    restitution{.name = "restitution", .symbol = "e"},
    v_after{.name = "v_after",
            .symbol = "q̇⁺",
            .rows = Index::velocity,
            .dimension = {0, 0, -1},
            .is_odd_in_velocity = true},
    impulse{.name = "impulse",
            .symbol = "Λ",
            .rows = Index::constraint_force,
            .dimension = {1, 2, -1},
            .is_odd_in_velocity = true},
    f_ext{.name = "f_ext", .symbol = "f", .rows = Index::body_wrench, .dimension = {1, 2, -2}},
    end_effectors{.name = "end_effectors", .symbol = "", .rows = Index::end_effector},
    H{.name = "H",
      .symbol = "H",
      .rows = Index::force,
      .columns = Index::force,
      .dimension = {1, 2, 0},
      .symmetry = Symmetry::symmetric,
      .is_input_from_oracle = true},
    // It is symmetric, but no metric: it is zero where a joint follows another.
    H_coupled{.name = "H_coupled",
              .symbol = "GᵀHG",
              .rows = Index::force,
              .columns = Index::force,
              .dimension = {1, 2, 0}},
    C_coupled{.name = "C_coupled",
              .symbol = "GᵀC",
              .rows = Index::force,
              .dimension = {1, 2, -2},
              .constant_rates_only = true},
    H_inverse{.name = "H_inverse",
              .symbol = "H⁻¹",
              .rows = Index::velocity,
              .columns = Index::velocity,
              .dimension = {-1, -2, 0},
              .symmetry = Symmetry::symmetric},
    Lambda_inverse{.name = "lambda_inv",
                   .symbol = "JH⁻¹Jᵀ",
                   .rows = Index::twist,
                   .columns = Index::twist,
                   .dimension = {-1, -2, 0},
                   .symmetry = Symmetry::symmetric},
    J_bar{.name = "J_bar", .symbol = "J̄", .rows = Index::velocity, .columns = Index::wrench},
    L{.name = "L",
      .symbol = "L",
      .rows = Index::force,
      .columns = Index::force,
      .symmetry = Symmetry::lower_triangular,
      .is_unique = false},
    D{.name = "D",
      .symbol = "D",
      .rows = Index::force,
      .columns = Index::force,
      .symmetry = Symmetry::joint_blocks,
      .is_unique = false},
    x{.name = "x", .symbol = "x", .rows = Index::velocity, .dimension = {0, 0, -2}},
    H_dot{.name = "H_dot",
          .symbol = "Ḣ",
          .rows = Index::force,
          .columns = Index::force,
          .dimension = {1, 2, -1},
          .symmetry = Symmetry::symmetric,
          .is_odd_in_velocity = true,
          .constant_rates_only = true},
    H_inverse_dot{.name = "H_inverse_dot",
                  .symbol = "d(H⁻¹)/dt",
                  .rows = Index::velocity,
                  .columns = Index::velocity,
                  .dimension = {-1, -2, -1},
                  .symmetry = Symmetry::symmetric,
                  .is_odd_in_velocity = true,
                  .constant_rates_only = true},
    Lambda_inverse_dot{.name = "lambda_inv_dot",
                       .symbol = "d(JH⁻¹Jᵀ)/dt",
                       .rows = Index::twist,
                       .columns = Index::twist,
                       .dimension = {-1, -2, -1},
                       .symmetry = Symmetry::symmetric,
                       .is_odd_in_velocity = true},
    J_bar_dot{.name = "J_bar_dot",
              .symbol = "dJ̄/dt",
              .rows = Index::velocity,
              .columns = Index::wrench,
              .dimension = {0, 0, -1},
              .is_odd_in_velocity = true,
              .constant_rates_only = true};
}  // namespace quantity

/// A few quantities, in the order in which programs write them.
class Quantities {
 public:
  static constexpr std::size_t most = 8;

  constexpr Quantities(std::initializer_list<Quantity> list) : count_(list.size()) {
    std::copy(list.begin(), list.end(), list_.begin());
  }
  constexpr void append(const Quantity& quantity) { list_[count_++] = quantity; }
  constexpr const Quantity* begin() const { return list_.data(); }
  constexpr const Quantity* end() const { return list_.data() + count_; }
  constexpr std::size_t size() const { return count_; }
  constexpr const Quantity& operator[](std::size_t k) const { return list_[k]; }
  constexpr const Quantity& front() const { return list_.front(); }
  constexpr const Quantity& back() const { return list_[count_ - 1]; }
  constexpr bool contain(const Quantity& quantity) const {
    return std::find(begin(), end(), quantity) != end();
  }
  /// True if one of them has an index of this kind.
  constexpr bool have(Index index) const {
    return std::any_of(begin(), end(), [&](const Quantity& q) { return q.has(index); });
  }

 private:
  std::array<Quantity, most> list_{};
  std::size_t count_;
};

/// The sizes of a model and a state, from which those of all quantities follow.
struct Sizes {
  int nq = 0, n = 0;  ///< numbers of q, degrees of freedom
  int bodies = 0;     ///< without the base
  int end_effectors = 0;
  int constraint_rows = 0;  ///< of all constraints
};

/// The length of an index.
constexpr int extent(Index index, const Sizes& sizes) {
  switch (index) {
    case Index::position:
      return sizes.nq;
    case Index::velocity:
    case Index::force:
      return sizes.n;
    case Index::forces:
      return sizes.n * sizes.n;
    case Index::twist:
    case Index::wrench:
      return 6 * sizes.end_effectors;
    case Index::body_wrench:
      return 6 * (sizes.bodies + 1);
    case Index::constraint:
    case Index::constraint_force:
      return sizes.constraint_rows;
    case Index::momentum:
      return 6;
    case Index::parameter:
      return 10 * sizes.bodies;
    case Index::end_effector:
      return 0;
    default:
      return 1;
  }
}
constexpr std::size_t size(const Quantity& quantity, const Sizes& sizes) {
  return static_cast<std::size_t>(extent(quantity.rows, sizes)) *
         static_cast<std::size_t>(extent(quantity.columns, sizes));
}

}  // namespace kintree
