#include "suite/vectors/vectors.hpp"

#include <cmath>

#include "fuzz.hpp"
#include "kintree/model/validate.hpp"
#include "kintree/problems/problem.hpp"

namespace kintree::fuzz {

void vectors(std::string_view bytes) {
  suite::VectorFiles files;
  if (!accepted("vectors.json: ", [&] { suite::parse_vectors(bytes, "vectors.json", files); })) return;
  for (const suite::TestVector& vector : files.vectors) {
    if (!vector.has_followers) {
      validate(vector.c.model);
      validate(vector.c.model, vector.c.state);
    }
    for (const suite::TestVector::Answer& answer : vector.answers) {
      std::size_t size = 0;
      for (const Quantity& output : outputs(answer.problem))
        size += kintree::size(output, sizes_of(Layout(vector.c.model), vector.c.state.end_effectors.size()));
      if (!vector.has_followers)
        require(answer.exact.size() == size, "answers have as many numbers as the problem says");
      for (const double x : answer.exact) require(std::isfinite(x), "exact numbers are finite");
      for (const suite::TestVector::Wrong& wrong : answer.wrong)
        require(wrong.values.empty() || wrong.values.size() == answer.exact.size(),
                "wrong answers have as many");
    }
  }
}

}  // namespace kintree::fuzz
