// The page of each paper: its claims, its figures, its slips in print, and the claims that are not measured.
#pragma once

#include "page/page_data.hpp"

namespace kintree::report {

/// All papers with rows, each once: first those with claims, in their order.
std::vector<std::string> papers_of(const Measurements& measured);

/// The file of a paper's page.
std::string paper_file(const std::string& paper);

/// For paper.html. The figures are those whose names have the first author and the year of the paper.
PageData paper_section(const std::string& paper, const Measurements& measured, const Figures& figures);

}  // namespace kintree::report
