#include "kintree/suite/diagnosis.hpp"

#include <spdlog/fmt/fmt.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kintree/oracle/dynamics.hpp"
#include "kintree/oracle/fixed.hpp"
#include "kintree/oracle/limits.hpp"
#include "kintree/suite/worker.hpp"
#include "kintree/trees/parts.hpp"
#include "verify/entry.hpp"
#include "verify/rounded.hpp"

namespace kintree::suite {
namespace {

constexpr std::size_t most_entries_named = 6;

/// A vector, or a square matrix.
using Values = Eigen::MatrixXd;

bool is_vector(Problem problem) {
  return problem == Problem::inverse_dynamics || problem == Problem::forward_dynamics;
}

/// The answer to the problem, computed in T and rounded; nothing where it has none.
template <class T>
std::optional<Values> computed(const Case& c, Problem problem) {
  const auto d = oracle::evaluate<T>(c.model, c.state, {problem});
  const auto rounded = [](const auto& values) -> std::optional<Values> {
    return values.template cast<double>();
  };
  const bool inverts = problem == Problem::forward_dynamics || problem == Problem::mass_matrix_inverse ||
                       problem == Problem::inverse_osim;
  if (inverts && d.singular_at != 0) return {};
  switch (problem) {
    case Problem::mass_matrix:
      return rounded(d.H);
    case Problem::mass_matrix_inverse:
      return rounded(d.H_inverse);
    case Problem::inverse_dynamics:
      return rounded(d.tau);
    case Problem::forward_dynamics:
      return rounded(d.qdd);
    case Problem::inverse_osim:
      return rounded(d.Lambda_inverse);
    default:
      return {};
  }
}

std::optional<Values> exact(const Case& c, Problem problem) {
  return computed<oracle::Exact>(c, problem);
}

/// The plugin's answer, which must have the form of another; nothing where it has none.
std::optional<Values> answer(const Plugin& plugin, Problem problem, const Case& c, const Values& like) {
  const Outcome<double> out =
      worker_of(plugin, c.model, c.state.end_effectors)->in_format(c.id.format, {problem, c.state});
  if (out.status.code != Status::ok || out.values.size() != static_cast<std::size_t>(like.size())) return {};
  return Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>>(out.values.data(), like.rows(),
                                                                          like.cols());
}

/// What an implementation with the slip answers, where the exact answer to what it solves is x.
Values seen(const Misreading& m, const AnswerMap& T, const Values& x, bool vector) {
  Values M = Values::Zero(T.rows, T.columns);
  for (const AnswerMap::Entry& e : T.entries) M(e.row - 1, e.column - 1) += e.factor;
  if (vector) {
    Values y = M * x;
    for (std::size_t k = 0; k < T.shift.size(); ++k) y(static_cast<Eigen::Index>(k)) += T.shift[k];
    return y;
  }
  Values y = M * x * M.transpose();
  if (m.part == Misreading::lower) return y.triangularView<Eigen::Lower>();
  if (m.part == Misreading::upper) return y.triangularView<Eigen::Upper>();
  return y;
}

/// Which entries of y differ from those of x.
Eigen::Array<bool, -1, -1> differences(const Values& y, const Values& x, double u) {
  const double largest = x.cwiseAbs().maxCoeff();
  const Eigen::VectorXd rows = x.cwiseAbs().rowwise().maxCoeff(), columns = x.cwiseAbs().colwise().maxCoeff();
  Eigen::Array<bool, -1, -1> result(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      const double scale = x.cols() == 1 ? largest : std::sqrt(rows(i) * columns(k));
      result(i, k) = !(std::abs(y(i, k) - x(i, k)) <= oracle::limits::same_entry(x(i, k), scale, u));
    }
  return result;
}

bool same(const Values& y, const Values& x, double u) {
  return !differences(y, x, u).any();
}

/// The same question with something left out.
struct Simplification {
  const char* words;
  void (*apply)(Parts&);
};
constexpr std::array<Simplification, 5> simplifications{{
    {"at rest",
     [](Parts& parts) {
       for (Part& p : parts.list) std::fill(p.v.begin(), p.v.end(), 0.0);
     }},
    {"without external forces",
     [](Parts& parts) {
       for (Part& p : parts.list) p.f_ext = {};
     }},
    {"without gravity", [](Parts& parts) { parts.gravity = {}; }},
    {"with free joints fixed",
     [](Parts& parts) {
       for (Part& p : parts.list)
         if (p.body.joint.kind == JointKind::free) {
           p.body.joint.kind = JointKind::fixed;
           for (std::vector<double>* x : {&p.q, &p.v, &p.qdd, &p.tau}) x->clear();
         }
     }},
    {"in the zero position",
     [](Parts& parts) {
       for (Part& p : parts.list) p.q = neutral_position(p.body.joint.kind);
     }},
}};

/// How the question must change for the answer to be right.
std::vector<std::string> right(const Plugin& plugin, Problem problem, const Case& c, double u) {
  std::vector<std::string> result;
  for (const Simplification& s : simplifications) {
    Parts parts(c);
    s.apply(parts);
    const Case simple = parts.put_together();
    if (Layout(simple.model).n == 0 || outside(plugin.description().domain, simple.model)) continue;
    const auto x = exact(simple, problem);
    if (!x) continue;
    const auto y = answer(plugin, problem, simple, *x);
    if (y && same(*y, *x, u)) result.emplace_back(s.words);
  }
  return result;
}

/// Those slips, alone or else in pairs, that give the answer y, and not the right one.
std::vector<std::pair<const Slip*, const Slip*>> explanations(const Case& c, Problem problem, const Values& y,
                                                              double u) {
  const auto gives = [&](const std::optional<Misreading>& m, auto solve, double precision) {
    if (!m) return false;
    const auto T = m->answers.find(problem);
    if (T == m->answers.end()) return false;
    const std::optional<Values> x = solve(m->solved, problem);
    return x && x->rows() == y.rows() && same(y, seen(*m, T->second, *x, is_vector(problem)), precision);
  };
  std::vector<std::pair<const Slip*, const Slip*>> result;
  for (const Slip& slip : slips())
    if (gives(slip.misread(c), exact, u)) result.emplace_back(&slip, nullptr);
  if (!result.empty()) return result;
  // There are a thousand pairs: those that in double come nowhere near are passed over.
  const double near = unit_roundoff(Format::binary32);
  for (const Slip& first : slips())
    for (const Slip& second : slips())
      if (&first != &second && gives(misread(c, first, second), computed<double>, near) &&
          gives(misread(c, first, second), exact, u)) {
        const auto same_pair = [&](const auto& pair) {
          return pair.first == &second && pair.second == &first;
        };
        if (std::none_of(result.begin(), result.end(), same_pair)) result.emplace_back(&first, &second);
      }
  return result;
}

}  // namespace

std::optional<Diagnosis> diagnose(const Plugin& plugin, Problem problem, const Case& drawn, Format format) {
  const Case c = rounded(drawn, format);
  const double u = unit_roundoff(format);
  if (problem == Problem::factorization || outside(plugin.description().domain, c.model)) return {};
  const auto x = exact(c, problem);
  if (!x) return {};
  const auto y = answer(plugin, problem, c, *x);
  if (!y) return {};
  const auto wrong = differences(*y, *x, u);
  if (!wrong.any()) return {};

  Diagnosis d;
  d.entries = static_cast<std::size_t>(x->size());
  d.diagonal_alone = x->rows() > 1 && x->rows() == x->cols();
  std::vector<std::pair<double, std::string>> named;
  for (Eigen::Index i = 0; i < x->rows(); ++i)
    for (Eigen::Index k = 0; k < x->cols(); ++k) {
      if (!wrong(i, k)) continue;
      d.diagonal_alone = d.diagonal_alone && i == k;
      const double by = std::abs((*y)(i, k) - (*x)(i, k));
      named.emplace_back(
          std::isfinite(by) ? -by : -std::numeric_limits<double>::infinity(),
          entry_name(c, problem, static_cast<int>(i) + 1, x->cols() == 1 ? 0 : static_cast<int>(k) + 1));
    }
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  d.wrong_entries = named.size();
  for (auto& [by, name] : named)
    if (std::find(d.wrong.begin(), d.wrong.end(), name) == d.wrong.end()) d.wrong.push_back(std::move(name));
  d.right = right(plugin, problem, c, u);
  d.slips = explanations(c, problem, *y, u);
  return d;
}

std::string words(const Diagnosis& d) {
  std::string text = fmt::format("  {} of {} entries are wrong, at ", d.wrong_entries, d.entries);
  for (std::size_t k = 0; k < std::min(d.wrong.size(), most_entries_named); ++k)
    text += (k == 0 ? "" : ", ") + d.wrong[k];
  text += d.wrong.size() > most_entries_named ? ", ...\n" : "\n";
  if (d.diagonal_alone)
    text += "  off the diagonal every entry is right: are damping or armature added to it?\n";
  if (!d.right.empty()) text += fmt::format("  the answer is right {}\n", fmt::join(d.right, ", and "));
  for (const auto& [first, second] : d.slips)
    text += second == nullptr ? fmt::format("  it looks as if {} ({})\n", first->description, first->name)
                              : fmt::format("  it looks as if {}, and {} ({}, {})\n", first->description,
                                            second->description, first->name, second->name);
  if (d.slips.empty()) text += "  no slip that is known, and no two of them, give this answer\n";
  return text;
}

}  // namespace kintree::suite
