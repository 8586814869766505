// kintree reproduce: its output, and the input that it rejects.
#define BOOST_TEST_MODULE reproduce
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <tuple>

#include "command.hpp"

using namespace command;
using Json = nlohmann::json;

namespace {

const std::filesystem::path testdata = KINTREE_TESTDATA;
/// The papers whose measurements are compared with the recorded ones. The tests `reproduce` and unit.reproduce.all_papers run all. The latter has
/// the label long.
std::vector<std::string> papers() {
  if (std::getenv("KINTREE_ALL_PAPERS") == nullptr) return {"wensing_2012", "fijany_featherstone_2013"};
  return {"featherstone_2005", "wensing_2012", "fijany_featherstone_2013", "yamane_nakamura_2002",
          "jain_1991"};
}

Json parsed(const std::filesystem::path& path) {
  std::ifstream file(path);
  return Json::parse(file);
}

/// The claims or the curves of one paper. A curve has the name of its figure, which begins with that of the author.
Json of_paper(const Json& list, const std::string& paper) {
  const std::string author = paper.substr(1, paper.find('_') - 1);
  Json result = Json::array();
  for (const Json& entry : list)
    if (entry.contains("paper") ? entry.at("paper") == paper
                                : entry.at("figure").get<std::string>().find(author) == 1)
      result.push_back(entry);
  return result;
}

/// The output of the command for a paper whose file was changed.
template <class Change>
Result with_changed(const std::string& paper, Change&& change, const std::vector<std::string>& more = {}) {
  const Scratch folder;
  for (const char* name : {"topologies", "robots"})
    std::filesystem::create_directory_symlink(testdata / name, folder.path(name));
  std::filesystem::create_directory(folder.path("papers"));
  Json json = parsed(testdata / "papers" / (paper + ".json"));
  change(json.at("claims"), json.at("missing"));
  std::ofstream(folder.path("papers/" + paper + ".json")) << json;
  setenv("KINTREE_TESTDATA", folder.path("").c_str(), 1);
  std::vector<std::string> arguments{"reproduce", paper};
  arguments.insert(arguments.end(), more.begin(), more.end());
  Result r = kintree(arguments);
  unsetenv("KINTREE_TESTDATA");
  return r;
}

/// The words of the table's column that begins at the place of this heading, one blank between them: a cell that is wrapped is in it as it
/// was. Each character of the table takes one place, or none where it is a combining mark.
std::string column(const std::string& out, const std::string& heading, std::size_t width) {
  std::istringstream lines(out);
  std::string text, line;
  for (std::size_t from = std::string::npos; std::getline(lines, line);) {
    if (const auto at = line.find("  " + heading); line.starts_with("verdict") && at != std::string::npos)
      from = at + 2;
    std::string part;
    std::size_t place = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
      const auto byte = static_cast<unsigned char>(line[at]);
      const bool goes_on =
          (byte & 0xc0U) == 0x80U || byte == 0xccU;  // combining marks of the claims are U+03xx
      if (!goes_on) ++place;
      if (place > from && place <= from + width) part += line[at];
    }
    std::istringstream words(part);
    for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(reproduce_prints_a_table_of_claims) {
  const Scratch folder;
  const Result r = kintree({"reproduce", "yamane_nakamura_2002", "--json", folder.path("claims.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  const Json json = parsed(folder.path("claims.json"));
  BOOST_TEST(json.at("claims").size() == 13u);
  BOOST_TEST(json.at("missing").size() == 6u);
  BOOST_TEST(json.at("errata").size() == 9u);
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
    for (const auto& [part, heading, width] : {std::tuple("where", "where", 15),
                                               {"claim", "claim", 40},
                                               {"theirs", "printed", 22},
                                               {"ours", "ours", 26}})
      BOOST_TEST(column(r.out, heading, width).find(claim.at(part).get<std::string>()) != std::string::npos);
  }
  for (const Json& missing : json.at("missing"))
    for (const char* part : {"paper", "where", "claim", "reason"})
      BOOST_TEST(!missing.at(part).get<std::string>().empty());
  BOOST_TEST(r.out.find(", 6 not measured: all accepted") != std::string::npos);
  BOOST_TEST(r.out.find("\nagrees: ours is what the paper prints; lower: ") != std::string::npos, r.out);
  for (const char* heading : {"\nclaims that are not measured\n", "\nerrata of the paper\n"})
    BOOST_TEST(r.out.find(heading) != std::string::npos, r.out);
  BOOST_TEST(r.out.find("that the papers print, 3 claims (3 agrees) derived from what they print") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_figure_has_what_the_paper_prints) {
  const Scratch folder;
  const Result r = kintree({"reproduce", "featherstone_2005", "--json", folder.path("claims.json")});
  BOOST_TEST_REQUIRE(r.code == 0, r.out + r.err);
  BOOST_TEST(r.out.find("errata of the paper") == std::string::npos, r.out);
  const Json json = parsed(folder.path("claims.json"));
  Json printed;
  for (const Json& curve : json.at("curves"))
    if (curve.at("figure") == "Featherstone 2005, Fig. 7") printed[curve.at("name")] = curve.at("y");
  BOOST_TEST(printed.at("CRBA + LTDL + RNEA, quoted") == Json({6476 + 5597.0, 14555 + 11756.0}));
  BOOST_TEST(printed.at("ABA, quoted") == Json({5544 + 5054.0, 5346 + 4883.0}));
}

/// Less by one in the last digit that is not zero; of zero, one.
std::string another(std::string text) {
  if (const auto at = text.find_last_of("123456789"); at != std::string::npos)
    --text[at];
  else if (const auto zero = text.find('0'); zero != std::string::npos)
    text[zero] = '1';
  return text;
}

// The file was written by `kintree reproduce --json`, and is recorded again if an algorithm's count has
// changed. Errors are those of one compiler, so only the words of claims about them are compared. The
// measurement does not depend on the claim. If the claim is a number, or a count that ours is not below,
// another digit is rejected.
BOOST_AUTO_TEST_CASE(reproduce_measures_the_recorded_claims) {
  const Json then = parsed(testdata / "measured_claims.json");
  const std::regex number("[0-9][0-9./ma+% ]*");
  const auto without_errors = [](const Json& claim) {
    const std::string id = claim.at("id"), ours = claim.at("ours");
    const bool of_errors = id.starts_with("accuracy_") || id.starts_with("residual_") || id == "reordered";
    return of_errors ? ours.substr(ours.find(' ')) : ours;
  };
  for (const std::string& paper : papers()) {
    const Scratch folder;
    const auto change = [](Json& all, Json&) {
      for (Json& claim : all) claim["theirs"] = another(claim.at("theirs"));
    };
    BOOST_TEST(with_changed(paper, change, {"--json", folder.path("claims.json")}).code == 1);
    const Json now = parsed(folder.path("claims.json")), claims = of_paper(then.at("claims"), paper);
    BOOST_TEST_REQUIRE(now.at("claims").size() == claims.size());
    for (std::size_t k = 0; k < claims.size(); ++k) {
      const Json &claim = now.at("claims")[k], &was = claims[k];
      BOOST_TEST_CONTEXT(paper << " " << claim.at("id")) {
        BOOST_TEST(claim.at("id") == was.at("id"));
        BOOST_TEST(without_errors(claim) == without_errors(was));
        // Another compiler rounds differently. The mean of 1000 logarithms, whose deviation is below 1, may
        // differ by three standard errors, and the largest of 200 errors by a decade.
        const auto error = [](const Json& of) { return std::stod(of.at("ours").get<std::string>()); };
        if (without_errors(was) != was.at("ours"))
          BOOST_TEST(std::abs(std::log(error(claim) / error(was))) <=
                     (claim.at("id") == "reordered" ? std::log(10) : 3 / std::sqrt(1000)));
        BOOST_TEST(claim.at("apart") == was.at("apart"));
        if (was.at("verdict") == "agrees" && std::regex_match(was.at("theirs").get<std::string>(), number))
          BOOST_TEST(claim.at("verdict") == "DISAGREES");
      }
    }
    BOOST_TEST(now.at("curves") == of_paper(then.at("curves"), paper));
  }
}

/// A claim that is not so, a finding that has become untrue, and one that nothing measures.
BOOST_AUTO_TEST_CASE(reproduce_refuses_what_is_not_so) {
  const auto with = [](const auto& change) { return with_changed("yamane_nakamura_2002", change); };
  const Result all_to_be_had = with([](Json&, Json& missing) { missing.clear(); });
  BOOST_TEST(all_to_be_had.code == 0);
  BOOST_TEST(all_to_be_had.out.find("not measured\n") == std::string::npos, all_to_be_had.out);
  const Result wrong = with([](Json& claims, Json&) { claims[0]["theirs"] = "2"; });
  BOOST_TEST(wrong.code == 1);
  BOOST_TEST(wrong.out.find("DISAGREES") != std::string::npos);
  const Result stale = with([](Json& claims, Json&) { claims[0]["finding"] = "for some reason"; });
  BOOST_TEST(stale.code == 1);
  BOOST_TEST(stale.out.find("\nAGREES, ") != std::string::npos);
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
