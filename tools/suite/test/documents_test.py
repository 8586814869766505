"""Checks what documents state, apart from their commands: documents_test.py BUILD REPOSITORY.

- Every relative link leads to a file, and to a heading of it.
- reference/api.md lists the installed headers, and no others.
- The glossary has the terms that reports use, and every other document of reference/ links to it.
- CITATION.cff has the version of the project.
- A number in the prose of a document is in an output that the document shows, or it is the number of the code that REPEATED names. Whole
  numbers up to twenty are left out.

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
# Documents whose numbers are checked.
NUMBERS = ["README.md", "CONTRIBUTING.md", *(f"reference/{name}.md" for name in (
    "README", "api", "architecture", "concepts", "faq", "glossary", "python", "tutorial", "verdicts", "working_on_the_suite"))]
# Numbers of the code that documents repeat: document, the number as written, the file, and a pattern around the factors of it.
REPEATED = [
    ("reference/verdicts.md", "60", "oracles/include/kintree/oracle/limits.hpp", r"(?:sampling_factor|roundings_per_body) = (\d+);"),
    ("reference/working_on_the_suite.md", "100,000", "tools/suite/test/false_alarms.cmake", r"for (100,000) verdicts"),
    ("reference/working_on_the_suite.md", "400", "tools/suite/test/modules.py", r"LONGEST = (\d+)"),
    ("reference/working_on_the_suite.md", "25", "tools/prose", r"writers aim at (\d+)"),
    ("reference/working_on_the_suite.md", "72", "tools/prose", r"len\(subject\) > (\d+)"),
]
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


def check_citation(repository: Path) -> list[str]:
    cited = re.search(r"^version: (\S+)$", (repository / "CITATION.cff").read_text(), re.M)
    project = re.search(r"project\(kintree VERSION ([\d.]+)", (repository / "CMakeLists.txt").read_text())
    return [] if cited and project and cited[1] == project[1] else ["CITATION.cff: the version is not that of CMakeLists.txt"]


def whole(number: str) -> str:
    return number.replace(",", "")


def check_numbers(repository: Path) -> tuple[int, list[str]]:
    count, wrong, repeated = 0, [], set()
    for document, number, name, pattern in REPEATED:
        factors = re.findall(pattern, (repository / name).read_text()) if (repository / name).is_file() else []
        if factors and math.prod(int(whole(factor)) for factor in factors) == int(whole(number)):
            repeated.add((document, number))
    for name in NUMBERS:
        text = (repository / name).read_text()
        shown = set(NUMBER.findall("\n".join(re.findall(r"^```.*?^```$", text, re.S | re.M))))
        for number in NUMBER.findall(without_code(LINK.sub("", text))):
            if whole(number).isdigit() and (int(whole(number)) <= 20 or int(whole(number)) in YEAR):
                continue
            count += 1
            if number not in shown and (name, number) not in repeated:
                wrong.append(f"{name}: {number} is in no output of the document and is no number of REPEATED in documents_test.py")
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
            texts["CITATION.cff"], texts["CMakeLists.txt"] = "version: 1.2.3\n", "project(kintree VERSION 1.2.3)\n"
            texts["oracles/include/kintree/oracle/limits.hpp"] = "sampling_factor = 3;\nroundings_per_body = 20;\n"
            for name, text in {**texts, **changes}.items():
                (repository / name).parent.mkdir(parents=True, exist_ok=True)
                (repository / name).write_text(text)

        def complaints(installed=("a/b.hpp", "c/d.hpp")) -> int:
            return len(check_links(repository) + check_headers(repository, set(installed)) + check_glossary(repository) + check_citation(repository)
                       + check_numbers(repository)[1])

        write()
        assert complaints() == 0, (check_links(repository), check_glossary(repository), check_numbers(repository))
        for installed in [("a/b.hpp", "a/c.hpp"), ()]:
            assert complaints(installed) == 1, installed
        glossary = "The [glossary](reference/glossary.md). "
        for text, count in [("[a](gone.md)", 1), ("[a](reference/glossary.md#gone)", 1), ("[a](reference/glossary.md#σ-sigma)", 0), ("`[a](gone.md)`", 1),
                            ("1,235 trees", 1), ("77 trees", 1), ("`77` trees", 0), ("7.5 trees", 1), ("in 2010, 9 trees", 0),
                            ("99\n```\n99\n```\n", 0)]:
            write(**{"README.md": glossary + text})
            assert complaints() == count, (text, complaints())
        verdicts = "The [glossary](glossary.md): at most {} and 60."
        for number, count in [("60", 0), ("61", 1)]:
            write(**{"reference/verdicts.md": verdicts.format(number)})
            assert complaints() == count, number
        write(**{"CITATION.cff": "version: 1.2.4\n"})
        assert complaints() == 1
        write(**{"reference/faq.md": "No link."})
        assert complaints() == 1
        write(**{"reference/glossary.md": "### Case\n"})
        assert complaints() == len(TERMS) - 1


def main() -> int:
    check_the_checks()
    build, repository = (Path(argument).resolve() for argument in sys.argv[1:3])
    count, wrong = check_numbers(repository)
    wrong += check_links(repository) + check_headers(repository, installed_headers(build)) + check_glossary(repository) + check_citation(repository)
    print(*wrong, f"{len(documents(repository))} documents, {count} numbers, {len(wrong)} wrong", sep="\n")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
