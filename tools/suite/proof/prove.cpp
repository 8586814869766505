#include "suite/proof/prove.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <sstream>
#include <tuple>

#include "kintree/trees/random.hpp"
#include "kintree/trees/random_model.hpp"
#include "kintree/trees/shapes.hpp"
#include "suite/field/proof.hpp"
#include "suite/proof/generic_tree.hpp"
#include "suite/support/dense_limit.hpp"
#include "suite/support/parallel.hpp"
#include "suite/support/text.hpp"
#include "suite/verification/generic_point.hpp"

namespace kintree::suite {
namespace {

/// Rooted shapes of 1 to so many bodies, any number of them on the base: sums of https://oeis.org/A000081.
constexpr std::array<std::uint64_t, most_counted_bodies + 1> shapes{0, 1, 3, 7, 16, 36, 84, 199, 485};

/// The largest probability with which an error of one tree may escape. Rows whose degrees are too large for
/// one point are checked at several points, but at no more than `most_points`.
constexpr double rare = 1e-9;
constexpr int most_points = 8;

std::uint64_t numberings_of(int bodies) {
  std::uint64_t count = 1;
  for (int i = 1; i <= bodies; ++i) count *= static_cast<std::uint64_t>(i);
  return count;
}

std::uint64_t trees_of(int bodies) {
  std::uint64_t count = 1;
  for (int i = 1; i <= bodies; ++i) count *= static_cast<std::uint64_t>(i) * joint_kinds.size();
  return count;
}

Case shape(std::uint64_t number, std::uint64_t seed) {
  Topology topology;
  topology.parent = small_shape(number, most_counted_bodies, true);
  Generator generator = make_generator({word("shape"), number, seed});
  topology.joints.assign(topology.parent.size(), JointKind::fixed);
  for (std::size_t i = 1; i < topology.joints.size(); ++i)
    topology.joints[i] = joint_kinds[static_cast<std::size_t>(uniform_integer(
                                         generator, 1, static_cast<int>(joint_kinds.size()) - 1))]
                             .kind;
  return generic(topology, number, seed);
}

bool moves(const Case& c) {
  return Layout(c.model).n > 0;
}

std::string in_words(const Model& model) {
  std::string text;
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    text += (i == 1 ? "" : ", ") + std::to_string(model.bodies[i].parent) + "-" +
            std::string(info(model.bodies[i].joint.kind).name);
  return text;
}

/// The topology of a tree in words.
Topology topology_of(const std::string& words) {
  Topology topology;
  std::istringstream bodies(words);
  std::string kind;
  for (int parent = 0; bodies >> parent >> kind;) {
    kind = kind.substr(1, kind.find(',') - 1);  // "-free,"
    const auto known = std::find_if(joint_kinds.begin(), joint_kinds.end(),
                                    [&](const JointKindInfo& each) { return each.name == kind; });
    topology.parent.push_back(parent);
    topology.joints.push_back(known->kind);
  }
  return topology;
}

/// True if a tree in words has fewer degrees of freedom than another, or if there is no other.
bool is_smaller(const std::string& words, const std::string& others) {
  const auto size = [](const std::string& of) {
    const Topology tree = topology_of(of);
    int n = 0;
    for (const JointKind kind : tree.joints) n += info(kind).velocities;
    return std::tuple(n, tree.joints, tree.parent);  // of two with as many degrees of freedom always the same
  };
  return !words.empty() && (others.empty() || size(words) < size(others));
}

using Rows = std::vector<report::SmallTreesProof>;

/// Calls visit(problem, number of the claim from 0) for each requested problem that the plugin claims.
/// Returns their count. Approximations are proved of no tree.
template <class Visit>
std::size_t for_each_claim(const Plugin& plugin, const Request& request, Visit&& visit) {
  std::size_t claims = 0;
  for (const Problem problem : request.problems)
    if (plugin.description().claim(problem) != nullptr && !plugin.description().approximates)
      visit(problem, claims++);
  return claims;
}

Rows rows_of(const Request& request, int bodies) {
  Rows rows;
  for (const Plugin* plugin : request.plugins)
    for_each_claim(*plugin, request, [&](Problem problem, std::size_t) {
      report::SmallTreesProof& row = rows.emplace_back();
      row.plugin = plugin->description().name;
      row.problem = problem;
      row.bodies = bodies;
    });
  return rows;
}

/// No answer is as bad as a wrong one.
FieldCheck answer_of(const Proof& proof, Worker& worker, const Plugin& plugin, Problem problem) {
  const ProofOutcome outcome = proof.ask(worker, plugin, problem);
  return outcome.equality.holds() ? outcome.right : FieldCheck::wrong;
}

/// Checks the case at as many points as the rows need. An answer is proved if it is equal at each.
void ask(const Case& c, const Request& request, Rows& rows) {
  int most = 0;
  for (const report::SmallTreesProof& row : rows) most = std::max(most, row.points);
  const ProblemSet claimed = request.claimed() & problems_of_size(Layout(c.model).n),
                   by_rows = claimed.that_need_independent_rows(), others = claimed - by_rows;
  std::vector<Proof> proofs, of_full_rank;
  for (int k = 0; k < most; ++k) {
    const std::uint64_t seed = field_point(c.id) + static_cast<std::uint64_t>(k);
    proofs.emplace_back(c, others, true, seed, generic_point(c, seed).values);
    if (by_rows.empty()) continue;
    const Case few = with_independent_rows(c, seed);
    of_full_rank.emplace_back(few, by_rows, true, seed, generic_point(few, seed).values);
  }
  std::size_t first = 0;
  for (const Plugin* plugin : request.plugins) {
    const bool is_outside = outside(plugin->description().domain, c.model).has_value();
    std::vector<FieldCheck> worst(request.problems.size(), FieldCheck::proved);
    for (int k = 0; k < most && !is_outside; ++k) {
      const auto of_point = static_cast<std::size_t>(k);
      const auto worker_for = [&](const Proof& proof) {
        return worker_of(*plugin, proof.twin().model, proof.twin().state.end_effectors);
      };
      const std::unique_ptr<Worker> worker = worker_for(proofs[of_point]);
      for_each_claim(*plugin, request, [&](Problem problem, std::size_t at) {
        if (!claimed.contains(problem) || k >= rows[first + at].points || worst[at] != FieldCheck::proved)
          return;
        if (!by_rows.contains(problem)) {
          worst[at] = answer_of(proofs[of_point], *worker, *plugin, problem);
          return;
        }
        const std::unique_ptr<Worker> its_own = worker_for(of_full_rank[of_point]);
        worst[at] = answer_of(of_full_rank[of_point], *its_own, *plugin, problem);
        if (worst[at] == FieldCheck::proved && k == 0 &&
            of_full_rank[of_point].expects_dependent_rows(problem))
          ++rows[first + at].dependent_rows;
      });
    }
    first += for_each_claim(*plugin, request, [&](Problem problem, std::size_t at) {
      if (!claimed.contains(problem)) return;
      report::SmallTreesProof& row = rows[first + at];
      ++row.trees;
      if (is_outside) {
        ++row.outside;
        return;
      }
      if (worst[at] == FieldCheck::proved) ++row.proved;
      if (worst[at] == FieldCheck::not_askable) ++row.not_askable;
      if (worst[at] != FieldCheck::wrong) return;
      ++row.wrong;
      if (is_smaller(in_words(c.model), row.first_wrong)) row.first_wrong = in_words(c.model);
    });
  }
}

/// The degree of the numerator that the field compares with zero. It is the numerator of the difference from
/// the exact answer, entry by entry. For factors it is that of the difference of their product from H, and of
/// H x - tau. If roots are taken in `solve`, it is the degree of the product of all conjugates.
double degree(const Plugin& plugin, Problem problem, const Case& c) {
  const DegreeScope scope(generic_point(c, 0).degrees);
  const oracle::ExactDegrees exact = oracle::exact_degrees(c.model, c.state, problem);
  const bool factors = !info(problem).is_unique();
  const std::unique_ptr<Worker> worker = worker_of(plugin, c.model, c.state.end_effectors);
  const SolverRequest question{problem, c.state};
  const std::vector<Degree> H = factors ? exact.H : std::vector<Degree>();
  if (worker->in_degrees(question, H).status.code == Status::unsupported)
    return std::numeric_limits<double>::infinity();
  const int before = scope.roots();
  const Outcome<Degree> out = worker->in_degrees(question, H);
  double most = 0;
  const auto compare = [&](const Degree& zero) { most = std::max(most, zero.numerator()); };
  if (factors) {
    const auto sum = [](const std::vector<Degree>& numbers) {
      return std::accumulate(numbers.begin(), numbers.end(), Degree());
    };
    const std::vector<Degree>&L = out.outputs[0], &D = out.outputs[1], &x = out.outputs[2];
    compare(sum(L) * sum(D) * sum(L) - exact.answers[0]);
    compare(exact.answers[0] * sum(x) - sum(exact.tau));
  } else {
    for (std::size_t k = 0; k < exact.answers.size(); ++k)
      for (const Degree& x : out.outputs[k]) compare(x - exact.answers[k]);
  }
  if (scope.is_full()) return std::numeric_limits<double>::infinity();
  return std::ldexp(most, scope.roots() - before);
}

/// The largest among trees of so many bodies with joints of one kind, in every numbering.
double largest_degree(const Plugin& plugin, Problem problem, const ProofChoice& choice) {
  double largest = 0;
  for (const JointKind kind : plugin.description().domain.joints) {
    if (info(kind).velocities == 0) continue;
    for (std::uint64_t number = 0; number < numberings_of(choice.bodies); ++number) {
      Topology topology;
      std::uint64_t left = number;
      for (int i = 1; i <= choice.bodies; ++i) {
        topology.parent.push_back(static_cast<int>(left % static_cast<std::uint64_t>(i)));
        topology.joints.push_back(kind);
        left /= static_cast<std::uint64_t>(i);
      }
      const Case c = generic(topology, number, choice.seed);
      largest = std::max(
          largest,
          degree(plugin, problem,
                 info(problem).needs_independent_rows() ? with_independent_rows(c, field_point(c.id)) : c));
      if (std::isinf(largest)) return largest;
    }
  }
  return largest;
}

/// As many points as make the escape of an error of one tree as rare as promised, if so few do.
void choose_points(report::SmallTreesProof& row) {
  const double at_one_point = row.degree / static_cast<double>(GenericPoint::values_of_a_parameter);
  if (std::isinf(row.degree)) row.degree = std::numeric_limits<double>::quiet_NaN();
  if (!(at_one_point < 1)) return;
  row.escape = at_one_point;
  for (; row.escape > rare && row.points < most_points; ++row.points) row.escape *= at_one_point;
}

}  // namespace

std::uint64_t small_trees(int bodies) {
  std::uint64_t count = 0;
  for (int n = 1; n <= bodies; ++n) count += trees_of(n);
  return count;
}

Case small_tree(std::uint64_t index, std::uint64_t seed) {
  std::uint64_t left = index;
  int bodies = 1;
  for (; left >= trees_of(bodies); ++bodies) left -= trees_of(bodies);
  Topology topology;
  for (int i = 1; i <= bodies; ++i) {
    topology.parent.push_back(static_cast<int>(left % static_cast<std::uint64_t>(i)));
    left /= static_cast<std::uint64_t>(i);
    topology.joints.push_back(joint_kinds[left % joint_kinds.size()].kind);
    left /= joint_kinds.size();
  }
  return generic(topology, index, seed);
}

Case tree_of(const std::string& first_wrong, Problem problem, std::uint64_t seed) {
  Case c = generic(topology_of(first_wrong), seed, seed);
  c.id.family = "small_tree";
  return info(problem).needs_independent_rows() ? with_independent_rows(std::move(c), seed) : c;
}

std::uint64_t proof_size(const ProofChoice& choice) {
  return small_trees(choice.bodies) + shapes[static_cast<std::size_t>(choice.shapes)];
}

std::vector<report::SmallTreesProof> prove(const ProofChoice& choice, const std::function<bool()>& goes_on) {
  return prove(choice.plugins.request(), choice, goes_on);
}

std::vector<report::SmallTreesProof> prove(const Request& request, const ProofChoice& choice,
                                           const std::function<bool()>& goes_on) {
  const std::uint64_t all = small_trees(choice.bodies), size = proof_size(choice);
  Rows rows = rows_of(request, choice.bodies);
  std::vector<const Plugin*> plugin_of;
  for (const Plugin* plugin : request.plugins)
    for_each_claim(*plugin, request, [&](Problem, std::size_t) { plugin_of.push_back(plugin); });
  in_parallel(choice.threads, rows.size(), [&](std::size_t, std::uint64_t k) {
    rows[k].degree = largest_degree(*plugin_of[k], rows[k].problem, choice);
    choose_points(rows[k]);
  });

  std::vector<Rows> parts(static_cast<std::size_t>(choice.threads), rows);
  std::atomic<bool> stopped = false;
  in_parallel(choice.threads, size, [&](std::size_t thread, std::uint64_t k) {
    if (stopped) return;
    const Case c = k < all ? small_tree(k, choice.seed) : shape(k - all + 1, choice.seed);
    if (moves(c)) ask(c, request, parts[thread]);
    if (goes_on && !goes_on()) stopped = true;
  });
  for (const Rows& part : parts)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      report::SmallTreesProof& sum = rows[i];
      sum.trees += part[i].trees;
      sum.proved += part[i].proved;
      sum.outside += part[i].outside;
      sum.not_askable += part[i].not_askable;
      sum.dependent_rows += part[i].dependent_rows;
      sum.wrong += part[i].wrong;
      if (is_smaller(part[i].first_wrong, sum.first_wrong)) sum.first_wrong = part[i].first_wrong;
    }
  return rows;
}

}  // namespace kintree::suite
