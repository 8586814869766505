"""What tools/peers makes of records, and of peers that crash: test.py KINTREE MY_RNEA C_COMPILER INCLUDE.

A sound plugin in C stands beside one that crashes when it is asked and one that crashes when it is loaded: both are said by name, and the
rows of the sound one are there. Exit code 1: something is not as it should be."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from page import Finding, Peer, page  # noqa: E402
from records import beyond, grouped, kind, lesser, worst  # noqa: E402
from vectors import Vectors, differing, in_words  # noqa: E402

TOOL = Path(__file__).resolve().parent.parent / "peers"
CRASHES = """#include <kintree_plugin.h>
#include <stdlib.h>
static void* prepare(const kintree_model* m) { (void)m; return malloc(1); }
static kintree_status solve(void* p, const double* q, double* H) { (void)p; (void)q; (void)H; abort(); }
static const kintree_claim claims[] = {{"mass_matrix", 'B', NULL}};
static const kintree_c_plugin plugin = {.version = KINTREE_C_PLUGIN_VERSION, .name = "crashes", .claim_count = 1, .claims = claims,
                                        .prepare = prepare, .release = free, .in_double = {.mass_matrix = solve}};
const kintree_c_plugin* kintree_c_plugin_entry(void) { %s return &plugin; }
"""


def record(case, problem, verdict, reason="none", **more):
    given = {"case": case, "family": case.split("-")[0], "plugin": "p", "problem": problem, "verdict": verdict, "reason": reason, "detail": "",
             "standing": "judged", "alpha": 1.0, "error": 1e-16, "sigma": 1e-16, "limit": 1e-13, "degrees_of_freedom": 9,
             "command": f"kintree verify --seed {case}"}
    return given | more


def check_records() -> None:
    records = [
        record("a-1", "mass_matrix", "A"),
        record("a-2", "mass_matrix", "A", "wrong_breakdown", detail="no breakdown, but NaN or infinity, without"),
        record("a-3", "mass_matrix", "F", "beyond_bounds", alpha=9.0),
        record("a-4", "mass_matrix", "F", "beyond_bounds", degrees_of_freedom=2),
        record("a-5", "mass_matrix", "F", "not_finite", alpha=None, error=None),
        record("a-6", "mass_matrix", None, "outside_domain", standing="unsupported", alpha=None, detail="<helical> joints"),
        record("a-7", "mass_matrix", None, "ill_posed", standing="unsupported", alpha=None),
        record("a-8", "mass_matrix", "F", "crashed", standing="crashed", alpha=None),
        record("a-9", "mass_matrix", "F", "breakdown", standing="breakdown", alpha=None),
    ]
    ours = {"kintree verify --seed a-3": "D"}
    kinds = [kind(r, ours) for r in records]
    assert kinds == ["A", "A", "as ours", "beyond", "no number", "unsupported", "ill-posed", "fault", "breakdown"], kinds
    assert kind(records[2], {}) == "beyond", "what ours does not lose is not excused"
    assert kind(records[2], {"kintree verify --seed a-3": "B"}) == "beyond"
    assert [r["case"] for r in lesser(records)] == ["a-3", "a-4", "a-5", "a-9"]
    assert [r["case"] for r in beyond(records, {})] == ["a-4", "a-5", "a-8", "a-9"], "not the smallest"
    assert worst(records)["case"] == "a-3"
    assert "1 singular neighbours" in grouped(records, ours)
    peer = Peer("p", "P 1.0", records=records, ours=ours, findings=[Finding("It is <odd>.", "p.cpp", "came: 1 < 2\n", False)])
    row = {"problem": "mass_matrix", "model": "m-1", "plugin": "<p>", "skipped": "", "median": 1500.0, "spread": 0.015, "ratio": 1.25, "ratio_low": 1.2, "ratio_high": 1.3,
           "verdict": "A", "conversions": 2.5e6}
    bench = {"context": {"rounds": 7, "core": 1, "busy": True, "burden": "load"},
             "kintree": {"rows": [row, row | {"plugin": "q", "skipped": "no <chains>", "median": None, "ratio": None}]}}
    timed = page([peer], "2020-02-02", bench)
    for part in ("<h2>mass_matrix, m-1</h2>", "&lt;p&gt;", "1.50 µs", "1.25", "1.20 to 1.30", "2.50 ms", "was busy", "Not timed: q: no &lt;chains&gt;"):
        assert part in timed, part
    text = page([peer, Peer("q", "", "it is not installed", outcome="Q 1.0: <right>\n")], "2020-02-02")
    assert "What came when it was last built</h2>\n<p>Q 1.0: &lt;right&gt;</p>" in text
    assert "1 of 2 peers could be asked. Of 7 answers that were judged, 2 are as accurate" in text, text[text.index("lead"):][:300]
    assert '<td class="heat D">2 of 7; 1 as ours; 1 beyond; 1 no number; 1 breakdown; 1 fault</td>' in text
    assert '<td class="heat C">1 of 2; 1 as ours</td>' in page([Peer("p", "P", records=[records[0], records[2]], ours=ours)], "2020-02-02"), "the colour is not that of the worst"
    assert '<td class="heat B">2 of 2</td>' in page([Peer("p", "P", records=[records[0], record("a-1", "mass_matrix", "B")])], "2020-02-02")
    assert '<td><a href="#peer-q">q</a></td><td class="wrap">it is not installed</td>' in text, "the reason of one that is missing is no number"
    assert "Nothing was timed: it was not asked for" in text
    assert in_order(text) and in_order(timed), "tags that are not closed"
    assert text == page([peer, Peer("q", "", "it is not installed", outcome="Q 1.0: <right>\n")], "2020-02-02")
    for part in ("P 1.0", "it is not installed", "&lt;helical&gt; joints", "It is &lt;odd&gt;.", "1 &lt; 2", "not so in this version", "2020-02-02", "kintree verify --seed a-4",
                 "<td>NaN or infinity, and no error</td><td class=\"number\">1</td><td class=\"number\">9</td>"):
        assert part in text, part


def check_vectors() -> None:
    vectors = Vectors({"a-1": "a <hinge>", "a-2": "two"}, {"a-1": ["odd"], "a-2": ["even", "odd"]}, {("a-1", "H"): [2.0, 0.5], ("a-2", "H"): [4.0], ("a-2", "tau"): [1.0]}, {"turned": "it is <turned>"})
    entry = {"id": "a-1", "answer": "H", "result": "wrong", "came": [2.0, 1.5], "looks_like": ["turned"]}
    outcome = {"results": [entry, {"id": "a-2", "answer": "H", "result": "wrong", "came": [4.0 + 4e-7]}, {"id": "a-2", "answer": "tau", "result": "unsupported", "detail": "<free> joints"},
                           {"id": "a-2", "answer": "tau", "result": "refused"}, {"id": "a-2", "answer": "tau", "result": "wrong", "came": [1 + 1e-8]}, {"id": "a-2", "answer": "tau", "result": "wrong", "came": [1 + 1e-9], "looks_like": ["turned"]},
                           {"id": "a-2", "answer": "tau", "result": "right"}]}
    found = differing(outcome, vectors, "wrong")
    assert [(w.slips, w.number, w.example) for w in found] == [(("turned",), 2, ("a-1", "H")), ((), 1, ("a-2", "H"))], found
    assert found[0].off == 0.5 and abs(found[1].off - 1e-7) < 1e-15, found
    assert [(w.slips, w.number, w.example) for w in differing(outcome, vectors, "fewer digits")] == [((), 1, ("a-2", "tau"))]
    assert in_words(outcome, vectors) == "1 right, 1 fewer digits, 3 wrong, 1 refused, 1 unsupported"
    text = page([Peer("r", "R 2.0", vectors=outcome), Peer("s", "S 1.0")], "2020-02-02", vectors=vectors)
    plain = re.sub(r"<[^>]*>", "|", re.sub(r' class="[^"]*"', "", text))
    for part in ("||R 2.0|||1||1||3||1||1||", "|fewer digits||1||||1e-08||a-2, tau: two|", "|wrong||2||it is &lt;turned&gt;||0.5||a-1, H: a &lt;hinge&gt;||odd (2), even (1)|",
                 "|wrong||1||no slip that is known||1e-07|", "|unsupported||1||&lt;free&gt; joints|", "|refused||1||no reason given|"):
        assert part in plain, (part, plain[plain.index("Test vectors"):])
    assert "S 1.0" not in text.split('id="vectors"')[1].split('id="time"')[0]
    assert in_order(text), "a page without its end"
    every = Vectors.read(TOOL.parent.parent / "testdata/vectors")
    assert len(every.what) > 300 and len(every.exact) > 900 and "unit_inertial_by_default" in every.slips, len(every.what)


class Tags(HTMLParser):
    """Every tag is closed, inside the one that it was opened in."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.sound = True

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.sound &= bool(self.open) and self.open.pop() == tag


