"""Every reason for refusing an answer has a test that plants it: reasons.py REPOSITORY.

A reason of kintree/data/finding.hpp counts as planted where a test names its enumerator, its name or its words. Exit code 1: one is
planted by none.
"""

import re
import sys
from pathlib import Path

REASON = re.compile(r'\{Reason::(\w+), "\w+",\s*"([^"]*)"')
# These need a worker in a process of its own, which there is none of yet.
WITHOUT = {"none", "timed_out"}


def missing(reasons: list[tuple[str, str]], tests: list[str]) -> list[str]:
    def planted(reason: str, words: str) -> bool:
        sought = [f"Reason::{reason}", f'"{reason}"'] + ([words] if words else [])
        return any(text in test for test in tests for text in sought)

    return [reason for reason, words in reasons if reason not in WITHOUT and not planted(reason, words)]


def main() -> int:
    repository = Path(sys.argv[1])
    reasons = REASON.findall((repository / "reference/data/include/kintree/data/finding.hpp").read_text())
    tests = [
        f.read_text()
        for room in ("oracles", "tools")
        for f in sorted((repository / room).rglob("*"))
        if "test" in f.parts and f.suffix in (".cpp", ".hpp", ".cmake", ".txt")
    ]
    assert missing([("unheard_of", "words that no test says")], tests), "a reason that no test plants is not found"
    assert len(reasons) > 20 and tests, "there is nothing to compare"
    wrong = missing(reasons, tests)
    for reason in wrong:
        print(f"no test plants the reason {reason}")
    print(f"{len(reasons)} reasons, {len(tests)} files of tests, {len(wrong)} not planted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
