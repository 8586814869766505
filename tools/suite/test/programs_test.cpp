// Programs as plugins: their descriptions, and the answers to their requests.
#include "suite/execution/program.hpp"

#include <sys/resource.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <string>

#include "kintree/files/temporary_folder.hpp"
#include "kintree/trees/case.hpp"
#include "protocol_lines.hpp"
#include "suite/execution/worker.hpp"

using namespace kintree;
using namespace kintree::suite;
using namespace kintree::suite::test;

BOOST_AUTO_TEST_CASE(programs_that_do_not_say_what_they_are_are_refused) {
  const auto started = [](const std::string& command) {
    return Programs({command}, {.seconds = 0.5}).plugins();
  };
  SAYS(started("exit 3;"), "program 'exit 3;': no description: the plugin ends its process: exit code 3");
  errno = EAGAIN;  // of something before
  SAYS(started("exit 4;"), "the plugin ends its process: exit code 4");
  SAYS(started("no_such_program_anywhere"), "not found");
  SAYS(started("sleep 60"), "no description: no answer in the time allowed");
  SAYS(started("echo loading >&2; sleep 60"), "no answer in the time allowed: 0.5 s, and says: loading");
  SAYS(started(R"(echo '{"id":2,"kintree":1,"name":"mine","problems":{"mass_matrix":"A"}}'; cat)"),
       "the answer to 'describe' has the id 2; expected 1");
  SAYS(started("echo hello; cat"),
       "no description: the plugin prints on its standard output what is no answer: 'hello'");
  SAYS(started("echo '{\"id\":1}'; cat"), "its description: ");
  SAYS(started("kill -SEGV $$"), "the plugin crashed: SIGSEGV");
  SAYS(started("head -c 2000000 /dev/zero; cat"), "a line longer than any answer");
  BOOST_TEST(
      started(R"(echo '{"id":1,"kintree":1,"name":"mine","problems":{"mass_matrix":"A"}}'; cat)").size() ==
      1U);
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{4, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &few);
  const std::string reason = refused([&] { started("cat"); });
  setrlimit(RLIMIT_NOFILE, &before);
  BOOST_TEST(reason.find("no process can be started") != std::string::npos, reason);
}

namespace {

/// A program that sends its description, then these lines, for any request.
const Plugin& says_lines(const std::string& lines, const std::string& numbers = "double") {
  const std::string description = R"({"id":1,"kintree":1,"name":"mine","numbers":[")" + numbers +
                                  R"("],"problems":{"inverse_dynamics":"A"}})";
  return *Programs({"printf '%s\\n' '" + description + "' " + lines + "; cat > /dev/null"}, {.seconds = 30})
              .plugins()
              .front();
}

std::string in_words(const Outcome<double>& out) {
  std::string text = std::to_string(out.status.code);
  for (const double x : out.outputs[0]) text += " " + Json(x).dump();
  return text + (out.fault ? ", " + out.fault.detail : "");
}

/// One joint: its answer is one number.
Case one_joint() {
  Case c;
  Body body;
  body.name = "body", body.joint.name = "joint", body.joint.kind = JointKind::revolute;
  body.inertial.mass = 1;
  c.model.bodies.push_back(body);
  c.state = neutral_state(c.model);
  return c;
}

/// Returns the outcome of two requests at once, whose numbers are 3 and 4.
std::string answers_to_two(const std::string& lines) {
  const Case c = one_joint();
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  std::string text;
  for (const Outcome<double>& out :
       worker_of(says_lines(lines), c.model, {})->in_turn(Format::binary64, {question, question}))
    text += in_words(out) + "; ";
  return text;
}

}  // namespace

// In any order; after a fault those that are there stay.
BOOST_AUTO_TEST_CASE(answers_are_of_the_questions_with_their_numbers) {
  BOOST_TEST(answers_to_two(R"('{"id":3,"tau":[30]}' '{"id":4,"tau":[40]}')") == "0 30.0; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":4,"tau":[40]}' '{"id":3,"tau":[30]}')") == "0 30.0; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":4,"tau":[40]}' '{"id":5,"tau":[30]}')") ==
             "4, the answer to 'inverse_dynamics' has the id 5; expected 3; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":4,"tau":[40]}' '{"id":4,"tau":[30]}')") ==
             "4, the answer to 'inverse_dynamics' has the id 4; expected 3; 0 40.0; ");
  BOOST_TEST(answers_to_two(R"('{"id":3,"tau":[30]}' '{"id":0,"tau":[40]}')") ==
             "0 30.0; 4, the answer to 'inverse_dynamics' has the id 0; expected 4; ");
  const std::string other =
      "4, the answer to 'describe' has the id 1; expected 3 or 4, since a process may get any question "
      "first; ";
  BOOST_TEST(answers_to_two(R"('{"id":1,"problems":{}}')") == other + other);
  BOOST_TEST(answers_to_two(R"('{"id":3,"error":"no"}' '{"id":4,"tau":[40]}')") == "4, no; 0 40.0; ");
}

// A program gets no requests with numbers of a type that it does not answer.
BOOST_AUTO_TEST_CASE(a_program_is_asked_in_its_numbers_alone) {
  const Case c = one_joint();
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  const std::string line = R"('{"id":3,"tau":[30]}')";
  const auto of_doubles = worker_of(says_lines(line), c.model, {});
  const Outcome<float> none = of_doubles->in_float(question);
  BOOST_TEST(none.status.code == Status::unsupported);
  BOOST_TEST((none.outputs[0].empty() && !none.fault));
  BOOST_TEST(of_doubles->in_field(question, {}).status.code == Status::unsupported);
  BOOST_TEST(in_words(of_doubles->in_double(question)) == "0 30.0");
  const auto of_floats = worker_of(says_lines(line, "float"), c.model, {});
  BOOST_TEST(of_floats->in_double(question).status.code == Status::unsupported);
  BOOST_TEST(of_floats->in_float(question).outputs[0].at(0) == 30);
  BOOST_TEST(of_floats->in_digits(question, 20).status.code == Status::unsupported);
  BOOST_TEST(of_floats->count(question, {}).status.code == Status::unsupported);
  BOOST_TEST(of_floats->in_degrees(question, {}).status.code == Status::unsupported);
}

// After three requests in a row without an answer in time, there are no more. An answer resets the count.
BOOST_AUTO_TEST_CASE(program_gets_no_requests_after_three_timeouts) {
  const TemporaryFolder folder;
  // Answers with its description, and answers the third request. Every process answers one request.
  const std::string command =
      R"(read x; case "$x" in *describe*) printf '%s\n' '{"id":1,"kintree":1,"name":"mine","problems":{"inverse_dynamics":"A"}}'; read x;; esac; )"
      "echo >> '" +
      (folder / "asked").string() + "'; test $(wc -l < '" + (folder / "asked").string() +
      R"(') = 3 && printf '{"id":5,"tau":[50]}\n'; sleep 60)";
  const Case c = one_joint();
  const SolverRequest question{Problem::inverse_dynamics, c.state};
  const auto worker = worker_of(*Programs({command}, {.seconds = 1.5}).plugins().front(), c.model, {});
  const std::string none = "4, 1.5 s", answered = "0 50.0",
                    last = "4, it gets no more requests, after 3 questions without an answer";
  for (const std::string& expected : {none, none, answered, none, none, none, last, last}) {
    const Outcome<double> out = worker->in_double(question);
    BOOST_TEST(in_words(out) == expected);
    BOOST_TEST((out.fault.reason == (expected == answered ? Reason::none : Reason::timed_out)));
  }
}
