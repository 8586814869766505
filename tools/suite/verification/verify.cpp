#include "suite/verification/verify.hpp"

#include "kintree/oracle/dynamics.hpp"
#include "suite/field/entry.hpp"
#include "suite/verification/examination.hpp"
#include "suite/verification/images.hpp"
#include "suite/verification/rounded.hpp"

namespace kintree::suite {

std::string entry_name(const Case& c, Problem problem, int row, int column) {
  const Quantity& output = outputs(problem).front();
  const auto joint = [&](int k) { return "joint '" + oracle::joint_of_coordinate(c.model, k) + "'"; };
  if (output.rows == Index::twist)
    return row == 0 ? "" : "row " + std::to_string(row) + ", column " + std::to_string(column);
  if (output.columns == Index::wrench && column != 0)
    return (row == 0 ? "" : joint(row) + ", ") + std::string("column ") + std::to_string(column);
  if (row == 0) return "";
  return column == 0 || column == row ? joint(row) : joint(row) + " against " + joint(column);
}

namespace {

report::Record as_record(const Finding& f, const Case& c, const std::string& repeat) {
  const oracle::Judgement& j = f.judgement;
  report::Record r = f;
  if (f.standing != Standing::unsupported) r.verdict = j.verdict;
  r.error = j.error;
  r.sigma = j.sigma;
  r.alpha = j.alpha;
  r.limit = j.limit;
  r.backward_error = j.backward_error;
  r.certified_digits = j.certified_digits;
  r.worst = entry_name(c, f.problem, j.row, j.column);
  r.command = repeat + " --plugin " + r.plugin + " --problem " + std::string(name(f.problem));
  return r;
}

ProblemSet related_problems(const CaseImage& transformed) {
  ProblemSet problems;
  for (const auto& [problem, T] : transformed.answers) problems.insert(problem);
  return problems;
}

void append(std::vector<report::Record>& records, const Examination& e, const Case& c,
            const std::string& repeat) {
  for (const Finding& f : e.findings) records.push_back(as_record(f, c, repeat));
}

}  // namespace

std::vector<report::Record> verify_case(const Case& drawn, const Request& asked, const std::string& repeat) {
  const Case c = rounded(drawn, asked.format);
  const Examination given = examine(c, asked);
  std::vector<report::Record> records;
  append(records, given, c, repeat);
  for (const Transformation* t : asked.transformations) {
    const auto transformed = t->apply(c, c.id.seed);
    if (!transformed) continue;
    const Request related = asked.about(related_problems(*transformed));
    if (related.plugins.empty()) continue;
    Examination image = examine(transformed->image, related);
    std::optional<Examination> from;
    if (transformed->from) from.emplace(examine(*transformed->from, related));
    relate(image, from ? *from : given, c, *transformed, *t);
    append(records, image, transformed->image, repeat + " --transformation " + std::string(t->name));
  }
  return records;
}

std::optional<Case> transformed_again(const Case& c, const std::string& transformation) {
  if (transformation.empty()) return c;
  const Transformation* t = kintree::transformation(transformation);
  if (t == nullptr) return {};
  auto transformed = t->apply(c, c.id.seed);
  if (!transformed) return {};
  return std::move(transformed->image);
}

}  // namespace kintree::suite
