#include "kintree/oracle/field_oracle.hpp"

#include "field_mechanics.hpp"

namespace kintree::oracle {
namespace {

Input<Field> in_field(const Model& model, const State& state) {
  return read<Field>(model, state, [](double x) { return Field(x); });
}

bool needs_inverse(Problem problem) {
  return problem != Problem::mass_matrix && problem != Problem::inverse_dynamics;
}

std::vector<Field> row_by_row(const Matrix<Field>& m) {
  std::vector<Field> numbers;
  numbers.reserve(static_cast<std::size_t>(m.size()));
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) numbers.push_back(m(i, j));
  return numbers;
}

/// `columns` is 0 for vectors.
Equality compared(const std::vector<Field>& answer, const std::vector<Field>& exact, int columns) {
  if (answer.size() != exact.size()) return {Reason::wrong_size};
  for (std::size_t k = 0; k < exact.size(); ++k) {
    if (answer[k] == exact[k]) continue;
    const auto at = static_cast<int>(k);
    if (columns == 0) return {Reason::not_equal, at + 1, 0};
    return {Reason::not_equal, at / columns + 1, at % columns + 1};
  }
  return {};
}

/// The number of rows that do not depend on others, by elimination; `but`: a row from 0 that is left out, or -1.
int rank(Matrix<Field> J, int but = -1) {
  const auto rows = static_cast<int>(J.rows()), columns = static_cast<int>(J.cols());
  if (but >= 0)
    for (int j = 0; j < columns; ++j) J(but, j) = Field();
  int rank = 0;
  for (int j = 0; j < columns && rank < rows; ++j) {
    int pivot = rank;
    while (pivot < rows && !is_positive(J(pivot, j))) ++pivot;
    if (pivot == rows) continue;
    J.row(rank).swap(J.row(pivot));
    const Field reciprocal = Field(1) / J(rank, j);
    for (int i = rank + 1; i < rows; ++i) {
      const Field l = J(i, j) * reciprocal;
      for (int k = j; k < columns; ++k) J(i, k) -= l * J(rank, k);
    }
    ++rank;
  }
  return rank;
}

Vector<Field> zeros(int n) {
  Vector<Field> zero(n);
  for (int i = 0; i < n; ++i) zero(i) = Field();
  return zero;
}

}  // namespace

class FieldOracle::Answers {
 public:
  virtual ~Answers() = default;
  virtual bool has(Problem problem) const = 0;
  virtual const std::vector<Field>& mass_matrix() const = 0;
  virtual Equality compare(Problem problem, const AnswerIn<Field>& answer) const = 0;
  virtual std::vector<Field> exact(Problem problem) const = 0;
  virtual bool is_singular() const = 0;
  virtual bool full_row_rank() const { return true; }
  virtual bool depends(int /*row*/) const { return false; }
};

class FieldOracle::DenseAnswers final : public Answers {
 public:
  DenseAnswers(const Model& model, const State& state, const ProblemSet& problems)
      : problems_(problems), layout_(model) {
    const Input<Field> in = in_field(model, state);
    const Placed<Field> placed(in);
    const auto drift = world_motion(in, placed, in.v, zeros(in.n));
    const auto partial = partial_velocities(in, placed, drift);
    const auto inertias = world_inertias(in, placed, drift);
    const Matrix<Field> H = oracle::mass_matrix(in, inertias, partial);
    H_ = row_by_row(H);
    tau_ = in.tau;
    if (problems.contains(Problem::mass_matrix)) set(Problem::mass_matrix, H);
    if (problems.contains(Problem::inverse_dynamics))
      set(Problem::inverse_dynamics,
          generalized_forces(in, world_motion(in, placed, in.v, in.qdd), inertias, partial, nullptr));
    if (!problems.intersects({Problem::forward_dynamics, Problem::mass_matrix_inverse, Problem::inverse_osim,
                              Problem::dynamically_consistent_inverse, Problem::factorization}))
      return;
    const FieldElimination elimination(H);
    singular_ = elimination.singular_at != 0;
    if (singular_) return;
    if (problems.contains(Problem::forward_dynamics)) {
      Matrix<Field> x = in.tau - generalized_forces(in, drift, inertias, partial, nullptr);
      elimination.solve(x);
      set(Problem::forward_dynamics, x);
    }
    if (problems.contains(Problem::mass_matrix_inverse)) {
      Matrix<Field> inverse(in.n, in.n);
      for (int i = 0; i < in.n; ++i)
        for (int j = 0; j < in.n; ++j) inverse(i, j) = Field(i == j ? 1 : 0);
      elimination.solve(inverse);
      set(Problem::mass_matrix_inverse, inverse);
    }
    if (problems.intersects({Problem::inverse_osim, Problem::dynamically_consistent_inverse})) {
      J_ = end_effector_jacobian(in, drift, partial);
      Matrix<Field> HJ = J_.transpose();
      elimination.solve(HJ);
      const Matrix<Field> Lambda_inverse = J_ * HJ;
      set(Problem::inverse_osim, Lambda_inverse);
      if (problems.contains(Problem::dynamically_consistent_inverse)) set_J_bar(Lambda_inverse, HJ);
    }
  }

