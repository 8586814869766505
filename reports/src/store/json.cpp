#include "kintree/report/json.hpp"

#include <ostream>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "store/leaf_json.hpp"

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
    out << separator << as_text(object(row));
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
  out << "{\"run\": " << as_text(object(store.run(run)));
  write_lists(store, run, out, static_cast<const RunRows*>(nullptr));
  out << "}\n";
}

namespace {

/// The templates for all types of rows. Other files of the library call these instances.
template <class... T>
auto json_functions(const std::tuple<T...>*) {
  return std::tuple{static_cast<Json (*)(const T&)>(as_json<T>)...,
                    static_cast<Json (*)(const std::vector<T>&)>(as_json<T>)..., &from_json<T>...,
                    &JsonArrayWriter::add<T>...};
}
[[gnu::used]] const auto json_instances =
    std::tuple{json_functions(static_cast<const RunRows*>(nullptr)),
               json_functions(static_cast<const std::tuple<Run>*>(nullptr))};

}  // namespace
}  // namespace kintree::report
