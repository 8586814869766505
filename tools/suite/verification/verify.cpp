#include "suite/verification/verify.hpp"

#include "kintree/oracle/dynamics.hpp"
#include "suite/field/entry.hpp"
#include "suite/verification/examination.hpp"
#include "suite/verification/images.hpp"
#include "suite/verification/rounded.hpp"

namespace kintree::suite {

namespace {

/// Index 0 means a vector, or that there is no entry.
std::string in_words(const Case& c, Index kind, int index, const char* otherwise) {
  if (index == 0) return "";
  if (kind == Index::force || kind == Index::velocity)
    return "joint '" + oracle::joint_of_coordinate(c.model, index) + "'";
  if (kind == Index::forces) {
    const int n = Layout(c.model).n, first = (index - 1) / n + 1, second = (index - 1) % n + 1;
    return in_words(c, Index::force, first, otherwise) + " and " +
           in_words(c, Index::force, second, otherwise);
  }
  return otherwise + std::to_string(index);
}

}  // namespace

std::string entry_name(const Case& c, Problem problem, int row, int column, std::size_t output) {
  const Quantity& of = outputs(problem)[output];
  const bool is_square = of.rows == of.columns && of.rows != Index::twist;
  const std::string first = in_words(c, of.rows, row, "row "),
                    second = is_square && column == row ? "" : in_words(c, of.columns, column, "column ");
  const std::string entry = first +
                            (first.empty() || second.empty() ? ""
                             : is_square                     ? " against "
                                                             : ", ") +
                            second;
  const bool is_one_of_several = info(problem).is_unique() && outputs(problem).size() > 1 && !entry.empty();
  return (is_one_of_several ? std::string(of.name) + ": " : "") + entry;
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
  r.worst = entry_name(c, f.problem, j.row, j.column, j.output);
  r.command = repeat + " --plugin " + r.plugin + " --problem " + std::string(name(f.problem));
  return r;
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
    const Request related = asked.about(transformed->problems);
    if (related.plugins.empty()) continue;
    Examination image = examine(transformed->image, related);
    std::optional<Examination> from;
    if (transformed->from) from.emplace(examine(*transformed->from, related));
    relate(image, from ? *from : given, c, *transformed, *t);
    append(records, image, transformed->image, repeat + " --transformation " + std::string(t->name));
  }
  return records;
}

report::Record judge_answer(const Case& c, const Plugin& plugin, Problem problem) {
  return as_record(examine_once(c, plugin, problem), c, {});
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
