#include <algorithm>
#include <set>

#include "data/typography.hpp"
#include "page/page_data.hpp"

namespace kintree::report {
namespace {

PageData of(Problem problem) {
  return PageData("problem", std::string(name(problem)));
}

PageData float_section(const std::vector<FloatDigits>& rows, const std::set<std::string>& plugins) {
  std::int64_t cases = 0, failed = 0;
  std::map<Problem, std::vector<FloatDigits>> by_problem;
  for (const FloatDigits& r : rows) {
    cases += r.cases;
    failed += r.failed;
    by_problem[r.problem].push_back(r);
  }
  PageList tables;
  for (const auto& [problem, of_it] : by_problem) {
    PageData table = as_data(without_columns(float_digits_table(of_it), {"problem"}), plugins);
    table["problem"] = std::string(name(problem));
    tables.push_back(std::move(table));
  }
  PageData data("float_tables", tables);
  data["answers"] = grouped(cases);
  data["below"] = failed == 0 ? "none below its promise" : grouped(failed) + " below their promise";
  return data;
}

}  // namespace

namespace {

/// As in oracles/src/mechanics/norm.hpp.
std::string norm_of(const Quantity& output) {
  const std::string symbol(output.symbol);
  const bool is_letter = symbol.size() == 1;
  const std::string X = is_letter ? symbol : "X", is = is_letter ? "" : ", X = " + symbol;
  if (output.is_vector() && (output.rows == Index::force || output.rows == Index::velocity))
    return "‖Δ" + symbol + "‖ / ‖" + symbol + "‖ in the " + (output.rows == Index::force ? "H⁻¹" : "H") +
           "-norm" + (output == quantity::x ? ", Hx = b" : "");
  if (output.is_metric()) return "max |Δ" + X + "ᵢⱼ| / √(" + X + "ᵢᵢ" + X + "ⱼⱼ)" + is;
  if (output.rows == Index::velocity && output.symmetry != Symmetry::symmetric)
    return "max ‖Δxᵣ‖ / ‖xᵣ‖ in the H-norm, xᵣ the columns of " + symbol;
  if (output.rows == Index::constraint_force)
    return output.is_vector() ? "‖Δ" + symbol + "‖ / ‖" + symbol + "‖ in the KH⁻¹Kᵀ-norm"
                              : "max ‖Δxᵣ‖ / ‖xᵣ‖ in the KH⁻¹Kᵀ-norm, xᵣ the columns of " + symbol;
  return "max |Δ" + X + "ᵢⱼ| / sᵢsⱼ relative to max |" + X + "ᵢⱼ| / sᵢsⱼ" + is;
}

}  // namespace

std::string norm_of(Problem problem) {
  std::string text;
  for (const Quantity& output : compared_outputs(problem))
    text += (text.empty() ? "" : "; ") + norm_of(output);
  return text;
}

void set_accuracy(PageData& page, const Summary& summary, const Measurements& measured) {
  page["error"] = summary.all.judged() > 0;
  PageList problems;
  for (const Problem problem : summary.problems) problems.push_back(of(problem));
  page["problems"] = problems;
  if (!measured.float_digits.empty())
    page["float_digits"] = float_section(measured.float_digits, summary.plugins);
}

}  // namespace kintree::report
