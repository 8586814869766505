"""READMEs of plugins name what is there: readmes.py REPOSITORY FAMILY...

Whatever stands between backquotes in plugins/*/README.md must be a plugin, a family of trees, a command, a file, or made of names that
occur in the sources of the folder or in what these include. First a small tree is checked in which one name is gone. Exit code 1: a name
is nowhere.
"""

import re
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)
COMMENT = re.compile(r"//.*")


def include_folders(repository: Path) -> list[Path]:
    return [repository / "plugins", *sorted((repository / "reference").glob("*/include"))]


def words_in_reach(folder: Path, roots: list[Path]) -> set[str]:
    """The names in the sources of a folder and in all that these include of ours, comments aside."""
    queue = sorted([*folder.rglob("*.hpp"), *folder.rglob("*.cpp")])
    words: set[str] = set()
    for file in queue:
        text = file.read_text()
        words.update(re.findall(r"[A-Za-z_]\w*", COMMENT.sub("", text)))
        for name in INCLUDE.findall(text):
            for root in [file.parent, *roots]:
                if (root / name).is_file() and (root / name) not in queue:
                    queue.append(root / name)
    return words


def check(repository: Path, families: set[str]) -> tuple[int, list[str]]:
    """How many names were looked at, and those that are nowhere."""
    plugins = repository / "plugins"
    folders = [f for f in sorted(plugins.iterdir()) if (f / "README.md").is_file()]
    known = {f.name for f in folders} | families | {"test/"}
    roots = include_folders(repository)
    looked_at, gone = 0, []
    for folder in folders:
        words = words_in_reach(folder, roots)
        for name in re.findall(r"`([^`\n]+)`", (folder / "README.md").read_text()):
            looked_at += 1
            if name in known or name.startswith("kintree ") or (folder / name).exists() or (plugins / name).exists():
                continue
            named = re.findall(r"[A-Za-z_]\w*", name)
            if not named or name.endswith((".hpp", ".cpp")) or not set(named) <= words:
                gone.append(f"plugins/{folder.name}/README.md names `{name}`, which is nowhere")
    if not looked_at:
        gone.append(f"there is no name in any README of {plugins}")
    return looked_at, gone


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


def main() -> int:
    check_the_check()
    looked_at, gone = check(Path(sys.argv[1]), set(sys.argv[2:]))
    for line in gone:
        print(line)
    print(f"{looked_at} names, {len(gone)} nowhere")
    return 1 if gone else 0


if __name__ == "__main__":
    sys.exit(main())
