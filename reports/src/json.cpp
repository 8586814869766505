#include "kintree/report/json.hpp"

#include <ostream>

#include "kintree/data/error.hpp"
#include "kintree/input/text_file.hpp"
#include "kintree/report/timing.hpp"
#include "leaf_json.hpp"

namespace kintree::report {

template <Row T>
Json as_json(const T& row) {
  return object(row);
}

template <Row T>
Json as_json(const std::vector<T>& rows) {
  return to_json_value(rows);
}

template <Row T>
T from_json(const Json& json) {
  T row;
  try {
    read_object(json, row);
  } catch (const BadField& bad) {
    throw InputError(bad.what());
  }
  return row;
}

struct JsonArrayWriter::Impl {
  explicit Impl(const std::filesystem::path& path) : file(path) {}

  TextFileWriter file;
  bool empty = true;
};

JsonArrayWriter::JsonArrayWriter(const std::filesystem::path& file) : impl_(std::make_unique<Impl>(file)) {}
JsonArrayWriter::~JsonArrayWriter() = default;
JsonArrayWriter::JsonArrayWriter(JsonArrayWriter&&) noexcept = default;
JsonArrayWriter& JsonArrayWriter::operator=(JsonArrayWriter&&) noexcept = default;

template <Row T>
void JsonArrayWriter::add(const T& row) {
  // The element as dump() would set it inside of the array. No text holds a line break: JSON escapes them.
  std::string element = object(row).dump(1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = element.find('\n'); at != std::string::npos; at = element.find('\n', at + 2))
    element.insert(at + 1, 1, ' ');
  impl_->file.stream() << (impl_->empty ? "[\n " : ",\n ") << element;
  impl_->empty = false;
}

void JsonArrayWriter::publish() {
  impl_->file.stream() << (impl_->empty ? "[]\n" : "\n]\n");
  impl_->file.publish();
}

namespace {

template <Row T>
void write_list(Store& store, std::int64_t run, std::ostream& out) {
  out << ",\n\"" << Fields<T>::table << "\": [";
  const char* separator = "\n";
  store.for_each<T>(run, [&](const T& row) {
    out << separator << object(row).dump(-1, ' ', false, Json::error_handler_t::replace);
    separator = ",\n";
  });
  out << "]";
}

template <Row... T>
void write_lists(Store& store, std::int64_t run, std::ostream& out, const std::tuple<T...>*) {
  (write_list<T>(store, run, out), ...);
}

}  // namespace

void write_json(Store& store, std::int64_t run, std::ostream& out) {
  out << "{\"run\": " << object(store.run(run)).dump(-1, ' ', false, Json::error_handler_t::replace);
  write_lists(store, run, out, static_cast<const RunRows*>(nullptr));
  out << "}\n";
}

#define KINTREE_JSON_OF(T)                         \
  template Json as_json<T>(const T&);              \
  template Json as_json<T>(const std::vector<T>&); \
  template T from_json<T>(const Json&);            \
  template void JsonArrayWriter::add<T>(const T&)

KINTREE_JSON_OF(Record);
KINTREE_JSON_OF(Run);
KINTREE_JSON_OF(PowerCurve);
KINTREE_JSON_OF(Throughput);
KINTREE_JSON_OF(LargeTree);
KINTREE_JSON_OF(SmallTreesProof);
KINTREE_JSON_OF(FieldPower);
KINTREE_JSON_OF(FloatDigits);
KINTREE_JSON_OF(PluginClaim);
KINTREE_JSON_OF(MutantScore);
KINTREE_JSON_OF(LineCoverage);
KINTREE_JSON_OF(CountedCost);
KINTREE_JSON_OF(CostGrowth);
KINTREE_JSON_OF(ReproducedClaim);
KINTREE_JSON_OF(MissingClaim);
KINTREE_JSON_OF(Erratum);
KINTREE_JSON_OF(Curve);
KINTREE_JSON_OF(Timing);

}  // namespace kintree::report
