// Rows as JSON objects, by their lists of fields.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kintree/report/store.hpp"

namespace kintree::report {

/// Enumerators by name, a missing value as null. JSON has neither NaN nor infinity: both are null.
template <Row T>
nlohmann::ordered_json as_json(const T& row);
template <Row T>
nlohmann::ordered_json as_json(const std::vector<T>& rows);

/// Null is NaN. InputError that names the field if one is missing or is not what it should be.
template <Row T>
T from_json(const nlohmann::ordered_json& json);

/// Writes every row of a run as one JSON object: {"run": {...}, "records": [...], "power": [...], ...}, a list for each type of row,
/// none of which is kept.
void write_json(Store& store, std::int64_t run, std::ostream& out);

/// Writes rows as a JSON array, one after the other, without keeping them. The file appears under its name when
/// publish() is called, or not at all; "-" is the standard output, where rows appear at once. InputError, naming the
/// file, if it cannot be written.
class JsonArrayWriter {
 public:
  explicit JsonArrayWriter(const std::filesystem::path& file);
  ~JsonArrayWriter();
  JsonArrayWriter(JsonArrayWriter&&) noexcept;
  JsonArrayWriter& operator=(JsonArrayWriter&&) noexcept;

  template <Row T>
  void add(const T& row);
  /// Ends the array.
  void publish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kintree::report
