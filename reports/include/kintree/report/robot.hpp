// The findings about one robot, and the page that shows them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kintree/model/joint_kind.hpp"
#include "kintree/model/model.hpp"
#include "kintree/model/verdict.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree::report {

/// Content of a robot's file that is suspicious, or that takes no part in the dynamics.
struct FileFinding {
  enum Kind { suspicious, ignored };
  Kind kind = suspicious;
  std::size_t line = 0;  ///< of the file, or 0
  std::string element;   ///< "link 'foot'", or empty for the whole file
  std::string problem;   ///< with the value
  std::string remedy;    ///< may be empty

  friend bool operator==(const FileFinding&, const FileFinding&) = default;
};

/// A body of the tree, with the joint that moves it. Bodies are numbered as in Model, 0 being the base.
struct RobotBody {
  std::string name, joint;
  JointKind kind = JointKind::fixed;
  int parent = 0;
  double mass = 0;                    ///< [kg]
  std::vector<double> armature = {};  ///< by coordinate of the joint [kg, kg m^2], or empty
};

/// The accuracy that answers can have in one configuration.
struct RobotCondition {
  double condition = std::numeric_limits<double>::quiet_NaN();  ///< κ of H, as in Record
  std::map<Problem, double> sigma;            ///< inherent uncertainty of the answer, relative
  std::map<Problem, std::string> unanswered;  ///< why there is no σ
  int dependent_row = 0;  ///< the first constraint row, from 1, that is a combination of others, or 0
};

/// A state of the robot. The texts are JSON.
struct RobotConfiguration {
  std::string name;  ///< "zero", "random 1"
  std::string
      options;  ///< of a command that reads the robot in this state: "--model arm.urdf --state out/state_1.json"
  std::string state;    ///< as a state file
  std::string answers;  ///< the output of `kintree solve`, or empty
  RobotCondition condition;
};

/// The digits that one algorithm keeps in one scalar, over several states.
struct KeptDigits {
  int answers = 0;  ///< that were judged; a breakdown counts, and has no digits
  double median = std::numeric_limits<double>::quiet_NaN();
  double fewest = std::numeric_limits<double>::quiet_NaN();
  std::optional<Verdict> worst;
  int failed = 0;      ///< answers below the promise
  std::string reason;  ///< of the first failure, or why there are no answers
};

/// One algorithm for one problem, on this robot.
struct RobotAlgorithm {
  std::string plugin, citation;
  Problem problem{};
  bool is_checked = false;  ///< equal to the exact answer in the finite field
  KeptDigits in_double, in_float;
  std::optional<std::int64_t> operations;  ///< of one answer: multiplications, additions, divisions and roots
  std::int64_t depth = 0;                  ///< the longest chain of operations that wait for each other
  std::string not_counted;                 ///< why operations are not counted

  /// True if it answers this robot with at least half of the digits, and nothing failed.
  bool is_usable() const {
    return in_double.answers > 0 && in_double.failed == 0 && in_double.worst <= Verdict::C;
  }
};

struct RobotStudy {
  std::string version, command;
  std::string bench;       ///< the command that times the algorithms
  std::string file;        ///< as messages name it
  std::string name;        ///< of the robot
  std::uint64_t seed = 1;  ///< of the first random state; the next ones count on
  std::vector<RobotBody> bodies;
  int degrees_of_freedom = 0, depth = 0;
  std::vector<std::string> constraint_rows;  ///< by row: constraint, and rx, ry, rz, x, y or z
  Triple gravity{};
  std::vector<std::string> coordinates;    ///< by degree of freedom: joint, and the number within it
  std::vector<int> expanded_parent;        ///< λᵉ(1..n); entry 0 is unused
  std::vector<std::string> end_effectors;  ///< links
  std::vector<FileFinding> findings;
  std::vector<RobotConfiguration> configurations;
  std::vector<RobotAlgorithm> algorithms;  ///< by problem, as listed; then by operations
};

/// The usable algorithm with the fewest operations, or nullptr.
const RobotAlgorithm* cheapest(const RobotStudy& study, Problem problem);
/// The usable algorithm that keeps the most digits in the worst state, or nullptr. If several keep as many, to a tenth, it
/// is the cheapest of them.
const RobotAlgorithm* most_accurate(const RobotStudy& study, Problem problem);

/// The exact values as JSON: the states, and the answers of `kintree solve` to them.
std::string robot_values(const RobotStudy& study);

/// The name of the file of a configuration, in the folder of the page.
std::string state_file_name(std::size_t configuration);

/// The page: one HTML file without references to others.
std::string robot_page(const RobotStudy& study);

/// Writes index.html, values.json and state_K.json for each configuration. They appear together and complete, or not at
/// all. The folder is created. InputError if it cannot be written.
void write_robot_page(const RobotStudy& study, const std::filesystem::path& folder);

}  // namespace kintree::report
