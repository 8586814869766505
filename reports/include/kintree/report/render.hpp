// From stored records to the report: tables (CSV, Markdown, LaTeX) and one page.
#pragma once

#include <filesystem>
#include <vector>

#include "kintree/report/measurements.hpp"
#include "kintree/report/record.hpp"

namespace kintree {

/// Writes into the folder `out`, which is created if it is not there:
///   index.html            one self-contained page: verdicts, plots, failures, worst cases
///   verdicts.csv .md .tex   plugin x problem
///   families.csv .md .tex   plugin x problem x family
///   worst.csv .md .tex      the cases of largest alpha of each plugin x problem, with the commands that
///   repeat them records.csv             everything
///   mutants.csv .md .tex    the power of the suite, if there are scores
/// A pure function of its arguments: the same records give the same bytes. Nothing is half-written: files
/// appear complete, under their final names, or not at all. A folder that cannot be written, or a missing
/// gnuplot, is an InputError.
void render(const Run& run, const std::vector<Record>& records, const std::filesystem::path& out,
            const Measurements& measurements = {});

}  // namespace kintree
