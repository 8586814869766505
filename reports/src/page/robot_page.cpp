#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "data/table_cells.hpp"
#include "data/typography.hpp"
#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "kintree/report/robot.hpp"
#include "page/assets.hpp"
#include "page/page_data.hpp"
#include "page/robot_drawings.hpp"
#include "store/leaf_json.hpp"

namespace kintree::report {
namespace {

namespace mustache = kainjow::mustache;

/// Matrices of so many rows at most are shown on the page.
constexpr int largest_shown = 8;
/// Values of so many bytes at most are part of the page. [bytes]
constexpr std::size_t largest_embedded = 500'000;

std::vector<Problem> problems_of(const RobotStudy& study) {
  std::vector<Problem> problems;
  for (const RobotAlgorithm& a : study.algorithms)
    if (problems.empty() || problems.back() != a.problem) problems.push_back(a.problem);
  return problems;
}

std::string title(Problem problem) {
  return std::string(info(problem).title);
}

Cell digits_cell(double digits) {
  return std::isnan(digits) ? Cell(DisplayedText{"", "–"})
                            : Cell(DisplayedText{in_tenths(digits), in_tenths(digits)});
}

Cell operations_cell(const std::optional<std::int64_t>& operations) {
  return operations ? Cell(*operations) : Cell(DisplayedText{"", "–"});
}

// --- the tables ---

Table finding_table(const std::vector<FileFinding>& findings) {
  Table table{"Findings in the file",
              {{"kind"},
               {"line", Kind::label},
               {"element", Kind::prose},
               {"finding", Kind::prose},
               {"remedy", Kind::prose}},
              {}};
  for (const FileFinding& f : findings)
    table.rows.push_back(
        {{f.kind == FileFinding::ignored ? "left out" : "suspicious",
          f.line > 0 ? Cell(static_cast<std::int64_t>(f.line)) : Cell(DisplayedText{"", "–"}), f.element,
          f.problem, f.remedy}});
  return table;
}

Table choice_table(const RobotStudy& study) {
  Table table{"The cheapest and the most accurate algorithm of each problem",
              {problem,
               {"cheapest", Kind::name, "fewest operations"},
               {"operations", Kind::count},
               {"digits", Kind::decimal},
               {"float", Kind::decimal, "in float"},
               {"accurate", Kind::name, "most digits"},
               {"its operations", Kind::count, "operations"},
               {"its digits", Kind::decimal, "digits"},
               {"its float", Kind::decimal, "in float"}},
              {}};
  for (const Problem problem : problems_of(study)) {
    TableRow row{{title(problem)}};
    for (const RobotAlgorithm* a : {cheapest(study, problem), most_accurate(study, problem)}) {
      row.cells.push_back(a != nullptr ? a->plugin : "none");
      row.cells.push_back(a != nullptr ? operations_cell(a->operations) : Cell(DisplayedText{"", "–"}));
      row.cells.push_back(digits_cell(a != nullptr ? a->in_double.fewest : NAN));
      row.cells.push_back(digits_cell(a != nullptr ? a->in_float.fewest : NAN));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table condition_table(const RobotStudy& study) {
  Table table{"Conditioning by problem and state", {problem}, {{{"condition number of H"}}}};
  std::map<Problem, bool> all;
  for (const RobotConfiguration& c : study.configurations) {
    table.columns.push_back({c.name, Kind::scientific});
    const double condition = c.condition.condition;
    table.rows.front().cells.emplace_back(
        std::isnan(condition) ? DisplayedText{"", "–"} : DisplayedText{exact(condition), compact(condition)});
    for (const auto& [problem, sigma] : c.condition.sigma) all[problem] = true;
  }
  for (const auto& [problem, has_sigma] : all) {
    TableRow row{{title(problem)}};
    for (const RobotConfiguration& c : study.configurations) {
      const auto found = c.condition.sigma.find(problem);
      row.cells.emplace_back(or_dash(found == c.condition.sigma.end() ? NAN : found->second));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table algorithm_table(const std::vector<RobotAlgorithm>& algorithms) {
  Table table{
      "The algorithms for the problem",
      {{"algorithm", Kind::name},
       {"operations", Kind::count},
       {"longest chain", Kind::count, {}, Where::everywhere, "Operations that must wait for each other"},
       {"worst verdict"},
       {"fewest digits", Kind::decimal, {}, Where::everywhere, "In the worst state"},
       {"typical digits", Kind::decimal, {}, Where::everywhere, "The median of the states"},
       {"verdict in float"},
       {"digits in float", Kind::decimal, {}, Where::everywhere, "In the worst state"},
       {"equal in the field",
        Kind::text,
        {},
        Where::everywhere,
        "Equal to the exact answer in a finite field"},
       {"paper", Kind::prose},
       {"remarks", Kind::prose}},
      {}};
  for (const RobotAlgorithm& a : algorithms) {
    std::string remarks = a.in_double.reason;
    if (a.in_float.reason != remarks && !a.in_float.reason.empty() && a.in_double.answers > 0)
      remarks += (remarks.empty() ? "in float: " : "; in float: ") + a.in_float.reason;
    if (a.in_double.answers > 0 && !a.not_counted.empty())
      remarks += (remarks.empty() ? "" : "; ") + std::string("operations: ") + a.not_counted;
    const auto verdict = [](const KeptDigits& kept) {
      DisplayedText cell = kept.worst ? verdict_chip(kept.worst) : DisplayedText{"", "–"};
      if (kept.failed > 0) cell.remark = "✗ " + std::to_string(kept.failed) + " failed";
      return cell;
    };
    table.rows.push_back({{a.plugin, operations_cell(a.operations),
                           a.operations ? Cell(a.depth) : Cell(DisplayedText{"", "–"}), verdict(a.in_double),
                           digits_cell(a.in_double.fewest), digits_cell(a.in_double.median),
                           verdict(a.in_float), digits_cell(a.in_float.fewest),
                           a.is_checked              ? DisplayedText{"yes", "yes", "yes"}
                           : a.in_double.answers > 0 ? DisplayedText{"no", "no", "soft"}
                                                     : DisplayedText{"", "–"},
                           a.citation, remarks}});
  }
  return table;
}

/// A matrix, or a vector as a column. Rows and columns have names.
PageData matrix_data(const std::string& name, const Json& matrix, const std::vector<std::string>& row_names,
                     const std::vector<std::string>& column_names) {
  Table table{name, {{"row", Kind::text}}, {}};
  for (const std::string& column : column_names) table.columns.push_back({column, Kind::label});
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    TableRow row{{row_names[i]}};
    const auto add = [&](const Json& x) { row.cells.emplace_back(exact(x.get<double>())); };
    if (matrix[i].is_array())
      for (const Json& x : matrix[i]) add(x);
    else
      add(matrix[i]);
    table.rows.push_back(std::move(row));
  }
  PageData data = as_data(table);
  data["sortable"] = false;
  data["matrix_name"] = name;
  return data;
}

// --- the sections ---

std::string lead_of(const RobotStudy& study) {
  double mass = 0;
  for (std::size_t i = 1; i < study.bodies.size(); ++i) mass += study.bodies[i].mass;
  std::string text = plural(static_cast<std::int64_t>(study.bodies.size()) - 1, "link") + " on the base, " +
                     std::to_string(study.degrees_of_freedom) + " degrees of freedom, " + compact(mass) +
                     " kg";
  if (!study.constraint_rows.empty())
    text += ", " + plural(std::ssize(study.constraint_rows), "constraint row");
  const bool floats = study.bodies.size() > 1 && study.bodies[1].kind == JointKind::free;
  return text + (floats ? ". The robot floats." : ". The base is fixed.");
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

void set_findings(PageData& page, const RobotStudy& study) {
  page["findings"] = false;
  if (study.findings.empty()) return;
  const auto left_out = std::count_if(study.findings.begin(), study.findings.end(),
                                      [](const FileFinding& f) { return f.kind == FileFinding::ignored; });
  PageData data = as_data(finding_table(study.findings));
  data["findings_lead"] =
      plural(static_cast<std::int64_t>(study.findings.size()) - left_out, "suspicious element") + ", and " +
      plural(left_out, "element") +
      " left out of the model. Everything else in the file is used or has no effect on the dynamics.";
  page["findings"] = std::move(data);
}

/// A note for each reason why there is no answer, with the problems and the states that share it.
PageList unanswered_notes(const RobotStudy& study) {
  std::map<std::pair<Problem, std::string>, std::vector<std::string>> states;
  for (const RobotConfiguration& c : study.configurations)
    for (const auto& why : c.condition.unanswered) states[why].push_back(c.name);
  std::map<std::pair<std::string, std::vector<std::string>>, std::vector<std::string>> problems;
  for (const auto& [why, names] : states) problems[{why.second, names}].emplace_back(title(why.first));
  PageList notes;
  for (const auto& [why, titles] : problems) {
    PageData note("problems", joined(titles));
    note["states"] = why.second.size() == study.configurations.size()
                         ? std::string("any state")
                         : (why.second.size() == 1 ? "state " : "states ") + joined(why.second);
    note["reason"] = why.first;
    notes.push_back(std::move(note));
  }
  return notes;
}

void set_conditioning(PageData& page, const RobotStudy& study) {
  page["conditioning"] = false;
  const Table table = condition_table(study);
  if (table.rows.size() < 2) return;
  PageData data = as_data(table);
  data["unanswered"] = unanswered_notes(study);
  page["conditioning"] = std::move(data);
}

std::vector<std::string> end_effector_rows(const std::vector<std::string>& links) {
  std::vector<std::string> rows;
  for (const std::string& link : links)
    for (const char* row : {" rx", " ry", " rz", " x", " y", " z"}) rows.push_back(link + row);
  return rows;
}

/// A JSON text as the address of a file. Only these two characters end or change an address; HTML escapes the others.
std::string data_address(const std::string& json) {
  std::string text = "data:application/json;charset=utf-8,";
  for (const char c : json) {
    if (c == '%')
      text += "%25";
    else if (c == '#')
      text += "%23";
    else
      text += c;
  }
  return text;
}

PageData values_data(const RobotStudy& study, const RobotConfiguration& c) {
  const Json answers = Json::parse(c.answers);
  PageData data("state_name", c.name);
  PageList matrices;
  const std::vector<std::string> ends = end_effector_rows(study.end_effectors);
  if (study.degrees_of_freedom <= largest_shown) {
    matrices.push_back(matrix_data("H", answers.at("H"), study.coordinates, study.coordinates));
    matrices.push_back(matrix_data("C", answers.at("C"), study.coordinates, {"C"}));
  }
  const Json& osim = answers.at("lambda_inv");
  if (osim.is_array() && !osim.empty() && ends.size() <= largest_shown)
    matrices.push_back(matrix_data("JH⁻¹Jᵀ", osim, ends, ends));
  if (answers.contains("K") && study.constraint_rows.size() <= largest_shown) {
    if (study.degrees_of_freedom <= largest_shown)
      matrices.push_back(matrix_data("K", answers.at("K"), study.constraint_rows, study.coordinates));
    if (const Json lambda = answers.value("lambda", Json());
        lambda.is_array())  // they may depend on each other
      matrices.push_back(matrix_data("λ", lambda, study.constraint_rows, {"λ"}));
  }
  data["matrices"] = matrices;
  data["no_osim"] = osim.is_null();
  return data;
}

void set_values(PageData& page, const RobotStudy& study) {
  page["values"] = false;
  PageList states;
  for (const RobotConfiguration& c : study.configurations) {
    if (c.answers.empty()) continue;
    PageData data = values_data(study, c);
    data["solve"] = "kintree solve " + c.options;
    data["verify"] = "kintree verify " + c.options + " --exec COMMAND";
    states.push_back(std::move(data));
  }
  if (states.empty()) return;
  PageData data("states_with_values", states);
  data["largest"] = std::to_string(largest_shown);
  data["constrained"] = !study.constraint_rows.empty();
  const std::string values = robot_values(study);
  data["values_name"] = "values.json";
  data["values_link"] =
      values.size() > largest_embedded ? "values.json" : data_address(Json::parse(values).dump());
  page["values"] = std::move(data);
}

void set_problems(PageData& page, const RobotStudy& study) {
  PageList sections;
  for (const Problem problem : problems_of(study)) {
    std::vector<RobotAlgorithm> own;
    std::copy_if(study.algorithms.begin(), study.algorithms.end(), std::back_inserter(own),
                 [=](const RobotAlgorithm& a) { return a.problem == problem; });
    PageData section("problem_name", name_of(problem));
    section["problem_title"] = title(problem);
    section["plot"] = false;
    set_text(section, "plot", digits_plot(own));
    section["algorithms"] = as_data(algorithm_table(own));
    sections.push_back(std::move(section));
  }
  page["problems"] = sections;
}

}  // namespace

std::string robot_values(const RobotStudy& study) {
  Json json{{"format", "kintree robot 1"},
            {"version", study.version},
            {"file", study.file},
            {"robot", study.name},
            {"end_effectors", study.end_effectors},
            {"states", Json::array()}};
  for (const RobotConfiguration& c : study.configurations)
    if (!c.answers.empty())
      json["states"].push_back(
          {{"name", c.name}, {"state", Json::parse(c.state)}, {"answers", Json::parse(c.answers)}});
  return json.dump(1) + "\n";
}

std::string state_file_name(std::size_t configuration) {
  return "state_" + std::to_string(configuration) + ".json";
}

std::string robot_page(const RobotStudy& study) {
  PageData page("robot", study.name);
  page["version"] = study.version;
  page["lead"] = lead_of(study);
  page["file"] = study.file;
  page["command"] = study.command;
  page["gravity"] =
      exact(study.gravity[0]) + ", " + exact(study.gravity[1]) + ", " + exact(study.gravity[2]) + " m/s²";
  set_text(page, "ends", joined(study.end_effectors));
  page["style_sheet"] = std::string(asset("style.css"));
  page["script"] = std::string(asset("page.js"));
  set_findings(page, study);
  page["tree"] = tree_list(study.bodies);
  const Sparsity sparsity = sparsity_of(study.expanded_parent);
  page["nonzero"] = std::to_string(std::lround(100 * sparsity.share)) + " %";
  page["sparsity"] = sparsity_drawing(sparsity, study.coordinates);
  page["states"] = std::to_string(study.configurations.size() - 1);
  page["bench"] = study.bench;
  page["choice"] = as_data(choice_table(study));
  set_conditioning(page, study);
  set_values(page, study);
  set_problems(page, study);
  page["table.html"] = mustache::partial([] { return std::string(asset("table.html")); });
  mustache::mustache whole{std::string(asset("robot.html"))};
  whole.set_custom_escape(html);
  std::string text = whole.render(page);
  if (!whole.is_valid()) throw std::logic_error("robot.html: " + whole.error_message());
  return text;
}

void write_robot_page(const RobotStudy& study, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (!std::filesystem::is_directory(folder, error))
    throw InputError(message_name(folder) + ": cannot be created as a folder for the page");
  std::deque<TextFileWriter> files;
  const auto write = [&](const std::filesystem::path& file, const std::string& text) {
    files.emplace_back(file).stream() << text;
    files.back().close();
  };
  for (std::size_t k = 0; k < study.configurations.size(); ++k)
    write(folder / state_file_name(k), study.configurations[k].state);
  write(folder / "values.json", robot_values(study));
  write(folder / "index.html", robot_page(study));
  for (TextFileWriter& file : files) file.publish();
}

}  // namespace kintree::report
