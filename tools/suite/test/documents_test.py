"""Checks what documents state, apart from their commands: documents_test.py BUILD REPOSITORY.

- Every relative link leads to a file, and to a heading of it.
- reference/api.md lists the installed headers, and no others.
- The glossary has the terms that reports use, and every other document of reference/ links to it.
- A number in the prose of a document is in an output that the document shows, in one of the files of SOURCES, or small: whole numbers up to
  twenty are counts of a sentence.
- Lists of packages, plugins and limits that a document repeats are those of the code.

Each check first fails on a small repository in which one thing is wrong. Exit code 1: something is wrong.
"""

import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DOCUMENTS = ["*.md", "reference/*.md", "plugins/README.md", "plugins/*/README.md", "testdata/*.md", "testdata/*/README.md"]
TERMS = ["α (alpha)", "σ (sigma)", "Case", "Certificate", "Family", "Field", "Image", "Known mistake", "Oracle", "Promise", "Proved", "Slip", "Verdict"]
# Documents whose numbers are checked, and the files that hold the numbers beyond those that the documents show.
NUMBERS = ["README.md", "CONTRIBUTING.md", *(f"reference/{name}.md" for name in (
    "README", "api", "architecture", "concepts", "faq", "glossary", "tutorial", "verdicts", "working_on_the_suite"))]
SOURCES = ["oracles/include/kintree/oracle/limits.hpp", "tools/suite/src/prove.cpp", "tools/CMakeLists.txt", "CMakePresets.json",
           "tools/prose", "tools/suite/test/commit_messages.py", "tools/suite/test/false_alarms.cmake"]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"(?<![\w.⁻^])\d[\d,]*(?:\.\d+)?(?![\w⁰¹²³⁴-⁹])(?!\.\d)")
YEAR = range(1950, 2100)


