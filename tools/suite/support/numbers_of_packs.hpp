#pragma once

#include <boost/align/aligned_allocator.hpp>
#include <vector>

namespace kintree::suite {

/// Aligned as the widest pack is [64 bytes], so that a plugin may read and write packs where they stand.
template <class S>
using NumbersOfPacks = std::vector<S, boost::alignment::aligned_allocator<S, 64>>;

}  // namespace kintree::suite
