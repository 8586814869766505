"""Looks at the page of a report in Chromium: browser.py KINTREE FOLDER [REPORT]. Without REPORT, it verifies a few plugins first. Screenshots
are written to FOLDER/screenshots. npm installs axe-core and puppeteer-core (package.json) to FOLDER. Exit code 1: something is wrong with the
page. Exit code 77: Chromium or npm is missing, and the test is skipped."""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Trees and chains, end-effectors, derivatives and constraints; two for most problems.
PLUGINS = ["aba", "central_differences", "crba", "crba_ltdl", "delassus", "efpa", "idsva", "innovations", "kkt", "rnea"]
SKIPPED = ["power", "growth", "claims", "throughput", "proofs", "float_digits", "large_trees"]


def install(folder: Path) -> str:
    """Why the packages are not installed; empty if they are."""
    if shutil.which("chromium") is None:
        return "Chromium is missing; tools/setup reports/test/browser/packages.txt installs it"
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "node or npm is missing"
    pinned, stamp = (HERE / "package.json").read_text(), folder / "package.json"
    if (folder / "node_modules").is_dir() and stamp.is_file() and stamp.read_text() == pinned:
        return ""
    stamp.write_text(pinned)
    installed = subprocess.run(["npm", "install", "--no-audit", "--no-fund"], cwd=folder, capture_output=True, text=True, check=False)
    if installed.returncode:
        stamp.unlink()
        return "npm does not install it: " + (installed.stderr.strip().splitlines() or ["?"])[-1]
    return ""


def verify(kintree: Path, out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    command = [kintree, "report", "--out", out, "--trees", "24", "--states", "1", "--bodies", "8"]
    command += [f"--plugin={name}" for name in PLUGINS] + [f"--skip={what}" for what in SKIPPED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def main() -> int:
    kintree, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    missing = install(folder)
    if missing:
        print(f"skipped: {missing}")
        return 77
    report = Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else folder / "report"
    if len(sys.argv) <= 3:
        verify(kintree, report)
    return subprocess.run(["node", HERE / "browser.mjs", report, folder / "screenshots"], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
