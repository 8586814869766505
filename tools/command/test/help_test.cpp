// The texts of --help: complete, short, and with examples.
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <regex>
#include <sstream>

#include "command.hpp"

namespace {

using namespace command;

std::vector<std::string> subcommands() {
  const std::string help = kintree({"--help"}).out;
  const std::regex name("\n  ([a-z-]+)  ");
  std::vector<std::string> names;
  for (std::sregex_iterator
           at(help.begin() + static_cast<std::ptrdiff_t>(help.find("Subcommands:")), help.end(), name),
       end;
       at != end; ++at)
    names.push_back((*at)[1]);
  return names;
}

/// The help of the command and all its subcommands, without the path of the program and the number of
/// processors.
std::string whole_help() {
  std::string text = kintree({"--help"}).out;
  for (const std::string& name : subcommands()) {
    const Result r = kintree({name, "--help"});
    BOOST_TEST(r.code == 0);
    text += "\n" + r.out;
  }
  for (std::size_t at = 0; (at = text.find(KINTREE_COMMAND, at)) != std::string::npos;)
    text.replace(at, std::strlen(KINTREE_COMMAND), "kintree");
  return std::regex_replace(text, std::regex("(--jobs N)=\\d+"), "$1=N");
}

// Every option with its range and default. If one has changed, help.txt is recorded again with
// KINTREE_WRITE_HELP.
BOOST_AUTO_TEST_CASE(help_is_that_of_the_file) {
  check_lines_of(HELP_TEXT, whole_help());
}

/// A terminal of 80 columns shows each line whole. The examples use options of the subcommand.
BOOST_AUTO_TEST_CASE(help_has_short_lines_and_ends_with_examples) {
  BOOST_TEST(subcommands().size() == 18U);
  for (const std::string& name : subcommands()) {
    const std::string help = kintree({name, "--help"}).out;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
      BOOST_TEST((line.size() <= 80 || line.starts_with("Usage: ")), name << ": " << line);
    const std::size_t examples = help.find("\nExamples:\n  ");
    BOOST_TEST_REQUIRE(examples != std::string::npos, name);
    const std::regex option("--[a-z-]+");
    for (std::sregex_iterator at(help.begin() + static_cast<std::ptrdiff_t>(examples), help.end(), option),
         end;
         at != end; ++at)
      BOOST_TEST(help.find("\n  " + at->str() + " ") < examples, name << ": " << at->str());
  }
}

}  // namespace
