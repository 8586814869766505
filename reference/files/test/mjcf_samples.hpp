// Random files in MJCF that MuJoCo accepts.
#pragma once

#include <random>
#include <string>

namespace kintree::test {

/// Up to 12 bodies with every form of pose, joint, inertia and default.
class MjcfSample {
 public:
  explicit MjcfSample(std::mt19937_64& random) : random_(random) {}

  std::string text() {
    const char* const sequences[] = {"xyz", "XYZ", "zyx", "ZXZ", "yXz", "zxz"};
    degrees_ = chance(2);
    std::string result =
        "<mujoco model='m'>\n<compiler angle='" + std::string(degrees_ ? "degree" : "radian") +
        "' eulerseq='" + sequences[below(6)] + "'/>\n<option gravity='0.5 -1 -9.81'/>\n" +
        "<default><geom density='" + number(200, 2000) + "'/><joint armature='0.5' axis='" + numbers(3) +
        "'/><default class='c'><joint type='slide' damping='1'/><geom type='box' size='0.1 0.2 0.3'/>"
        "<default class='d'><joint pos='" +
        numbers(3) + "'/></default></default></default>\n<worldbody>\n";
    for (int k = 1 + below(2); k > 0; --k) result += body(0);
    return result + "</worldbody>\n" + equality() + "</mujoco>\n";
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int one_in) { return below(one_in) == 0; }
  std::string number(double low, double high) {
    return std::to_string(std::uniform_real_distribution(low, high)(random_));
  }
  std::string numbers(int count, double low = -1, double high = 1) {
    std::string result;
    for (int k = 0; k < count; ++k) result += (k > 0 ? " " : "") + number(low, high);
    return result;
  }
  std::string angle() { return degrees_ ? number(-180, 180) : number(-3, 3); }

  std::string orientation() {
    switch (below(7)) {
      case 0:
        return " quat='" + numbers(4) + "'";
      case 1:
        return " axisangle='" + numbers(3) + " " + angle() + "'";
      case 2:
        return " xyaxes='" + numbers(6) + "'";
      case 3:
        return " zaxis='" + numbers(3) + "'";
      case 4:
        return " euler='" + angle() + " " + angle() + " " + angle() + "'";
      case 5:
        return " zaxis='0 0 -2'";
      default:
        return "";
    }
  }
  std::string pose() { return (chance(3) ? "" : " pos='" + numbers(3) + "'") + orientation(); }

  std::string joint(bool may_turn) {
    const char* const types[] = {" type='slide'", " type='hinge'", "", " class='c'", " class='d'"};
    std::string result = "<joint name='j" + std::to_string(joints_++) + "'" + types[may_turn ? below(5) : 0];
    if (chance(2)) result += " axis='" + numbers(3) + "'";
    if (chance(2)) result += " pos='" + numbers(3) + "'";
    if (chance(4)) result += degrees_ ? " ref='20'" : " ref='0.2'";
    if (chance(3)) result += " armature='" + number(0, 1) + "'";
    return result + "/>";
  }

  std::string geom() {
    const std::string half = numbers(3, 0.1, 1), ends = " fromto='" + numbers(6) + "'";
    std::string result = "<geom";
    if (chance(3)) result += " mass='" + number(1, 2) + "'";
    switch (below(8)) {
      case 0:
        return result + " type='sphere' size='0.3'" + pose() + "/>";
      case 1:
        return result + " type='capsule' size='0.2 0.5'" + pose() + "/>";
      case 2:
        return result + " type='cylinder' size='" + half + "'" + pose() + "/>";
      case 3:
        return result + " type='ellipsoid' size='" + half + "'" + pose() + "/>";
      case 4:
        return result + " type='capsule' size='0.2'" + ends + "/>";
      case 5:
        return result + " type='box' size='0.2'" + ends + "/>";
      case 6:
        return result + " class='c'" + pose() + "/>";
      default:
        return result + " type='box' size='" + half + "'" + pose() + "/>";
    }
  }

  std::string inertia() {
    const std::string mass = " mass='" + number(1, 3) + "'", pos = " pos='" + numbers(3) + "'";
    switch (below(4)) {
      case 0:
        return "<inertial" + pos + mass + " fullinertia='" + numbers(3, 1.4, 1.6) + " " +
               numbers(3, -0.1, 0.1) + "'/>";
      case 1:
        return "<inertial" + pos + orientation() + mass + " diaginertia='" + numbers(3, 1, 2) + "'/>" +
               geom();
      case 2:
        return geom();
      default:
        return geom() + geom() + geom();
    }
  }

  std::string body(int depth) {
    std::string result = "<body name='b" + std::to_string(bodies_++) + "'" + pose();
    if (chance(5)) result += std::string(" childclass='") + (chance(2) ? "c'" : "d'");
    result += ">\n";
    if (depth == 0 && chance(2))
      result += chance(2) ? "<freejoint name='free" + std::to_string(bodies_) + "'/>"
                          : "<joint name='free" + std::to_string(bodies_) + "' type='free'/>";
    else if (chance(5))
      result += joint(false) + "<joint name='ball" + std::to_string(bodies_) + "' type='ball' pos='" +
                numbers(3) + "'/>";
    else
      for (int k = below(4); k > 0; --k) result += joint(true);
    result += "\n" + inertia() + "\n";
    for (int k = below(3); k > 0 && depth < 4 && bodies_ < 12; --k) result += body(depth + 1);
    return result + "</body>\n";
  }

  std::string equality() {
    std::string result = "<equality>";
    for (int k = below(3); k > 0; --k) {
      const int first = below(bodies_), second = below(bodies_ + 1);
      if (first == second) continue;
      const bool is_point = chance(2);
      result += (is_point ? "<connect anchor='" + numbers(3) + "'" : std::string("<weld")) + " body1='b" +
                std::to_string(first) + "'";
      if (second < bodies_) result += " body2='b" + std::to_string(second) + "'";
      result += "/>";
    }
    for (int k = joints_ == 0 ? 0 : below(3); k > 0; --k) {
      const int first = below(joints_), second = below(joints_ + 1);
      if (first == second) continue;
      result += "<joint joint1='j" + std::to_string(first) + "'";
      if (second < joints_) result += " joint2='j" + std::to_string(second) + "'";
      result += chance(3) ? "/>" : " polycoef='" + numbers(2) + " 0 0 0'/>";
    }
    return result + "</equality>\n";
  }

  std::mt19937_64& random_;
  bool degrees_ = true;
  int bodies_ = 0, joints_ = 0;
};

inline std::string random_mjcf(std::mt19937_64& random) {
  return MjcfSample(random).text();
}

}  // namespace kintree::test