def in_order(text: str) -> bool:
    tags = Tags()
    tags.feed(text)
    return tags.sound and not tags.open


def check_crashes(kintree: str, my_rnea: str, compiler: str, include: str) -> None:
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "libraries"
        folder.mkdir()
        shutil.copy(my_rnea, folder)
        refuses = CRASHES.replace("abort(); }", 'return (kintree_status){KINTREE_UNSUPPORTED, 0, "links without names"}; }', 1).replace('"crashes"', '"refuses"')
        (Path(scratch) / "refuses.c").write_text(refuses % "")
        subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-I", include, Path(scratch) / "refuses.c", "-o", folder / "kintree_plugin_refuses.so"], check=True)
        for name, at_load in (("crashes", ""), ("unloadable", "abort();")):
            source = Path(scratch) / f"{name}.c"
            source.write_text(CRASHES % at_load)
            subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-I", include, source, "-o", folder / f"kintree_plugin_{name}.so"], check=True)
        absent = subprocess.run([TOOL, "--kintree", kintree, "--libraries", folder, "--peer", "absent", "--out", Path(scratch) / "none"], capture_output=True, text=True)
        assert absent.returncode == 1 and "absent is missing" in absent.stdout, "a peer that was named and is not there passes"
        asked = subprocess.run([TOOL, "--kintree", kintree, "--libraries", folder, "--trees", "5", "--quick", "--out", Path(scratch) / "out"], capture_output=True,
                               text=True, timeout=240)
        assert asked.returncode == 1, (asked.returncode, asked.stdout, asked.stderr)
        assert "unloadable cannot be asked" in asked.stdout, asked.stdout
        assert "nothing is timed" not in asked.stdout, asked.stdout
        text = (Path(scratch) / "out/index.html").read_text()
        assert "Nothing was asked: " in text and "SIGABRT" in text, text[:2000]
        crashed = json.loads((Path(scratch) / "out/crashes.json").read_text())
        assert crashed and all(r["reason"] == "crashed" for r in crashed if r["standing"] != "unsupported")
        refused = json.loads((Path(scratch) / "out/refuses.json").read_text())
        assert refused and all(r["standing"] == "unsupported" and r["detail"] == "links without names" for r in refused), refused[:1]
        results = {name: json.loads((Path(scratch) / f"out/{name}.vectors.json").read_text())[0]["results"] for name in ("crashes", "refuses", "my_rnea")}
        assert {r["result"] for r in results["crashes"]} == {"refused", "unsupported"}, results["crashes"]
        assert all(r["result"] == "unsupported" for r in results["refuses"]), results["refuses"]
        assert sum(r.get("detail") == "links without names" for r in results["refuses"]) > 250, results["refuses"]
        assert {r["result"] for r in results["my_rnea"]} == {"right", "unsupported"}, results["my_rnea"]
        sound = json.loads((Path(scratch) / "out/my_rnea.json").read_text())
        judged = [r for r in sound if r["standing"] == "judged"]
        assert judged and all(r["verdict"] in ("A", "B") for r in judged), [r["verdict"] for r in judged]
        rows = json.loads((Path(scratch) / "out/bench.json").read_text())["kintree"]["rows"]
        of = {name: [r for r in rows if r["plugin"] == name] for name in ("crashes", "refuses", "my_rnea")}
        assert of["crashes"] and all(r["skipped"].startswith(("it ends the process: Aborted", "outside the domain")) for r in of["crashes"]), of["crashes"]
        assert of["refuses"] and all(r["skipped"].startswith("outside the domain: ") for r in of["refuses"]), of["refuses"]
        assert any(r["median"] and r["verdict"] for r in of["my_rnea"]), of["my_rnea"]
        print(f"{len(judged)} rows of the sound one, {len(crashed)} of the one that crashes")


