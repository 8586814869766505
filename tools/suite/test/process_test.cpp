// Programs as processes: what is sent to them and received, and what is left of them.
#include "suite/execution/process.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "kintree/files/temporary_folder.hpp"
#include "suite/support/text.hpp"

using namespace kintree;
using namespace kintree::suite;

/// Writes more than a pipe holds, both ways, and as much to the standard error, whose last line is kept.
BOOST_AUTO_TEST_CASE(long_lines_are_written_and_read_whole) {
  const std::string line(8'000'000, 'x');
  Process echo("cat", {.seconds = 5});
  for (int k = 0; k < 2; ++k) {
    echo.send(line);
    std::string answer;
    const Fault fault = echo.receive(answer, 2 * line.size());
    BOOST_TEST(!fault, fault.detail);
    BOOST_TEST((answer == line));
  }
  Process loud("yes complaint | head -c 300000 >&2; echo last words >&2; read line; echo \"$line\"; exit 3",
               {.seconds = 5});
  loud.send("question");
  std::string answer;
  BOOST_TEST(!loud.receive(answer, 100));
  BOOST_TEST(answer == "question");
  const Fault end = loud.receive(answer, 100);
  BOOST_TEST((end.reason == Reason::exits));
  BOOST_TEST(end.detail.find("last words") != std::string::npos, end.detail);
  BOOST_TEST(end.detail.find("complaint") == std::string::npos, end.detail);
}

/// Files that this process has open, at numbers below, between and beyond those of the program's pipes, are
/// not open in its supervisor.
BOOST_AUTO_TEST_CASE(a_program_holds_open_what_is_its_own_alone) {
  std::array<int, 2> ends{};
  BOOST_TEST_REQUIRE(pipe(ends.data()) == 0);
  std::vector<int> copies{ends[1]};
  for (int k = 0; k < 24; ++k) copies.push_back(dup(ends[1]));
  for (const std::size_t free : {2U, 3U, 5U, 8U, 9U, 13U, 17U, 21U}) close(std::exchange(copies[free], -1));
  Process program("read x; echo $x", {.seconds = 30});
  for (const int copy : copies)
    if (copy >= 0) close(copy);
  pollfd end{ends[0], POLLIN, 0};
  BOOST_TEST(poll(&end, 1, 10000) == 1);
  BOOST_TEST(end.revents == POLLHUP);
  close(ends[0]);
  program.send("still there");
  std::string line;
  BOOST_TEST(!program.receive(line, 100));
  BOOST_TEST(line == "still there");
}

// If a line of complaints is longer than the kept part, its end is kept.
BOOST_AUTO_TEST_CASE(the_last_words_are_of_the_last_complaints) {
  constexpr int kept = 1 << 14, said = 200;
  for (const int more : {0, 1}) {
    Process program(
        "printf x >&2; head -c " + std::to_string(kept - 1 + more) + " /dev/zero | tr '\\0' y >&2; exit 1",
        {.seconds = 30});
    std::string line;
    const Fault end = program.receive(line, 100);
    BOOST_TEST((end.reason == Reason::exits));
    BOOST_TEST(end.detail.find(", and says: " + (more == 0 ? "x" + std::string(said - 1, 'y')
                                                           : std::string(said, 'y'))) != std::string::npos,
               end.detail);
  }
}

// This holds whether or not the program was requested to finish.
BOOST_AUTO_TEST_CASE(nothing_is_left_of_a_program) {
  const auto open_files = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  const auto before = open_files();
  for (const bool finishes : {false, true}) {
    Process program("cat", {.seconds = 30});
    program.send("a line");
    std::string line;
    BOOST_TEST(!program.receive(line, 100));
    BOOST_TEST(open_files() == before + 4);
    if (finishes) program.finish();
  }
  BOOST_TEST(open_files() == before);
  BOOST_TEST(waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

// At its end a program may continue to work for a second.
BOOST_AUTO_TEST_CASE(a_program_finishes_what_it_does) {
  const TemporaryFolder folder;
  const auto file = folder / "done";
  {
    Process program("cat; sleep 0.05; echo done > " + quoted(file.string()), {.seconds = 30});
    program.finish();
  }
  BOOST_TEST(std::filesystem::exists(file));
}

// Nor does it leave its memory in a file.
BOOST_AUTO_TEST_CASE(a_program_that_crashes_writes_no_core) {
  rlimit allowed{};
  getrlimit(RLIMIT_CORE, &allowed);
  const rlimit most{allowed.rlim_max, allowed.rlim_max};
  setrlimit(RLIMIT_CORE, &most);
  Process program("ulimit -c; cat", {.seconds = 30});
  setrlimit(RLIMIT_CORE, &allowed);
  std::string line;
  BOOST_TEST(!program.receive(line, 100));
  BOOST_TEST(line == "0");
}

BOOST_AUTO_TEST_CASE(a_line_is_read_within_its_length) {
  for (const std::size_t longest : {3u, 4u}) {
    Process program("echo four; sleep 5", {.seconds = 5});
    std::string answer;
    BOOST_TEST(
        (program.receive(answer, longest).reason == (longest < 4 ? Reason::endless_output : Reason::none)));
  }
}

// Also in a process whose parent ignores the signal.
BOOST_AUTO_TEST_CASE(a_program_that_reads_no_more_is_waited_for_at_rest) {
  const auto before = signal(SIGPIPE, SIG_IGN);
  Process program("exec 0<&-; echo one; sleep 1", {.seconds = 30});
  std::string line;
  BOOST_TEST(!program.receive(line, 100));
  program.send("question");
  const std::clock_t start = std::clock();
  const Fault fault = program.receive(line, 100);
  BOOST_TEST(std::clock() - start < CLOCKS_PER_SEC / 4);
  signal(SIGPIPE, before);
  BOOST_TEST((fault.reason == Reason::exits && fault.detail == "exit code 0"));
}
