"""Names in documents exist, equations are mapped to code that runs, and figures are recorded: readmes.py REPOSITORY FAMILY...

A name between backquotes in plugins/*/README.md is a plugin, a family of trees, a command or a file, or it consists of names that occur in
the sources of the folder or in their includes. In a table whose first column is headed "code", the names of that column are reached from
plugin.cpp: a function that only a test or another plugin calls computes no equation of this plugin. The check uses names only, so that of
two functions with one name either counts.

A count of operations in a document ("24m + 18a", "316 operations") must be recorded. It may be in testdata/costs.txt, in a figure of a
claim in testdata/papers or testdata/measured_claims.json, or as a pair of numbers in the code in reach, where formulas and tests check it.
In a table that ends with a sum, every column must add up to its sum, and one of the sums must be recorded. Numbers of plugins, claims,
vectors and small trees must be the actual ones. A measured time, a ratio of times and a statistic of past runs ("3 of 2000 trees") are not
allowed, because no test can check them.

First a small tree is checked in which a name is gone and figures are stale. Exit code 1: something is wrong.
"""

import json
import math
import re
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r"//.*")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|"(?:[^"\\\n]|\\.)*"', re.MULTILINE | re.DOTALL)
NAMESPACE = re.compile(r"\s*(?:inline\s+)?namespace\b[^{;]*\{")
WORD = re.compile(r"[A-Za-z_]\w*")
NAMED = re.compile(r"`([^`\n]+)`")
IN_BRACKETS = re.compile(r"<[^<>{};]*>")


def include_folders(repository: Path) -> list[Path]:
    return [repository / "plugins", *sorted((repository / "reference").glob("*/include"))]


def with_includes(sources: list[Path], roots: list[Path]) -> list[Path]:
    """The sources and all that they include of ours."""
    queue = list(sources)
    for file in queue:
        for name in INCLUDE.findall(file.read_text()):
            found = next((root / name for root in [file.parent, *roots] if (root / name).is_file()), None)
            if found and found not in queue:
                queue.append(found)
    return queue


def words_in_reach(folder: Path, roots: list[Path]) -> set[str]:
    """The names in the sources of a folder and in all that these include of ours, comments aside."""
    words: set[str] = set()
    for file in with_includes(sorted([*folder.rglob("*.hpp"), *folder.rglob("*.cpp")]), roots):
        words.update(WORD.findall(COMMENT.sub("", file.read_text())))
    return words


def declared_name(declaration: str) -> str | None:
    """The name that a declaration at namespace scope declares, or None for an operator or an unknown declaration."""
    head = declaration.split("{")[0]
    while IN_BRACKETS.search(head):
        head = IN_BRACKETS.sub(" ", head)
    head = re.sub(r"\[\[.*?\]\]|\btemplate\b", " ", head)
    of_type = re.match(r"\s*(?:class|struct|enum(?:\s+class)?|union|using)\s+(\w+)", head)
    if of_type or "operator" in head:
        return of_type.group(1) if of_type else None
    before = re.search(r"(\w+)\s*(?:[(=;]|$)", head)
    return before.group(1) if before else None


def declarations(text: str) -> list[tuple[str | None, set[str]]]:
    """The declarations at namespace scope: the name, and all words in each."""
    text = NOT_CODE.sub("", text)
    result, at = [], 0
    while at < len(text):
        if text[at] in "}; \t\n":
            at += 1
        elif opening := NAMESPACE.match(text, at):
            at = opening.end()
        else:
            begin, depth = at, 0
            while at < len(text):
                depth += (text[at] in "({[") - (text[at] in ")}]")
                at += 1
                if depth == 0 and (text[at - 1] == ";" or (text[at - 1] == "}" and not re.match(r"\s*[;,(.]", text[at:]))):
                    break
            result.append((declared_name(text[begin:at]), set(WORD.findall(text[begin:at]))))
    return result