def check_hanging(kintree: str, my_rnea: str, compiler: str, include: str) -> None:
    """One that never answers: the others are asked and timed all the same."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, out = Path(scratch) / "libraries", Path(scratch) / "out"
        folder.mkdir()
        shutil.copy(my_rnea, folder)
        (Path(scratch) / "hangs.c").write_text(CRASHES.replace("abort(); }", "for (;;) pause(); }", 1).replace('"crashes"', '"hangs"').replace("#include <stdlib.h>", "#include <stdlib.h>\n#include <unistd.h>") % "")
        subprocess.run([compiler, "-O1", "-fPIC", "-shared", "-I", include, Path(scratch) / "hangs.c", "-o", folder / "kintree_plugin_hangs.so"], check=True)
        command = [TOOL, "--kintree", kintree, "--libraries", folder, "--trees", "5", "--quick", "--out", out]
        asked = subprocess.run([*command, "--time-limit", "2", "--jobs", "4"], capture_output=True, text=True, timeout=120)
        assert "hangs is not asked about the vectors: it gave no answer in the time allowed" in asked.stdout, (asked.stdout, asked.stderr)
        hanging = json.loads((out / "hangs.json").read_text())
        assert hanging and all(r["reason"] == "timed_out" for r in hanging if r["standing"] != "unsupported"), hanging[:1]
        assert not (out / "hangs.vectors.json").exists() and not (out / "shrunk").exists()
        assert any(r["standing"] == "judged" for r in json.loads((out / "my_rnea.json").read_text()))
        rows = json.loads((out / "bench.json").read_text())["kintree"]["rows"]
        assert any(r["plugin"] == "my_rnea" and r["median"] for r in rows), rows
        untimed = {(r["model"], r["skipped"]) for r in rows if r["plugin"] == "hangs"}
        once = [model for model, why in untimed if why == "it gives no answer in 2 s"]
        assert once and all(why in ("it gives no answer in 2 s", f"not asked: it gave no answer about {once[0]} in time") for _, why in untimed), untimed
        assert "hangs: it gives no answer in 2 s" in (out / "index.html").read_text()
        refused = subprocess.run([*command, "--time-limit", "0"], capture_output=True, text=True, timeout=60)
        assert refused.returncode == 2 and "--time-limit: not above zero" in refused.stderr, refused
        print(f"{len(hanging)} answers of the one that hangs")


if __name__ == "__main__":
    check_records()
    check_vectors()
    check_crashes(*sys.argv[1:])
    check_hanging(*sys.argv[1:])
