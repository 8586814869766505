"""Citations of the papers in testdata/papers/ name what these contain: citations.py REPOSITORY

A paper's file lists its `contents`: the counts of its equations and figures, and the numbers of its sections, tables and lemmas. `cited_as`
lists the names by which the texts cite the paper. The test checks the sections, equations, tables, figures and lemmas that follow such a
name in the plugins, the suite's measurements, the oracles, the contract and the files in `where`. It also checks an equation's number
alone, such as (46), in a plugin that cites some of the papers: one of them must have it. The test cannot decide if the citation names the
intended equation. It is first tried on a small tree. Exit code 1: a citation names a part that the paper does not have.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

FOLDERS = ["plugins", "oracles", "reference", "tools/suite/papers"]
JOINT = re.compile(r"\s*\n\s*(?://+<?|\*)?\s*")
OTHER_WORK = r"\bRBDA\b|\bASNA\b|\bHigham\b|[A-Z]\w+ (?:et al\. )?(?:19|20)\d\d"
END = re.compile(OTHER_WORK + r'|"|(?<![sS]ec)(?<![sS]ecs)(?<!eq)(?<!eqs)(?<![fF]ig)(?<![fF]igs)\.\s')
LONGEST = 200
NUMBER = r"(?:[IVX]+(?:-[A-D])?|\d+(?:\.\d+)?)"
LIST = rf"({NUMBER}(?:\s*(?:,\s|and|to|–|-)\s*{NUMBER})*)"
PARTS = {
    "section": re.compile(rf"(?:§§?\s?|\b[sS]ecs?\.\s|\b[sS]ections?\s){LIST}"),
    "equation": re.compile(rf"\b[eE]qs?\.\s{LIST}|(?<![\w\])])\((\d+)\)"),
    "table": re.compile(rf"\b[tT]ables?\s{LIST}"),
    "figure": re.compile(rf"\b[fF]igs?\.\s{LIST}"),
    "lemma": re.compile(rf"\b[lL]emmas?\s{LIST}"),
}
ALONE = re.compile(r"(?<=[\s|–])\((\d{1,2})\)")


class Paper:
    def __init__(self, file: Path, json_of: dict):
        self.name, self.cited_as, contents = file.stem, json_of["cited_as"], json_of["contents"]
        self.has = {f"{part}": set(contents[f"{part}s"]) for part in ["section", "table"]} | {"lemma": set(contents["lemmas"])}
        for part in ["equation", "figure"]:
            self.has[part] = {str(k) for k in range(1, contents[f"{part}s"] + 1)}

    def lacks(self, text: str) -> tuple[int, list[str]]:
        """The number of parts of the paper that the text names, and those that the paper does not have."""
        named = [(part, number) for part, pattern in PARTS.items() for found in pattern.findall(text)
                 for number in re.findall(NUMBER, found if isinstance(found, str) else "".join(found))]
        return len(named), [f"{part} {number}" for part, number in named if number not in self.has[part]]


def citations(text: str, papers: list[Paper]) -> list[tuple[Paper, str]]:
    """Each paper that a text cites, and what it names of it."""
    if not papers:
        return []
    text = JOINT.sub(" ", text)
    by_name = {name: paper for paper in papers for name in paper.cited_as}
    names = re.compile("|".join(rf"\b{re.escape(name)}" for name in sorted(by_name, key=len, reverse=True)))
    starts = list(names.finditer(text))
    result = []
    for here, following in zip(starts, [*starts[1:], None]):
        named = text[here.end():min(here.end() + LONGEST, following.start() if following else len(text))]
        end = END.search(named)
        result.append((by_name[here.group()], named[:end.start()] if end else named))
    return result


def check(repository: Path) -> tuple[int, list[str]]:
    """The number of cited parts of papers, and the errors in them."""
    files = sorted((repository / "testdata" / "papers").glob("*.json"))
    read = {file: json.loads(file.read_text()) for file in files}
    papers = [Paper(file, content) for file, content in read.items() if "contents" in content]
    count, wrong = 0, []

    def note(where: str, paper: Paper, text: str) -> None:
        nonlocal count
        named, lacking = paper.lacks(text)
        count += named
        wrong.extend(f"{where} cites {part} of {paper.name}, which has none" for part in lacking)

    for paper in papers:
        content = read[repository / "testdata" / "papers" / f"{paper.name}.json"]
        for entry in [entry for group in ["claims", "missing", "errata"] for entry in content.get(group, [])]:
            note(f"testdata/papers/{paper.name}.json: {entry['id']}", paper, entry["where"])
    sources = [f for folder in FOLDERS for ending in ["hpp", "cpp", "md"] for f in sorted((repository / folder).rglob(f"*.{ending}"))]
    cited_in: dict[Path, set[str]] = {}
    for file in sources:
        for paper, text in citations(file.read_text(), papers):
            note(str(file.relative_to(repository)), paper, text)
            cited_in.setdefault(file.parent, set()).update(paper.has["equation"])
    for file in sources:
        text = file.read_text()
        lines = text.splitlines() if file.suffix == ".md" else re.findall(r"//[^\n]*", text)
        for number in ALONE.findall("\n".join(lines)) if file.parent in cited_in else []:
            count += 1
            if number not in cited_in[file.parent]:
                wrong.append(f"{file.relative_to(repository)} cites ({number}), which no paper cited in this folder has")
    if not count:
        wrong.append(f"nothing is cited of the papers in {repository / 'testdata' / 'papers'}")
    return count, wrong


def check_the_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        papers, plugin = Path(scratch) / "testdata" / "papers", Path(scratch) / "plugins" / "aba"
        papers.mkdir(parents=True), plugin.mkdir(parents=True)
        contents = {"equations": 20, "sections": ["1", "2.1", "V-B"], "tables": ["I"], "figures": 3, "lemmas": ["6.2"]}
        sound = {"cited_as": ["Doe 2005", "On Trees"], "contents": contents, "claims": [{"id": "x", "where": "Sec. 1, eq. (20)"}]}
        source = ('// As in Doe 2005, secs. 2.1 and\n// V-B, eqs. (3), (4); Table I, figs. 1 to 3, lemma 6.2; RBDA 2008, sec. 7.\n'
                  'f(99);  // (20)\n{.citation = "Doe 2005, eqs. 3 and 6", 30, "sec. 9"}\n')
        readme = "J. Doe, *On Trees*, 2005, §2.1.\n\n| `a` | (19), (20) | f(21) |\n"

        def result(source: str, readme: str, paper: dict) -> list[str]:
            (papers / "doe_2005.json").write_text(json.dumps(paper))
            (plugin / "aba.hpp").write_text(source)
            (plugin / "README.md").write_text(readme)
            return check(Path(scratch))[1]

        assert result("", "", {"claims": []}), "a repository that cites nothing passes"
        assert result(source, readme, sound) == [], result(source, readme, sound)
        for old, new in [("V-B", "V-C"), ("(4)", "(21)"), ("Table I", "table II"), ("to 3", "to 4"), ("6.2", "6.3"),
                         ("// (20)", "// (21)"), ("3 and 6", "3 and 60"), ("2.1 and", "2.2 and")]:
            assert result(source.replace(old, new), readme, sound), (old, new)
        for old, new in [("§2.1", "§3"), ("(19)", "(22)")]:
            assert result(source, readme.replace(old, new), sound), (old, new)
        assert result(source, readme, sound | {"claims": [{"id": "x", "where": "Sec. 2"}]})


def main() -> int:
    check_the_check()
    count, wrong = check(Path(sys.argv[1]))
    for line in wrong:
        print(line)
    print(f"{count} parts of papers cited, {len(wrong)} not there")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
