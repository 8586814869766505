#include "kintree/model/case_id.hpp"

namespace kintree {
namespace {

std::string with_joints(const CaseId& id) {
  std::string text = id.family;
  for (std::size_t i = 0; i < id.joints.size(); ++i)
    text += (i == 0 ? ":" : "+") + std::string(info(id.joints[i]).name);
  return text;
}

std::string suffix(const CaseId& id) {
  std::string text = id.transformation.empty() ? "" : "/" + id.transformation;
  if (id.format != Format::binary64) text.append("/").append(kintree::name(id.format));
  return text;
}

}  // namespace

std::string CaseId::label() const {
  return with_joints(*this) + suffix(*this);
}

std::string CaseId::name() const {
  return with_joints(*this) + "-" + std::to_string(seed) + suffix(*this);
}

}  // namespace kintree
