// The growth of costs: the trees, and the exponents that are fitted to the counts.
#include "suite/counting/growth.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "kintree/model/error.hpp"
#include "kintree/plugin/register.hpp"
#include "unchecked_count.hpp"

using namespace kintree;
using namespace kintree::suite;

namespace {

/// Describes the chains of a tree, each with its parent body and its length, and the bodies of its
/// end-effectors. Equal chains are grouped: "0:4 4:4x3".
std::string in_words(const Model& model, const std::vector<EndEffector>& ends) {
  std::vector<std::pair<int, int>> chains;
  for (int i = 1; i <= model.body_count(); ++i) {
    const int parent = model.bodies[static_cast<std::size_t>(i)].parent;
    if (i == 1 || parent != i - 1)
      chains.emplace_back(parent, 1);
    else
      ++chains.back().second;
  }
  std::string text;
  for (std::size_t k = 0, same = 1; k < chains.size(); k += same) {
    for (same = 1; k + same < chains.size() && chains[k + same] == chains[k];) ++same;
    text += (k == 0 ? "" : " ") + std::to_string(chains[k].first) + ":" + std::to_string(chains[k].second) +
            (same == 1 ? "" : "x" + std::to_string(same));
  }
  for (std::size_t k = 0; k < ends.size(); ++k)
    text += (k == 0 ? " ends " : " ") + std::to_string(ends[k].body);
  return text;
}

/// One operation for every body. It records the trees on which it is counted.
template <class S>
class Bodies final : public Solves<S, problems::InverseDynamics, problems::InverseOsim> {
 public:
  Bodies(const Model& model, const std::vector<EndEffector>& ends)
      : bodies_(model.body_count()), tree_(in_words(model, ends)) {
    kind = model.bodies[1].joint.kind;
  }

  Status inverse_dynamics(const Input<S, problems::InverseDynamics>& in, VectorView<S> tau) override {
    tau(1) = sum(in.qdd(1));
    return {};
  }
  Status inverse_osim(VectorView<const S> q, MatrixView<S> Lambda_inverse) override {
    Lambda_inverse(1, 1) = sum(q(1));
    return {};
  }

  static inline std::vector<std::string> seen;
  static inline JointKind kind;

 private:
  S sum(S x) const {
    seen.push_back(tree_);
    S t = x;
    for (int i = 1; i <= bodies_; ++i) t = t + x;
    return t;
  }

