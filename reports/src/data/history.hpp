// The runs of a store, one after the other.
#pragma once

#include <string>
#include <vector>

#include "data/table.hpp"
#include "kintree/report/store.hpp"

namespace kintree::report {

/// The newest that the page shows; files have all.
inline constexpr std::size_t runs_shown = 20;

/// The finished runs up to this one, the newest first: what each had judged, by verdict, and how much failed.
Table history_table(Store& store, std::int64_t run);

}  // namespace kintree::report
