// Random files in SDF that libsdformat accepts.
#pragma once

#include <array>
#include <cmath>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace kintree::test {

/// A model, with a model in it, of up to 8 links, and frames and joints at poses relative to any of these.
class SdfSample {
 public:
  explicit SdfSample(std::mt19937_64& random) : random_(random) {}

  std::string text() {
    return "<sdf version='1.9'>\n<world name='w'>\n<gravity>0.5 -1 -9.81</gravity>\n" + physics() +
           model("m", "", true) + "</world>\n</sdf>\n";
  }

 private:
  static std::string physics() {
    return "<physics type='ode'><max_step_size>0.1</max_step_size><real_time_factor>1</real_time_factor>"
           "<real_time_update_rate>10</real_time_update_rate></physics>\n";
  }
  int below(std::size_t n) { return static_cast<int>(random_() % n); }
  bool chance(unsigned one_in) { return random_() % one_in == 0; }
  std::string numbers(int count, double low = -1, double high = 1) {
    std::string result;
    for (int k = 0; k < count; ++k)
      result += (k > 0 ? " " : "") + std::to_string(std::uniform_real_distribution(low, high)(random_));
    return result;
  }
  /// A quaternion of length 1. libsdformat 12 does not normalize it, and turns axes wrongly by another (ResolveXyz).
  std::string quaternion() {
    std::array<double, 4> q{};
    for (double& entry : q) entry = std::uniform_real_distribution(-1.0, 1.0)(random_);
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    std::ostringstream text;
    text.precision(17);
    for (const double entry : q) text << entry / length << " ";
    return text.str();
  }
  const std::string& one_of(const std::vector<std::string>& names) { return names[random_() % names.size()]; }

  std::string pose(const std::vector<std::string>& bases, bool in_inertial = false) {
    std::string attributes;
    if (!bases.empty() && chance(2)) attributes = " relative_to='" + one_of(bases) + "'";
    if (in_inertial) return "<pose>" + numbers(6) + "</pose>";
    switch (below(5)) {
      case 0:
        return "<pose" + attributes + " degrees='true'>" + numbers(3) + " " + numbers(3, -180, 180) +
               "</pose>";
      case 1:
        return "<pose" + attributes + " rotation_format='quat_xyzw'>" + numbers(3) + " " + quaternion() +
               "</pose>";
      case 2:
        return attributes.empty() ? "" : "<pose" + attributes + "/>";
      default:
        return "<pose" + attributes + ">" + numbers(6) + "</pose>";
    }
  }

  std::string link(const std::string& name, const std::vector<std::string>& bases) {
    return "<link name='" + name + "'>" + pose(bases) + "<inertial>" + pose({}, true) + "<mass>" +
           numbers(1, 1, 2) +
           "</mass><inertia><ixx>1.5</ixx><ixy>0.1</ixy><ixz>-0.05</ixz><iyy>1.2</iyy><iyz>0.02</"
           "iyz><izz>1.1</izz>"
           "</inertia></inertial></link>\n";
  }

  std::string axis(const char* element, const std::vector<std::string>& bases) {
    const std::string in = chance(2) ? " expressed_in='" + one_of(bases) + "'" : "";
    return std::string("<") + element + "><xyz" + in + ">" + numbers(3) + "</xyz></" + element + ">";
  }

  /// A joint to each link but, sometimes, the first; parents are earlier links, or frames on them.
  std::string model(const std::string& name, const std::string& scope, bool has_inner) {
    std::vector<std::string> links, frames{"__model__"};
    std::string result =
        "<model name='" + name + "'>" + (scope.empty() ? pose({}) : "<pose>" + numbers(6) + "</pose>") + "\n";
    const int count = 1 + below(4);
    for (int k = 0; k < count; ++k) {
      links.push_back("l" + std::to_string(k));
      result += link(links.back(), frames);
      frames.push_back(links.back());
      if (chance(3)) {
        const std::string frame = "f" + std::to_string(k);
        result +=
            "<frame name='" + frame + "' attached_to='" + links.back() + "'>" + pose(frames) + "</frame>\n";
        frames.push_back(frame);
      }
    }
    if (has_inner) {
      result += model("n", name + "::", false);
      links.push_back("n::l0");
      frames.push_back("n::l0");
    }
    const char* const types[] = {"revolute", "continuous", "prismatic", "fixed", "universal", "ball"};
    for (std::size_t k = chance(2) ? 0 : 1; k < links.size(); ++k) {
      if (!scope.empty() && k == 0) continue;  // the joint around it
      const std::string type = types[below(6)];
      const std::string parent = k == 0 ? "world" : links[random_() % k];
      result += "<joint name='j" + std::to_string(k) + "' type='" + type + "'>" + pose(frames) + "<parent>" +
                parent + "</parent><child>" + links[k] + "</child>";
      if (type != "fixed" && type != "ball") result += axis("axis", frames);
      if (type == "universal") result += axis("axis2", frames);
      result += "</joint>\n";
    }
    return result + "</model>\n";
  }

  std::mt19937_64& random_;
};

inline std::string random_sdf(std::mt19937_64& random) {
  return SdfSample(random).text();
}

}  // namespace kintree::test
