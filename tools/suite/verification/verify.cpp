#include "suite/verification/verify.hpp"

#include "suite/verification/examination.hpp"
#include "suite/verification/images.hpp"
#include "suite/verification/rounded.hpp"

namespace kintree::suite {

namespace {

void append(std::vector<report::Record>& records, std::vector<report::Record> more,
            const std::string& repeat) {
  for (report::Record& r : more) {
    r.command = repeat + " --plugin " + r.plugin + " --problem " + std::string(name(r.problem));
    records.push_back(std::move(r));
  }
}

}  // namespace

std::vector<report::Record> verify_case(const Case& drawn, const Request& requested,
                                        const std::string& repeat) {
  const Case c = rounded(drawn, requested.format);
  const Examination given = examine(c, requested);
  std::vector<report::Record> records;
  append(records, given.records, repeat);
  for (const Transformation* t : requested.transformations) {
    const auto transformed = t->apply(c, c.id.seed);
    if (!transformed) continue;
    const Request related = requested.about(transformed->problems);
    if (related.plugins.empty()) continue;
    Examination image = examine(transformed->image, related);
    std::optional<Examination> from;
    if (transformed->from) from.emplace(examine(*transformed->from, related));
    relate(image, from ? *from : given, given.proof, *transformed, *t);
    append(records, std::move(image.records), repeat + " --transformation " + std::string(t->name));
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