  bool has(Problem problem) const override {
    return problems_.contains(problem) && !(singular_ && needs_inverse(problem)) &&
           !(isotropic_ && problem == Problem::dynamically_consistent_inverse);
  }
  bool is_singular() const override { return singular_; }
  bool full_row_rank() const override { return rank_ == J_.rows(); }
  bool depends(int row) const override { return row >= 1 && row <= J_.rows() && rank(J_, row - 1) == rank_; }
  const std::vector<Field>& mass_matrix() const override { return H_; }
  Equality compare(Problem problem, const AnswerIn<Field>& answer) const override {
    if (problem == Problem::factorization) return compare_factors(answer);
    const Exact& exact = exact_[static_cast<std::size_t>(problem)];
    return compared(answer.values, exact.values, exact.columns);
  }
  std::vector<Field> exact(Problem problem) const override {
    return exact_[static_cast<std::size_t>(problem)].values;
  }

 private:
  struct Exact {
    std::vector<Field> values;
    int columns = 0;  ///< 0 for a vector
  };

  /// Lambda^-1 is singular where J has dependent rows, and rarely elsewhere: then there is no answer at this point.
  void set_J_bar(const Matrix<Field>& Lambda_inverse, const Matrix<Field>& HJ) {
    rank_ = rank(J_);
    if (!full_row_rank()) return;
    const FieldElimination elimination(Lambda_inverse);
    isotropic_ = elimination.singular_at != 0;
    if (isotropic_) return;
    Matrix<Field> Lambda_JH = HJ.transpose();
    elimination.solve(Lambda_JH);
    set(Problem::dynamically_consistent_inverse, Lambda_JH.transpose());
  }

  void set(Problem problem, const Matrix<Field>& values) {
    exact_[static_cast<std::size_t>(problem)] = {row_by_row(values),
                                                 is_vector(problem) ? 0 : static_cast<int>(values.cols())};
  }
  static bool is_vector(Problem problem) {
    return problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics;
  }

  Equality compare_factors(const AnswerIn<Field>& answer) const {
    const int n = layout_.n;
    const auto size = static_cast<std::size_t>(n);
    if (answer.values.size() != size * size || answer.D.size() != size * size || answer.x.size() != size)
      return {Reason::wrong_size};
    const auto entry = [n](const std::vector<Field>& m, int i, int j) {
      return m[static_cast<std::size_t>(i * n + j)];
    };
    const auto joint_of = [&](int i) { return layout_.body_of_velocity[static_cast<std::size_t>(i) + 1]; };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (j > i && is_positive(entry(answer.values, i, j))) return {Reason::not_triangular, i + 1, j + 1};
        if (!(entry(answer.D, i, j) == entry(answer.D, j, i)) ||
            (is_positive(entry(answer.D, i, j)) && joint_of(i) != joint_of(j)))
          return {Reason::not_block_diagonal, i + 1, j + 1};
      }
    // H = F D F^T, F = L or L^T.
    const auto factor = [&](int i, int k) {
      return answer.form == FactorForm::LtDL ? entry(answer.values, k, i) : entry(answer.values, i, k);
    };
    Matrix<Field> FD(n, n);
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l) {
        Field sum;
        for (int k = 0; k < n; ++k)
          if (const Field d = entry(answer.D, k, l); is_positive(d)) sum += factor(i, k) * d;
        FD(i, l) = sum;
      }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        Field sum;
        for (int l = 0; l < n; ++l) sum += FD(i, l) * factor(j, l);
        if (!(sum == entry(H_, i, j))) return {Reason::wrong_product, i + 1, j + 1};
      }
    for (int i = 0; i < n; ++i) {
      Field sum;
      for (int j = 0; j < n; ++j) sum += entry(H_, i, j) * answer.x[static_cast<std::size_t>(j)];
      if (!(sum == tau_(i))) return {Reason::wrong_residual, i + 1, 0};
    }
    return {};
  }

  ProblemSet problems_;
  Layout layout_;
  bool singular_ = false, isotropic_ = false;
  Matrix<Field> J_;
  int rank_ = 0;  ///< of J
  std::vector<Field> H_;
  Vector<Field> tau_;
  std::array<Exact, all_problems.size()> exact_;
};

class FieldOracle::TreeAnswers final : public Answers {
 public:
  TreeAnswers(const Model& model, const State& state, const ProblemSet& problems)
      : problems_(problems), in_(in_field(model, state)), tree_(in_) {}

