#include "suite/execution/share_out.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <exception>
#include <iostream>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "kintree/files/text_file.hpp"
#include "kintree/model/error.hpp"
#include "suite/support/parallel.hpp"

namespace kintree::suite {

void share_out(Ranks& ranks, int threads, const NextRange& hand_out,
               const std::function<void(int thread, const NextRange& next)>& work) {
  const bool hands_out = ranks.rank() == 0;
  std::mutex mutex;
  std::exception_ptr failure;
  const NextRange one_at_a_time = [&](const Progress& done) {
    const std::lock_guard guard(mutex);
    return failure != nullptr ? CaseRange{} : hand_out(done);
  };
  const NextRange next = hands_out ? one_at_a_time : [&](const Progress& done) { return ranks.ask(done); };

  {
    std::vector<std::jthread> pool;
    pool.reserve(static_cast<std::size_t>(threads));
    for (int t = 0; t < threads; ++t)
      pool.emplace_back([&, t] {
        try {
          const ThreadMemory memory;
          work(t, next);
        } catch (const std::exception& e) {
          if (ranks.size() > 1) {
            std::cerr << "kintree: rank " + std::to_string(ranks.rank()) + ": " + e.what() + "\n";  // at once
            ranks.abort(2);
          }
          const std::lock_guard guard(mutex);
          failure = std::current_exception();
        }
      });
    // The threads of this rank call hand_out themselves.
    for (int others = hands_out ? ranks.size() - 1 : 0; others > 0;)
      ranks.answer(
          [&](const Progress& done) {
            others -= done.leaves ? 1 : 0;
            return done.leaves ? CaseRange{} : one_at_a_time(done);
          },
          std::chrono::milliseconds(20));
  }
  if (!hands_out) ranks.ask({.leaves = true});
  if (failure != nullptr) std::rethrow_exception(failure);
}

namespace {

/// The message that is printed at the end. It is composed in advance, because a signal handler may only write
/// it.
std::string last_words;

void say_last_words(int signal_number) {
  const ssize_t written = write(STDERR_FILENO, last_words.data(), last_words.size());
  static_cast<void>(written);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder, const std::string& work) {
  const std::filesystem::path file = folder / (work + ".lock");
  descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor_ < 0 || flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int why = errno;
    if (descriptor_ >= 0) close(descriptor_);
    throw InputError(message_name(folder) + ": " +
                     (why == EWOULDBLOCK ? "another " + work + " is under way there"
                                         : std::system_category().message(why)));
  }
  last_words = "kintree: this " + work + " was ended; " + folder.string() +
               " has what was done, and the same command goes on\n";
  std::signal(SIGTERM, say_last_words);
}

FolderLock::~FolderLock() {
  std::signal(SIGTERM, SIG_DFL);
  close(descriptor_);
}

}  // namespace kintree::suite
