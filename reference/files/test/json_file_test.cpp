#include "kintree/files/json_file.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "refused.hpp"

using namespace kintree;
using kintree::test::check_refused;

namespace {

template <class Read>
std::string reason(Read&& read) {
  try {
    read();
  } catch (const nlohmann::json::exception& error) {
    return json_reason(error);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_file)

BOOST_AUTO_TEST_CASE(json_text_is_parsed_to_its_value) {
  BOOST_TEST(parse_json(R"({"b": [1, {"a": null}], "a": {"a": 0.1}})").dump() ==
             R"({"b":[1,{"a":null}],"a":{"a":0.1}})");
}

BOOST_AUTO_TEST_CASE(json_text_is_rejected_at_line_and_column) {
  check_refused([] { parse_json(""); }, {"line 1, column 1: not JSON: "});
  check_refused([] { parse_json("{\"a\": 1,\n \"b\" 2}"); }, {"line 2, column 6: not JSON: "});
  check_refused([] { parse_json("[1, 2"); }, {"line 1, column 6: not JSON: "});
  check_refused([] { parse_json("[1e999]"); }, {"not JSON: number overflow"});
}

BOOST_AUTO_TEST_CASE(json_text_is_rejected_if_a_key_is_repeated) {
  BOOST_TEST(reason([] { parse_json(R"({"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]})"); }) ==
             "accepted");
  BOOST_TEST(reason([] { parse_json(R"({"a": 1, "b": {"a": 2}, "a": 1})"); }) == "key 'a': appears twice");
  BOOST_TEST(reason([] { parse_json(R"([{"b": {"x": 1, "x": 1}}])"); }) == "key 'x': appears twice");
}

BOOST_AUTO_TEST_CASE(json_text_is_rejected_if_nested_too_deeply) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  BOOST_TEST(reason([&] { parse_json(nested(deepest_json)); }) == "accepted");
  BOOST_TEST(reason([&] { parse_json(nested(deepest_json + 1)); }) == "nested too deeply");
  BOOST_TEST(reason([&] { parse_json(std::string(1 << 20, '[')); }) == "nested too deeply");
}

BOOST_AUTO_TEST_CASE(json_reason_is_in_plain_words) {
  const auto json = parse_json(R"({"number": 1, "text": "x", "list": [1], "object": {}, "none": null})");
  BOOST_TEST(reason([&] { json.at("name"); }) == "key 'name' is missing");
  BOOST_TEST(reason([&] { json.at("a not found\n"); }) == "key 'a not found\\x0a' is missing");
  BOOST_TEST(reason([&] { json.at("list").at("name"); }) == "an array where an object is needed");
  BOOST_TEST(reason([&] { json.at("number").value("name", 1); }) == "a number where an object is needed");
  BOOST_TEST(reason([&] { json.at("number").get<std::string>(); }) == "a number where a string is needed");
  BOOST_TEST(reason([&] { json.at("text").get<int>(); }) == "a string where a number is needed");
  BOOST_TEST(reason([&] { json.at("none").get<bool>(); }) == "null where a boolean is needed");
  BOOST_TEST(reason([&] { json.at("object").get<std::vector<int>>(); }) ==
             "an object where an array is needed");
  BOOST_TEST(reason([&] { json.at("list").get<std::array<double, 3>>(); }) ==
             "array index 1 is out of range");
}

BOOST_AUTO_TEST_CASE(unknown_keys_are_rejected_with_the_nearest_name) {
  const auto check = [](const char* text) {
    return reason([&] { check_keys(parse_json(text), {"family", "bodies", "seed"}); });
  };
  BOOST_TEST(check("{}") == "accepted");
  BOOST_TEST(check(R"({"seed": 1, "family": ""})") == "accepted");
  BOOST_TEST(
      check(R"({"seed": 1, "bodys": 2})") ==
      "key 'bodys': unknown; expected 'family', 'bodies' or 'seed'; the nearest known name is 'bodies'");
  BOOST_TEST(check(R"({"foo": 1})") == "key 'foo': unknown; expected 'family', 'bodies' or 'seed'");
  BOOST_TEST(check("[]") == "an array where an object is needed");
  BOOST_TEST(check("null") == "null where an object is needed");
}

BOOST_AUTO_TEST_CASE(json_file_is_named_in_messages) {
  const TemporaryFolder folder;
  write_text_file(folder / "f.json", "{\"a\": }");
  check_refused([&] { read_json_file(folder / "f.json"); },
                {folder / "f.json", ": line 1, column 7: not JSON"});
  check_refused([&] { read_json_file(folder / "none.json"); }, {"none.json: cannot be opened"});
  write_text_file(folder / "f.json", "{\"\xff\": 1}");
  check_refused([&] { read_json_file(folder / "f.json"); }, {"f.json: line 1: bytes that are not UTF-8"});
  write_text_file(folder / "f.json", "[1]");
  BOOST_TEST(read_json_file(folder / "f.json").dump() == "[1]");
}

BOOST_AUTO_TEST_SUITE_END()
