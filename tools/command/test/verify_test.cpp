// kintree verify: its records, the domains and promises of plugins, and how failures are shown.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

BOOST_AUTO_TEST_CASE(verify_writes_records_that_a_script_can_read) {
  const Scratch folder;
  const Result r = command::kintree({"verify", "--plugin", "aba", "--plugin", "crba", "--family", "chain",
                                     "--trees", "5", "--bodies", "6", "--json", folder.path("records.json")});
  BOOST_TEST(r.code == 0);
  const Json records = json_of(folder.path("records.json"));
  BOOST_TEST(records.size() == 10);  // two plugins, one problem each, five trees
  for (const Json& record : records) {
    BOOST_TEST(record.at("passed").get<bool>());
    BOOST_TEST(record.at("alpha").is_number());
    BOOST_TEST(record.at("certified_digits").get<int>() >= 25);
  }
}

BOOST_AUTO_TEST_CASE(verify_in_float_says_so_in_every_record) {
  const Scratch folder;
  const Result r = command::kintree({"verify", "--scalar", "float", "--plugin", "aba", "--trees", "5",
                                     "--bodies", "6", "--json", folder.path("records.json")});
  BOOST_TEST(r.code == 0);
  for (const Json& record : json_of(folder.path("records.json"))) {
    BOOST_TEST(record.at("format") == "float");
    BOOST_TEST(record.at("case").get<std::string>().ends_with("/float"));
    BOOST_TEST(record.at("command").get<std::string>().find(" --scalar float") != std::string::npos);
    BOOST_TEST(record.at("error").get<double>() > 1e-9);
    BOOST_TEST(record.at("sigma").get<double>() > 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_records_whatever_the_threads) {
  const Scratch folder;
  const std::vector<std::string> base{"verify", "--trees",  "12",      "--bodies", "4",        "--seed",
                                      "77",     "--plugin", "aba",     "--plugin", "crba",     "--plugin",
                                      "efpa",   "--plugin", "refined", "--plugin", "coriolis", "--json"};
  auto one = base, two = base;
  one.insert(one.end(), {folder.path("1.json"), "--jobs", "1"});
  two.insert(two.end(), {folder.path("2.json"), "--jobs", "2"});
  BOOST_TEST(command::kintree(one).code == 0);
  BOOST_TEST(command::kintree(two).code == 0);
  BOOST_TEST((json_of(folder.path("1.json")) == json_of(folder.path("2.json"))));
}

/// A plugin for spherical joints alone also gets trees of spherical joints, and reports the reason why it
/// does not get others. In addition to eleven trees of each kind there is the case that was hunted.
BOOST_AUTO_TEST_CASE(plugins_of_a_narrow_domain_are_asked_within_it) {
  const Result r = command::kintree({"verify", "--plugin", "armstrong", "--trees", "11", "--bodies", "6"});
  BOOST_TEST(r.code == 0);
  BOOST_TEST(r.out.find("unsupported: armstrong forward_dynamics: ") != std::string::npos);
  BOOST_TEST(r.out.find("outside the domain") != std::string::npos);
  BOOST_TEST(r.out.find("23 cases") != std::string::npos);
  BOOST_TEST(r.out.find("seeds 1 to 11 and 11 with the joint kinds of one plugin's domain and 1 hunted") !=
             std::string::npos);
}

/// The algorithm is proved right all the same, but its answers are useless: verdict D, below the promise.
/// (The test divide_and_conquer.sign_flip checks that a wrong formula is wrong.)
BOOST_AUTO_TEST_CASE(digits_that_are_lost_are_told_from_a_wrong_formula) {
  const Scratch out;
  const Result r = command::kintree(with_plugin(
      {"verify", "--trees", "10", "--json", out.path("records.json")}, LOSES_DIGITS_LIBRARY, "loses_digits"));
  BOOST_TEST(r.code == 1, r.out + r.err);
  const Json records = json_of(out.path("records.json"));
  BOOST_TEST(records.size() == 10);
  for (const Json& record : records) {
    BOOST_TEST(record.at("verdict").get<std::string>() == "D");
    BOOST_TEST(record.at("right").get<std::string>() == "proved");
    BOOST_TEST(!record.at("passed").get<bool>());
    BOOST_TEST(record.at("reason").get<std::string>() == "beyond_bounds");
  }
}

/// Slides that carry links that are nearly points: inverse inertias are lost, but H does not contain them.
/// The promise for such a robot is lower than for the same slides with inertia.
BOOST_AUTO_TEST_CASE(less_is_promised_for_links_that_are_nearly_points) {
  const Scratch folder;
  const auto verdict = [&](const std::string& moment) {
    std::ostringstream slides;
    slides << R"(<robot name="slides"><link name="body0"/>)";
    for (int i = 1; i <= 4; ++i)
      slides << "<link name=\"body" << i
             << R"("><inertial><origin xyz="0.5 0.1 0"/><mass value="1"/><inertia ixx=")" << moment
             << R"(" iyy=")" << moment << R"(" izz=")" << moment
             << R"(" ixy="0" ixz="0" iyz="0"/></inertial></link>)"
             << "<joint name=\"joint" << i << "\" type=\"prismatic\"><parent link=\"body" << i - 1
             << "\"/><child link=\"body" << i
             << R"("/><origin xyz="1 0 0" rpy="0.3 0.7 0"/><axis xyz="0 1 1"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>)";
    slides << "</robot>";
    const Result r =
        command::kintree({"verify", "--model", folder.write("slides.urdf", slides.str()), "--plugin",
                          "divide_and_conquer", "--trees", "10", "--json", folder.path("records.json")});
    BOOST_TEST(r.code == 0, r.out);
    std::set<std::string> promised;
    for (const Json& record : json_of(folder.path("records.json")))
      promised.insert(record.at("promise").get<std::string>());
    BOOST_TEST_REQUIRE(promised.size() == 1);
    return *promised.begin();
  };
  BOOST_TEST(verdict("1e-7") == "D");
  BOOST_TEST(verdict("1e-2") == "C");
}

