#include "kintree/files/model_json.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kintree/files/json_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"

namespace kintree {
namespace {

using Json = nlohmann::ordered_json;

/// Writes numbers as they are, or as `number` converts them.
class Writer {
 public:
  explicit Writer(const NumberAsJson& number) : number_(number) {}

  Json operator()(double x) const { return number_ ? number_(x) : Json(x); }
  template <class Range>
  Json list(const Range& numbers) const {
    Json result = Json::array();
    for (const double x : numbers) result.push_back((*this)(x));
    return result;
  }
  Json operator()(const Placement& p) const {
    if (has_quaternion(p)) return {{"xyz", list(p.xyz)}, {"quaternion", list(p.quaternion)}};
    return {{"xyz", list(p.xyz)}, {"rpy", list(p.rpy)}};
  }

 private:
  const NumberAsJson& number_;
};

// The library's own conversions cut whole numbers off, take true for 1, and overlook what is left of a list.

double real(const Json& json) {
  if (!json.is_number()) throw InputError("no number: " + printable(json.dump(-1, ' ', true), 60));
  return json.get<double>();
}

int whole(const Json& json) {
  const bool fits = json.is_number_unsigned()
                        ? std::in_range<int>(json.get<std::uint64_t>())
                        : json.is_number_integer() && std::in_range<int>(json.get<std::int64_t>());
  if (!fits) throw InputError("no whole number: " + printable(json.dump(-1, ' ', true), 60));
  return json.get<int>();
}

void read_list(const Json& json, double* first, std::size_t count) {
  if (!json.is_array() || json.size() != count)
    throw InputError("no list of " + std::to_string(count) +
                     " numbers: " + printable(json.dump(-1, ' ', true), 60));
  std::transform(json.begin(), json.end(), first, real);
}

template <std::size_t count>
std::array<double, count> reals(const Json& json) {
  std::array<double, count> result{};
  read_list(json, result.data(), count);
  return result;
}

Placement placement(const Json& json) {
  if (json.contains("quaternion")) {
    check_keys(json, {"xyz", "quaternion"});
    const auto quaternion = reals<4>(json.at("quaternion"));
    if (quaternion == Quadruple{}) throw InputError("the quaternion is zero");
    return {.xyz = reals<3>(json.at("xyz")), .rpy = {}, .quaternion = quaternion};
  }
  check_keys(json, {"xyz", "rpy"});
  return {.xyz = reals<3>(json.at("xyz")), .rpy = reals<3>(json.at("rpy"))};
}

Body body(const Json& json) {
  check_keys(json, {"name", "parent", "joint", "inertial"});
  const Json &joint = json.at("joint"), &inertial = json.at("inertial");
  check_keys(joint, {"name", "kind", "placement", "axis", "second_axis", "pitch", "armature"});
  check_keys(inertial, {"origin", "mass", "inertia"});
  const std::string kind = joint.at("kind");
  if (!joint_kind(kind)) throw InputError("unknown joint kind " + in_quotes(kind));
  const auto I = reals<6>(inertial.at("inertia"));
  std::array<double, 6> armature{};
  if (joint.contains("armature")) {
    const auto count = static_cast<std::size_t>(info(*joint_kind(kind)).velocities);
    if (joint.at("armature").size() != count)
      throw InputError("armature has " + std::to_string(joint.at("armature").size()) + " numbers, not " +
                       std::to_string(count));
    read_list(joint.at("armature"), armature.data(), count);
  }
  return {.name = json.at("name"),
          .parent = whole(json.at("parent")),
          .joint = {.name = joint.at("name"),
                    .kind = *joint_kind(kind),
                    .placement = placement(joint.at("placement")),
                    .axis = reals<3>(joint.at("axis")),
                    .second_axis = reals<3>(joint.at("second_axis")),
                    .pitch = real(joint.at("pitch")),
                    .armature = armature},
          .inertial = {.origin = placement(inertial.at("origin")),
                       .mass = real(inertial.at("mass")),
                       .ixx = I[0],
                       .ixy = I[1],
                       .ixz = I[2],
                       .iyy = I[3],
                       .iyz = I[4],
                       .izz = I[5]}};
}

const Json& list(const Json& owner, const char* key) {
  const Json& value = owner.at(key);
  if (!value.is_array()) throw InputError(std::string(key) + " is no list");
  return value;
}

Constraint constraint(const Json& json) {
  if (json.contains("coupling")) {
    check_keys(json, {"name", "body", "relative_to", "coupling"});
    const Json& coupling = json.at("coupling");
    check_keys(coupling, {"multiplier", "offset"});
    return {.name = json.at("name"),
            .frame = {whole(json.at("body")), {}},
            .relative_to = whole(json.at("relative_to")),
            .coupling = Coupling{real(coupling.at("multiplier")), real(coupling.at("offset"))}};
  }
  check_keys(json, {"name", "body", "pose", "relative_to", "rows"});
  Constraint result{.name = json.at("name"),
                    .frame = {whole(json.at("body")), placement(json.at("pose"))},
                    .relative_to = whole(json.at("relative_to"))};
  const Json& rows = list(json, "rows");
  if (rows.size() != result.rows.size()) throw InputError("rows is no list of 6 truth values");
  std::transform(rows.begin(), rows.end(), result.rows.begin(),
                 [](const Json& row) { return row.get<bool>(); });
  return result;
}

/// Returns the result of `read`. JSON that it cannot read is reported as InputError, with `what` in front.
template <class Read>
auto reading(const std::string& what, Read&& read) {
  try {
    return read();
  } catch (const InputError& bad) {
    throw InputError(what + ": " + bad.what());
  } catch (const Json::exception& bad) {
    throw InputError(what + ": " + json_reason(bad));
  }
}

}  // namespace

Json model_as_json(const Model& model, const NumberAsJson& number) {
  const Writer write(number);
  Json bodies = Json::array();
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const Inertial& I = body.inertial;
    Json joint{{"name", body.joint.name},
               {"kind", std::string(info(body.joint.kind).name)},
               {"placement", write(body.joint.placement)},
               {"axis", write.list(body.joint.axis)},
               {"second_axis", write.list(body.joint.second_axis)},
               {"pitch", write(body.joint.pitch)}};
    if (has_armature(body.joint)) {
      const auto begin = body.joint.armature.begin();
      joint["armature"] = write.list(std::vector(begin, begin + info(body.joint.kind).velocities));
    }
    Json inertial{{"origin", write(I.origin)},
                  {"mass", write(I.mass)},
                  {"inertia", write.list(std::array{I.ixx, I.ixy, I.ixz, I.iyy, I.iyz, I.izz})}};
    bodies.push_back(
        {{"name", body.name}, {"parent", body.parent}, {"joint", joint}, {"inertial", inertial}});
  }
  Json result{{"name", model.name}, {"gravity", write.list(model.gravity)}, {"bodies", bodies}};
  for (const Constraint& c : model.constraints) {
    Json entry{{"name", c.name}, {"body", c.frame.body}};
    if (!c.coupling) entry["pose"] = write(c.frame.pose);
    entry["relative_to"] = c.relative_to;
    if (c.coupling)
      entry["coupling"] = {{"multiplier", write(c.coupling->multiplier)},
                           {"offset", write(c.coupling->offset)}};
    else
      entry["rows"] = c.rows;
    result["constraints"].push_back(entry);
  }
  return result;
}

