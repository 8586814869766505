// A robot, and states of it that are read from text.
#pragma once

#include <string>

#include "kintree/files/state_file.hpp"
#include "kintree/files/urdf.hpp"

namespace kintree::test {

/// arm - hand (revolute), hand - tip (fixed), arm - sled (planar); with or without a floating base.
inline Model robot(bool floating_base) {
  const char* text = R"(<robot name="r">
    <link name="arm"/><link name="hand"/><link name="tip"/><link name="sled"/>
    <joint name="wrist" type="revolute"><parent link="arm"/><child link="hand"/></joint>
    <joint name="glue" type="fixed"><parent link="hand"/><child link="tip"/></joint>
    <joint name="slide" type="planar"><parent link="arm"/><child link="sled"/></joint></robot>)";
  return parse_urdf(text, "r.urdf", {.floating_base = floating_base, .independent_mimic = false}).model;
}

inline State bound(const std::string& text, const Model& model) {
  return parse_state_document(text, "s.json").bind(model);
}

}  // namespace kintree::test
