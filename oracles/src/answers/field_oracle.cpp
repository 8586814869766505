#include "kintree/oracle/field_oracle.hpp"

#include <boost/random/mersenne_twister.hpp>

#include "mechanics/scalars.hpp"
#include "mechanics/tree_products.hpp"

namespace kintree::oracle {
namespace {

Input<Field> in_field(const Model& model, const State& state) {
  return read<Field>(model, state, [](double x) { return Field(x); });
}

template <class T>
std::vector<T> row_by_row(const Matrix<T>& m) {
  std::vector<T> numbers;
  numbers.reserve(static_cast<std::size_t>(m.size()));
  for (Eigen::Index i = 0; i < m.rows(); ++i)
    for (Eigen::Index j = 0; j < m.cols(); ++j) numbers.push_back(m(i, j));
  return numbers;
}

/// `columns` is 0 for vectors.
Equality compared(const std::vector<Field>& answer, const std::vector<Field>& exact, int columns,
                  std::size_t output = 0) {
  if (answer.size() != exact.size()) return {Reason::wrong_size, 0, 0, output};
  for (std::size_t k = 0; k < exact.size(); ++k) {
    if (answer[k] == exact[k]) continue;
    const auto at = static_cast<int>(k);
    if (columns == 0) return {Reason::not_equal, at + 1, 0, output};
    return {Reason::not_equal, at / columns + 1, at % columns + 1, output};
  }
  return {};
}

/// The number of independent rows, by elimination. `but`: a row from 0 that is left out, or -1.
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
  virtual std::vector<Field> exact(Problem problem, std::size_t output) const = 0;
  virtual bool is_singular() const = 0;
  virtual bool full_row_rank(Problem /*problem*/) const { return true; }
  virtual bool depends(Problem /*problem*/, int /*row*/) const { return false; }
};

class FieldOracle::DenseAnswers final : public Answers {
 public:
  DenseAnswers(const Model& model, const State& state, const ProblemSet& problems)
      : problems_(problems), layout_(model) {
    const Input<Field> in = in_field(model, state);
    const Words<Field> words(in, Field(), false);
    H_ = row_by_row(words.H());
    tau_ = in.tau;
    if (!problems.that_divide().empty()) singular_ = words.singular_at() != 0;
    for (const Problem problem : problems.that_need_independent_rows()) {
      Rows& of = rows_[static_cast<std::size_t>(problem)];
      of.is_held = singular_ && words.singular_at(info(problem).solves_with) == 0;
      if (singular_ && !of.is_held) continue;
      of.R = info(problem).solves_with == SolvesWith::constraints ? words.K() : words.J();
      of.rank = rank(of.R);
      of.isotropic = full_row_rank(problem) && words.by_rows(info(problem).solves_with).singular_at != 0;
    }
    add_answers(words, problems, false, answers_);
  }

  bool has(Problem problem) const override {
    const Rows& rows = rows_[static_cast<std::size_t>(problem)];
    return problems_.contains(problem) && !(singular_ && !rows.is_held && info(problem).divides()) &&
           !rows.isotropic;
  }
  bool is_singular() const override { return singular_; }
  bool full_row_rank(Problem problem) const override {
    const Rows& of = rows_[static_cast<std::size_t>(problem)];
    return of.rank == of.R.rows();
  }
  bool depends(Problem problem, int row) const override {
    const Rows& of = rows_[static_cast<std::size_t>(problem)];
    return row >= 1 && row <= of.R.rows() && rank(of.R, row - 1) == of.rank;
  }
  const std::vector<Field>& mass_matrix() const override { return H_; }
  Equality compare(Problem problem, const AnswerIn<Field>& answer) const override {
    if (!info(problem).is_unique()) return compare_factors(answer);
    Equality equality;
    for (std::size_t k = 0; k < outputs(problem).size() && equality.holds(); ++k) {
      const auto columns = outputs(problem)[k].is_vector() ? 0 : answers_.of(problem, k).cols();
      equality = compared(answer.outputs[k], exact(problem, k), static_cast<int>(columns), k);
    }
    return equality;
  }
  std::vector<Field> exact(Problem problem, std::size_t output) const override {
    return row_by_row(answers_.of(problem, output));
  }

 private:
  /// The rows R that a problem solves with. R H^-1 R^T is singular where they depend on each other, and rarely elsewhere: then there is no
  /// answer at this point.
  struct Rows {
    Matrix<Field> R;
    int rank = 0;
    bool isotropic = false;
    bool is_held = false;  ///< H is singular, but not where they leave the motion free
  };

  Equality compare_factors(const AnswerIn<Field>& answer) const {
    const int n = layout_.n;
    const auto size = static_cast<std::size_t>(n);
    if (answer.outputs[0].size() != size * size || answer.outputs[1].size() != size * size ||
        answer.outputs[2].size() != size)
      return {Reason::wrong_size};
    const auto entry = [n](const std::vector<Field>& m, int i, int j) {
      return m[static_cast<std::size_t>(i * n + j)];
    };
    const auto joint_of = [&](int i) { return layout_.body_of_velocity[static_cast<std::size_t>(i) + 1]; };
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        if (j > i && is_positive(entry(answer.outputs[0], i, j)))
          return {Reason::not_triangular, i + 1, j + 1};
        if (!(entry(answer.outputs[1], i, j) == entry(answer.outputs[1], j, i)) ||
            (is_positive(entry(answer.outputs[1], i, j)) && joint_of(i) != joint_of(j)))
          return {Reason::not_block_diagonal, i + 1, j + 1};
      }
    // H = F D F^T, F = L or L^T.
    const auto factor = [&](int i, int k) {
      return answer.form == FactorForm::LtDL ? entry(answer.outputs[0], k, i)
                                             : entry(answer.outputs[0], i, k);
    };
    Matrix<Field> FD(n, n);
    for (int i = 0; i < n; ++i)
      for (int l = 0; l < n; ++l) {
        Field sum;
        for (int k = 0; k < n; ++k)
          if (const Field d = entry(answer.outputs[1], k, l); is_positive(d)) sum += factor(i, k) * d;
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
      for (int j = 0; j < n; ++j) sum += entry(H_, i, j) * answer.outputs[2][static_cast<std::size_t>(j)];
      if (!(sum == tau_(i))) return {Reason::wrong_residual, i + 1, 0};
    }
    return {};
  }