BOOST_AUTO_TEST_CASE(verify_stops_at_the_first_failure_if_asked) {
  const std::vector<std::string> requested{"verify", "--trees", "5", "--bodies", "4", "--jobs", "1"};
  const Result all = command::kintree(with_plugin(requested, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(all.code == 1);
  BOOST_TEST(says(all.out, "\n5 cases, 5 verdicts, "), all.out);
  BOOST_TEST(!says(all.out, "stopped"), all.out);
  BOOST_TEST(!says(all.out, "more failures"), all.out);
  auto many = requested;
  many[2] = "23";
  const Result most = command::kintree(with_plugin(many, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(says(most.out,
                  "\n  the same in 22 more cases: complete-1, grid-2, erdos_renyi-3, small_world-4, "
                  "power_law-5, recursive-6, chain-7, ...\n23 cases, "),
             most.out);
  auto fast = requested;
  fast.push_back("--fail-fast");
  const Result first = command::kintree(with_plugin(fast, ONE_ULP_LIBRARY, "one_ulp"));
  BOOST_TEST(first.code == 1);
  BOOST_TEST(says(first.out, "\nstopped at the first failure, after 1 of 5 cases, 1 verdict, "), first.out);
}

/// The smallest wrong answer shows a mistake best, wherever it is among the failures.
BOOST_AUTO_TEST_CASE(verify_explains_the_smallest_failure) {
  const Result r = command::kintree(
      with_plugin({"verify", "--family", "complete", "--bodies", "6", "--seed", "6", "--trees", "3"},
                  GRAVITY_REVERSED_LIBRARY, "gravity_reversed"));
  BOOST_TEST_REQUIRE(r.code == 1, r.out << r.err);
  int explained = 0, freedom = 0, smallest = 1000;
  std::istringstream lines(r.out);
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find(" bodies, "); says(line, "FAILED ") && at != std::string::npos) {
      freedom = std::stoi(line.substr(at + 9));
      if (freedom > 1) smallest = std::min(smallest, freedom);
    }
    if (says(line, "entries are wrong")) explained = freedom;
  }
  BOOST_TEST_REQUIRE(explained > 0, r.out);
  BOOST_TEST(explained == smallest, r.out);
}

BOOST_AUTO_TEST_CASE(a_transformation_is_asked_by_name) {
  const Scratch folder;
  const Result r =
      command::kintree({"verify", "--transformation", "mirrored", "--plugin", "crba", "--family", "chain",
                        "--bodies", "3", "--trees", "2", "--json", folder.path("records.json")});
  BOOST_TEST(r.code == 0, r.out << r.err);
  int transformed = 0;
  for (const Json& record : json_of(folder.path("records.json")))
    transformed += record.at("transformation") == "mirrored" ? 1 : 0;
  BOOST_TEST(transformed == 2);
}
