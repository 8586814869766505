// Coordinates in another order: of each case there must be one that explains all answers to it.
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "kintree/model/format.hpp"
#include "kintree/trees/known_mistakes.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using Order = std::vector<int>;  ///< the bodies whose joints move, as their coordinates follow each other

/// 5! orders of a case are tried, but not 6!. With more joints, two of them are exchanged.
constexpr std::size_t most_permuted = 5;

Order right_order(const Model& model) {
  Order order;
  for (int i = 1; i <= model.body_count(); ++i)
    if (info(model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities > 0) order.push_back(i);
  return order;
}

const std::string& joint_name(const Model& model, int body) {
  return model.bodies[static_cast<std::size_t>(body)].joint.name;
}

/// An order that follows from a model.
struct Rule {
  const char* words;
  void (*apply)(const Model& model, Order& order);
};
constexpr std::array<Rule, 7> rules{
    {{"from the last joint to the first",
      [](const Model&, Order& order) { std::reverse(order.begin(), order.end()); }},
     {"by the joints' names",
      [](const Model& model, Order& order) {
        std::stable_sort(order.begin(), order.end(),
                         [&](int i, int k) { return joint_name(model, i) < joint_name(model, k); });
      }},
     {"by the links' names",
      [](const Model& model, Order& order) {
        const auto name = [&](int i) { return model.bodies[static_cast<std::size_t>(i)].name; };
        std::stable_sort(order.begin(), order.end(), [&](int i, int k) { return name(i) < name(k); });
      }},
     {"level by level",
      [](const Model& model, Order& order) {
        const std::vector<int> depth = Layout(model).depth;
        std::stable_sort(order.begin(), order.end(), [&](int i, int k) {
          return depth[static_cast<std::size_t>(i)] < depth[static_cast<std::size_t>(k)];
        });
      }},
     {"with the first joint last",
      [](const Model&, Order& order) { std::rotate(order.begin(), order.begin() + 1, order.end()); }},
     {"with the last joint first",
      [](const Model&, Order& order) { std::rotate(order.begin(), order.end() - 1, order.end()); }},
     {"with free joints last", [](const Model& model, Order& order) {
        std::stable_partition(order.begin(), order.end(), [&](int i) {
          return model.bodies[static_cast<std::size_t>(i)].joint.kind != JointKind::free;
        });
      }}}};

/// An order of the coordinates themselves, from 0.
using Rows = std::vector<Eigen::Index>;
struct RowRule {
  const char* words;
  void (*apply)(Rows& rows);
};
constexpr std::array<RowRule, 3> row_rules{
    {{"from the last coordinate to the first", [](Rows& rows) { std::reverse(rows.begin(), rows.end()); }},
     {"with the first coordinate last",
      [](Rows& rows) { std::rotate(rows.begin(), rows.begin() + 1, rows.end()); }},
     {"with the last coordinate first",
      [](Rows& rows) { std::rotate(rows.begin(), rows.end() - 1, rows.end()); }}}};

Order applied(const Rule& rule, const Model& model) {
  Order order = right_order(model);
  if (order.size() > 1) rule.apply(model, order);
  return order;
}

/// The coordinate, from 0, of each row.
Rows coordinates(const Model& model, const Order& order) {
  const Layout layout(model);
  Rows result;
  for (const int i : order)
    for (int k = 0; k < info(model.bodies[static_cast<std::size_t>(i)].joint.kind).velocities; ++k)
      result.push_back(layout.first_velocity[static_cast<std::size_t>(i)] - 1 + k);
  return result;
}

/// The numbers of an index, if those of the coordinates are in this order.
Rows permuted(Index index, Eigen::Index size, const Rows& rows) {
  if (index == Index::velocity || index == Index::force) return rows;
  Rows all(static_cast<std::size_t>(size));
  std::iota(all.begin(), all.end(), 0);
  if (index != Index::forces) return all;
  const auto n = static_cast<Eigen::Index>(rows.size());
  for (Eigen::Index pair = 0; pair < size; ++pair)
    all[static_cast<std::size_t>(pair)] =
        rows[static_cast<std::size_t>(pair / n)] * n + rows[static_cast<std::size_t>(pair % n)];
  return all;
}

/// The entries in this order, of an answer.
Values permuted(const Values& x, const Rows& rows, const Observation& o) {
  Values result = x;
  for (const OutputAt& at : outputs_at(*o.c, o.problem)) {
    const Quantity& output = outputs(o.problem)[at.output];
    const Values block = x.middleCols(at.first, at.columns);
    result.middleCols(at.first, at.columns) =
        block(permuted(output.rows, x.rows(), rows), permuted(output.columns, at.columns, rows));
  }
  return result;
}

/// Returns whether the state too is read in another order.
enum class Extent { rows, state_and_rows };

bool explain_rows(const Observation& o, const Rows& rows) {
  return o.is(permuted(o.exact, rows, o), permuted(o.tolerance, rows, o));
}

bool explains(const Observation& o, const Order& order, Extent extent) {
  if (extent == Extent::rows) return explain_rows(o, coordinates(o.c->model, order));
  const Misreading m = misread_in_order(*o.c, order);
  // In double first: most orders come nowhere near.
  const auto near = computed<double>(m.solved, o.problem);
  if (!near || o.answered.size() != near->size() ||
      !same(o.answered, seen(m, o.problem, *near), unit_roundoff(Format::binary32),
            o.exact.cwiseAbs().maxCoeff()))
    return false;
  const auto x = exact_answer(m.solved, o.problem);
  return x && o.is(seen(m, o.problem, *x), permuted(o.tolerance, coordinates(o.c->model, order), o));
}

struct Answers {
  const Case* c;
  std::vector<const Observation*> observations;
  bool has_wrong = false;
};

bool explain(const Answers& answers, const Order& order, Extent extent) {
  return std::all_of(answers.observations.begin(), answers.observations.end(),
                     [&](const Observation* o) { return explains(*o, order, extent); });
}

std::vector<Answers> by_case(const std::vector<Observation>& observations) {
  std::vector<Answers> list;
  std::map<const Case*, std::size_t> place;
  for (const Observation& o : observations) {
    const auto [at, is_new] = place.try_emplace(o.c, list.size());
    if (is_new) list.push_back({o.c, {}});
    list[at->second].observations.push_back(&o);
    list[at->second].has_wrong = list[at->second].has_wrong || o.is_wrong();
  }
  std::stable_partition(list.begin(), list.end(), [](const Answers& a) { return a.has_wrong; });
  return list;
}

/// An order that explains the answers, if there is one: the right one where it does.
std::optional<Order> found(const Answers& answers, Extent extent) {
  Order order = right_order(answers.c->model);
  if (!answers.has_wrong) return order;
  if (order.size() > most_permuted) {
    for (auto first = order.begin(); first != order.end(); ++first)
      for (auto second = first + 1; second != order.end(); ++second) {
        std::iter_swap(first, second);
        if (explain(answers, order, extent)) return order;
        std::iter_swap(first, second);
      }
    return {};
  }
  while (std::next_permutation(order.begin(), order.end()))
    if (explain(answers, order, extent)) return order;
  return {};
}

std::string example(const Answers& answers, const Order& order) {
  const auto names = [&](const Order& bodies) {
    std::string text;
    for (const int i : bodies) text += (text.empty() ? "" : ", ") + joint_name(answers.c->model, i);
    return text;
  };
  return fmt::format("in another order; of {}: {}; instead of {}", answers.observations.front()->id,
                     names(order), names(right_order(answers.c->model)));
}

std::vector<FittedMistake> orders(const std::vector<Answers>& answers, Extent extent) {
  const std::string name = extent == Extent::rows ? "rows_in_another_order" : "coordinates_in_another_order";
  const std::string what = extent == Extent::rows ? "the rows of the answers, but not the state, are "
                                                  : "the coordinates of state and answers are ";
  std::vector<FittedMistake> result;
  for (const Rule& rule : rules)
    if (std::all_of(answers.begin(), answers.end(),
                    [&](const Answers& of) { return explain(of, applied(rule, of.c->model), extent); }))
      result.push_back({name, what + rule.words});
  if (!result.empty()) return result;
  if (extent == Extent::rows)
    for (const RowRule& rule : row_rules)
      if (std::all_of(answers.begin(), answers.end(), [&](const Answers& of) {
            Rows rows = coordinates(of.c->model, right_order(of.c->model));
            if (!rows.empty()) rule.apply(rows);
            return std::all_of(of.observations.begin(), of.observations.end(),
                               [&](const Observation* o) { return explain_rows(*o, rows); });
          }))
        result.push_back({name, what + rule.words});
  if (!result.empty()) return result;
  std::optional<std::string> first;
  for (const Answers& of : answers) {
    const auto order = found(of, extent);
    if (!order) return {};
    if (!first) first = example(of, *order);
  }
  return {{name, what + first.value()}};
}

}  // namespace

std::vector<FittedMistake> orders(const std::vector<Observation>& observations) {
  const std::vector<Answers> answers = by_case(observations);
  if (answers.empty() || !answers.front().has_wrong) return {};
  std::vector<FittedMistake> result = orders(answers, Extent::rows);
  if (result.empty()) result = orders(answers, Extent::state_and_rows);
  return result;
}

}  // namespace kintree::suite::mistakes
