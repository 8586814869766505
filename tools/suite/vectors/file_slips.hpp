// Slips in reading what stands in a file beside the model, and in the order of the answer's rows.
#pragma once

#include "kintree/trees/slips.hpp"
#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {

struct FileSlip {
  std::string_view name;
  std::string_view description;  ///< as of a Slip
  /// `c` is what the file and the state say. It may be read as it is.
  Misreading (*misread)(const Robot& robot, const Case& c);
};

const std::vector<FileSlip>& file_slips();

/// By coordinate 1..n of the model: what it is of the coordinates that follow no other, and an offset.
struct Following {
  std::vector<int> free;               ///< coordinates, from 1, that follow no other
  std::vector<std::vector<double>> G;  ///< n rows
  std::vector<double> offset;          ///< n
};

/// Another reading of what a joint follows.
struct MimicSlip {
  std::string_view name;
  std::string_view description;
  Mimic (*read)(const Mimic& given);
  bool one_level = false;  ///< what is beyond the first joint that it follows passes its position on as it is
};
const std::vector<MimicSlip>& mimic_slips();

/// `slip` may be null.
Following following(const Robot& robot, const Model& model, const MimicSlip* slip);

}  // namespace kintree::suite::vectors
