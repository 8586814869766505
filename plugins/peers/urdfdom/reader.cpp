// urdfdom, which reads the model, while plugins of this repository solve: reader KINTREE FOLDER, the command
// and the folder of the plugins. The model of each request is replaced by the one that urdfdom reads from the
// text. A process of the plugin answers the request.
#include <urdf_parser/urdf_parser.h>

#include <boost/process.hpp>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace {

namespace process = boost::process;
using Json = nlohmann::ordered_json;

const std::map<std::string, std::string> solvers{
    {"mass_matrix", "crba"}, {"inverse_dynamics", "rnea"}, {"forward_dynamics", "aba"}};

struct Served {
  process::opstream questions;
  process::ipstream answers;
  process::child child;

  Served(const std::string& kintree, const std::string& library)
      : child(kintree, "serve", library, process::std_in<questions, process::std_out> answers) {}
};

Json placement(const urdf::Pose& pose) {
  double roll = 0, pitch = 0, yaw = 0;
  pose.rotation.getRPY(roll, pitch, yaw);
  return {{"xyz", {pose.position.x, pose.position.y, pose.position.z}}, {"rpy", {roll, pitch, yaw}}};
}

Json inertial(const urdf::Inertial* read) {
  if (read == nullptr) return {{"origin", placement({})}, {"mass", 0.0}, {"inertia", std::vector<double>(6)}};
  return {{"origin", placement(read->origin)},
          {"mass", read->mass},
          {"inertia", {read->ixx, read->ixy, read->ixz, read->iyy, read->iyz, read->izz}}};
}

std::string kind(int type) {
  switch (type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
      return "revolute";
    case urdf::Joint::PRISMATIC:
      return "prismatic";
    case urdf::Joint::FLOATING:
      return "free";
    case urdf::Joint::PLANAR:
      return "planar";
    default:
      return "fixed";
  }
}

/// Replaces the data of each body by those in the text. A free joint before the root link is not in the text
/// and stays. Returns false if urdfdom rejects the text.
bool replace_model(Json& question) {
  const auto read = urdf::parseURDF(question.at("urdf").get<std::string>());
  if (read == nullptr) return false;
  Json& bodies = question.at("model").at("bodies");
  for (Json& body : bodies) {
    const auto link = read->getLink(body.at("name").get<std::string>());
    if (link == nullptr) throw std::runtime_error("it has no link " + body.at("name").dump());
    body["inertial"] = inertial(link->inertial.get());
    const auto& joint = link->parent_joint;
    if (joint == nullptr) continue;
    Json& own = body["joint"];
    own["kind"] = kind(joint->type);
    own["placement"] = placement(joint->parent_to_joint_origin_transform);
    own["axis"] = {joint->axis.x, joint->axis.y, joint->axis.z};
    body["parent"] = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k)
      if (bodies[k].at("name") == joint->parent_link_name) body["parent"] = k + 1;
  }
  question.erase("urdf");
  question.erase("floating_base");
  question.erase("model_in_double");
  return true;
}

}  // namespace

int main(int, char** arguments) {
  const std::string kintree = arguments[1], folder = arguments[2];
  std::map<std::string, Served> served;
  for (std::string line; std::getline(std::cin, line);) {
    Json question = Json::parse(line);
    const std::string problem = question.at("ask");
    Json answer{{"id", question.at("id")}};
    if (problem == "describe") {
      answer.update(
          {{"kintree", 1},
           {"name", "urdfdom"},
           {"citation", "urdfdom " URDFDOM_VERSION ", with plugins of this repository"},
           {"problems", {{"mass_matrix", "B"}, {"inverse_dynamics", "B"}, {"forward_dynamics", "B"}}},
           {"numbers", {"double"}},
           {"domain", {{"joints", {"fixed", "revolute", "prismatic", "planar", "free"}}}},
           {"reads_urdf", true}});
    } else {
      if (!replace_model(question)) {
        answer["unsupported"] = "urdfdom refuses it";
      } else {
        const std::string& solver = solvers.at(problem);
        Served& own =
            served.try_emplace(solver, kintree, folder + "/kintree_plugin_" + solver + ".so").first->second;
        own.questions << question.dump() << std::endl;
        std::getline(own.answers, line);
        answer = Json::parse(line);
      }
    }
    std::cout << answer.dump() << std::endl;
  }
  return 0;
}
