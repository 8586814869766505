#include "kintree/data/case_id.hpp"

namespace kintree {
namespace {

std::string with_joints(const CaseId& id) {
  std::string text = id.family;
  for (std::size_t i = 0; i < id.joints.size(); ++i)
    text += (i == 0 ? ":" : "+") + std::string(info(id.joints[i]).name);
  return text;
}

std::string suffix(const std::string& transformation) {
  return transformation.empty() ? "" : "/" + transformation;
}

}  // namespace

std::string CaseId::label() const {
  return with_joints(*this) + suffix(transformation);
}

std::string CaseId::name() const {
  return with_joints(*this) + "-" + std::to_string(seed) + suffix(transformation);
}

}  // namespace kintree
