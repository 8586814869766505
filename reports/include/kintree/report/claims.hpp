// The claims and figures of the papers, beside what running code says.
#pragma once

#include <string>
#include <vector>

#include "kintree/report/fields.hpp"

namespace kintree::report {

enum class ClaimVerdict {
  agrees,
  lower,    ///< the published cost is beaten
  finding,  ///< we get something else, and say why
  // Not accepted:
  disagrees,
  stale_finding,  ///< it agrees, although a finding is written down
};
constexpr std::string_view name(ClaimVerdict verdict) {
  return std::array<std::string_view, 5>{"agrees", "lower", "finding", "DISAGREES",
                                         "AGREES, listed as a finding"}[static_cast<std::size_t>(verdict)];
}

enum class ClaimSource {
  quoted,   ///< the paper prints it
  derived,  ///< it follows from what the paper prints; counted apart
};
constexpr std::string_view name(ClaimSource source) {
  return source == ClaimSource::quoted ? "quoted" : "derived";
}

/// A claim of a paper, and what we get.
struct ReproducedClaim {
  std::string paper;
  std::string id, where, claim;
  std::string theirs;
  ClaimSource source = ClaimSource::quoted;
  std::string ours;
  std::string apart;  ///< the operations left out of a count, by phase, such as set-up or other frames
  ClaimVerdict verdict = ClaimVerdict::agrees;
  std::string finding;  ///< why we get something else

  friend bool operator==(const ReproducedClaim&, const ReproducedClaim&) = default;
};

inline bool accepted(const ReproducedClaim& claim) {
  return claim.verdict <= ClaimVerdict::finding;
}

/// A claim of a paper that no row measures, and why none can.
struct MissingClaim {
  std::string paper;
  std::string id, where, claim;
  std::string reason;

  friend bool operator==(const MissingClaim&, const MissingClaim&) = default;
};

/// A slip in print, and where our sources show it.
struct Erratum {
  std::string paper;
  std::string id, where;
  std::string printed, right;
  std::string file;  ///< in the repository
  /// The line that computes the right value, or the test that rejects the printed one. It is in the file once.
  std::string text;

  friend bool operator==(const Erratum&, const Erratum&) = default;
};

/// A line of a figure. x and y have one length. Where the figure has bars, x counts examples from 1 on, whose names x_name lists:
/// "humanoid | chain". The curve "a, quoted" has the values that a paper prints for the curve "a".
struct Curve {
  std::string figure, title, x_name, y_name;
  std::string name;
  std::vector<double> x, y;

  friend bool operator==(const Curve&, const Curve&) = default;
};

template <>
struct Enumeration<ClaimVerdict> {
  static constexpr std::array all{ClaimVerdict::agrees, ClaimVerdict::lower, ClaimVerdict::finding,
                                  ClaimVerdict::disagrees, ClaimVerdict::stale_finding};
};

template <>
struct Enumeration<ClaimSource> {
  static constexpr std::array all{ClaimSource::quoted, ClaimSource::derived};
};

template <>
struct Fields<ReproducedClaim> {
  static constexpr std::string_view table = "claims";
  static constexpr std::tuple list{
      KINTREE_FIELDS(ReproducedClaim, paper, id, where, claim, theirs, source, ours, apart, verdict),
      DerivedField{"accepted", +[](const ReproducedClaim& c) { return accepted(c); }},
      KINTREE_FIELDS(ReproducedClaim, finding)};
};

template <>
struct Fields<MissingClaim> {
  static constexpr std::string_view table = "missing_claims";
  static constexpr std::tuple list{KINTREE_FIELDS(MissingClaim, paper, id, where, claim, reason)};
};

template <>
struct Fields<Erratum> {
  static constexpr std::string_view table = "errata";
  static constexpr std::tuple list{KINTREE_FIELDS(Erratum, paper, id, where, printed, right, file, text)};
};

template <>
struct Fields<Curve> {
  static constexpr std::string_view table = "curves";
  static constexpr std::tuple list{KINTREE_FIELDS(Curve, figure, title, x_name, y_name, name, x, y)};
};

}  // namespace kintree::report