def words_that_run(plugin: Path, roots: list[Path]) -> set[str]:
    """The names in plugin.cpp and in every declaration that is reached from it."""
    first, *others = [declarations(file.read_text()) for file in with_includes([plugin], roots)]
    words = set().union(*(of for _, of in first))
    waiting = [declaration for of_file in others for declaration in of_file]
    while True:
        reached = [of for name, of in waiting if name is None or name in words]
        if not reached:
            return words
        waiting = [(name, of) for name, of in waiting if not (name is None or name in words)]
        words.update(*reached)


def code_columns(readme: str) -> list[str]:
    """The names in the first column of tables that head it with "code"."""
    names, inside = [], False
    for line in readme.splitlines():
        inside = line.startswith("|") and (inside or line.split("|")[1].strip() == "code")
        if inside:
            names += NAMED.findall(line.split("|")[1])
    return names


def check(repository: Path, families: set[str]) -> tuple[int, list[str]]:
    """The number of names that were checked, and the errors in them."""
    plugins = repository / "plugins"
    folders = [f for f in sorted(plugins.iterdir()) if (f / "README.md").is_file()]
    known = {f.name for f in folders} | families | {"test/"}
    roots = include_folders(repository)
    looked_at, wrong = 0, []
    for folder in folders:
        readme = (folder / "README.md").read_text()

        def needs_words(name: str) -> bool:
            return not (name in known or name.startswith("kintree ") or (folder / name).exists() or (plugins / name).exists())

        words = words_in_reach(folder, roots)
        for name in NAMED.findall(readme):
            looked_at += 1
            named = WORD.findall(name)
            if needs_words(name) and (not named or name.endswith((".hpp", ".cpp")) or not set(named) <= words):
                wrong.append(f"plugins/{folder.name}/README.md names `{name}`, which is nowhere")
        if (folder / "plugin.cpp").is_file():
            running = words_that_run(folder / "plugin.cpp", roots)
            for name in code_columns(readme):
                if needs_words(name) and set(WORD.findall(name)) <= words and not set(WORD.findall(name)) <= running:
                    wrong.append(f"plugins/{folder.name}/README.md gives an equation to `{name}`, which the plugin does not run; "
                                 "name in the code column what plugin.cpp reaches")
    if not looked_at:
        wrong.append(f"there is no name in any README of {plugins}")
    return looked_at, wrong


COUNT = re.compile(r"\b(\d[\d,]*)m\s\+\s(\d[\d,]*)a\b")
TOTAL = re.compile(r"\b(\d[\d,]*)\s(?:operations|flops|divisions)\b")
NUMBER = re.compile(r"\b(\d[\d,]*)\s(plugins|claims|tiny robots|known slips|trees of up to four bodies)\b")
TIME = re.compile(
    r"\b\d[\d.,]* (?:s|ms|µs|ns|seconds?|minutes?|hours?)\b"
    r"|\btimes as (?:fast|long)\b|\b\d[\d.]* of its time\b|% of (?:its|the) time\b|\b(?:single|lanes|batch|rows), µs|\b[Mm]icroseconds\b"
)
STATISTIC = re.compile(
    r"\b\d[\d,]*\sof\s(?:the\s)?\d[\d,]*\b"
    r"|\b(?:[Oo]f|[Oo]n|in)\s\d[\d,.]*(?:\smillion)?\s(?:[a-z]+\s)?(?:trees|cases|verdicts|states)\b"
    r"|\b[Oo]ne\s(?:tree|case|state)s?\s(?:of|in)\s(?:\d|hundreds|thousands|a\sthousand|some)"
    r"|\d\s%\sof\b|α\s(?:is\s)?\d"
)
# The default of an option.
ALLOWED_TIMES = {"`--time-limit`, 60 s"}
SUM = "**sum**"


def number(text: str) -> int:
    return int(text.replace(",", ""))


