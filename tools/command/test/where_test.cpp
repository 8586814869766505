// kintree verify --where: the answer that is traced, and where its digits are lost.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

BOOST_AUTO_TEST_CASE(verify_says_where_digits_are_lost) {
  const Result r = command::kintree({"verify", "--where", "--plugin", "crba_ltdl", "--family", "long_chain",
                                     "--bodies", "30", "--seed", "76", "--trees", "4"});
  BOOST_TEST(r.code == 0);
  for (const char* part :
       {"WHERE crba_ltdl forward_dynamics: case long_chain-77, alpha ", "roundings by phase: factorization ",
        "by joint: joint29 ", " digits are lost at joint29, factorization: difference of "})
    BOOST_TEST(r.out.find(part) != std::string::npos, part);
  BOOST_TEST(r.out.find(", verdict ", r.out.find("WHERE ")) < r.out.find("roundings by phase"), r.out);
}

// A program has a limit of memory, and the sanitizer maps more.
#ifndef __SANITIZE_ADDRESS__
BOOST_AUTO_TEST_CASE(where_names_programs_that_cannot_be_traced) {
  const std::string command = KINTREE_COMMAND;
  const std::string library =
      (std::filesystem::path(command).parent_path() / "plugins/kintree_plugin_crba.so").string();
  const std::string program = "'" + command + "' serve '" + library + "'";
  const Result r =
      command::kintree({"verify", "--where", "--exec", program, "--family", "chain", "--trees", "1"});
  BOOST_TEST(r.out.find("  not traced: a program reports no operations; expected a plugin in C++\n") !=
                 std::string::npos,
             r.out << r.err);
}
#endif

/// Digits are traced in the worst answer, not in the last one.
BOOST_AUTO_TEST_CASE(the_worst_answer_is_traced) {
  const Scratch folder;
  const Result r =
      command::kintree({"verify", "--where", "--plugin", "crba", "--family", "chain", "--bodies", "6",
                        "--seed", "19", "--trees", "4", "--json", folder.path("records.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  const Json records = json_of(folder.path("records.json"));
  std::vector<double> alphas;
  for (const Json& record : records) alphas.push_back(record.at("alpha"));
  BOOST_TEST_REQUIRE(alphas.size() == 4u);
  const auto worst = std::max_element(alphas.begin(), alphas.end());
  BOOST_TEST_REQUIRE((worst + 1 != alphas.end() && alphas.back() > *worst - 1));  // the last is nearly as bad
  const std::string name = records.at(static_cast<std::size_t>(worst - alphas.begin())).at("case");
  BOOST_TEST(says(r.out, "WHERE crba mass_matrix: case " + name + ", alpha "), r.out);
}

/// The verdict counts first: an answer of verdict B may have a larger alpha than one of C.
BOOST_AUTO_TEST_CASE(where_traces_the_worst_verdict) {
  const Scratch folder;
  const Result r =
      command::kintree({"verify", "--where", "--plugin", "rjk", "--family", "mass_ratio", "--bodies", "12",
                        "--trees", "9", "--json", folder.path("records.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  std::string verdict, name;
  double alpha = 0, largest = 0;
  for (const Json& record : json_of(folder.path("records.json"))) {
    if (record.at("alpha").is_null()) continue;
    largest = std::max(largest, record.at("alpha").get<double>());
    const std::pair at(record.at("verdict").get<std::string>(), record.at("alpha").get<double>());
    if (at <= std::pair(verdict, alpha)) continue;
    verdict = at.first, alpha = at.second, name = record.at("case");
  }
  BOOST_TEST_REQUIRE(alpha < largest);  // otherwise the choice does not show
  BOOST_TEST(says(r.out, "WHERE rjk inverse_osim: case " + name + ", alpha "), r.out);
}

BOOST_AUTO_TEST_CASE(a_breakdown_is_named_before_the_largest_alpha) {
  const Result r = command::kintree({"verify", "--where", "--plugin", "divide_and_conquer", "--family",
                                     "mass_ratio", "--bodies", "8", "--seed", "1", "--trees", "20"});
  BOOST_TEST_REQUIRE(r.code == 0, r.out << r.err);
  BOOST_TEST(says(r.out,
                  "WHERE divide_and_conquer forward_dynamics: case mass_ratio-5, no number to trace "
                  "(breakdown, at joint 'joint1'): a pivot is not positive\n"),
             r.out);
}