  int bodies_;
  std::string tree_;
};

Description description(Problem problem, const Growth& growth) {
  return {.name = "bodies",
          .citation = "",
          .claims = {{.problem = problem, .promise = Verdict::A, .cost = "", .growth = growth}}};
}

/// The trees of the rows, by their size and the claim about it.
std::map<std::string, std::vector<std::string>> trees(Problem problem, const Growth& growth) {
  const PluginOf<Bodies> bodies(description(problem, growth));
  Bodies<Number>::seen.clear();
  std::map<std::string, std::vector<std::string>> result;
  const auto rows = cost_growth(bodies, bodies.description().claims.front(), test::unchecked_count);
  auto at = Bodies<Number>::seen.begin();
  for (const report::CostGrowth& row : rows)
    for (const double size : row.sizes) {
      BOOST_TEST_REQUIRE((at != Bodies<Number>::seen.end()));
      result[row.size + " " + std::to_string(row.claimed)].push_back(std::to_string(static_cast<int>(size)) +
                                                                     " is " + *at++);
    }
  BOOST_TEST((at == Bodies<Number>::seen.end()));
  return result;
}

std::string orders(const Growth& growth) {
  const PluginOf<Bodies> bodies(description(Problem::inverse_dynamics, growth));
  std::string text;
  for (const report::CostGrowth& row :
       cost_growth(bodies, bodies.description().claims.front(), test::unchecked_count))
    text += row.size + " " + std::string(name(row.verdict)) + " ";
  return text;
}

using Trees = std::vector<std::string>;

/// They have end-effectors whatever the problem is.
/// N bodies, the rest of them in chains of 8.
Trees of_one_depth(const std::vector<int>& sizes) {
  Trees trees;
  for (const int N : sizes) {
    const int chains = (N - 20 - 4) / 8;
    trees.push_back(std::to_string(N) + " is 0:8 4:4x3 0:8" +
                    (chains == 1 ? "" : "x" + std::to_string(chains)) + " 0:1x4 ends 8 12 16 20");
  }
  return trees;
}
/// One chain.
Trees chains(const std::vector<int>& sizes) {
  Trees trees;
  for (const int N : sizes) trees.push_back(std::to_string(N) + " is 0:" + std::to_string(N));
  return trees;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(costs_grow)

BOOST_AUTO_TEST_CASE(each_size_has_its_trees) {
  auto of = trees(Problem::inverse_dynamics, {.chain = 1, .N = 2, .d = 1});
  BOOST_TEST(of.size() == 5U);
  BOOST_TEST((of["chain 1"] == chains({16, 24, 32, 48, 64, 96, 128, 192, 256})));
  const std::vector<int> large{32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
  BOOST_TEST((of["N 2"] == of_one_depth(large)));
  const Trees of_128_bodies{"8 is 0:8x16", "16 is 0:16x8", "32 is 0:32x4", "64 is 0:64x2", "128 is 0:128"};
  BOOST_TEST((of["d 1"] == of_128_bodies));
  BOOST_TEST_REQUIRE(of["star 2"].size() == 7U);
  BOOST_TEST(of["star 2"][0] == "16 is 0:2 1:1x14");
  BOOST_TEST(of["star 2"][6] == "128 is 0:2 1:1x126");
  BOOST_TEST_REQUIRE(of["comb 1"].size() == 9U);
  BOOST_TEST(of["comb 1"][0] == "16 is 0:2 1:2 3:2 5:2 7:2 9:2 11:2 13:2");

  of = trees(Problem::inverse_dynamics, {.chain = 3, .N = 3, .d = 0, .star = 1});
  BOOST_TEST((of["chain 3"] == chains(large)));
  BOOST_TEST((of["N 3"] == of_one_depth(large)));
  BOOST_TEST((of["d 0"] == of_128_bodies));
  BOOST_TEST(of["star 1"].size() == 7U);
  BOOST_TEST(of["comb 3"].size() == large.size());
  BOOST_TEST(of["comb 3"].at(0).starts_with("32 is 0:2 1:2 3:2 "));
}

/// A series ends where its order is settled, and without that at a billion operations.
BOOST_AUTO_TEST_CASE(large_trees_are_left_out) {
  const auto largest = [](double factor, int power, report::Order expected) {
    const PluginOf<Bodies> bodies(description(Problem::inverse_dynamics, {.chain = 3}));
    const auto counted = [&](CountingCase& c, const Plugin&, Problem) {
      const double operations = factor * std::pow(c.get().model.body_count(), power);
      Cost cost;
      cost.phases.push_back({"all", {.multiplications = static_cast<std::int64_t>(operations)}});
      return CountedRun{std::move(cost)};
    };
    const auto rows = cost_growth(bodies, bodies.description().claims.front(), counted);
    BOOST_TEST_REQUIRE(!rows.empty());
    BOOST_TEST((rows.front().verdict == expected));
    return rows.front().sizes.back();
  };
  BOOST_TEST(largest(0.027, 3, report::Order::agrees) == 1024);
  BOOST_TEST(largest(0.028, 3, report::Order::agrees) == 768);
  BOOST_TEST(largest(100, 3, report::Order::agrees) == 128);  // never fewer than five trees
  BOOST_TEST(largest(715, 2, report::Order::lower) == 1024);
  BOOST_TEST(largest(716, 2, report::Order::lower) == 768);
}

BOOST_AUTO_TEST_CASE(end_effectors_are_on_tips) {
  auto of = trees(Problem::inverse_osim, {.chain = 1, .N = 1, .d = 1, .m = 2, .laden = 3});
  BOOST_TEST(of["chain 1"].at(0) == "16 is 0:16 ends 16");
  BOOST_TEST((of["N 1"] == of_one_depth({32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024})));
  BOOST_TEST((of["d 1"] == Trees{"16 is 0:16 8:8x3 0:16x61 0:1x8 ends 16 24 32 40",
                                 "32 is 0:32 16:16x3 0:32x29 0:1x16 ends 32 48 64 80",
                                 "64 is 0:64 32:32x3 0:64x13 0:1x32 ends 64 96 128 160",
                                 "128 is 0:128 64:64x3 0:128x5 0:1x64 ends 128 192 256 320",
                                 "256 is 0:256 128:128x3 0:256 0:1x128 ends 256 384 512 640"}));
  BOOST_TEST_REQUIRE(of["m 2"].size() == 6U);
  BOOST_TEST(of["m 2"][0] == "8 is 0:8 4:4x47 ends 8 12 16 20 24 28 32 36");
  BOOST_TEST(of["m 2"][5].ends_with(" 188 192 196"));
  BOOST_TEST(of["star 1"].at(0) == "16 is 0:2 1:1x14 ends 2 3 4 5");
  BOOST_TEST(of["comb 1"].at(0) == "16 is 0:2 1:2 3:2 5:2 7:2 9:2 11:2 13:2 ends 15 16");
  BOOST_TEST((of["laden 3"].at(0) == "8 is 0:8 ends 1 2 3 4 5 6 7 8"));
  BOOST_TEST(of["laden 3"].size() == 4U);

  of = trees(Problem::inverse_osim, {.d = 0});
  BOOST_TEST(of.size() == 1U);
  BOOST_TEST_REQUIRE(of["d 0"].size() == 5U);
  BOOST_TEST(of["d 0"][0] == "16 is 0:16x16 ends 16 32 48 64 80 96 112 128 144 160 176 192 208 224 240 256");
  BOOST_TEST(of["d 0"][4] ==
             "241 is 0:241 240:1x15 ends 241 242 243 244 245 246 247 248 249 250 251 252 253 254 255 256");
}

BOOST_AUTO_TEST_CASE(an_order_agrees_or_is_lower_or_higher) {
  BOOST_TEST(orders({.chain = 1}) == "chain agrees comb agrees ");
  BOOST_TEST(orders({.chain = 2}) == "chain lower comb lower ");
  BOOST_TEST(orders({.chain = 0}) == "chain HIGHER comb HIGHER ");
  BOOST_TEST(orders({.d = 0}) == "d agrees ");
  BOOST_TEST(orders({.N = 1}) == "N agrees star agrees ");
  BOOST_TEST(orders({.N = 1, .star = 2}) == "N agrees star lower ");
}

BOOST_AUTO_TEST_CASE(joints_are_revolute_where_the_domain_has_them) {
  Description d = description(Problem::inverse_dynamics, {.chain = 1});
  const auto kind = [&](const std::vector<JointKind>& joints) {
    d.domain.joints = joints;
    const PluginOf<Bodies> bodies(d);
    cost_growth(bodies, d.claims.front(), test::unchecked_count);
    return Bodies<Number>::kind;
  };
  BOOST_TEST(
      (kind({JointKind::spherical, JointKind::revolute, JointKind::prismatic}) == JointKind::revolute));
  BOOST_TEST((kind({JointKind::spherical, JointKind::prismatic}) == JointKind::spherical));
}

BOOST_AUTO_TEST_CASE(cost_growth_rejects_plugins_not_built_for_counting) {
  Description d = description(Problem::inverse_dynamics, {.chain = 1});
  class Doubles final : public Plugin {
   public:
    explicit Doubles(Description d) : description_(std::move(d)) {}
    const Description& description() const override { return description_; }
    std::unique_ptr<SolverBase> prepare(const Model&, const std::vector<EndEffector>&,
                                        Scalar) const override {
      return nullptr;
    }
    void compute_in(const Arithmetic*) const override {}

   private:
    Description description_;
  };
  BOOST_CHECK_EXCEPTION(cost_growth(Doubles(d), d.claims.front()), InputError, [](const InputError& error) {
    return error.what() == std::string("plugin 'bodies' is not built for counting");
  });
}

// The sizes are no powers of one number.
BOOST_AUTO_TEST_CASE(exponents_of_what_is_no_power) {
  const std::vector<double> x{1, 3, 4, 8, 20}, y{6, 14, 21, 69, 405};  // x^2 + 5
  const auto near = boost::test_tools::tolerance(1e-12);
  BOOST_TEST(fit_exponent(x, y).k == 1.4265946926370552, near);
  BOOST_TEST(fit_exponent(x, y).half_width == 0.579923764430548, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(growth(x, y).k == 1.9879535585032808, near);
  BOOST_TEST(growth(x, y).half_width == 0.20491951580560439, boost::test_tools::tolerance(1e-9));
  // A cost that is constant once does not grow, and neither does one that falls ever slower.
  BOOST_TEST(growth(x, {{6, 14, 14, 69, 405}}).k == 0);
  BOOST_TEST(growth(x, {{6, 14, 15, 15.5, 15.75}}).k == 0);
  BOOST_TEST(growth(x, {{6, 14, 15, 15.5, 15.75}}).half_width == 0);
}

BOOST_AUTO_TEST_SUITE_END()