def recorded_counts(repository: Path) -> tuple[set[tuple[int, int]], set[int]]:
    """Pairs of multiplications and additions, and single numbers of operations, that tests hold."""
    pairs: set[tuple[int, int]] = set()
    totals: set[int] = set()
    costs = repository / "testdata" / "costs.txt"
    for line in costs.read_text().splitlines()[2:] if costs.is_file() else []:
        numbers = [int(x) for x in re.findall(r"(?<=\s)\d+(?=\s|$)", line)]
        m, a, div, roots = numbers[:4] if line.startswith(" ") else numbers[1:5]
        pairs |= {(m, a), (m + div + roots, a)}
        totals |= {div, m + a + div + roots}
    for file in [*sorted((repository / "testdata" / "papers").glob("*.json")), repository / "testdata" / "measured_claims.json"]:
        text = file.read_text() if file.is_file() else ""
        pairs |= {(number(m), number(a)) for m, a in COUNT.findall(text)}
        totals |= {number(x) for x in re.findall(r"\b\d[\d,]*\b", text) if number(x) > 99}
    return pairs, totals


def code_in_reach(folder: Path, roots: list[Path]) -> str:
    """The sources of a folder, the sources of this repository that they include, and the tests and formulas of shared code."""
    queue = sorted([*folder.rglob("*.hpp"), *folder.rglob("*.cpp")])
    for file in queue:
        for name in INCLUDE.findall(file.read_text()):
            for root in [file.parent, *roots]:
                if (root / name).is_file() and (root / name) not in queue:
                    queue.append(root / name)
    plugins = roots[0]
    shared = [*plugins.glob("kernels/test/*.cpp"), *plugins.glob("*/cost.hpp"), *plugins.glob("*/*costs.hpp")]
    return "\n".join(file.read_text() for file in [*queue, *shared])


def as_pair(cell: str) -> tuple[int, int] | None:
    """The count that a cell begins with: "24m + 12a", "2m", "1a"."""
    count = re.match(r"[ *]*(?:(\d[\d,]*)m)?(?: \+ )?(?:(\d[\d,]*)a)?", cell)
    return (number(count[1] or "0"), number(count[2] or "0")) if count[1] or count[2] else None


def sums(text: str) -> list[tuple[list[tuple[int, int]], tuple[int, int]]]:
    """The counts above each sum of a table, and the sum."""
    columns = []
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        rows = [row.strip("|\n").split("|") for row in table.splitlines()]
        last = next((row for row in rows if row[0].strip() == SUM), None)
        for k in range(1, len(rows[0])) if last else []:
            above = [as_pair(row[k]) for row in rows[2:] if row is not last and k < len(row)]
            if (total := as_pair(last[k])) is not None:
                columns.append(([count for count in above if count], total))
    return columns


def stands_in(code: str, m: int, a: int) -> bool:
    return re.search(rf"(?<![\d.]){m}(?![\d.])[^\d]{{0,40}}(?<![\d.]){a}(?![\d.])", code) is not None


def numbers_of_things(repository: Path) -> dict[str, set[int]]:
    plugins = {f.parent.name for f in (repository / "plugins").glob("*/CMakeLists.txt")} - {"peers", "kernels"}
    claims = [len(json.loads(f.read_text())["claims"]) for f in (repository / "testdata" / "papers").glob("*.json")]
    files = [json.loads(f.read_text()) for f in (repository / "testdata" / "vectors").glob("*.json")]
    vectors = sum(len(f.get("vectors", [])) for f in files)
    slips = {slip for f in files for slip in f.get("slips", {})}
    kinds = (repository / "reference/model/include/kintree/model/joint_kind.hpp").read_text()
    joints = len(re.findall(r"^\s*\w+,", re.search(r"enum class JointKind[^{]*\{([^}]*)\}", kinds)[1], re.MULTILINE))
    return {
        "plugins": {len(plugins)},
        "claims": {sum(claims), *claims},
        "tiny robots": {vectors},
        "known slips": {len(slips)},
        "trees of up to four bodies": {sum(math.factorial(n) * joints**n for n in range(1, 5))},
    }