def without_code(text: str) -> str:
    text = re.sub(r"^```.*?^```$|<!-- output of:.*?<!-- end -->|^ {4}.*?$", "", text, flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`|\[[^\]]*\b(19|20)\d\d\b[^\]]*\]", "", text)  # citations have numbers of their own


def anchors(text: str) -> set[str]:
    """The anchors of the headings, as GitHub forms them."""
    headings = re.findall(r"^#+ +(.*?) *$", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M), re.M)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()).replace(" ", "-") for heading in headings}


def documents(repository: Path) -> list[Path]:
    return sorted(file for pattern in DOCUMENTS for file in repository.glob(pattern))


def check_links(repository: Path) -> list[str]:
    wrong = []
    for file in documents(repository):
        for target in LINK.findall(re.sub(r"^```.*?^```$", "", file.read_text(), flags=re.S | re.M)):
            path, _, anchor = target.partition("#")
            if "://" in target:
                continue
            leads_to = (file.parent / path) if path else file
            if not leads_to.exists():
                wrong.append(f"{file.relative_to(repository)}: the link {target} leads to no file")
            elif anchor and leads_to.suffix == ".md" and anchor not in anchors(leads_to.read_text()):
                wrong.append(f"{file.relative_to(repository)}: the link {target} leads to no heading")
    return wrong


def check_headers(repository: Path, installed: set[str]) -> list[str]:
    listed = set(re.findall(r"^\| `([\w/.*]+)` \|", (repository / "reference/api.md").read_text(), re.M))
    folders = {name[: -len("*.hpp")] for name in listed if name.endswith("*.hpp")}
    missing = {name for name in installed - listed if name.rpartition("/")[0] + "/" not in folders}
    unknown = {name for name in listed - installed if not name.endswith("*.hpp")}
    return [f"reference/api.md: {name} is installed and not listed" for name in sorted(missing)] + [
        f"reference/api.md: {name} is listed and not installed" for name in sorted(unknown)]


def check_glossary(repository: Path) -> list[str]:
    glossary = repository / "reference/glossary.md"
    headings = re.findall(r"^### (.*)$", glossary.read_text(), re.M)
    wrong = [f"reference/glossary.md: {term} is missing" for term in TERMS if term not in headings]
    for file in [*repository.glob("*.md"), *repository.glob("reference/*.md")]:
        if file.name not in ("glossary.md", "CHANGELOG.md") and "glossary.md" not in file.read_text():
            wrong.append(f"{file.relative_to(repository)}: no link to the glossary")
    return wrong


def check_numbers(repository: Path) -> tuple[int, list[str]]:
    sources = "\n".join((repository / name).read_text() for name in SOURCES if (repository / name).is_file())
    held = set(re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3})", "", sources)))
    factors = re.findall(r"(?:sampling_factor|roundings_per_body) = (\d+);", sources)  # of the limit of verdict A
    held.add(str(math.prod(map(int, factors))))
    count, wrong = 0, []
    for name in NUMBERS:
        text = (repository / name).read_text()
        shown = set(re.findall(r"\d+(?:\.\d+)?", "\n".join(re.findall(r"^```.*?^```$", text, re.S | re.M))))
        for number in NUMBER.findall(without_code(LINK.sub("", text))):
            plain = number.replace(",", "").rstrip(".")
            if plain.isdigit() and (int(plain) <= 20 or int(plain) in YEAR):
                continue
            count += 1
            if plain not in shown | held:
                wrong.append(f"{name}: {number} is in no output of the document and in none of {', '.join(SOURCES)}")
    return count, wrong


def installed_headers(build: Path) -> set[str]:
    with tempfile.TemporaryDirectory() as prefix:
        subprocess.run(["cmake", "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        include = Path(prefix) / "include"
        return {str(file.relative_to(include)) for file in include.rglob("*.h*")}


def check_the_checks() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch)

        def write(**changes: str) -> None:
            texts = {name: "The [glossary](reference/glossary.md).\n" if "/" not in name else "The [glossary](glossary.md).\n" for name in NUMBERS}
            texts["reference/glossary.md"] = "".join(f"### {term}\n" for term in TERMS)
            texts["reference/api.md"] = "[terms](glossary.md#case)\n| `a/b.hpp` | b |\n| `c/*.hpp` | all |\n"
            texts["oracles/include/kintree/oracle/limits.hpp"] = "sampling = 1234;\n"
            for name, text in {**texts, **changes}.items():
                (repository / name).parent.mkdir(parents=True, exist_ok=True)
                (repository / name).write_text(text)

        def complaints(installed=("a/b.hpp", "c/d.hpp")) -> int:
            return len(check_links(repository) + check_headers(repository, set(installed)) + check_glossary(repository) + check_numbers(repository)[1])

        write()
        assert complaints() == 0, (check_links(repository), check_glossary(repository), check_numbers(repository))
        for installed in [("a/b.hpp", "a/c.hpp"), ()]:
            assert complaints(installed) == 1, installed
        glossary = "The [glossary](reference/glossary.md). "
        for text, count in [("[a](gone.md)", 1), ("[a](reference/glossary.md#gone)", 1), ("[a](reference/glossary.md#σ-sigma)", 0), ("`[a](gone.md)`", 1),
                            ("1,234 trees", 0), ("1,235 trees", 1), ("77 trees", 1), ("`77` trees", 0), ("7.5 trees", 1), ("in 2010, 9 trees", 0),
                            ("99\n```\n99\n```\n", 0)]:
            write(**{"README.md": glossary + text})
            assert complaints() == count, (text, complaints())
        write(**{"reference/faq.md": "No link."})
        assert complaints() == 1
        write(**{"reference/glossary.md": "### Case\n"})
        assert complaints() == len(TERMS) - 1


def main() -> int:
    check_the_checks()
    build, repository = (Path(argument).resolve() for argument in sys.argv[1:3])
    count, wrong = check_numbers(repository)
    wrong += check_links(repository) + check_headers(repository, installed_headers(build)) + check_glossary(repository)
    print(*wrong, f"{len(documents(repository))} documents, {count} numbers, {len(wrong)} wrong", sep="\n")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
