// The tics of a logarithmic axis, and numbers as they are printed.
#include "axis.hpp"

#include "plot.hpp"
#include "record_plots.hpp"
#include "support.hpp"
#include "typography.hpp"

namespace kintree::report::test {
namespace {

Axis axis(double low, double high) {
  Axis axis;
  axis.include(low);
  axis.include(high);
  axis.close(0.0);
  return axis;
}

BOOST_AUTO_TEST_CASE(powers_of_ten_are_as_many_as_fit) {
  const std::string all = axis(1e-3, 1e2).powers(6), some = axis(1e2, 1e9).powers(4);
  for (const char* tic : {"'10⁻³' -3", "'10⁻¹' -1", "'10²' 2"}) BOOST_TEST(contains(all, tic), tic);
  BOOST_TEST(count(all, "' ") == 6u);
  BOOST_TEST(some == "('10²' 2, '10⁴' 4, '10⁶' 6, '10⁸' 8)");
}

BOOST_AUTO_TEST_CASE(an_axis_of_one_value_has_a_length) {
  Axis one;
  one.include(10);
  one.close({});
  BOOST_TEST(one.powers(6) == "('10¹' 1, '10²' 2)");
}

// Zero and infinity have lanes of their own, beyond the axis: a fourteenth of its length.
BOOST_AUTO_TEST_CASE(lanes_are_outside) {
  Axis a;
  for (const double value : {1.0, 1e14, 0.0, infinity}) a.include(value);
  a.close(0.0);
  BOOST_TEST(a.edges() == (std::vector<double>{-0.5, 14.5}));
  BOOST_TEST(a.place(0) == -1);
  BOOST_TEST(a.place(infinity) == 15);
  BOOST_TEST(axis(1, 1e14).edges().empty());
}

BOOST_AUTO_TEST_CASE(counts_are_denser_on_a_short_axis) {
  const auto tics = [](const Axis& axis) {
    std::string result;
    for (const int value : {1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000})
      if (contains(axis.counts(), "'" + std::to_string(value) + "' "))
        result.append(std::to_string(value) + " ");
    return result;
  };
  BOOST_TEST(tics(axis(1, 100)) == "1 2 5 10 20 50 100 ");
  BOOST_TEST(tics(axis(1, 1000)) == "1 3 10 30 100 300 1000 ");
  BOOST_TEST(
      axis(1e8, 1e10).counts() ==
      "('100000000' 8, '200000000' 8.30103, '500000000' 8.69897, '1000000000' 9, '2000000000' 9.30103, "
      "'5000000000' 9.69897, '10000000000' 10)");
}

/// Around their n, where the mark of sigma is.
BOOST_AUTO_TEST_CASE(plugins_stand_side_by_side) {
  std::vector<Record> records;
  RecordRanges ranges;
  for (const char* plugin : {"a", "b", "c"}) {
    records.push_back(judged(plugin, Problem::mass_matrix, a_case("chain", 1), Verdict::A, 1e-15));
    ranges.include(records.back());
  }
  ranges.close();
  ProblemPanels panels(Problem::mass_matrix, ranges);
  for (const Record& record : records) panels.add(record);
  const std::string script = panels.error().script;
  const auto place = [&](const std::string& block) {
    const std::string head = "$" + block + " << EOD\n";
    return std::stod(script.substr(script.find(head) + head.size()));
  };
  const double apart = place("plugin1") - place("plugin0");
  BOOST_TEST(place("plugin1") == place("sigma"));
  BOOST_TEST(apart > 0);
  BOOST_TEST(place("plugin2") - place("plugin1") == apart, boost::test_tools::tolerance(1e-2));
}

BOOST_AUTO_TEST_CASE(prose_has_powers_of_ten) {
  BOOST_TEST(in_prose(3.04e-10) == "3.0·10⁻¹⁰");
  BOOST_TEST(in_prose(4e16) == "4.0·10¹⁶");
  BOOST_TEST(in_prose(29) == "29");
}

BOOST_AUTO_TEST_CASE(numbers_are_compact) {
  const auto check = [](double value, const char* text) { BOOST_TEST(compact(value) == text); };
  check(123456, "1.2e+05");
  check(999.4, "999");
  check(999.6, "1.0e+03");
  check(9.96, "10");
  check(9.94, "9.9");
  check(2.34, "2.3");
  check(0.996, "1.0");
  check(0.994, "0.99");
  check(0.00996, "0.01");
  check(0.00994, "9.9e-03");
  check(0.0123, "0.012");
  check(0.001, "1.0e-03");
  check(-12, "-12");
}

}  // namespace
}  // namespace kintree::report::test
