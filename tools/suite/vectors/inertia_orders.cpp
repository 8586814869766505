// The six moments and products of inertia, read in the order of another format.
#include <spdlog/fmt/fmt.h>

#include <array>

#include "kintree/oracle/fixed.hpp"
#include "suite/vectors/mistakes.hpp"

namespace kintree::suite::mistakes {
namespace {

using Order = std::array<double Inertial::*, 6>;

constexpr Order as_passed{&Inertial::ixx, &Inertial::ixy, &Inertial::ixz,
                          &Inertial::iyy, &Inertial::iyz, &Inertial::izz};

struct Format {
  const char* words;
  Order order;
};
constexpr std::array<Format, 2> formats{
    {{"xx, yy, zz, xy, xz, yz, as in MJCF",
      {&Inertial::ixx, &Inertial::iyy, &Inertial::izz, &Inertial::ixy, &Inertial::ixz, &Inertial::iyz}},
     {"xx, xy, yy, xz, yz, zz, as a lower triangle by rows",
      {&Inertial::ixx, &Inertial::ixy, &Inertial::iyy, &Inertial::ixz, &Inertial::iyz, &Inertial::izz}}}};

/// The numbers of one order taken for those of another.
struct Reading {
  Order given, read;
};

template <class T>
std::optional<Values> answer(const Reading& reading, Case c, Problem problem) {
  for (Body& body : c.model.bodies) {
    const Inertial passed = body.inertial;
    for (std::size_t k = 0; k < as_passed.size(); ++k)
      body.inertial.*reading.read[k] = passed.*reading.given[k];
  }
  return computed<T>(c, problem);
}

}  // namespace

std::vector<ComputedMistake> mistakes_of_inertia_orders() {
  std::vector<ComputedMistake> list;
  const auto add = [&list](const std::string& description, const Reading& reading) {
    list.push_back(
        {"inertias_in_another_order", description,
         [reading](const Case& c, Problem problem, double) {
           return answer<oracle::Exact>(reading, c, problem);
         },
         [reading](const Case& c, Problem problem, double) { return answer<double>(reading, c, problem); }});
  };
  for (const Format& format : formats) {
    add(fmt::format("the moments and products of inertia are read as {}", format.words),
        {as_passed, format.order});
    add(fmt::format(
            "the moments and products of inertia are passed on as {}, and read as xx, xy, xz, yy, yz, zz",
            format.words),
        {format.order, as_passed});
  }
  return list;
}

}  // namespace kintree::suite::mistakes