  bool has(Problem problem) const override {
    return problems_.contains(problem) &&
           (problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics);
  }
  const std::vector<Field>& mass_matrix() const override {
    static const std::vector<Field> none;
    return none;
  }
  /// Of accelerations the forces that they make, row by row: the exact ones are never computed. Of a singular H several
  /// accelerations are right.
  Equality compare(Problem problem, const AnswerIn<Field>& answer) const override {
    if (answer.values.size() != static_cast<std::size_t>(in_.n)) return {Reason::wrong_size};
    if (problem == Problem::inverse_dynamics) return compared(answer.values, forces(in_.qdd), 0);
    Vector<Field> qdd(in_.n);
    for (int i = 0; i < in_.n; ++i) qdd(i) = answer.values[static_cast<std::size_t>(i)];
    return compared(forces(qdd), {in_.tau.data(), in_.tau.data() + in_.n}, 0);
  }
  std::vector<Field> exact(Problem problem) const override {
    return problem == Problem::inverse_dynamics ? forces(in_.qdd) : std::vector<Field>();
  }
  bool is_singular() const override {
    Matrix<Field> H(in_.n, in_.n);
    for (int k = 0; k < in_.n; ++k) {
      Vector<Field> unit = zeros(in_.n);
      unit(k) = Field(1);
      H.col(k) = tree_.times_H(unit);
    }
    return FieldElimination(H).singular_at != 0;
  }

 private:
  std::vector<Field> forces(const Vector<Field>& qdd) const {
    return row_by_row(tree_.times_H(qdd) + tree_.C);
  }

  ProblemSet problems_;
  Input<Field> in_;
  TreeMechanics<Field> tree_;
};

FieldOracle::FieldOracle(std::unique_ptr<const Answers> answers) : answers_(std::move(answers)) {}
FieldOracle::FieldOracle(FieldOracle&&) noexcept = default;
FieldOracle& FieldOracle::operator=(FieldOracle&&) noexcept = default;
FieldOracle::~FieldOracle() = default;

FieldOracle FieldOracle::dense(const Model& model, const State& state, const ProblemSet& problems) {
  return FieldOracle(std::make_unique<DenseAnswers>(model, state, problems));
}
FieldOracle FieldOracle::tree(const Model& model, const State& state, const ProblemSet& problems) {
  return FieldOracle(std::make_unique<TreeAnswers>(model, state, problems));
}
bool FieldOracle::answers(Problem problem) const {
  return answers_->has(problem);
}
bool FieldOracle::is_singular() const {
  return answers_->is_singular();
}
bool FieldOracle::full_row_rank() const {
  return answers_->full_row_rank();
}
bool FieldOracle::depends(int row) const {
  return answers_->depends(row);
}
const std::vector<Field>& FieldOracle::mass_matrix() const {
  return answers_->mass_matrix();
}
Equality FieldOracle::compare(Problem problem, const AnswerIn<Field>& answer) const {
  return answers_->compare(problem, answer);
}
std::vector<Field> FieldOracle::exact(Problem problem) const {
  return answers_->exact(problem);
}

ExactDegrees exact_degrees(const Model& model, const State& state, Problem problem) {
  const auto in = read<Degree>(model, state, [](double x) { return Degree(x); });
  const auto all = [](const auto& m) {
    Degree sum;
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) sum += m(i, j);
    return sum;
  };
  Vector<Degree> rest(in.n);
  for (int i = 0; i < in.n; ++i) rest(i) = Degree();
  const Placed<Degree> placed(in);
  const auto drift = world_motion(in, placed, in.v, rest);
  const auto partial = partial_velocities(in, placed, drift);
  const auto inertias = world_inertias(in, placed, drift);
  const Matrix<Degree> H = oracle::mass_matrix(in, inertias, partial);
  // Entries of the adjugate are products of n - 1 entries of H, and the determinant is one of n.
  const Degree of_H = all(H);
  Degree adjugate(1);
  for (int i = 1; i < in.n; ++i) adjugate *= of_H;
  const auto inverse = [&] { return adjugate / (adjugate * of_H); };
  const auto answer = [&] {
    switch (problem) {
      case Problem::inverse_dynamics:
        return all(
            generalized_forces(in, world_motion(in, placed, in.v, in.qdd), inertias, partial, nullptr));
      case Problem::forward_dynamics:
        return inverse() * (all(in.tau) - all(generalized_forces(in, drift, inertias, partial, nullptr)));
      case Problem::mass_matrix_inverse:
        return inverse();
      case Problem::inverse_osim: {
        const Degree J = all(end_effector_jacobian(in, drift, partial));
        return J * inverse() * J;
      }
      case Problem::dynamically_consistent_inverse: {
        const Degree J = all(end_effector_jacobian(in, drift, partial)),
                     of_Lambda_inverse = J * inverse() * J;
        Degree of_adjugate(1);
        for (std::size_t r = 1; r < 6 * in.end_effector_body.size(); ++r) of_adjugate *= of_Lambda_inverse;
        return inverse() * J * (of_adjugate / (of_adjugate * of_Lambda_inverse));
      }
      default:
        return of_H;
    }
  };
  ExactDegrees exact{{}, {in.tau.begin(), in.tau.end()}, answer()};
  for (Eigen::Index i = 0; i < in.n; ++i)
    for (Eigen::Index j = 0; j < in.n; ++j) exact.H.push_back(H(i, j));
  return exact;
}

}  // namespace kintree::oracle
