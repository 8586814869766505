"""READMEs of plugins name what exists, and map to equations what runs: readmes.py REPOSITORY FAMILY...

A name between backquotes in plugins/*/README.md is a plugin, a family of trees, a command or a file, or it consists of names that occur
in the sources of the folder or in their includes. In a table whose first column is headed "code", the names of that column are reached
from plugin.cpp: a function that only a test or another plugin calls computes no equation of this plugin. The check goes by names, so that
of two functions with one name either counts. First the check is tried on a small tree. Exit code 1: a name is wrong.
"""

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
    """What a declaration at namespace scope declares; None where it is an operator or unknown."""
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
    """How many names were looked at, and what is wrong with them."""
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


def main() -> int:
    check_the_check()
    looked_at, wrong = check(Path(sys.argv[1]), set(sys.argv[2:]))
    for line in wrong:
        print(line)
    print(f"{looked_at} names, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
