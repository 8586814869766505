// kintree reproduce: what it says, and what it refuses.
#define BOOST_TEST_MODULE reproduce
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

BOOST_AUTO_TEST_CASE(reproduce_says_theirs_and_ours) {
  const Scratch folder;
  const Result r = kintree({"reproduce", "yamane_nakamura_2002", "--json", folder.path("claims.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  std::ifstream file(folder.path("claims.json"));
  const Json json = Json::parse(file);
  BOOST_TEST(json.at("claims").size() == 11u);
  BOOST_TEST(json.at("missing").size() == 6u);
  BOOST_TEST(json.at("errata").size() == 4u);
  BOOST_TEST(json.at("curves").size() == 6u);
  // Fig. 6 has chains of 2 to 16 joints, Fig. 7 has 2 to 12 end links on one, all joints of three degrees of freedom.
  for (const Json& curve : json.at("curves")) {
    const bool serial = curve.at("figure") == "Yamane & Nakamura 2002, Fig. 6";
    Json n;
    for (int joints = serial ? 2 : 3; joints <= (serial ? 16 : 13); ++joints) n.push_back(3.0 * joints);
    BOOST_TEST(curve.at("x") == n);
  }
  for (const Json& claim : json.at("claims")) {
    BOOST_TEST(claim.at("accepted") == true);
    BOOST_TEST(r.out.find(claim.at("ours").get<std::string>()) != std::string::npos);
  }
  for (const Json& missing : json.at("missing"))
    for (const char* part : {"paper", "where", "claim", "reason"}) {
      BOOST_TEST(!missing.at(part).get<std::string>().empty());
      BOOST_TEST(r.out.find(missing.at(part).get<std::string>()) != std::string::npos);
    }
  BOOST_TEST(r.out.find(", 6 not to be had: all accepted") != std::string::npos);
  for (const Json& erratum : json.at("errata"))
    BOOST_TEST(r.out.find(erratum.at("printed").get<std::string>()) != std::string::npos);
  BOOST_TEST(r.out.find("that the papers print, 1 claim (1 agrees) derived from what they print") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_figure_has_what_the_paper_prints) {
  const Scratch folder;
  const Result r = kintree({"reproduce", "featherstone_2005", "--json", folder.path("claims.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  std::ifstream file(folder.path("claims.json"));
  const Json json = Json::parse(file);
  Json printed;
  for (const Json& curve : json.at("curves"))
    if (curve.at("figure") == "Featherstone 2005, Fig. 7") printed[curve.at("name")] = curve.at("y");
  BOOST_TEST(printed.at("CRBA + LTDL + RNEA, quoted") == Json({6476 + 5597.0, 14555 + 11756.0}));
  BOOST_TEST(printed.at("ABA, quoted") == Json({5544 + 5054.0, 5346 + 4883.0}));
}

/// A claim that is not so, a finding that has become untrue, and one that nothing measures.
BOOST_AUTO_TEST_CASE(reproduce_refuses_what_is_not_so) {
  const Scratch folder;
  const std::filesystem::path papers = folder.path("papers");
  std::filesystem::create_directories(papers);
  const std::string name = "yamane_nakamura_2002.json";
  const std::filesystem::path source = std::filesystem::path(KINTREE_TESTDATA) / "papers" / name;
  const auto with = [&](const auto& change) {
    std::ifstream in(source);
    Json json = Json::parse(in);
    change(json.at("claims"), json.at("missing"));
    std::ofstream(papers / name) << json;
    setenv("KINTREE_TESTDATA", folder.path("").c_str(), 1);
    Result r = kintree({"reproduce", "yamane_nakamura_2002"});
    unsetenv("KINTREE_TESTDATA");
    return r;
  };
  BOOST_TEST(with([](Json&, Json&) {}).code == 0);
  const Result wrong = with([](Json& claims, Json&) { claims[0]["theirs"] = "2"; });
  BOOST_TEST(wrong.code == 1);
  BOOST_TEST(wrong.out.find("DISAGREES") != std::string::npos);
  const Result stale = with([](Json& claims, Json&) { claims[0]["finding"] = "for some reason"; });
  BOOST_TEST(stale.code == 1);
  BOOST_TEST(stale.out.find("AGREES, listed as a finding") != std::string::npos);
  const Result heard = with([](Json& claims, Json&) { claims[0]["source"] = "heard"; });
  BOOST_TEST(heard.code == 2);
  BOOST_TEST(heard.err.find("'heard', neither 'quoted' nor 'derived'") != std::string::npos);
  const Result unknown = with([](Json& claims, Json&) { claims[0]["id"] = "nonsense"; });
  BOOST_TEST(unknown.code == 2);
  BOOST_TEST(unknown.err.find("nonsense") != std::string::npos);
  BOOST_TEST(with([](Json& claims, Json&) { claims.erase(0); }).code == 2);
  for (const char* part : {"id", "where", "claim", "reason"}) {
    const Result empty = with([&](Json&, Json& missing) { missing[0][part] = ""; });
    BOOST_TEST(empty.code == 2);
    BOOST_TEST(empty.err.find("its id, where, claim and reason must not be empty") != std::string::npos);
    BOOST_TEST(with([&](Json&, Json& missing) { missing[0].erase(part); }).code == 2);
  }
  const Result twice = with([](Json& claims, Json& missing) { missing[0]["id"] = claims[0]["id"]; });
  BOOST_TEST(twice.code == 2);
  BOOST_TEST(twice.err.find("stands there twice") != std::string::npos);
}
