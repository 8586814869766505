// Costs are those of runs whose answer was checked, and the costs of all plugins are recorded.
#define BOOST_TEST_MODULE counting
#include "suite/counting/cost.hpp"

#include <spdlog/fmt/fmt.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "built_plugin.hpp"
#include "kernels/sparse_cost.hpp"
#include "kintree/oracle/dynamics.hpp"
#include "kintree/plugin/register.hpp"
#include "suite/counting/growth.hpp"
#include "suite/field/field_check.hpp"
#include "suite/papers/reproduce.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

/// Solves with H, and then commits `fault`.
enum class Fault {
  none,
  breaks_down,
  names_a_row,
  leaves_a_number_out,
  returns_nan,
  adds_one,
  differs_in_double
};
Fault fault = Fault::none;

template <class S>
class Faulty final : public Solves<S, problems::Factorization> {
 public:
  explicit Faulty(const Model& model) : n_(Layout(model).n) {}

  Status factorization(const Input<S, problems::Factorization>& in,
                       Output<S, problems::Factorization> result) override {
    // H = L D L^T without roots.
    for (int i = 1; i <= n_; ++i)
      for (int j = 1; j <= n_; ++j) result.L(i, j) = S(i == j ? 1 : 0), result.D(i, j) = S{};
    for (int j = 1; j <= n_; ++j) {
      S d = in.H(j, j);
      for (int k = 1; k < j; ++k) d = d - result.L(j, k) * result.L(j, k) * result.D(k, k);
      if (!is_positive(d)) return Status::breakdown_at(j);
      result.D(j, j) = d;
      for (int i = j + 1; i <= n_; ++i) {
        S l = in.H(i, j);
        for (int k = 1; k < j; ++k) l = l - result.L(i, k) * result.L(j, k) * result.D(k, k);
        result.L(i, j) = l / d;
      }
    }
    for (int i = 1; i <= n_; ++i) {
      S x = in.tau(i);
      for (int k = 1; k < i; ++k) x = x - result.L(i, k) * result.x(k);
      result.x(i) = x;
    }
    for (int i = n_; i >= 1; --i) {
      S x = result.x(i) / result.D(i, i);
      for (int k = i + 1; k <= n_; ++k) x = x - result.L(k, i) * result.x(k);
      if (i > 1 || fault != Fault::leaves_a_number_out)
        result.x(i) = x;
      else
        result.x(i) = S(std::numeric_limits<double>::quiet_NaN());
    }
    if (fault == Fault::returns_nan) result.D(1, 1) = S(std::numeric_limits<double>::quiet_NaN());
    if (fault == Fault::adds_one) result.x(1) = result.x(1) + S(1);
    if (fault == Fault::differs_in_double && std::is_same_v<S, double>) result.x(1) = result.x(1) + S(1);
    if (fault == Fault::breaks_down) return Status::breakdown_at(1);
    if (fault == Fault::names_a_row) return {Status::dependent_rows, 1};
    return {};
  }

 private:
  int n_;
};

const PluginOf<Faulty> faulty(Description{
    .name = "faulty",
    .citation = "",
    .claims =
        {{.problem = Problem::factorization, .promise = Verdict::B, .cost = "", .growth = {.chain = 3}}},
    .factor_form = FactorForm::LDLt});

Case humanoid() {
  CaseChoice choice;
  choice.families = {"humanoid30"};
  return choice.sources().front().draw(cost_seed);
}

struct WithFault {
  explicit WithFault(Fault f) { fault = f; }
  ~WithFault() { fault = Fault::none; }
};

constexpr std::array faults{std::pair{Fault::breaks_down, Reason::breakdown},
                            std::pair{Fault::names_a_row, Reason::not_equal},
                            std::pair{Fault::leaves_a_number_out, Reason::not_finite},
                            std::pair{Fault::returns_nan, Reason::not_finite},
                            std::pair{Fault::adds_one, Reason::wrong_residual},
                            std::pair{Fault::differs_in_double, Reason::not_checked}};

Request all_plugins() {
  PluginChoice choice;
  choice.folders = {KINTREE_PLUGINS};
  return choice.request();
}

/// The operations of one plugin on one of the default trees.
Operations operations(const char* plugin, Problem problem, CountingCase& c) {
  const CountedRun run = c.count(test::built_plugin(plugin), problem);
  BOOST_TEST_REQUIRE(bool(run), plugin << ": " << run.detail);
  return run.cost.operations();
}

/// J-bar and its rate exist where J has full row rank: by the paper's end-effectors on ASIMO, and by four that are a rigid body's freedom
/// apart on the chain.
std::vector<Case> cases_of_J_bar() {
  Case chain = paper_tree("chain30", "", cost_seed);
  chain.id.family = "chain30";
  for (const int body : {7, 13, 19, 25}) chain.state.end_effectors.push_back({body, {}});
  return {humanoid(), chain, paper_tree("asimo", "hands_and_feet", cost_seed)};
}

