#include "kintree/files/robot_file.hpp"

#include <pugixml.hpp>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "robot_readers.hpp"
#include "xml_encoding.hpp"

namespace kintree {
namespace {

/// The name of the first element, or nothing.
std::string root_of(const std::string& text) {
  pugi::xml_document document;
  try {
    const std::string utf8 = utf8_text(std::string(text));
    // Errors do not matter here: the reader of the format finds them again.
    document.load_buffer(utf8.data(), utf8.size(), pugi::parse_minimal, pugi::encoding_utf8);
  } catch (const InputError&) {
  }
  return document.document_element().name();
}

}  // namespace

RobotFile read_robot_file(const std::filesystem::path& path, const UrdfOptions& options) {
  const std::string text = read_text_file(path), name = message_name(path), root = root_of(text);
  if (const std::size_t first = text.find_first_not_of(" \t\r\n");
      first != std::string::npos && (text[first] == '{' || text[first] == '['))
    throw InputError(name + ": JSON, and no robot; expected URDF, MJCF or SDF");
  if (root == "mujoco") return mjcf_robot(text, name, options, path.parent_path());
  if (root == "sdf") return sdf_robot(text, name, options);
  return urdf_robot(text, name, options);
}

}  // namespace kintree
