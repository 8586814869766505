#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "data/failed_checks.hpp"
#include "data/summary.hpp"
#include "data/tables.hpp"
#include "page/figures.hpp"

namespace kintree::report {

struct Comparison;

struct Algorithm;

/// The norm in which errors of that problem are relative.
std::string norm_of(Problem problem);

/// The contents of the pages.
struct PageContents {
  const Run& run;
  const Summary& summary;
  const Measurements& measured;
  const std::map<Problem, std::vector<Algorithm>>& algorithms;
  const LibrarySummary& libraries;
  const Figures& figures;
  const Table& history;
  std::string chart_data = {};  ///< of chart_data.hpp; empty: the pages have no charts
  const Comparison* comparison = nullptr;
  std::vector<FailedCheck> failed_checks = {};
};

struct PageFile {
  std::string name, text;
};

/// index.html and the pages beside it, with the style sheet and the scripts that they share. They need no network and no server.
std::vector<PageFile> pages(const PageContents& contents);

/// summary.md: what the page says first, fit for a comment on a change.
std::string markdown_summary(const PageContents& contents);

/// The same for a terminal.
std::string terminal_overview(const PageContents& contents);

}  // namespace kintree::report
