"""Checks the messages of the commits that contain this check: commit_messages.py REPOSITORY.

A subject is `area: imperative`, at most 72 characters. A body is mandatory where a commit
- changes a limit of the judge, a recorded value or a list of exceptions (RECORDED),
- changes a promise in a plugin.cpp, or the public interface of plugins,
- deletes a file of a test, or removes more checks of tests than it adds.
Merges are left out. Without a git history the test is skipped (exit code 77).

The test first checks itself on a small repository. Exit code 1: a message is wrong.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from prose_test import prose

SKIPPED = 77
RECORDED = re.compile(
    r"oracles/include/kintree/oracle/limits\.hpp|testdata/(golden|mutants|coverage|papers)/.+"
    r"|testdata/(costs\.txt|measured_claims\.json|prose\.json)|(.+/)?test/[^/]+\.txt")
INTERFACE = re.compile(r"reference/plugin/include/.+")
TEST = re.compile(r"(.+/)?test/.+")
CHECK = re.compile(r"\b(BOOST_(AUTO_TEST_CASE|DATA_TEST_CASE|FIXTURE_TEST_CASE|CHECK|TEST|REQUIRE)\w*|add_test|assert)\b")
PROMISE = re.compile(r"Verdict::[A-F]")
BODY = "write a body: what changed, why, and the evidence"


def git(repository: Path, *arguments: str) -> str:
    return subprocess.run(["git", "-C", repository, *arguments], capture_output=True, text=True, check=True, errors="replace").stdout


def reasons_for_a_body(patch: str) -> list[str]:
    """The reasons, from the patch of a commit (git show -U0 -M)."""
    reasons, removed, old, new = [], 0, "", ""
    for line in patch.splitlines():
        if line.startswith("--- "):
            old = line[6:] if line != "--- /dev/null" else ""
        elif line.startswith("+++ "):
            new = line[6:] if line != "+++ /dev/null" else ""
            if old and not new and TEST.fullmatch(old):
                reasons.append(f"{old} is deleted")
            if RECORDED.fullmatch(old):  # a new file weakens nothing
                reasons.append(f"{old} changes")
            if INTERFACE.fullmatch(old):
                reasons.append(f"{old} is public")
        elif line[:1] in ("+", "-"):
            path = new or old
            if TEST.fullmatch(path) or path.endswith("CMakeLists.txt"):
                removed += len(CHECK.findall(line)) * (1 if line[0] == "-" else -1)
            if path.endswith("/plugin.cpp") and old and line[0] == "-" and PROMISE.search(line):
                reasons.append(f"a promise in {path} changes")
    return [*dict.fromkeys(reasons), *[f"{removed} checks fewer"] * (removed > 0)]


def check(repository: Path, commits: str) -> tuple[int, list[str]]:
    hashes = git(repository, "rev-list", "--no-merges", "--ancestry-path", commits).split()
    wrong = []
    for commit in hashes:
        subject, body = (git(repository, "show", "-s", f"--format=%{what}", commit).strip() for what in "sb")
        remedies = prose.subject_complaints(subject)
        if not body and (reasons := reasons_for_a_body(git(repository, "show", "-U0", "-M", "--format=", commit))):
            remedies.append(f"{', '.join(reasons[:3])}: {BODY}")
        wrong += [f"{commit[:9]} {subject}: {'; '.join(remedies)}"] * bool(remedies)
    return len(hashes), wrong


def check_the_check() -> None:
    """Makes commits of every kind; each must be refused, or pass, as its row states."""
    files = {
        "oracles/include/kintree/oracle/limits.hpp": "10",
        "testdata/golden/a.json": "1",
        "a/test/a.cpp": "BOOST_TEST(1);\nBOOST_TEST(2);\n",
        "a/test/b.cpp": "BOOST_TEST(3);\n",
        "plugins/aba/plugin.cpp": "Verdict::A\n",
        "reference/plugin/include/kintree/plugin/solver.hpp": "class Solver;\n",
    }
    rows = [
        ({"README.md": "text"}, "readme: add text", True),
        ({"README.md": "more"}, "readme: added text", False),
        ({"README.md": "even more"}, "Add text", False),
        ({"README.md": "less"}, "readme: add " + "x" * 61, False),
        ({"a/test/a.cpp": files["a/test/a.cpp"] + "BOOST_TEST(4);\n"}, "tests: add a check", True),
        ({"a/test/a.cpp": "BOOST_TEST(2);\nBOOST_TEST(4);\n"}, "tests: tidy a check", False),
        ({"a/test/a.cpp": "BOOST_TEST(4);\n"}, "tests: tidy a check\n\nThe other one covers it.", True),
        ({"a/test/b.cpp": None}, "tests: tidy a file", False),
        ({"oracles/include/kintree/oracle/limits.hpp": "20"}, "judge: adjust a limit", False),
        ({"testdata/golden/a.json": "2"}, "golden: write again", False),
        ({"testdata/golden/b.json": "2"}, "golden: add a case", True),
        ({"plugins/aba/plugin.cpp": "Verdict::B\n"}, "aba: tidy", False),
        ({"reference/plugin/include/kintree/plugin/solver.hpp": "class Solves;\n"}, "plugin: rename a class", False),
    ]
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch)

        def commit(changes: dict, message: str) -> None:
            for name, text in changes.items():
                (repository / name).parent.mkdir(parents=True, exist_ok=True)
                (repository / name).write_text(text) if text else (repository / name).unlink()
            git(repository, "add", "-A")
            git(repository, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", message)

        git(repository, "init", "-q")
        commit(files, "all: add files")
        for changes, message, passes in rows:
            commit(changes, message)
            count, wrong = check(repository, "HEAD~1..HEAD")
            assert count == 1 and (not wrong) == passes, (message, wrong)


def main() -> int:
    check_the_check()
    repository = Path(sys.argv[1]).resolve()
    this = os.path.relpath(Path(__file__).resolve(), repository)
    try:
        introduced = git(repository, "log", "--follow", "--diff-filter=A", "--format=%H", "--", this).split()
    except (subprocess.CalledProcessError, FileNotFoundError):
        introduced = []
    if not introduced:
        print("skipped: there is no git history that contains this check")
        return SKIPPED
    count, wrong = check(repository, f"{introduced[-1]}..HEAD")
    print("\n".join(wrong))
    print(f"{count} commits, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