  ProblemSet problems_;
  Layout layout_;
  bool singular_ = false;
  std::array<Rows, all_problems.size()> rows_;
  std::vector<Field> H_;
  Vector<Field> tau_;
  Dynamics<Field> answers_;
};

class FieldOracle::TreeAnswers final : public Answers {
 public:
  TreeAnswers(const Model& model, const State& state, const ProblemSet& problems)
      : problems_(problems), in_(in_field(model, state)), tree_(in_) {}

  bool has(Problem problem) const override {
    if (!problems_.contains(problem)) return false;
    return has_residual(problem) ||
           (info(problem).checked_by_products && !(info(problem).divides() && is_singular()));
  }
  const std::vector<Field>& mass_matrix() const override {
    static const std::vector<Field> none;
    return none;
  }
  /// Compares by the residual or by products, row by row. If H is singular, several accelerations are right.
  Equality compare(Problem problem, const AnswerIn<Field>& answer) const override {
    if (!has_residual(problem)) return compare_products(problem, answer);
    if (answer.outputs[0].size() != static_cast<std::size_t>(in_.n)) return {Reason::wrong_size};
    Vector<Field> x(in_.n);
    for (int i = 0; i < in_.n; ++i) x(i) = answer.outputs[0][static_cast<std::size_t>(i)];
    return compared(row_by_row<Field>(residual<Field>({in_, tree_}, problem, x)),
                    row_by_row<Field>(zeros(in_.n)), 0);
  }
  /// Empty for a problem that divides by H, or has a matrix as output.
  std::vector<Field> exact(Problem problem, std::size_t /*output*/) const override {
    if (info(problem).divides() || !has_residual(problem)) return {};
    return row_by_row<Field>(residual<Field>({in_, tree_}, problem, zeros(in_.n)));
  }
  bool is_singular() const override { return words_.singular_at() != 0; }

 private:
  /// The outputs times w, or w (x) u. A wrong row has the right product for one of p vectors w, or two of p pairs.
  Equality compare_products(Problem problem, const AnswerIn<Field>& answer) const {
    const std::vector<Matrix<Field>> exact = products(words_, problem);
    const auto n = static_cast<std::size_t>(in_.n);
    Equality equality;
    for (std::size_t k = 0; k < exact.size() && equality.holds(); ++k) {
      const bool has_pairs = outputs(problem)[k].columns == Index::forces;
      const std::size_t columns = has_pairs ? n * n : n;
      if (answer.outputs[k].size() != n * columns) return {Reason::wrong_size, 0, 0, k};
      std::vector<Field> product(n);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
          const Field& w_j = w_(static_cast<Eigen::Index>(has_pairs ? j / n : j));
          const Field factor = has_pairs ? w_j * u_(static_cast<Eigen::Index>(j % n)) : w_j;
          product[i] += answer.outputs[k][i * columns + j] * factor;
        }
      equality = compared(product, row_by_row(exact[k]), 0, k);
    }
    return equality;
  }
  static Vector<Field> drawn(int n, boost::random::mt19937_64& engine) {
    Vector<Field> x(n);
    for (int k = 0; k < n; ++k) x(k) = Field::of(engine() % Field::p);
    return x;
  }

  ProblemSet problems_;
  Input<Field> in_;
  TreeMechanics<Field> tree_;
  boost::random::mt19937_64 engine_{FieldPoint::current_scale()};
  Vector<Field> w_ = drawn(in_.n, engine_), u_ = drawn(in_.n, engine_);
  TreeProducts<Field> words_{in_, tree_, w_, u_};
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
bool FieldOracle::full_row_rank(Problem problem) const {
  return answers_->full_row_rank(problem);
}
bool FieldOracle::depends(Problem problem, int row) const {
  return answers_->depends(problem, row);
}
const std::vector<Field>& FieldOracle::mass_matrix() const {
  return answers_->mass_matrix();
}
Equality FieldOracle::compare(Problem problem, const AnswerIn<Field>& answer) const {
  return answers_->compare(problem, answer);
}
std::vector<Field> FieldOracle::exact(Problem problem, std::size_t output) const {
  return answers_->exact(problem, output);
}

ExactDegrees exact_degrees(const Model& model, const State& state, Problem problem) {
  const auto in = read<Degree>(model, state, [](double x) { return Degree(x); });
  const Words<Degree> words(in, Degree(), false);
  ExactDegrees exact{row_by_row(words.H()), {in.tau.begin(), in.tau.end()}, {}};
  if (!info(problem).is_unique()) {
    exact.answers = {any_entry(words.H())};
    return exact;
  }
  Dynamics<Degree> answers;
  add_answers(words, {problem}, false, answers);
  for (std::size_t k = 0; k < outputs(problem).size(); ++k)
    exact.answers.push_back(any_entry(answers.of(problem, k)));
  return exact;
}

}  // namespace kintree::oracle
