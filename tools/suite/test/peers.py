"""Checks tools/peers with plugins in C instead of libraries: peers.py CHECK KINTREE MY_RNEA C_COMPILER INCLUDE.

A sound plugin is beside plugins that crash in a call, crash when they are loaded, refuse each model, or never return. The report names each, and
has the rows of the sound one. Exit code 1: something is wrong."""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(__file__).resolve().parent.parent.parent / "peers"
CRASHES = """#include <kintree_plugin.h>
#include <stdlib.h>
static void* prepare(const kintree_model* m) { (void)m; return malloc(1); }
static kintree_status solve(void* p, const double* q, double* H) { (void)p; (void)q; (void)H; abort(); }
static const kintree_claim claims[] = {{"mass_matrix", 'B', NULL}};
static const kintree_c_plugin plugin = {.version = KINTREE_C_PLUGIN_VERSION, .name = "crashes", .claim_count = 1, .claims = claims,
                                        .prepare = prepare, .release = free, .in_double = {.mass_matrix = solve}};
const kintree_c_plugin* kintree_c_plugin_entry(void) { %s return &plugin; }
"""



class Peers:
    """tools/peers on a folder with my_rnea and plugins made of CRASHES."""

    def __init__(self, scratch: str, kintree: str, my_rnea: str, compiler: str, include: str) -> None:
        self.folder, self.out = Path(scratch) / "libraries", Path(scratch) / "out"
        self.folder.mkdir()
        (self.folder / Path(my_rnea).name).symlink_to(Path(my_rnea).resolve())
        self.compile = [compiler, "-O1", "-fPIC", "-shared", "-I", include]
        self.command = [TOOL, "--kintree", kintree, "--libraries", self.folder, "--trees", "5", "--quick"]

    def add(self, name: str, source: str) -> None:
        file = self.folder.parent / f"{name}.c"
        file.write_text(source.replace('"crashes"', f'"{name}"'))
        subprocess.run([*self.compile, file, "-o", self.folder / f"kintree_plugin_{name}.so"], check=True)

    def run(self, *options: str, timeout: int = 240) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*self.command, "--out", self.out, *options], capture_output=True, text=True, timeout=timeout)

    def rows(self, table: str) -> list[dict[str, str]]:
        with open(self.out / f"{table}.csv", newline="") as file:
            return list(csv.DictReader(file))

    def of(self, table: str, name: str) -> list[dict[str, str]]:
        return [r for r in self.rows(table) if r["plugin"] == name]


