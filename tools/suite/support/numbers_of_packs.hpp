#pragma once

#include <boost/align/aligned_allocator.hpp>
#include <vector>

namespace kintree::suite {

/// Numbers with the alignment of the widest pack [64 bytes], so that a plugin may read and write packs in
/// place.
template <class S>
using NumbersOfPacks = std::vector<S, boost::alignment::aligned_allocator<S, 64>>;

}  // namespace kintree::suite
