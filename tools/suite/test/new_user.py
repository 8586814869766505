"""As a new user would, from an installed prefix and an empty folder: new_user.py BUILD_FOLDER REPOSITORY SCRATCH COMPILER LANGUAGE...

In each language the commands of CONTRIBUTING.md are run. A plugin from `kintree new-plugin --empty` builds, and every check of it fails.
After the algorithm is filled in, which new-plugin writes without --empty, every check passes, and the program is proved right where
possible. Exit code 1: a check has another result.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

BUILD, REPOSITORY, SCRATCH = (Path(argument) for argument in sys.argv[1:4])
COMPILER, LANGUAGES = sys.argv[4], sys.argv[5:]
ALGORITHM = {"c++": "mine.hpp", "c": "mine.c", "fortran": "mine.f90", "python": "mine.py", "node": "mine.mjs"}
PROVED = {"c++", "python", "node"}
PREFIX = SCRATCH / "prefix"


def environment() -> dict[str, str]:
    """The environment of a user. Only the prefix contains Kintree. A C++ plugin is built by the compiler of the command."""
    result = {key: value for key, value in os.environ.items() if not key.startswith(("KINTREE", "CMAKE"))}
    return {**result, "PATH": f"{PREFIX / 'bin'}:{result['PATH']}", "CXX": COMPILER}


def run(command: str, folder: Path) -> tuple[int, str]:
    done = subprocess.run(command, shell=True, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def commands_of(language: str) -> list[str]:
    """Those of CONTRIBUTING.md, each without its comment, which says for which languages it is."""
    block = re.search(r"```sh\n(kintree new-plugin mine.*?)```", (REPOSITORY / "CONTRIBUTING.md").read_text(), re.DOTALL)
    lines = [line.partition(" # ") for line in block[1].splitlines()]
    chosen = [command.strip() for command, _, which in lines if not which or language in re.split(r"[ ,]+", which.strip())]
    return [command.replace("LANGUAGE", language) for command in chosen]


def is_check(command: str) -> bool:
    return command.startswith(("kintree verify", "ctest"))


def wrong_red(command: str, code: int, text: str) -> str:
    """The error, if an empty plugin does not behave as it must."""
    if not is_check(command):
        return "" if code == 0 else "it does not build"
    found = re.search(r"failed: mine mass_matrix: \d+ silently wrong", text)
    if code == 0 or (command.startswith("kintree verify") and (code != 1 or not found)):
        return "an empty plugin is not found wrong"
    return ""


def wrong_green(command: str, code: int, text: str, language: str) -> str:
    if code != 0:
        return f"exit code {code}"
    if command.startswith("kintree verify"):
        rows = re.findall(r"^mine +(\w+) +[A-D,]+ +(\d+) +(\d+) ", text, re.MULTILINE)
        if [row[0] for row in rows] != ["mass_matrix"] or "all passed" not in text:
            return "not the mass matrix was asked about, or it failed"
        if any((int(proved) > 0) != (language in PROVED) or int(cases) == 0 for _, cases, proved in rows):
            return f"proved, or not: {rows}"
    if command.startswith("ctest") and "100% tests passed" not in text:
        return "ctest ran no test"
    return ""


def walk(language: str) -> list[str]:
    folder = SCRATCH / language
    folder.mkdir()
    first, *others = commands_of(language)
    checks = [command for command in others if is_check(command)]
    if "--empty" not in first or not checks:
        return [f"{language}: CONTRIBUTING.md makes no empty plugin, or does not check it"]
    wrong = []
    for command in [first, *others]:
        code, text = run(command, folder)
        if said := wrong_red(command, code, text):
            wrong.append(f"{language}, empty: {command}: {said}\n{text}")
    code, text = run(f"{first.replace('--empty', '')} --out filled", folder)
    if code:
        return [*wrong, f"{language}: {text}"]
    shutil.copy(folder / "filled" / ALGORITHM[language], folder / "mine" / ALGORITHM[language])
    for command in others:
        code, text = run(command, folder)
        if said := wrong_green(command, code, text, language):
            wrong.append(f"{language}, filled in: {command}: {said}\n{text}")
    return wrong


def check_the_template() -> list[str]:
    """In C++: the installed files are copied, and our warnings are not forced on the plugin."""
    readme = PREFIX / "share/kintree/template/c++/README.md"
    readme.write_text(readme.read_text() + "This line was added after the installation.\n")
    run("kintree new-plugin other", SCRATCH)
    wrong = []
    if "added after the installation" not in (SCRATCH / "other" / "README.md").read_text():
        wrong.append("new-plugin copies other files than the installed ones")
    rules = "".join(f.read_text() for f in (SCRATCH / "c++/mine/build").rglob("*") if f.suffix in (".make", ".ninja"))
    if not rules or "-Werror" in rules or str(REPOSITORY / "reference") in rules:
        wrong.append("a plugin outside the repository is compiled with -Werror, or with headers of the source folder")
    return wrong


def check_what_is_missing() -> list[str]:
    """In C: without its library, or if that contains another plugin, a plugin has one test, which fails."""
    folder = SCRATCH / "c" / "mine" / "build"
    library = folder / "kintree_plugin_mine.so"
    wrong = []
    for name, test in {"elsewhere.so": "plugins.not_built", "kintree_plugin_other.so": "mine.not_built", "kintree_plugin_mine.so": "mine.not_listed"}.items():
        kept = library.read_bytes().replace(b"mine\0", b"othr\0")
        library.rename(folder / name)
        code, text = run("ctest --test-dir .", folder)
        (folder / name).unlink()
        library.write_bytes(kept)
        if code == 0 or test not in text or "0% tests passed, 1 tests failed out of 1" not in text:
            wrong.append(f"ctest with {name}: {text}")
    return wrong


def main() -> int:
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir(parents=True)
    subprocess.run(["cmake", "--install", BUILD, "--prefix", PREFIX], check=True, stdout=subprocess.DEVNULL)
    wrong = []
    for language in LANGUAGES:
        start, before = time.monotonic(), os.times()
        wrong += walk(language)
        processor = sum(os.times()[2:4]) - sum(before[2:4])
        print(f"{language}: {time.monotonic() - start:.1f} s, {processor:.1f} s of processor time", flush=True)
    if "c" in LANGUAGES and not wrong:
        wrong += check_what_is_missing()
    if "c++" in LANGUAGES and not wrong:
        wrong += check_the_template()
    print("\n".join(wrong) or f"red, filled in, green: {', '.join(LANGUAGES)}")
    return 1 if wrong or not LANGUAGES else 0


if __name__ == "__main__":
    sys.exit(main())
