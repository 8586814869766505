// Makes a program of the line protocol (reference/protocol.md) from a library's reader of URDF. The class is
// Reader(const Tree&, const Robot&). It has the methods of an adapter (common/adapter.hpp), its name(),
// library(), and the joints that it reads. The tree is that of the request, and is used to convert
// coordinates and forces. Everything else comes from the text of the file.
#pragma once

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/adapter.hpp"

namespace kintree::peers {

using Json = nlohmann::ordered_json;

/// A robot as a file, and how it calls the links and joints of a Tree.
struct Robot {
  std::string urdf;
  bool floating_base = false;  ///< a free joint precedes the root link; the file has none
  std::vector<std::string> links, joints;
};

inline void read_placement(const Json& json, kintree_placement& placement) {
  for (std::size_t k = 0; k < 3; ++k) {
    placement.xyz[k] = json.at("xyz")[k];
    placement.rpy[k] = json.at("rpy")[k];
  }
}

/// Reads the tree from the model of a request.
inline Tree read_tree(const Json& question) {
  static const std::vector<std::string> kinds{"fixed",     "revolute", "prismatic", "helical", "cylindrical",
                                              "universal", "planar",   "spherical", "free"};
  const Json &model = question.at("model"), &layout = question.at("layout");
  std::vector<kintree_body> bodies(1);
  for (const Json& json : model.at("bodies")) {
    const std::size_t number = bodies.size();
    kintree_body& body = bodies.emplace_back();
    const Json &joint = json.at("joint"), &inertial = json.at("inertial");
    body.parent = json.at("parent");
    body.joint = static_cast<int>(std::find(kinds.begin(), kinds.end(), joint.at("kind").get<std::string>()) -
                                  kinds.begin());
    body.first_position = layout.at("first_position")[number];
    body.first_velocity = layout.at("first_velocity")[number];
    read_placement(joint.at("placement"), body.placement);
    for (std::size_t k = 0; k < 3; ++k) {
      body.axis[k] = joint.at("axis")[k];
      body.second_axis[k] = joint.at("second_axis")[k];
    }
    body.pitch = joint.at("pitch");
    read_placement(inertial.at("origin"), body.inertia_frame);
    body.mass = inertial.at("mass");
    for (std::size_t k = 0; k < 6; ++k) body.inertia[k] = inertial.at("inertia")[k];
  }
  kintree_model all{};
  all.body_count = static_cast<int>(bodies.size()) - 1;
  all.bodies = bodies.data();
  all.nq = layout.at("nq");
  all.n = layout.at("n");
  for (std::size_t k = 0; k < 3; ++k) all.gravity[k] = model.at("gravity")[k];
  return Tree(all);
}

inline Robot read_robot(const Json& question) {
  Robot robot{question.at("urdf"), question.at("floating_base"), {}, {}};
  for (const Json& body : question.at("model").at("bodies")) {
    robot.links.push_back(body.at("name"));
    robot.joints.push_back(body.at("joint").at("name"));
  }
  return robot;
}

template <class Reader>
class ReaderProgram {
 public:
  static int serve() {
    std::cin.tie(nullptr);
    ReaderProgram program;
    for (std::string line; std::getline(std::cin, line);) {
      const Json question = Json::parse(line);
      Json answer = question.at("ask") == "describe" ? description() : program.answer(question);
      answer["id"] = question.at("id");
      std::cout << answer.dump() << std::endl;
    }
    return 0;
  }

 private:
  static Json description() {
    Json problems = Json::object();
    if constexpr (has<MassMatrix, Reader>) problems["mass_matrix"] = "B";
    if constexpr (has<InverseDynamics, Reader>) problems["inverse_dynamics"] = "B";
    if constexpr (has<ForwardDynamics, Reader>) problems["forward_dynamics"] = "B";
    return {{"kintree", 1},
            {"name", Reader::name()},
            {"citation", Reader::library()},
            {"problems", problems},
            {"numbers", {"double"}},
            {"domain", {{"joints", Reader::joints()}, {"massless_bodies", Reader::takes_massless}}},
            {"pivots", false},
            {"reads_urdf", true}};
  }

  Json answer(const Json& question) {
    try {
      if (question.at("solver") != solver_) {
        solver_ = question.at("solver");
        reader_.reset();
        why_not_ = "";
        try {
          const Tree tree = read_tree(question);
          n_ = tree.n;
          reader_ = std::make_unique<Reader>(tree, read_robot(question));
        } catch (const Refused& reason) {
          why_not_ = reason.what();
        }
      }
      if (reader_ == nullptr) return {{"unsupported", why_not_}};
      return solved(question.at("ask"), question.at("state"));
    } catch (const Refused& reason) {
      return {{"unsupported", reason.what()}};
    } catch (const Breakdown&) {
      return {{"breakdown", 0}};
    } catch (const std::exception& reason) {
      return {{"error", reason.what()}};
    }
  }

  Json solved(const std::string& problem, const Json& state) {
    using Numbers = std::vector<double>;
    const Numbers q = state.at("q"), v = state.at("v"), qdd = state.at("qdd"), tau = state.at("tau");
    Numbers f_ext;
    for (const Json& wrench : state.at("f_ext"))
      for (const Json& number : wrench) f_ext.push_back(number);
    const auto n = static_cast<std::size_t>(n_);
    if constexpr (has<MassMatrix, Reader>)
      if (problem == "mass_matrix") {
        Numbers H(n * n);
        reader_->mass_matrix(q.data(), H.data());
        Json rows = Json::array();
        for (std::size_t k = 0; k < n; ++k)
          rows.push_back(Numbers(H.data() + static_cast<std::size_t>(k) * n,
                                 H.data() + static_cast<std::size_t>(k + 1) * n));
        return {{"H", rows}};
      }
    Numbers result(n);
    if constexpr (has<InverseDynamics, Reader>)
      if (problem == "inverse_dynamics") {
        reader_->inverse_dynamics(q.data(), v.data(), qdd.data(), f_ext.data(), result.data());
        return {{"tau", result}};
      }
    if constexpr (has<ForwardDynamics, Reader>)
      if (problem == "forward_dynamics") {
        reader_->forward_dynamics(q.data(), v.data(), tau.data(), f_ext.data(), result.data());
        return {{"qdd", result}};
      }
    throw Refused("it does not solve this");
  }

  Json solver_;
  std::unique_ptr<Reader> reader_;
  std::string why_not_;
  int n_ = 0;
};

}  // namespace kintree::peers
