#include <array>

#include "kintree/files/json_file.hpp"
#include "suite/execution/enumerator.hpp"
#include "suite/execution/protocol.hpp"

namespace kintree::suite {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 2> shape_names{"any_tree", "serial_chain"};
constexpr std::array<std::string_view, 2> factor_form_names{"LtDL", "LDLt"};

constexpr std::array<std::string_view, 4> promise_names{"A", "B", "C", "D"};

Claim claim_of(const std::string& name, const Json& json) {
  const auto problem = kintree::problem(name);
  if (!problem)
    throw InputError("unknown problem " + in_quotes(name) +
                     "; there are: " + listing(problem_names, [](std::string_view p) { return p; }));
  Claim claim{.problem = *problem, .promise = Verdict::B, .cost = ""};
  const auto promise = [](const Json& letter) {
    return enumerator<Verdict>("promise", letter, promise_names);
  };
  if (json.is_string()) {
    claim.promise = promise(json);
    return claim;
  }
  check_keys(json, {"promise", "less", "cost", "by_refinement"});
  claim.promise = promise(json.at("promise"));
  claim.cost = json.value("cost", "");
  claim.by_refinement = json.value("by_refinement", false);
  if (json.contains("less"))
    for (const auto& [family, letter] : checked_object(json.at("less")).items())
      claim.less.emplace_back(family, promise(letter));
  return claim;
}

Json claim_as_json(const Claim& claim) {
  Json json{{"promise", name(claim.promise)}, {"cost", claim.cost}};
  if (claim.by_refinement) json["by_refinement"] = true;
  for (const auto& [family, promised] : claim.less) json["less"][family] = name(promised);
  return json;
}

}  // namespace

bool ProgramDescription::answers(Numbers numbers) const {
  return numbers == Numbers::doubles  ? description.built_for(Scalar::double_precision)
         : numbers == Numbers::floats ? description.built_for(Scalar::single_precision)
                                      : in_field;
}

std::string describe_question(std::uint64_t id) {
  return Json{{"kintree", protocol_version}, {"id", id}, {"ask", "describe"}}.dump();
}

Json as_json(const ProgramDescription& of) {
  const Description& d = of.description;
  Json problems = Json::object(), numbers = Json::array(), joints = Json::array();
  for (const Claim& claim : d.claims) problems[std::string(name(claim.problem))] = claim_as_json(claim);
  for (const Numbers n : {Numbers::doubles, Numbers::floats, Numbers::field})
    if (of.answers(n)) numbers.push_back(numbers_names[static_cast<std::size_t>(n)]);
  for (const JointKind kind : d.domain.joints) joints.push_back(info(kind).name);
  return {{"kintree", protocol_version},
          {"name", d.name},
          {"citation", d.citation},
          {"problems", problems},
          {"numbers", numbers},
          {"domain",
           {{"shape", shape_names[static_cast<std::size_t>(d.domain.shape)]},
            {"joints", joints},
            {"massless_bodies", d.domain.massless_bodies},
            {"quaternions", d.domain.quaternions},
            {"armature", d.domain.armature}}},
          {"factor_form", factor_form_names[static_cast<std::size_t>(d.factor_form)]},
          {"factors_the_model", d.factors_the_model},
          {"pivots", d.has_pivots},
          {"nested_roots", d.nested_roots},
          {"approximates", d.approximates},
          {"reads_urdf", of.reads_urdf}};
}

ProgramDescription description_from_json(const Json& json) {
  try {
    if (json.contains("ask")) throw InputError("it repeats the question instead of describing itself");
    check_keys(json, {"kintree", "id", "name", "citation", "problems", "numbers", "domain", "pivots",
                      "factor_form", "factors_the_model", "nested_roots", "approximates", "reads_urdf"});
    if (const Json& version = json.at("kintree"); version != protocol_version)
      throw InputError("it speaks version " + printable(version.dump(-1, ' ', true), 60) +
                       " of the protocol, not " + std::to_string(protocol_version));
    ProgramDescription result;
    Description& d = result.description;
    d.name = json.at("name");
    if (d.name.empty() || printable(d.name) != d.name) throw InputError("its name is empty or not printable");
    d.citation = printable(json.value("citation", ""));
    for (const auto& [problem, claim] : checked_object(json.at("problems")).items())
      d.claims.push_back(claim_of(problem, claim));
    if (d.claims.empty()) throw InputError("it solves no problem");
    for (const Json& entry : json.contains("numbers") ? json.at("numbers") : Json::array({"double"}))
      switch (enumerator<Numbers>("kind of numbers", entry, numbers_names)) {
        case Numbers::doubles:
          d.scalars.push_back(Scalar::double_precision);
          break;
        case Numbers::floats:
          d.scalars.push_back(Scalar::single_precision);
          break;
        case Numbers::field:
          result.in_field = true;
          break;
      }
    d.domain.quaternions = false;
    if (json.contains("domain")) {
      const Json& domain = json.at("domain");
      check_keys(domain, {"shape", "joints", "massless_bodies", "quaternions", "armature"});
      if (domain.contains("shape"))
        d.domain.shape = enumerator<Domain::Shape>("shape of trees", domain.at("shape"), shape_names);
      if (domain.contains("joints")) {
        d.domain.joints.clear();
        for (const Json& entry : domain.at("joints")) {
          const auto kind = joint_kind(entry.get<std::string>());
          if (!kind) throw InputError("unknown joint kind " + in_quotes(entry.get<std::string>()));
          d.domain.joints.push_back(*kind);
        }
      }
      d.domain.massless_bodies = domain.value("massless_bodies", true);
      d.domain.quaternions = domain.value("quaternions", false);
      d.domain.armature = domain.value("armature", false);
    }
    if (json.contains("factor_form"))
      d.factor_form = enumerator<FactorForm>("form of factors", json.at("factor_form"), factor_form_names);
    d.factors_the_model = json.value("factors_the_model", false);
    d.has_pivots = json.value("pivots", true);
    d.nested_roots = json.value("nested_roots", false);
    d.approximates = json.value("approximates", false);
    result.reads_urdf = json.value("reads_urdf", false);
    if (result.reads_urdf && result.in_field)
      throw InputError("it reads URDF, whose numbers are not those of the field");
    return result;
  } catch (const Json::exception& bad) {
    throw InputError("its description: " + json_reason(bad));
  }
}

}  // namespace kintree::suite
