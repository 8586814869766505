// Slips in reading the parts of a file beside the model, and in the order of the answer's rows.
#pragma once

#include "kintree/trees/known_mistakes.hpp"
#include "suite/vectors/robots.hpp"

namespace kintree::suite::vectors {

struct FileMistake {
  std::string_view name;
  std::string_view description;  ///< as of a KnownMistake
  /// `c` is the case of the file and the state. It may be read without mistakes.
  Misreading (*misread)(const Robot& robot, const Case& c);
};

const std::vector<FileMistake>& file_slips();

/// The coordinates 1..n of the model as functions of the coordinates that follow no other: a matrix, and an
/// offset.
struct Following {
  std::vector<int> free;               ///< coordinates, from 1, that follow no other
  std::vector<std::vector<double>> G;  ///< n rows
  std::vector<double> offset;          ///< n
};

/// A wrong reading of the joint that a joint follows.
struct MimicMistake {
  std::string_view name;
  std::string_view description;
  Mimic (*read)(const Mimic& given);
  bool one_level = false;  ///< only the first multiplier and offset of a chain of followers are used
};
const std::vector<MimicMistake>& mimic_slips();

/// `slip` may be null.
Following following(const Robot& robot, const Model& model, const MimicMistake* slip);

}  // namespace kintree::suite::vectors
