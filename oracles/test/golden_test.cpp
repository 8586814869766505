// The golden values of testdata/: 40 digits by other code and other mathematics than the oracle's.
#include <array>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "check.hpp"
#include "kintree/files/state_file.hpp"
#include "kintree/files/urdf.hpp"
#include "kintree/oracle/solve.hpp"

namespace {

using namespace kintree;
using namespace kintree::test;
using nlohmann::json;

/// The oracle's place of a golden one, by joint names and the numbers of each.
std::vector<Eigen::Index> places(const Model& model, const json& golden) {
  std::map<std::string, int> first;
  const Layout layout(model);
  for (std::size_t i = 1; i < model.bodies.size(); ++i)
    first[model.bodies[i].joint.name] = layout.first_velocity[i] - 1;
  std::vector<Eigen::Index> place(static_cast<std::size_t>(layout.n), -1);
  for (const auto& [joint, rows] : golden.at("dofs").items())
    for (std::size_t k = 0; k < rows.size(); ++k)
      place.at(rows[k].get<std::size_t>()) = first.at(joint) + static_cast<Eigen::Index>(k);
  for (const Eigen::Index at : place) BOOST_TEST_REQUIRE(at >= 0);
  return place;
}

Real number(const json& text) {
  return Real(text.get<std::string>());
}

constexpr double golden_tolerance = 1e-38;

void check_golden(const std::filesystem::path& folder, const std::string& name) {
  BOOST_TEST_CONTEXT(folder.filename().string() << " " << name) {
    const StateDocument document = read_state_document(folder / (name + ".state.json"));
    UrdfFile robot = read_urdf(folder / "robot.urdf", {.floating_base = document.floating_base()});
    Model& model = robot.model;
    if (document.gravity()) model.gravity = *document.gravity();
    const State state = document.bind(model);
    const json golden = json::parse(std::ifstream(folder / (name + ".golden.json")));
    BOOST_TEST(golden.at("robot_floating_base").get<bool>() == document.floating_base());
    const auto place = places(model, golden);
    const std::size_t n = place.size();

    const oracle::CertifiedDynamics certified = oracle::solve(
        model, state, {Problem::inverse_dynamics, Problem::forward_dynamics, Problem::inverse_osim}, 42);
    BOOST_TEST(certified.digits >= 42);
    const oracle::Digits scope(60);
    const oracle::Dynamics<Real> answer = certified.midpoints();

    const auto scaled_by_diagonal = [](const Matrix<Real>& M, Eigen::Index i, Eigen::Index j) {
      return Real(sqrt(M(i, i) * M(j, j)));
    };
    BOOST_TEST_REQUIRE(golden.at("H").size() == n);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        check_close(answer.H(place[i], place[j]), number(golden.at("H").at(i).at(j)),
                    scaled_by_diagonal(answer.H, place[i], place[j]), golden_tolerance, "H");

    // A force's natural scale is |f|_{H^-1} sqrt(H_ii), an acceleration's |a|_H / sqrt(H_ii).
    const auto norm = [&](const Vector<Real>& x, const Vector<Real>& y) { return Real(sqrt(x.dot(y))); };
    const auto forces = [&](const char* key, const Vector<Real>& f) {
      BOOST_TEST_REQUIRE(golden.at(key).size() == n);
      Vector<Real> y = f;
      for (Eigen::Index i = 0; i < y.size(); ++i) {
        for (Eigen::Index k = 0; k < i; ++k) y(i) -= answer.L(i, k) * y(k);
        y(i) /= answer.L(i, i);
      }
      for (std::size_t i = 0; i < n; ++i)
        check_close(f(place[i]), number(golden.at(key).at(i)),
                    norm(y, y) * sqrt(answer.H(place[i], place[i])), golden_tolerance, key);
    };
    forces("C", answer.C);
    forces("tau", answer.of(Problem::inverse_dynamics));
    BOOST_TEST_REQUIRE(golden.at("qdd").size() == n);
    const Real scale =
        norm(answer.of(Problem::forward_dynamics), answer.H * answer.of(Problem::forward_dynamics));
    for (std::size_t i = 0; i < n; ++i)
      check_close(answer.of(Problem::forward_dynamics)(place[i]), number(golden.at("qdd").at(i)),
                  scale / sqrt(answer.H(place[i], place[i])), golden_tolerance, "qdd");

    const auto rows = static_cast<std::size_t>(answer.J.rows());
    BOOST_TEST_REQUIRE(rows == 6 * state.end_effectors.size());
    BOOST_TEST_REQUIRE(golden.at("J").size() == rows);
    BOOST_TEST_REQUIRE(golden.at("lambda_inv").size() == rows);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      for (std::size_t j = 0; j < n; ++j)
        check_close(answer.J(row, place[j]), number(golden.at("J").at(i).at(j)), Real(1), golden_tolerance,
                    "J");
      for (std::size_t j = 0; j < rows; ++j)
        check_close(answer.of(Problem::inverse_osim)(row, static_cast<Eigen::Index>(j)),
                    number(golden.at("lambda_inv").at(i).at(j)),
                    scaled_by_diagonal(answer.of(Problem::inverse_osim), row, static_cast<Eigen::Index>(j)),
                    golden_tolerance, "J H^-1 J^T");
    }
  }
}

BOOST_AUTO_TEST_CASE(golden_values) {
  const oracle::Digits scope(60);
  const std::filesystem::path golden = std::filesystem::path(KINTREE_TESTDATA) / "golden";
  int compared = 0;
  for (const char* tree :
       {"caterpillar_mixed1_n5_fixed", "caterpillar_fixed1_n12_fixed", "binary_all_n9_floating"})
    for (const char* state : {"s0", "s1"}) {
      check_golden(golden / tree, state);
      ++compared;
    }
  BOOST_TEST(compared == 6);
}

}  // namespace
