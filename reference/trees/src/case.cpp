#include "kintree/trees/case.hpp"

#include "kintree/model/error.hpp"
#include "kintree/trees/constrained.hpp"
#include "kintree/trees/hard.hpp"
#include "kintree/trees/mechanisms.hpp"
#include "kintree/trees/shapes.hpp"

namespace kintree {

namespace {

// Shape, model and state each have a stream of random numbers: an option that affects one leaves the others
// unchanged.
enum Stream : std::uint64_t { shape_stream, model_stream, state_stream, hard_stream };

Case make_case(std::string family, std::uint64_t size_word, std::uint64_t seed, const Topology& topology,
               const StateOptions& options) {
  Case result;
  const std::uint64_t family_word = word(family);
  result.id = {.family = std::move(family), .joints = {}, .seed = seed};
  Generator for_model = make_generator({family_word, size_word, seed, model_stream});
  Generator for_state = make_generator({family_word, size_word, seed, state_stream});
  result.model = random_model(result.id.name(), topology, for_model);
  result.state = random_state(result.model, for_state, options);
  return result;
}

}  // namespace

Case random_case(Family family, int max_bodies, std::uint64_t seed, const CaseOptions& options) {
  if (max_bodies < 1)
    throw InputError("trees: the largest number of bodies must be at least 1, not " +
                     std::to_string(max_bodies));
  const auto size_word = static_cast<std::uint64_t>(max_bodies);
  const std::string name(info(family).name);
  Generator generator = make_generator({word(name), size_word, seed, shape_stream});
  // Each is drawn whether or not it is used, so that an option affects only what it is for.
  const bool full = one_in(generator, 4);
  const int any_count = uniform_integer(generator, 1, max_bodies);
  const bool forest = one_in(generator, 4);
  const auto any_numbering = static_cast<Numbering>(uniform_integer(generator, 0, 2));

  const int bodies = full ? max_bodies : any_count;
  const Numbering numbering = options.numbering.value_or(any_numbering);

  Mechanism mechanism;
  Topology& topology = mechanism.topology;
  if (family == Family::mechanisms) {
    mechanism = draw_mechanism(bodies, numbering, options.floating_base || !options.multi_root,
                               options.joints, generator);
  } else {
    const std::vector<int> shape = family == Family::shapes
                                       ? small_shape(seed, max_bodies, options.multi_root)
                                       : draw_shape(family, bodies, forest && options.multi_root, generator);
    topology.parent = renumber(shape, numbering, generator);
    topology.joints =
        draw_joints(topology.parent, hard_joints(family, seed, options.joints, generator), generator);
  }
  if (options.floating_base)
    for (std::size_t i = 1; i < topology.joints.size(); ++i)
      if (topology.parent[i] == 0) topology.joints[i] = JointKind::free;
  Case result = make_case(name, size_word, seed, topology, options.state);
  Generator for_hard = make_generator({word(name), size_word, seed, hard_stream});
  make_hard(family, result.model, result.state, for_hard);
  close_loops(mechanism, result.model, for_hard);
  add_constraints(family, result.model, result.state, for_hard);
  if (family == Family::rotors) add_armature(result.model, for_hard);
  return result;
}

Case topology_case(const NamedTopology& named, std::uint64_t seed, const CaseOptions& options) {
  Topology topology = named.topology;
  const auto size_word = static_cast<std::uint64_t>(topology.body_count());
  if (topology.joints.empty()) {
    Generator generator = make_generator({word(named.name), size_word, seed, shape_stream});
    topology.joints = draw_joints(topology.parent, options.joints, generator);
  }
  return make_case(named.name, size_word, seed, topology, options.state);
}

Case topology_case(const std::filesystem::path& file, std::uint64_t seed, const CaseOptions& options) {
  return topology_case(read_topology(file), seed, options);
}

}  // namespace kintree