def check_crashes(*tools: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        peers = Peers(scratch, *tools)
        peers.add("crashes", CRASHES % "")
        peers.add("unloadable", CRASHES % "abort();")
        peers.add("refuses", CRASHES.replace("abort(); }", 'return (kintree_status){KINTREE_UNSUPPORTED, 0, "links without names"}; }', 1) % "")
        absent = peers.run("--peer", "absent")
        assert absent.returncode == 1 and "absent is missing" in absent.stdout, "a library that is named and missing passes"
        done = peers.run()
        assert done.returncode == 1, (done.returncode, done.stdout, done.stderr)
        assert "unloadable cannot be checked" in done.stdout, done.stdout
        assert "nothing is timed" not in done.stdout, done.stdout
        text = (peers.out / "libraries.html").read_text()
        assert "SIGABRT" in "".join(page.read_text() for page in peers.out.glob("plugin-*.html"))
        assert "3 of 4 libraries were checked" in text, text[:2000]
        crashed, refused, sound = (peers.of("library_records", name) for name in ("crashes", "refuses", "my_rnea"))
        assert crashed and all(r["reason"] == "crashed" for r in crashed if r["standing"] != "unsupported"), crashed[:1]
        assert refused and all(r["standing"] == "unsupported" and r["detail"] == "links without names" for r in refused), refused[:1]
        judged = [r for r in sound if r["standing"] == "judged"]
        assert judged and all(r["verdict"] in ("A", "B") for r in judged), [r["verdict"] for r in judged]
        assert all("--isolate" in r["command"] for r in judged), judged[0]["command"]
        assert {r["case"] for r in judged} <= {r["case"] for r in peers.rows("records")}, "plugins are not checked in the cases of a library"
        results = {name: {r["result"] for r in peers.of("vector_results", name)} for name in ("crashes", "refuses", "my_rnea")}
        assert results == {"crashes": {"refused", "unsupported"}, "refuses": {"unsupported"}, "my_rnea": {"right", "unsupported"}}, results
        assert sum(int(r["answers"]) for r in peers.of("vector_results", "refuses") if r["reason"] == "links without names") > 250
        rows = {name: peers.of("timings", name) for name in ("crashes", "refuses", "my_rnea")}
        assert rows["crashes"] and all(r["skipped"].startswith(("the plugin crashed: SIGABRT", "outside the domain")) for r in rows["crashes"]), rows["crashes"]
        assert rows["refuses"] and all(r["skipped"].startswith("outside the domain: ") for r in rows["refuses"]), rows["refuses"]
        assert any(r["median"] != "nan" and r["verdict"] for r in rows["my_rnea"]), rows["my_rnea"]
        print(f"{len(judged)} rows of the sound one, {len(crashed)} of the one that crashes")


def check_hanging(*tools: str) -> None:
    """One never returns: the others are checked and timed all the same."""
    with tempfile.TemporaryDirectory() as scratch:
        peers = Peers(scratch, *tools)
        peers.add("hangs", CRASHES.replace("abort(); }", "for (;;) pause(); }", 1).replace("#include <stdlib.h>", "#include <stdlib.h>\n#include <unistd.h>") % "")
        done = peers.run("--time-limit", "2", "--jobs", "4")
        hanging = peers.of("library_records", "hangs")
        assert hanging and all(r["reason"] == "timed_out" for r in hanging if r["standing"] != "unsupported"), (hanging[:1], done)
        vectors = peers.of("vector_results", "hangs")
        assert [r["result"] for r in vectors] == ["not checked"] and "in the time allowed" in vectors[0]["reason"], vectors
        assert any(r["standing"] == "judged" for r in peers.of("library_records", "my_rnea"))
        assert any(r["median"] != "nan" for r in peers.of("timings", "my_rnea")), peers.rows("timings")
        untimed = {(r["model"], r["skipped"]) for r in peers.of("timings", "hangs")}
        once = [model for model, why in untimed if why == "no answer in the time allowed: 2 s"]
        assert once and all(why in ("no answer in the time allowed: 2 s", f"not asked: it gave no answer about {once[0]} in time") for _, why in untimed), untimed
        assert "no answer in the time allowed: 2 s" in "".join(page.read_text() for page in peers.out.glob("*.html"))
        refused = peers.run("--time-limit", "0", timeout=60)
        assert refused.returncode == 2 and "--time-limit: not above zero" in refused.stderr, refused
        print(f"{len(hanging)} answers of the one that hangs")


def check_second_run(*tools: str) -> None:
    """A run of plugins in the same store comes first on the page, before and after the run of libraries."""
    with tempfile.TemporaryDirectory() as scratch:
        peers = Peers(scratch, *tools)
        plugins = [tools[0], "report", "--out", peers.out, "--trees", "21", "--states", "1", "--plugin", "rnea"]
        plugins += [f"--skip={what}" for what in ("power", "costs", "growth", "claims", "throughput", "proofs", "float_digits", "large_trees")]
        for command in (plugins, None, plugins):
            done = peers.run() if command is None else subprocess.run(command, capture_output=True, text=True, timeout=240)
            assert done.returncode == 0, (done.stdout, done.stderr)
            assert {r["plugin"] for r in peers.rows("verdicts")} == {"rnea"}, peers.rows("verdicts")
        assert {r["plugin"] for r in peers.rows("library_records")} == {"my_rnea"}
        assert len(peers.rows("history")) == 2, peers.rows("history")


if __name__ == "__main__":
    {"crashes": check_crashes, "hanging": check_hanging, "second_run": check_second_run}[sys.argv[1]](*sys.argv[2:])
