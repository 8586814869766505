#include "suite/field/entry.hpp"

namespace kintree::suite {
namespace {

/// The joint of a coordinate, and which of its coordinates it is if there are several.
std::string joint_in_words(const Model& model, int coordinate) {
  const Layout layout(model);
  const auto body = static_cast<std::size_t>(layout.body_of_velocity[static_cast<std::size_t>(coordinate)]);
  const Joint& joint = model.bodies[body].joint;
  const std::string which =
      info(joint.kind).velocities > 1
          ? "coordinate " + std::to_string(coordinate - layout.first_velocity[body] + 1) + " of "
          : "";
  return which + "joint '" + joint.name + "'";
}

/// Index 0 means a vector, or that there is no entry.
std::string in_words(const Case& c, Index kind, int index, const char* otherwise) {
  if (index == 0) return "";
  if (kind == Index::force || kind == Index::velocity) return joint_in_words(c.model, index);
  if (kind == Index::forces) {
    const int n = Layout(c.model).n, first = (index - 1) / n + 1, second = (index - 1) % n + 1;
    return in_words(c, Index::force, first, otherwise) + " and " +
           in_words(c, Index::force, second, otherwise);
  }
  return otherwise + std::to_string(index);
}

}  // namespace

std::string entry_name(const Case& c, Problem problem, int row, int column, std::size_t output) {
  const Quantity& of = outputs(problem)[output];
  const bool is_square = of.rows == of.columns && of.rows != Index::twist;
  const std::string first = in_words(c, of.rows, row, "row "),
                    second = is_square && column == row ? "" : in_words(c, of.columns, column, "column ");
  const std::string entry = first +
                            (first.empty() || second.empty() ? ""
                             : is_square                     ? " against "
                                                             : ", ") +
                            second;
  const bool is_one_of_several = info(problem).is_unique() && outputs(problem).size() > 1 && !entry.empty();
  return (is_one_of_several ? std::string(of.name) + ": " : "") + entry;
}

}  // namespace kintree::suite