Json state_as_json(const State& state, const NumberAsJson& number) {
  const Writer write(number);
  Json f_ext = Json::array(), end_effectors = Json::array();
  for (const Wrench& wrench : state.f_ext) f_ext.push_back(write.list(wrench));
  for (const EndEffector& e : state.end_effectors)
    end_effectors.push_back({{"body", e.body}, {"pose", write(e.pose)}});
  Json result{{"q", write.list(state.q)},     {"v", write.list(state.v)}, {"qdd", write.list(state.qdd)},
              {"tau", write.list(state.tau)}, {"f_ext", f_ext},           {"end_effectors", end_effectors}};
  if (!state.gamma.empty())
    result["gamma"] = write.list(state.gamma), result["restitution"] = write(state.restitution);
  return result;
}

Json layout_as_json(const Model& model) {
  const Layout layout(model);
  return {{"nq", layout.nq},
          {"n", layout.n},
          {"first_position", layout.first_position},
          {"first_velocity", layout.first_velocity}};
}

Model model_from_json(const Json& json) {
  return reading("model", [&] {
    check_keys(json, {"name", "gravity", "bodies", "constraints"});
    Model model;
    model.name = json.at("name");
    model.gravity = reals<3>(json.at("gravity"));
    for (const Json& entry : list(json, "bodies")) {
      model.bodies.push_back(body(entry));
      if (const int parent = model.bodies.back().parent; parent < 0 || parent >= model.body_count())
        throw InputError("body " + std::to_string(model.body_count()) + " does not follow its parent");
    }
    if (json.contains("constraints"))
      for (const Json& entry : list(json, "constraints"))
        model.constraints.push_back(
            reading("constraint " + std::to_string(model.constraints.size() + 1), [&] {
              Constraint c = constraint(entry);
              for (const int on : {c.frame.body, c.relative_to})
                if (on < 0 || on > model.body_count())
                  throw InputError("no body " + std::to_string(on) + "; expected 0 to " +
                                   std::to_string(model.body_count()));
              return c;
            }));
    return model;
  });
}

State state_from_json(const Json& json, const Model& model) {
  return reading("state", [&] {
    check_keys(json, {"q", "v", "qdd", "tau", "f_ext", "end_effectors", "gamma", "restitution"});
    const Layout layout(model);
    State state;
    const auto numbers = [&](const char* key, std::vector<double>& to, int length) {
      const Json& from = list(json, key);
      if (from.size() != static_cast<std::size_t>(length))
        throw InputError(std::string(key) + " has " + std::to_string(from.size()) + " numbers, not " +
                         std::to_string(length));
      to.resize(from.size());
      read_list(from, to.data(), to.size());
    };
    numbers("q", state.q, layout.nq);
    numbers("v", state.v, layout.n);
    numbers("qdd", state.qdd, layout.n);
    numbers("tau", state.tau, layout.n);
    state.gamma.resize(static_cast<std::size_t>(layout.constraint_rows));
    if (json.contains("gamma")) numbers("gamma", state.gamma, layout.constraint_rows);
    if (json.contains("restitution")) state.restitution = real(json.at("restitution"));
    for (const Json& wrench : list(json, "f_ext")) state.f_ext.push_back(reals<6>(wrench));
    if (state.f_ext.size() != model.bodies.size())
      throw InputError("f_ext has " + std::to_string(state.f_ext.size()) + " rows, not " +
                       std::to_string(model.bodies.size()) + ": one for the base and one for each body");
    for (const Json& entry : list(json, "end_effectors")) {
      check_keys(entry, {"body", "pose"});
      const int body = whole(entry.at("body"));
      if (body < 0 || body > model.body_count()) throw InputError("an end-effector on no body");
      state.end_effectors.push_back({body, placement(entry.at("pose"))});
    }
    return state;
  });
}

}  // namespace kintree
