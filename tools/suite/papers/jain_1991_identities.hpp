// Jain 1991: identities, each as two sides that are computed in a finite field.
#pragma once

#include <vector>

#include "kintree/model/field.hpp"
#include "suite/execution/worker.hpp"
#include "suite/papers/reproduce.hpp"

namespace kintree::suite::jain {

using Numbers = std::vector<Field>;

/// Two sides of an identity.
struct EquationSides {
  Numbers a, b;
};

/// The answer of a plugin in the field.
Outcome<Field> answer_of(ClaimContext& context, const char* plugin, Problem problem, const Case& c);

/// True if `innovations` factors M into L D L^T, false if into L^T D L.
bool is_lower_first(ClaimContext& context);

/// The two sides are equal in every entry, on 100 random trees with joints of some kinds, or of all.
MeasureClaim identity(EquationSides (*sides)(ClaimContext&, const Case&),
                      const std::vector<JointKind>& joints = {});

/// Section 6, and what section 5 has of Bae and Haug.
PaperMeasurements operator_identities();

}  // namespace kintree::suite::jain
