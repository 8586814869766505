// The sections of the page. A section about what was not measured is empty.
#pragma once

#include <string>
#include <vector>

#include "plot.hpp"
#include "summary.hpp"
#include "tables.hpp"

namespace kintree::report {

// verdict_sections.cpp: what the records say
std::string failures_section(const Summary& summary);
std::string verdicts_section(const Summary& summary);
std::string figures_sections(const Summary& summary, const Plots& plots);
std::string families_section(const Summary& summary);
std::string worst_section(const Summary& summary);
std::string unsupported_section(const Summary& summary);
std::string float_digits_section(const std::vector<FloatDigits>& rows);

// suite_sections.cpp: the suite itself
std::string power_section(const std::vector<PowerCurve>& power, const Plots& plots);
std::string field_power_section(const std::vector<FieldPower>& power);
std::string proofs_section(const std::vector<SmallTreesProof>& proofs);
std::string mutants_section(const std::vector<MutantScore>& scores);
std::string large_trees_section(const std::vector<LargeTree>& trees);

// paper_sections.cpp: claims, costs and orders
std::string claims_section(const std::vector<ReproducedClaim>& claims, const std::vector<Curve>& curves,
                           const Plots& plots);
std::string missing_claims_section(const std::vector<MissingClaim>& missing);
std::string errata_section(const std::vector<Erratum>& errata);
std::string cost_section(const std::vector<CountedCost>& costs);
std::string growth_section(const std::vector<CostGrowth>& growth);

}  // namespace kintree::report
