#include "kintree/suite/prove.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

#include "kintree/suite/text.hpp"
#include "kintree/trees/random.hpp"
#include "kintree/trees/random_model.hpp"
#include "kintree/trees/shapes.hpp"
#include "verify/field_twin.hpp"
#include "verify/proof.hpp"

namespace kintree::suite {
namespace {

/// Rooted shapes of 1 to 8 bodies, any number of them on the base.
constexpr std::uint64_t shapes = 485;

/// Each parameter is drawn from so many values at least. The least are those of an axis, whose whole numbers m, p, q have 24
/// bits, one of which the range of a direction may cost; others have 50 bits and more.
const double values_of_a_parameter = std::ldexp(1, 23);

std::uint64_t trees_of(int bodies) {
  std::uint64_t count = 1;
  for (int i = 1; i <= bodies; ++i) count *= static_cast<std::uint64_t>(i) * joint_kinds.size();
  return count;
}

/// Nothing zero, no coordinate axis, nothing parallel.
Case generic(const Topology& topology, std::uint64_t index, std::uint64_t seed) {
  Generator generator = make_generator({word("generic"), index, seed});
  Case c;
  c.id = {.family = "small_trees", .joints = {}, .seed = index};
  c.model = random_model("small_trees", topology, generator);
  const auto turned = [&](Placement& placement) {
    for (double& angle : placement.rpy) angle = uniform(generator, 0.2, 1.2);
  };
  for (std::size_t i = 1; i < c.model.bodies.size(); ++i) {
    Body& body = c.model.bodies[i];
    turned(body.joint.placement);
    turned(body.inertial.origin);
    body.joint.axis = random_direction(generator);
    if (body.joint.kind == JointKind::universal) body.joint.second_axis = random_direction(generator);
  }
  c.model.gravity = {uniform(generator, 1, 2), uniform(generator, 2, 3), uniform(generator, -10, -9)};
  c.state = random_state(c.model, generator);
  const auto drawn = [&](std::vector<double>& numbers) {
    for (double& x : numbers) x = uniform(generator, 0.1, 1);
  };
  drawn(c.state.q);
  drawn(c.state.v);
  drawn(c.state.qdd);
  drawn(c.state.tau);
  for (Wrench& w : c.state.f_ext)
    for (double& x : w) x = uniform(generator, 0.1, 1);
  c.state.f_ext.front() = {};
  c.state.end_effectors.clear();
  for (int i = 1; i <= topology.body_count(); ++i) {
    EndEffector end{i, {}};
    for (double& x : end.pose.xyz) x = uniform(generator, 0.1, 1);
    turned(end.pose);
    c.state.end_effectors.push_back(end);
  }
  return field_twin(c);
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

using Rows = std::vector<report::SmallTreesProof>;

Rows rows_of(const Request& request, int bodies) {
  Rows rows;
  for (const Plugin* plugin : request.plugins)
    for (const Problem problem : request.problems)
      if (plugin->description().claim(problem) != nullptr) {
        report::SmallTreesProof& row = rows.emplace_back();
        row.plugin = plugin->description().name;
        row.problem = problem;
        row.bodies = bodies;
      }
  return rows;
}

void ask(const Case& c, const Request& request, Rows& rows) {
  const Proof proof(c, request.problems, true, field_point(c.id));
  std::size_t at = 0;
  for (const Plugin* plugin : request.plugins) {
    InProcess worker = proof.worker(*plugin);
    const bool is_outside = outside(plugin->description().domain, c.model).has_value();
    for (const Problem problem : request.problems) {
      if (plugin->description().claim(problem) == nullptr) continue;
      report::SmallTreesProof& row = rows[at++];
      ++row.trees;
      if (is_outside) {
        ++row.outside;
        continue;
      }
      const ProofOutcome outcome = proof.ask(worker, *plugin, problem);
      row.proved += outcome.right == Right::proved ? 1 : 0;
      row.not_askable += outcome.right == Right::not_askable ? 1 : 0;
      if (outcome.right != Right::wrong) continue;
      if (row.wrong++ == 0 || in_words(c.model).size() < row.first_wrong.size())
        row.first_wrong = in_words(c.model);
    }
  }
}

/// Of the plugin's formulas and the exact ones, for one case.
double degree(const Plugin& plugin, Problem problem, const Case& c) {
  InProcess worker(plugin, c.model, c.state.end_effectors);
  const auto n = static_cast<std::size_t>(Layout(c.model).n);
  std::vector<Degree> H;
  if (problem == Problem::factorization) H.assign(n * n, Degree(0.3));
  const Outcome<Degree> out = worker.in_degrees({problem, c.state}, H);
  double most = 0;
  for (const std::vector<Degree>* numbers : {&out.values, &out.D, &out.x})
    for (const Degree& x : *numbers) most = std::max(most, x.total());
  // Of a matrix that is given the entries are the parameters.
  const bool given = problem == Problem::factorization && !plugin.description().factors_the_model;
  return most +
         (given ? 2.0 * static_cast<double>(n) + 1 : oracle::degree_of_exact(c.model, c.state, problem));
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

std::uint64_t proof_size(const ProofChoice& choice) {
  return small_trees(choice.bodies) + shapes;
}

std::vector<report::SmallTreesProof> prove(const ProofChoice& choice, const std::function<void()>& progress) {
  const Request request = choice.plugins.request();
  const std::uint64_t all = small_trees(choice.bodies), size = proof_size(choice);
  Rows rows = rows_of(request, choice.bodies);
  std::atomic<std::uint64_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    Rows own = rows_of(request, choice.bodies);
    try {
      for (std::uint64_t k = next++; k < size; k = next++) {
        const Case c = k < all ? small_tree(k, choice.seed) : shape(k - all + 1, choice.seed);
        if (moves(c)) ask(c, request, own);
        if (progress) progress();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = size;
    }
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      report::SmallTreesProof &sum = rows[i], &part = own[i];
      sum.trees += part.trees;
      sum.proved += part.proved;
      sum.outside += part.outside;
      sum.not_askable += part.not_askable;
      sum.wrong += part.wrong;
      if (sum.first_wrong.empty() ||
          (!part.first_wrong.empty() && part.first_wrong.size() < sum.first_wrong.size()))
        sum.first_wrong = part.first_wrong;
    }
  };
  {
    std::vector<std::jthread> pool;
    for (int t = 0; t < choice.threads; ++t) pool.emplace_back(work);
  }
  if (failure != nullptr) std::rethrow_exception(failure);

  // The degree grows with the tree: that of chains of the kinds with most degrees of freedom stands for all.
  std::size_t at = 0;
  for (const Plugin* plugin : request.plugins)
    for (const Problem problem : request.problems) {
      if (plugin->description().claim(problem) == nullptr) continue;
      report::SmallTreesProof& row = rows[at++];
      if (row.proved == 0) continue;
      row.degree = 0;
      for (const JointKind kind : plugin->description().domain.joints) {
        Topology chain;
        for (int i = 1; i <= choice.bodies; ++i) {
          chain.parent.push_back(i - 1);
          chain.joints.push_back(kind);
        }
        const Case c = generic(chain, 0, choice.seed);
        if (moves(c)) row.degree = std::max(row.degree, degree(*plugin, problem, c));
      }
      if (row.degree < values_of_a_parameter) row.escape = row.degree / values_of_a_parameter;
    }
  return rows;
}

}  // namespace kintree::suite
