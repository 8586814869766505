// Slips in reading the parts of a file beside the model, and in the order of the answer's rows.
#pragma once

#include "kintree/trees/slips.hpp"
#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {

struct FileSlip {
  std::string_view name;
  std::string_view description;  ///< as of a Slip
  /// `c` is the case of the file and the state. It may be read without mistakes.
  Misreading (*misread)(const Robot& robot, const Case& c);
};

const std::vector<FileSlip>& file_slips();

/// The coordinates 1..n of the model as functions of the coordinates that follow no other: a matrix, and an
/// offset.
struct Following {
  std::vector<int> free;               ///< coordinates, from 1, that follow no other
  std::vector<std::vector<double>> G;  ///< n rows
  std::vector<double> offset;          ///< n
};

/// A wrong reading of the joint that a joint follows.
struct MimicSlip {
  std::string_view name;
  std::string_view description;
  Mimic (*read)(const Mimic& given);
  bool one_level = false;  ///< only the first multiplier and offset of a chain of followers are used
};
const std::vector<MimicSlip>& mimic_slips();

/// `slip` may be null.
Following following(const Robot& robot, const Model& model, const MimicSlip* slip);

}  // namespace kintree::suite::vectors
