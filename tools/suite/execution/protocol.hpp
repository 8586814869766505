// The line protocol: requests and answers, each a JSON object on one line. This is the codec of both ends.
// reference/protocol.md describes the protocol for authors of programs, with a transcript.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "kintree/field.hpp"
#include "suite/execution/urdf_program.hpp"
#include "suite/execution/worker.hpp"

namespace kintree::suite {

inline constexpr int protocol_version = 1;

/// The type of the numbers in a request and its answer.
enum class Numbers { doubles, floats, field };
inline constexpr std::array<std::string_view, 3> numbers_names{"double", "float", "field"};

// --- descriptions ---

struct ProgramDescription {
  Description description;
  bool in_field = false;    ///< it answers in the finite field
  bool reads_urdf = false;  ///< its requests also have the robot as the text of a file

  bool answers(Numbers numbers) const;
};

std::string describe_question(std::uint64_t id);
nlohmann::ordered_json as_json(const ProgramDescription& of);
/// Throws InputError that names the missing or unknown entry.
ProgramDescription description_from_json(const nlohmann::ordered_json& json);

// --- questions ---

/// The model of a solver, as text, once for all its requests. For the field it must be made at its
/// FieldPoint.
class ModelText {
 public:
  /// `urdf` is given for a program that reads URDF, and null otherwise.
  ModelText(const Model& model, Numbers numbers, std::uint64_t solver, const RobotText* urdf = nullptr);

  /// One line without its end. `H`: in the field, that of a factorization.
  std::string question(std::uint64_t id, const SolverRequest& about, const std::vector<Field>& H = {}) const;

 private:
  Numbers numbers_;
  std::uint64_t solver_;
  int n_;
  std::string text_;
};

/// A request as a program reads it.
struct ReceivedRequest {
  nlohmann::ordered_json id;
  std::optional<Problem> problem;  ///< nothing: it is to describe itself
  Numbers numbers = Numbers::doubles;
  std::uint64_t solver = 0;
  Model model;
  State state;
  std::vector<double> H;
  // In the field.
  std::uint64_t scale = 0;
  FieldParameters parameters;
  std::vector<Field> field_H;
};

/// Throws InputError if the line is not a request. State and H fit the model.
ReceivedRequest read_question(const std::string& line);

// --- answers ---

/// `without_root`: a number of the answer is a root that the field does not have.
template <class S>
nlohmann::ordered_json answer_as_json(const nlohmann::ordered_json& id, Problem problem,
                                      const Outcome<S>& outcome, const Sizes& sizes,
                                      bool without_root = false);

/// Reads an answer that is a JSON object, with its fault, if it has one. `without_root` becomes true if the
/// answer has that field.
template <class S>
Outcome<S> answer_from_json(const nlohmann::ordered_json& answer, Problem problem, const Sizes& sizes,
                            bool& without_root);

/// Parses a line as JSON. NaN, Infinity and -Infinity, which JSON lacks and some languages print, become
/// null. Returns nothing if the line is not JSON, or nests deeper or has more keys than any answer.
std::optional<nlohmann::ordered_json> parse_line(const std::string& line);

/// An object that answers the request of that id, or the fault of the line.
struct ReceivedAnswer {
  nlohmann::ordered_json json;
  std::uint64_t id = 0;
  Fault fault;
};
ReceivedAnswer read_answer(const std::string& line);

/// More bytes than any answer has.
std::size_t longest_answer(Problem problem, const Sizes& sizes);

}  // namespace kintree::suite