def documents(repository: Path) -> list[Path]:
    names = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "testdata/*.md", "testdata/*/README.md", "reference/*.md", "plugins/**/README.md"]
    return sorted(file for name in names for file in repository.glob(name))


def check_figures(repository: Path) -> tuple[int, list[str]]:
    """The number of figures that were checked, and those that are not recorded."""
    pairs, totals = recorded_counts(repository)
    things = numbers_of_things(repository)
    roots = include_folders(repository)
    looked_at, wrong = 0, []
    for file in documents(repository):
        where = file.relative_to(repository)
        text = re.sub(r"^```console.*?^```$", "", file.read_text(), flags=re.S | re.M)  # outputs, which document.py compares
        code = code_in_reach(file.parent, roots) if where.parts[0] == "plugins" else ""
        found, added = [], set()
        columns = sums(text)
        if any(total in pairs for _, total in columns):
            for counts, total in columns:
                added |= {*counts, total}
                if (sum(m for m, _ in counts), sum(a for _, a in counts)) != total:
                    wrong.append(f"{where}: the counts above {total[0]}m + {total[1]}a do not add up to it")
        for m, a in COUNT.findall(text):
            found.append(f"{m}m + {a}a")
            if (number(m), number(a)) not in pairs | added and not stands_in(code, number(m), number(a)):
                wrong.append(f"{where}: {m}m + {a}a is recorded nowhere")
        for total in TOTAL.findall(text):
            found.append(total)
            if number(total) > 99 and number(total) not in totals:
                wrong.append(f"{where}: {total} operations are recorded nowhere")
        for count, thing in NUMBER.findall(text):
            found.append(count)
            if number(count) not in things[thing]:
                wrong.append(f"{where}: {count} {thing}, and there are {', '.join(str(n) for n in sorted(things[thing]))}")
        for allowed in ALLOWED_TIMES:
            text = text.replace(allowed, "")
        for time in TIME.finditer(text):
            wrong.append(f"{where}: '{time.group()}' is a time, which no test holds")
        for statistic in STATISTIC.finditer(text):
            wrong.append(f"{where}: '{statistic.group()}' is a statistic, which no test holds; state what it shows, with a seed")
        looked_at += len(found)
    if not looked_at:
        wrong.append("there is no figure in any document")
    return looked_at, wrong


def check_the_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "plugins" / "aba"
        folder.mkdir(parents=True)
        assert check(Path(scratch), set())[1], "a tree without a README passes"
        (folder / "aba.hpp").write_text('#include "part.hpp"\nint here; // only_said\n')
        (folder / "part.hpp").write_text("int beside;\n")
        sound = "`aba`, `here`, `beside[here]`, `part.hpp`, `aba/aba.hpp`, `chain`, `kintree cost --phases`, `test/`"
        (folder / "README.md").write_text(sound)
        assert check(Path(scratch), {"chain"}) == (8, []), check(Path(scratch), {"chain"})
        for name in ["gone", "here[gone]", "only_said", "gone.hpp", "aba/here.hpp", "star"]:
            (folder / "README.md").write_text(f"{sound} `{name}`")
            gone = check(Path(scratch), {"chain"})[1]
            assert len(gone) == 1 and f"`{name}`" in gone[0], (name, gone)

        (folder / "plugin.cpp").write_text('#include "aba.hpp"\nREGISTER(kintree::Aba, "idle")\n')
        (folder / "aba.hpp").write_text(
            '#include "part.hpp"\nnamespace kintree {\ntemplate <class S, int n = f(2)>\nclass Aba {\n  void run() { S x = called<S>(x_); }\n'
            "  S x_;\n};\nclass Other { int other_; };\n}  // namespace kintree\n")
        (folder / "part.hpp").write_text(
            "template <class S>\nS called(S x) { return helper(x); }\ntemplate <class S>\nS idle(S x) { return [&] { return x; }(); }\n"
            "template <class S>\nrequires true inline int helper(S deep) { return 1; }\ninline constexpr int unused{1};\n")
        table = "| code | paper |\n| --- | --- |\n| `aba`: `run`, `called`, `helper`, `deep`, `x_` | `idle` |\n\n| `other_` | |\n"
        (folder / "README.md").write_text(table)
        assert check(Path(scratch), set()) == (8, []), check(Path(scratch), set())
        for name in ["idle", "other_", "unused", "Other"]:
            (folder / "README.md").write_text(table.replace("`x_`", f"`{name}`"))
            idle = check(Path(scratch), set())[1]
            assert len(idle) == 1 and f"`{name}`, which the plugin does not run" in idle[0], (name, idle)


