"""Limits the share of sentences that tools/prose flags: prose_test.py REPOSITORY [--record]

testdata/prose.json lists groups of texts, each with its limit in percent. `style` counts sentences flagged for style, `all` those flagged
for style or length. No file of more than ten sentences may exceed twice a limit. A group that is above its limit has a `ceiling`: the
shares, and the number of such files, that were recorded. A ceiling may fall, and `--record` lowers it. It must not rise: the test compares
it with every earlier version of the file in the git history.

The test first checks itself on a small repository. Exit code 1: a share, or a ceiling, is too high.
"""

import importlib.machinery
import importlib.util
import io
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

LIMITS = Path("testdata/prose.json")
CODE = {".hpp", ".cpp", ".h", ".c", ".py", ".mjs", ".js", ".cmake", ""}
SHARES = ("style", "all")


def load_prose(file: Path):
    """The module of tools/prose, whose name has no suffix."""
    loader = importlib.machinery.SourceFileLoader("prose", str(file))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("prose", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


prose = load_prose(Path(__file__).resolve().parents[3] / "tools" / "prose")


def files_of(repository: Path, group: dict) -> list[Path]:
    found = {file for pattern in group["files"] for file in repository.glob(pattern) if file.is_file()}
    if group.get("code"):
        found = {file for file in found if file.suffix in CODE or file.name == "CMakeLists.txt"}
    without = {file for pattern in group.get("without", []) for file in repository.glob(pattern)}
    return sorted(file for file in found - without if not any(part.startswith("build") for part in file.relative_to(repository).parts[:-1]))


def measure(repository: Path, group: dict) -> tuple[dict, int, list[str]]:
    """The shares with the number of files above twice the limit, the number of sentences, and the names of those files."""
    total, counts, above = 0, dict.fromkeys(SHARES, 0), []
    for file in files_of(repository, group):
        reader = prose.c_strings if group.get("strings") else prose.reader_of(file)
        count, found = prose.flagged(file.read_text(errors="replace"), reader)
        of_file = {"style": sum(style for _, _, style in found), "all": len(found)}
        total += count
        for share in SHARES:
            counts[share] += of_file[share]
        if count > 10 and any(100 * of_file[share] > 2 * group["limit"][share] * count for share in SHARES):
            above.append(str(file.relative_to(repository)))
    shares = {share: math.ceil(1000 * counts[share] / max(total, 1)) / 10 for share in SHARES}
    return {**shares, "files": len(above)}, total, above


def allowed(group: dict) -> dict:
    """The ceiling, or the limit where that is higher."""
    ceiling = group.get("ceiling", {})
    return {key: max(group["limit"].get(key, 0), ceiling.get(key, 0)) for key in (*SHARES, "files")}


def check(repository: Path, out=None) -> list[str]:
    wrong = []
    groups = json.loads((repository / LIMITS).read_text())["groups"]
    for name, group in groups.items():
        now, total, above = measure(repository, group)
        print(f"{name}: {total} sentences, style {now['style']} %, style or length {now['all']} %, {now['files']} files above twice the limit", file=out)
        if not total:
            wrong.append(f"{LIMITS}: {name} has no sentence; expected files that match {group['files']}")
        for key, most in allowed(group).items():
            if now[key] > most:
                files = ", ".join(above[:9] if key == "files" else group["files"])
                wrong.append(f"{name}: {key} is {now[key]}; expected at most {most}; run tools/prose on {files}")
    return wrong


def record(repository: Path) -> None:
    """Lower each ceiling to the measured share, or remove it where the limit holds."""
    data = json.loads((repository / LIMITS).read_text())
    for group in data["groups"].values():
        now, _, _ = measure(repository, group)
        limit = {**group["limit"], "files": 0}
        old = group.pop("ceiling", now)
        ceiling = {key: min(now[key], old.get(key, limit[key])) for key in limit if now[key] > limit[key]}
        if ceiling:
            group["ceiling"] = ceiling
    (repository / LIMITS).write_text(json.dumps(data, indent=1) + "\n")


def check_history(repository: Path) -> list[str]:
    """The ceilings and limits that an earlier commit had lower."""
    log = subprocess.run(["git", "-C", repository, "log", "--format=%H", "--", LIMITS], capture_output=True, text=True)
    if log.returncode:
        print("no git history: ceilings are not compared with earlier ones")
        return []
    now = json.loads((repository / LIMITS).read_text())["groups"]
    wrong = []
    for commit in log.stdout.split():
        shown = subprocess.run(["git", "-C", repository, "show", f"{commit}:{LIMITS}"], capture_output=True, text=True, check=True)
        for name, old in json.loads(shown.stdout).get("groups", {}).items():
            if name not in now:
                wrong.append(f"{LIMITS}: the group {name} of commit {commit[:8]} is missing; expected it to stay")
                continue
            for key, most in allowed(now[name]).items():
                if most > allowed(old)[key]:
                    wrong.append(f"{LIMITS}: {name}: {key} rose to {most}; expected at most {allowed(old)[key]} as in commit {commit[:8]}")
    return wrong


def check_the_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        repository = Path(scratch)
        (repository / "testdata").mkdir()
        group = {"files": ["*.md"], "limit": {"style": 1.5, "all": 6}}

        def complaints(sentences: list[str], **more) -> int:
            (repository / LIMITS).write_text(json.dumps({"groups": {"documents": {**group, **more}}}))
            (repository / "a.md").write_text("\n\n".join(sentences))
            return len(check(repository, io.StringIO()))

        sound = ["The `<` of a program opens no tag."] * 20
        assert complaints(sound) == 0
        assert complaints([]) == 1, "a group without a sentence passes"
        for bad in ["Of two plugins one `>` is asked.", "The rest lies in what is said so."]:
            assert complaints([*sound, bad]) == 2, bad  # the style of the group, and of the file
        assert complaints([*sound, "Word " * 33 + "ends."] * 2) == 0 and complaints([*sound[:9], "Word " * 33 + "ends."] * 2) == 1 + 0
        ceiling = {"style": 5, "files": 1}
        assert complaints([*sound, "Of two plugins one fails."], ceiling=ceiling) == 0
        assert complaints([*sound, *["Of two plugins one fails."] * 2], ceiling=ceiling) == 2
        for old, new, count in [(5, 4, 0), (5, 6, 1)]:
            subprocess.run(["rm", "-rf", repository / ".git"], check=True)
            git = ["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@b"]
            complaints(sound, ceiling={"style": old})
            for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "a: add"]):
                subprocess.run([*git, *command], check=True)
            complaints(sound, ceiling={"style": new})
            assert len(check_history(repository)) == count, (old, new)


def main() -> int:
    repository = Path(sys.argv[1]).resolve()
    if "--record" in sys.argv:
        record(repository)
    check_the_check()
    wrong = check(repository) + check_history(repository)
    print("\n".join(wrong) or "no share is above its limit or ceiling")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
