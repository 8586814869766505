// A test with which a library checks its own template in the finite field. It uses kintree/field.hpp and the cases
// that `kintree golden --field --joints revolute` writes to FOLDER.
//
//     prove_foreign_aba FOLDER          exit code 0: equal to the exact answers, in every entry of every case
//     prove_foreign_aba FOLDER slip     the same with a factor of 1 + 2^-52 in its velocity products
#include <Eigen/Dense>
//
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "foreign_aba.hpp"
#include "kintree/field.hpp"

namespace {

using Json = nlohmann::json;
using S = kintree::FieldScalar;

/// A list of numbers as a vector.
template <class V>
V vector(const Json& list) {
  V result(static_cast<Eigen::Index>(list.size()));
  for (std::size_t k = 0; k < list.size(); ++k)
    result(static_cast<Eigen::Index>(k)) = S(list[k].get<std::string>());
  return result;
}

using V3 = foreign::Vector3<S>;
using V6 = foreign::Vector6<S>;
using VX = foreign::VectorX<S>;

std::vector<foreign::Body<S>> bodies(const Json& model) {
  std::vector<foreign::Body<S>> result;
  for (const Json& from : model.at("bodies")) {
    const Json &joint = from.at("joint"), &inertial = from.at("inertial");
    foreign::Body<S>& b = result.emplace_back();
    b.parent = from.at("parent").get<int>() - 1;
    b.rotation = foreign::rotation_of_rpy<S>(vector<V3>(joint.at("placement").at("rpy")));
    b.origin = vector<V3>(joint.at("placement").at("xyz"));
    b.axis = vector<V3>(joint.at("axis"));
    b.centre = vector<V3>(inertial.at("origin").at("xyz"));
    b.mass = S(inertial.at("mass").get<std::string>());
    const V6 I = vector<V6>(inertial.at("inertia"));
    const foreign::Matrix3<S> R = foreign::rotation_of_rpy<S>(vector<V3>(inertial.at("origin").at("rpy")));
    foreign::Matrix3<S> own;
    own << I(0), I(1), I(2), I(1), I(3), I(4), I(2), I(4), I(5);
    b.inertia = R * own * R.transpose();
  }
  return result;
}

/// Empty where the template's answer is the exact one.
std::string what_is_wrong(const Json& golden, const S& planted) {
  const kintree::FieldTest test(golden.at("scale").get<std::string>());
  const Json& state = golden.at("state");
  std::vector<V6> f_ext;
  for (std::size_t i = 1; i < state.at("f_ext").size(); ++i)
    f_ext.push_back(vector<V6>(state.at("f_ext")[i]));
  const VX qdd = foreign::forward_dynamics<S>(
      bodies(golden.at("model")), vector<V3>(golden.at("model").at("gravity")), vector<VX>(state.at("q")),
      vector<VX>(state.at("v")), vector<VX>(state.at("tau")), f_ext, planted);
  const VX exact = vector<VX>(golden.at("answers").at("qdd"));
  if (!test.doubt().empty()) return test.doubt();
  if (qdd.size() != exact.size() || qdd.size() == 0) return "another number of accelerations";
  for (Eigen::Index k = 0; k < qdd.size(); ++k)
    if (qdd(k) != exact(k)) return "entry " + std::to_string(k + 1) + " is not equal";
  return {};
}

}  // namespace

int main(int count, char** arguments) {
  const S planted = count > 2 ? 1 + 0x1p-52 : 1.0;
  int cases = 0, wrong = 0;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1])) {
    std::ifstream file(entry.path());
    const std::string said = what_is_wrong(Json::parse(file), planted);
    ++cases;
    wrong += said.empty() ? 0 : 1;
    if (!said.empty()) std::cout << entry.path().filename().string() << ": " << said << '\n';
  }
  std::cout << wrong << " of " << cases << " cases are wrong\n";
  return cases > 0 && wrong == 0 ? 0 : 1;
}
