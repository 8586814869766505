#include "kintree/report/timing.hpp"

#include "files/csv.hpp"

namespace kintree::report {

std::string as_csv(const std::vector<Timing>& rows) {
  std::string text = csv_heading<Timing>();
  for (const Timing& row : rows) text += csv_line(row);
  return text;
}

}  // namespace kintree::report
