#include "suite/execution/ranks.hpp"

#include <cstdlib>
#include <iostream>
#include <thread>

#include <boost/dll/import.hpp>

#include "kintree/model/error.hpp"
#include "kintree/model/printable.hpp"
#include "suite/support/folders.hpp"

namespace kintree::suite {
namespace {

class OneProcess final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  bool answer(const std::function<CaseRange(const Progress&)>&, std::chrono::milliseconds patience) override {
    std::this_thread::sleep_for(patience);
    return false;
  }
  CaseRange ask(const Progress&) override { return {}; }
  void abort(int exit_code) override { std::_Exit(exit_code); }
};

/// Open MPI, and launchers that use PMI: MPICH, Intel MPI, Slurm.
bool started_by_a_launcher() {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"})
    if (std::getenv(variable) != nullptr) return true;
  return false;
}

}  // namespace

std::unique_ptr<Ranks> ranks_of_launcher(const std::filesystem::path& library) {
  if (!std::filesystem::exists(library))
    throw InputError(
        library.string() +
        ": not there, but a launcher of MPI started this process; build Kintree where MPI and Boost.MPI are");
  // The ranks, and the library with them, stay as long as the process.
  static const auto make =
      boost::dll::import_alias<std::unique_ptr<Ranks>()>(library.string(), "kintree_mpi_ranks");
  return make();
}

std::unique_ptr<Ranks> ranks_of_this_process() {
  if (!started_by_a_launcher()) return std::make_unique<OneProcess>();
  return ranks_of_launcher(folders().plugins.parent_path() / "libkintree_mpi.so");
}

int with_ranks(const std::function<int(Ranks&)>& work) {
  const std::unique_ptr<Ranks> ranks = ranks_of_this_process();
  try {
    return work(*ranks);
  } catch (const std::exception& e) {
    if (ranks->size() > 1) {
      std::cerr << "kintree: " + printable(e.what()) + "\n";  // at once: other ranks write as well
      ranks->abort(2);
    }
    throw;
  }
}

}  // namespace kintree::suite
