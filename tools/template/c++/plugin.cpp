#include "new_plugin.hpp"

#include "kintree/plugin/register.hpp"

// @if mass_matrix_inverse inverse_dynamics forward_dynamics end_effectors
// On trees that are hard for most algorithms less is promised.
static const std::vector<std::pair<std::string, kintree::Verdict>> less{
    {"far_origin", kintree::Verdict::C}, {"fast", kintree::Verdict::D}, {"thin", kintree::Verdict::D}};

// @end
KINTREE_PLUGIN(kintree::NewPlugin,
               {.name = "new_plugin",
                .citation = "author, year, equation",
                .claims = {
                    // @if mass_matrix
                    {kintree::Problem::mass_matrix, kintree::Verdict::B, "what the paper says it costs"},
                    // @end
                    // @if mass_matrix_inverse
                    {.problem = kintree::Problem::mass_matrix_inverse,
                     .promise = kintree::Verdict::B,
                     .cost = "what the paper says it costs",
                     .less = less},
                    // @end
                    // @if inverse_dynamics
                    {.problem = kintree::Problem::inverse_dynamics,
                     .promise = kintree::Verdict::B,
                     .cost = "what the paper says it costs",
                     .less = less},
                    // @end
                    // @if forward_dynamics
                    {.problem = kintree::Problem::forward_dynamics,
                     .promise = kintree::Verdict::B,
                     .cost = "what the paper says it costs",
                     .less = less},
                    // @end
                    // @if factorization
                    {kintree::Problem::factorization, kintree::Verdict::B, "what the paper says it costs"},
                    // @end
                    // @if inverse_osim
                    {.problem = kintree::Problem::inverse_osim,
                     .promise = kintree::Verdict::B,
                     .cost = "what the paper says it costs",
                     .less = less},
                    // @end
                    // @if dynamically_consistent_inverse
                    {.problem = kintree::Problem::dynamically_consistent_inverse,
                     .promise = kintree::Verdict::B,
                     .cost = "what the paper says it costs",
                     .less = less},
                    // @end
                },
                // @if factorization
                .factor_form = kintree::FactorForm::LDLt
                // @end
               })