/// The cost of one body more on a chain of revolute joints in Denavit-Hartenberg frames, of algorithms that are linear in it.
std::vector<report::CountedCost> costs_of_a_body(const Request& requested) {
  CountingCase five(tree(chain_parents(5), {JointKind::revolute}, cost_seed)),
      six(tree(chain_parents(6), {JointKind::revolute}, cost_seed));
  std::vector<report::CountedCost> rows;
  for (const Plugin* plugin : requested.plugins)
    for (const Claim& claim : plugin->description().claims) {
      if (claim.growth.chain != 1 || reads(claim.problem, quantity::end_effectors)) continue;
      const report::CountedCost less = counted_cost(*plugin, claim, five);
      report::CountedCost more = counted_cost(*plugin, claim, six);
      BOOST_TEST_REQUIRE(more.phases.size() == less.phases.size());
      for (std::size_t k = 0; k < more.phases.size(); ++k)
        more.phases[k].operations += -1 * less.phases[k].operations;
      more.depth -= less.depth;
      more.tree = "one-body", more.degrees_of_freedom = 1;
      rows.push_back(more);
    }
  return rows;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(costs)

BOOST_AUTO_TEST_CASE(count_is_refused_unless_answer_is_right) {
  CountingCase c(humanoid());
  const CountedRun sound = c.count(faulty, Problem::factorization);
  BOOST_TEST(bool(sound), sound.detail);
  BOOST_TEST(sound.cost.operations().divisions == 465);
  BOOST_TEST(sound.cost.depth > 0);
  for (const auto& [planted, reason] : faults) {
    const WithFault with(planted);
    const CountedRun run = c.count(faulty, Problem::factorization);
    BOOST_TEST((run.reason == reason), to_string(run.reason) << " instead of " << to_string(reason));
    BOOST_TEST((run.cost.operations() == Operations{} && run.cost.depth == 0));
  }
}

BOOST_AUTO_TEST_CASE(cost_row_of_refused_count_has_reason_and_fails) {
  for (const auto& [planted, reason] : faults) {
    const WithFault with(planted);
    CountingCase c(humanoid());
    const report::CountedCost row = counted_cost(faulty, faulty.description().claims.front(), c);
    BOOST_TEST((row.reason == reason && !report::counted(row) && row.phases.empty() && row.depth == 0));
    BOOST_TEST(report::failure(row) == report::explanation(row));
  }
}

BOOST_AUTO_TEST_CASE(growth_of_refused_count_has_no_exponent) {
  const Claim& claim = faulty.description().claims.front();
  BOOST_TEST((cost_growth(faulty, claim).front().verdict == report::Order::agrees));
  for (const auto& [planted, reason] : faults) {
    const WithFault with(planted);
    for (const report::CostGrowth& g : cost_growth(faulty, claim)) {
      BOOST_TEST((g.verdict == report::Order::not_counted && g.operations.empty() && g.exponent == 0));
      // At the first size of the series.
      const std::string text = ": " + std::string(to_string(reason));
      BOOST_TEST((g.detail.starts_with("at 32" + text) || g.detail.starts_with("at 64" + text)), g.detail);
    }
  }
}

BOOST_AUTO_TEST_CASE(factorization_input_is_mass_matrix) {
  const Case c = humanoid();
  const std::vector<double> H = factorization_input(Problem::factorization, c.model, c.state);
  const auto exact = oracle::evaluate<oracle::Exact>(c.model, c.state, {Problem::mass_matrix}).H;
  const auto n = static_cast<std::size_t>(exact.rows());
  BOOST_TEST_REQUIRE(H.size() == n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(j);
      const auto scale = static_cast<double>(sqrt(exact(row, row) * exact(column, column)));
      BOOST_TEST(std::abs(H[i * n + j] - static_cast<double>(exact(row, column))) <= 1e-13 * scale);
    }
  BOOST_TEST(factorization_input(Problem::mass_matrix, c.model, c.state).empty());
}

BOOST_AUTO_TEST_CASE(first_bodies_are_tree_of_asked_size) {
  const Case c =
      tree({0, 0, 1, 2, 2, 1}, {JointKind::fixed, JointKind::free, JointKind::revolute, JointKind::spherical},
           1, {3, 5});
  const Case part = first_bodies(c, 10), one = first_bodies(c, 1), same = first_bodies(c, 64);
  BOOST_TEST(part.model.body_count() == 3);
  BOOST_TEST(Layout(part.model).n == 10);
  BOOST_TEST(
      (part.state.q.size() == 7 + 1 + 4 && part.state.v.size() == 10u && part.state.f_ext.size() == 4u));
  BOOST_TEST_REQUIRE(part.state.end_effectors.size() == 1u);
  BOOST_TEST(part.state.end_effectors[0].body == 3);
  BOOST_TEST(one.model.body_count() == 1);
  BOOST_TEST(one.state.end_effectors.at(0).body == 1);
  BOOST_TEST((same.state.q == c.state.q && same.state.end_effectors.size() == 2u));
}

/// Eigen's simplicial factorizations [Davis 2006, sec. 4.8] cost D2 (m + a) and D1 div as in Featherstone
/// 2005, Table 1, and the two solutions cost 2 D1 (m + a). There is also one addition for each of the D1 + n
/// gathered entries of H, and m + a for each pivot, by which H may be shifted. A dense matrix has the D1 and
/// D2 of a chain.
BOOST_AUTO_TEST_CASE(simplicial_factorization_costs_its_formula) {
  CountingCase c(humanoid());
  const Sparsity sparse(Layout(c.get().model).expanded_parent), dense(chain_parents(30));
  BOOST_TEST((sparse.D1 == 219 && sparse.D2 == 1039 && dense.D1 == 435 && dense.D2 == 4495));
  const auto formula = [](const Sparsity& s) {
    const std::int64_t m = s.D2 + 2 * s.D1 + s.n;
    return Operations{.multiplications = m, .additions = m + s.D1 + s.n, .divisions = s.D1 + s.n};
  };
  BOOST_TEST((operations("ldlt", Problem::factorization, c) == formula(dense)));
  Operations llt = formula(sparse);
  llt.divisions += sparse.n, llt.square_roots = sparse.n;
  BOOST_TEST((operations("reordered_cholesky", Problem::factorization, c) == llt));
}

/// testdata/costs.txt: the costs of all plugins on the default trees. KINTREE_WRITE_COSTS rewrites
/// the file.
BOOST_AUTO_TEST_CASE(costs_of_all_plugins_are_recorded) {
  constexpr const char* columns = "{:<30} {:<30} {:<10} {:>5} {:>6} {:>6} {:>5} {:>5} {:>6} {:>6} {:>5}\n";
  std::string now =
      "# Operations of one answer, as `kintree cost` counts them, in columns; written by a test\n" +
      fmt::format(columns, "plugin", "problem", "tree", "n", "m", "a", "div", "sqrt", "sincos", "T1", "Tinf");
  CaseChoice each_tree_once;
  each_tree_once.trees = 1;
  each_tree_once.seed = cost_seed;
  const Request requested = all_plugins();
  std::vector<report::CountedCost> rows = counted_costs(requested, each_tree_once);
  const ProblemSet of_J_bar = ProblemSet::all().that_solve_with(SolvesWith::Lambda);
  std::erase_if(rows, [&](const auto& c) { return of_J_bar.contains(c.problem); });
  for (const Case& drawn : cases_of_J_bar()) {
    CountingCase c(drawn);
    for (const Plugin* plugin : requested.plugins)
      for (const Problem problem : of_J_bar)
        if (const Claim* claim = plugin->description().claim(problem))
          rows.push_back(counted_cost(*plugin, *claim, c));
  }
  const std::vector<report::CountedCost> of_a_body = costs_of_a_body(requested);
  rows.insert(rows.end(), of_a_body.begin(), of_a_body.end());
  for (const report::CountedCost& c : rows) {
    if (c.reason == Reason::outside_domain) continue;
    BOOST_TEST(report::failure(c) == "",
               c.plugin << " " << name(c.problem) << " " << c.tree << ": " << report::failure(c));
    const Operations o = c.operations();
    now += fmt::format(columns, c.plugin, name(c.problem), c.tree, c.degrees_of_freedom, o.multiplications,
                       o.additions, o.divisions, o.square_roots, o.transcendental, o.total(), c.depth);
    for (const PhaseCost& p : c.phases)
      if (const Operations& of = p.operations; of != Operations{})
        now += fmt::format("    {:<74} {:>6} {:>6} {:>5} {:>5} {:>6}\n",
                           p.phase.empty() ? "(no phase)" : p.phase, of.multiplications, of.additions,
                           of.divisions, of.square_roots, of.transcendental);
  }
  std::ifstream file(COSTS_TEXT);
  const std::string before{std::istreambuf_iterator<char>(file), {}};
  BOOST_TEST((before == now), "costs have changed; KINTREE_WRITE_COSTS=1 writes " << COSTS_TEXT << " anew");
  if (std::getenv("KINTREE_WRITE_COSTS") != nullptr) std::ofstream(COSTS_TEXT) << now;
}

BOOST_AUTO_TEST_SUITE_END()