def check_the_figures_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch)
        for folder in ["plugins/aba", "plugins/kernels/test", "testdata/papers", "testdata/vectors", "reference/model/include/kintree/model"]:
            (repository / folder).mkdir(parents=True)
        (repository / "reference/model/include/kintree/model/joint_kind.hpp").write_text("enum class JointKind : int {\n  fixed,\n  free,\n};\n")
        (repository / "plugins/aba/CMakeLists.txt").write_text("")
        (repository / "plugins/aba/aba.hpp").write_text("dynamics += {24, 18};\n")
        (repository / "testdata/papers/one.json").write_text(json.dumps({"claims": [{"theirs": "7m + 8a, 12,345 operations"}]}))
        (repository / "testdata/vectors/some.json").write_text(json.dumps({"vectors": [1, 2, 3], "slips": {"sign": ""}}))
        (repository / "testdata/costs.txt").write_text(
            "# by a test\nplugin problem tree n m a div sqrt sincos T1 Tinf\n"
            "aba forward_dynamics humanoid30-3 30 400 300 20 0 24 720 99\n    joints 100 50 1 0 24\n"
        )
        readme = repository / "plugins/aba/README.md"
        table = "| step | here |\n| --- | --- |\n| one | 380m + 299a |\n| two | 20m + 1a |\n| **sum** | **400m + 300a** |\n"
        sound = (
            "400m + 300a or 420m + 300a, 100m + 50a in joints, 24m + 18a, 7m + 8a, 720 operations, 12,345 operations, 1 plugins, 1 claims, "
            "3 tiny robots, 1 known slips, 442 trees of up to four bodies\n" + table
        )
        readme.write_text(sound)
        assert check_figures(repository) == (15, []), check_figures(repository)
        for stale in [
            "401m + 300a",
            "400m + 301a",
            "24m + 19a",
            "721 operations",
            "2 plugins",
            "2 claims",
            "4 tiny robots",
            "2 known slips",
            "443 trees of up to four bodies",
            "14 s",
            "1.5 times as fast",
            "0.7 of its time",
            "721\noperations",
            "2 microseconds",
            "3 of 2000",
            "On 4,000 random trees",
            "One tree of thousands",
            "63 % of the error",
            "α is 12",
        ]:
            readme.write_text(sound + stale)
            assert len(check_figures(repository)[1]) == 1, (stale, check_figures(repository))
        readme.write_text(sound.replace("380m", "381m"))
        assert len(check_figures(repository)[1]) == 1, check_figures(repository)


def main() -> int:
    check_the_check()
    check_the_figures_check()
    repository = Path(sys.argv[1])
    looked_at, unknown = check(repository, set(sys.argv[2:]))
    figures, wrong = check_figures(repository)
    for line in unknown + wrong:
        print(line)
    print(f"{looked_at} names, {len(unknown)} wrong; {figures} figures, {len(wrong)} wrong")
    return 1 if unknown or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
