#include <sstream>

#include "sections.hpp"
#include "typography.hpp"

namespace kintree::report {

std::string power_section(const std::vector<PowerCurve>& power, const Plots& plots) {
  if (power.empty()) return {};
  std::ostringstream s;
  s << R"(<section id="power">
<h2>How small an error is flagged</h2>
<p>Sound plugins on cases of n degrees of freedom, with one number of what they are given or return changed, relatively, by a known error. The
table has the smallest error that is flagged, together with all larger ones, in half, in nine tenths and in all of the trials, leaving out the
<em>unseen</em>: trials in which not even 2⁻¹⁰ is flagged, because the answer does not depend on the number (the moment of a body about an axis
that it never turns about; an entry of H that is zero but for its rounding).</p>
)" << as_html(power_table(power))
    << "<figure>\n<div class=\"panels\"><div class=\"panel\">" << plots.power << R"(</div></div>
<figcaption>The share of the trials that are flagged, against the relative error that was planted (logarithmic, 2⁻⁵² to 2⁻¹⁰). The limits
foretell where the curves rise: an error is flagged where it moves the answer by more than 60 · depth · σ, and σ is what a rounding of 2⁻⁵³ in
every input does to the answer. A number that weighs as much as all the others together is thus known to about 7·10⁻¹⁵ times the depth of the
tree, and one that weighs a thousandth of that, to a thousand times less. Factors of a matrix are bounded entry by entry, by a few
roundings.</figcaption>
</figure>
<nav>As a file: <a href="power.csv">power.csv</a></nav>
</section>
)";
  return s.str();
}

std::string field_power_section(const std::vector<FieldPower>& power) {
  if (power.empty()) return {};
  std::int64_t trials = 0, unseen = 0, flagged = 0;
  for (const FieldPower& p : power) trials += p.trials, unseen += p.unseen, flagged += p.flagged;
  std::ostringstream s;
  s << R"(<section id="field-power">
<h2>An error of 2⁻⁵² in the finite field</h2>
<p>The same for right or wrong: one number changed by 2⁻⁵² of itself, the last bit of a double, in each plugin. It is an inertia parameter; or a
number that the plugin reads, a parameter in one place or a constant of its own code; or an entry of its answer. )"
    << grouped(flagged) << " of " << grouped(trials - unseen)
    << R"( are flagged. Left out are the <em>unseen</em>, )" << grouped(unseen)
    << R"( trials in which 2⁻¹⁰ is not flagged either: the answer does
not depend on the number.</p>
)" << as_html(field_power_table(power))
    << "<nav>As a file: <a href=\"power_in_field.csv\">power_in_field.csv</a></nav>\n</section>\n";
  return s.str();
}

std::string proofs_section(const std::vector<SmallTreesProof>& proofs) {
  if (proofs.empty()) return {};
  return R"(<section id="proofs">
<h2>All small trees</h2>
<p>Every tree of up to so many bodies, in every numbering and with every choice of joint kinds, and every shape of up to 8 bodies: equal to the
exact answer in a finite field, entry by entry. Each tree is asked at random points, at which every length, angle, mass and velocity is drawn
from the whole field, and which decide for all their values, but for the probability that stands beside them [Schwartz 1980; Zippel 1979]: the
degree of the difference of both formulas, counted, over the (p − 1)/2 values that a parameter can have, p = 2⁶¹ − 1. Where one point does not
make it less than 10⁻⁹, several are asked. No probability is given where the count of the degree is too coarse: it cancels only what was divided
by. The dynamically consistent inverse J̄ is asked for with as many end-effectors as J has full row rank with; where it has not with any, the
plugin must say so, and name a row that depends on others.</p>
)" + as_html(proof_table(proofs)) +
         "<nav>As a file: <a href=\"small_trees.csv\">small_trees.csv</a></nav>\n</section>\n";
}

std::string mutants_section(const std::vector<MutantScore>& scores) {
  if (scores.empty()) return {};
  std::ostringstream s;
  s << R"(<section id="mutants">
<h2>Mutants</h2>
<p>Would a mistake have been seen? Small mistakes were put into each plugin, one at a time: a sign, an index, a transpose, a term left out, a
loop that ends too early, a constant, a condition. Each was asked first whether it is equal to the exact answer in the finite field, for all trees
of up to two bodies and random ones of every family; then, if it was, by <code>kintree verify</code>, which sees rounding, breakdowns, counts and
what is kept between calls; then by unit tests. The oracle, and rooms of the suite's own code, were asked by their tests alone. <em>Equal in the
field</em>: nothing sees them, and the field says why: they compute the same answers. <em>Equivalent</em>: the same machine code, or known to
change nothing, for a reason that is written down. These two, and mutants that do not compile, do not count. Beside it stands, for a sample, the
test that a typical library ships: two routines compared on one robot in one state.</p>
)" << as_html(mutant_table(scores));
  for (const MutantScore& m : scores)
    for (const MutantScore::Survivor& left : m.survivors)
      s << "<p class=\"note\">Survived: " << html(m.plugin) << ", " << html(left.file) << ":" << left.line
        << ": <code>" << html(left.before) << "</code> as <code>" << html(left.after) << "</code></p>\n";
  s << "<nav>As a file: <a href=\"mutants.csv\">mutants.csv</a></nav>\n</section>\n";
  return s.str();
}

std::string large_trees_section(const std::vector<LargeTree>& trees) {
  if (trees.empty()) return {};
  return R"(<section id="large">
<h2>Large trees</h2>
<p>One case each, timed from the model to the verdict. The oracle refines its answer body by body; what its last residual stands for is bounded,
and the bound certifies the digits. Time and memory are proportional to the number of bodies.</p>
)" + as_html(large_tree_table(trees)) +
         "<nav>As a file: <a href=\"large_trees.csv\">large_trees.csv</a></nav>\n</section>\n";
}

}  // namespace kintree::report
