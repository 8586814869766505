"""Every refusal has a test that plants it: reasons.py REPOSITORY.

A reason of kintree/model/finding.hpp counts as planted if a test names its enumerator, its name or its words. The message of an InputError
counts as planted if a test has three of its words in a row, or all of them if there are fewer. Exit code 1: no test plants a refusal.
"""

import re
import sys
from pathlib import Path

REASON = re.compile(r'\{Reason::(\w+), "\w+",\s*"([^"]*)"')
WITHOUT = {"none"}

# No test can make a disk or the kernel fail.
FAILING_SYSTEM = {"cannot be read", "cannot be created", "the thread cannot", "cores that this"}

LITERAL = re.compile(r'"((?:[^"\\\\]|\\\\.)*)"')


def words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text)


def missing(reasons: list[tuple[str, str]], tests: list[str]) -> list[str]:
    def planted(reason: str, words: str) -> bool:
        sought = [f"Reason::{reason}", f'"{reason}"'] + ([words] if words else [])
        return any(text in test for test in tests for text in sought)

    return [reason for reason, words in reasons if reason not in WITHOUT and not planted(reason, words)]


def arguments(code: str, opening: int) -> str:
    """The text between the brackets that open there. Brackets in literals do not count."""
    depth = 0
    for token in re.finditer(LITERAL.pattern + r"|[()]", code[opening:]):
        depth += (token.group() == "(") - (token.group() == ")")
        if depth == 0:
            return code[opening : opening + token.end()]
    raise ValueError("unbalanced brackets")


def unplanted(code: str, said: str) -> list[str]:
    """The messages of InputErrors in a source that no test says. `said`: the words of all tests, a blank between two."""
    found = []
    for error in re.finditer(r"\bInputError\(", code):
        texts = LITERAL.findall(re.sub(r'"\s*"', "", arguments(code, error.end() - 1)))
        runs = [words(part) for text in texts for part in text.replace("\\n", " ").split("{}")]
        threes = [" ".join(run[k : k + 3]) for run in runs for k in range(max(1, len(run) - 2)) if run]
        if threes and not any(three in said for three in threes) and not FAILING_SYSTEM & set(threes):
            found.append(" ... ".join(texts))
    return found


def main() -> int:
    repository = Path(sys.argv[1])
    reasons = REASON.findall((repository / "reference/model/include/kintree/model/finding.hpp").read_text())
    tests = [
        f.read_text()
        for module in ("oracles", "tools")
        for f in sorted((repository / module).rglob("*"))
        if "test" in f.parts and f.suffix in (".cpp", ".hpp", ".cmake", ".txt", ".py") and f.name != "reasons.py"
    ]
    assert missing([("unheard_of", "words that no test says")], tests), "a reason that no test plants is not found"
    assert len(reasons) > 20 and tests, "there is nothing to compare"
    wrong = missing(reasons, tests)
    for reason in wrong:
        print(f"no test plants the reason {reason}")
    print(f"{len(reasons)} reasons, {len(tests)} files of tests, {len(wrong)} not planted")

    planted_here = unplanted('throw InputError(name + ": no test says (such) a thing");', "a test says things")
    assert planted_here == [": no test says (such) a thing"], "a refusal that no test plants is not found"
    sources = [
        f
        for module in ("reference", "plugins", "oracles", "reports", "tools/suite", "tools/command")
        for f in sorted((repository / module).rglob("*.[ch]pp"))
    ]
    scripts = [f for f in sorted((repository / "tools/suite/test").rglob("*.py")) if f.name != "reasons.py"]
    said = " ".join(word for f in [*sources, *scripts] if "test" in f.parts for word in words(f.read_text()))
    refusals = 0
    for file in (f for f in sources if "test" not in f.parts):
        code = file.read_text()
        refusals += code.count("throw InputError(")
        for text in unplanted(code, said):
            print(f"{file.relative_to(repository)}: no test plants the refusal '{text}'")
            wrong.append(text)
    assert refusals > 50, "there are hardly any refusals"
    print(f"{refusals} places that refuse")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
