"""Tests of tools/mutate: what the operators make of code, and mutants of one plugin whose verdicts are known."""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

sys.dont_write_bytecode = True
SOURCE = Path(__file__).resolve().parents[2]
BUILD = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parent))
from batch import Batch  # noqa: E402
from build import Plugin, Toolchain  # noqa: E402
from lists import BadInput, Lists  # noqa: E402
from operators import changed, mutants  # noqa: E402
from modules import Asked, Log, alone, ask, without_folders  # noqa: E402
from scores import Result, Score, survivors, table  # noqa: E402
from switched import FORMULAS, overlap, switched, written  # noqa: E402
from workplace import MODULES, Test, draw  # noqa: E402

RNEA = "plugins/rnea_points/rnea_points.hpp"


def entry(old: str, new: str) -> dict[str, str]:
    return {"plugin": "rnea_points", "fact": "test", "file": RNEA, "old": old, "new": new}


FORCE = "- tree_.from_given(i, f_ext);"
STILLBORN = entry("f_[p] += transpose_times(tree_.X[i], f_[i]);", "f_[p] += ;")
IDENTICAL = entry("const int p = tree_.parent[i], k = tree_.first[i];", "const int k = tree_.first[i], p = tree_.parent[i];")
SAME_CODE = entry("const int p = tree_.parent[i], k = tree_.first[i];", "const int p = (tree_.parent[i]), k = tree_.first[i];")
EQUIVALENT = entry("if (p != 0) f_[p]", "f_[p]")
EQUAL = entry("if (p != 0) f_[p]", "if (p > -1) f_[p]")
WRONG = entry(FORCE, "+ tree_.from_given(i, f_ext);")
CRASHING = entry("if (p != 0) f_[p]", "f_[p - (1 << 28)]")
# A factor that is 1 in the field, and 0 in double.
ROUNDED = entry(FORCE, "- tree_.from_given(i, f_ext) * (S(1) + S(0x1p80) - S(0x1p80));")


class Operators(unittest.TestCase):
    def made_of(self, code: str) -> set[tuple[str, str]]:
        return {(m.operator, m.new) for m in mutants("x.hpp", code)}

    def test_terms_and_signs(self) -> None:
        made = self.made_of("{\n  a[i] = X * b[i] + c - d;  // x + y\n")
        for expected in [("sign", "a[i] = X * b[i] - c - d;"), ("sign", "a[i] = X * b[i] + c + d;"),
                         ("dropped term", "a[i] = c - d;"), ("dropped term", "a[i] = X * b[i] - d;"),
                         ("dropped term", "a[i] = X * b[i] + c;"), ("dropped statement", ";")]:
            self.assertIn(expected, made)
        self.assertEqual(len(made), 6)
        self.assertFalse([new for _, new in made if "y" in new], "comments are no code")

    def test_loops(self) -> None:
        made = self.made_of("for (int i = 1; i <= tree_.N; ++i) z[i] += f(k, l);\n")
        for expected in [("constant", "for (int i = 0; i <= tree_.N; ++i) z[i] += f(k, l);"), ("bound", "for (int i = 2; i <= tree_.N; ++i) z[i] += f(k, l);"),
                         ("bound", "for (int i = 1; i < tree_.N; ++i) z[i] += f(k, l);"),
                         ("= for +=", "for (int i = 1; i <= tree_.N; ++i) z[i] = f(k, l);"),
                         ("dropped statement", "for (int i = 1; i <= tree_.N; ++i) ;")]:
            self.assertIn(expected, made)

    def test_indices_and_transposes(self) -> None:
        made = self.made_of("int p = tree.parent[i]; f[p] += transpose_times(tree.X[i], L(i, j)) * T.from(tree.first[i]);\n")
        rest = "int p = tree.parent[i]; f[p] += "
        for expected in [("parent", "int p = i; f[p] += transpose_times(tree.X[i], L(i, j)) * T.from(tree.first[i]);"),
                         ("degree of freedom", rest + "transpose_times(tree.X[i], L(i, j)) * T.from(i);"),
                         ("index", rest + "transpose_times(tree.X[p], L(i, j)) * T.from(tree.first[i]);"),
                         ("transpose", rest + "transpose_times(tree.X[i], L(j, i)) * T.from(tree.first[i]);"),
                         ("transpose", rest + "(tree.X[i] * L(i, j)) * T.from(tree.first[i]);")]:
            self.assertIn(expected, made)

    def test_conditions_and_constants(self) -> None:
        made = self.made_of("if (a && b) return 3;\nx = true ? 1e-3 : 0.5;\nif (int i = f(); i != 1) g(i);\nif (auto* p = f()) g(p);\n")
        for expected in [("logic", "if (a || b) return 3;"), ("condition", "if (!(a && b)) return 3;"),
                         ("dropped way out", ""), ("constant", "if (a && b) return 4;"), ("logic", "x = false ? 1e-3 : 0.5;"),
                         ("constant", "x = true ? 2 * 1e-3 : 0.5;"), ("constant", "x = true ? 1e-3 : 2 * 0.5;"),
                         ("condition", "if (int i = f(); !(i != 1)) g(i);"), ("constant", "if (int i = f(); i != 0) g(i);")]:
            self.assertIn(expected, made)
        self.assertFalse([new for operator, new in made if operator == "condition" and "*" in new], "a declaration is none")

    def test_the_rest_of_the_file_stays(self) -> None:
        text = "#include <a>\n// comment\nx = y;\n"
        self.assertEqual(changed("x.hpp", text, "", text.index("y"), text.index("y") + 1, "z").text, text.replace("y;", "z;"))


class AtRunTime(unittest.TestCase):
    def made_of(self, code: str) -> set[tuple[str, str, str]]:
        found = switched("x.cpp", code)
        return {(m.operator, m.new, written(code, {7: m}, "switch.hpp").split("\n", 2)[2].strip()) for m in found}

    def test_both_are_written(self) -> None:
        made = self.made_of("if (a && b) return f(3);\n")
        on = "kintree_mutation::on(7)"
        for expected in [("condition", "if (!(a && b)) return f(3);", f"if ({on} != bool(a && b)) return f(3);"),
                         ("dropped way out", "if (false) return f(3);", f"if (!{on} && (a && b)) return f(3);"),
                         ("logic", "if (a || b) return f(3);",
                          f"if (({on} ? (bool(a) || bool(b)) : (bool(a) && bool(b)))) return f(3);"),
                         ("constant", "if (a && b) return f(4);", f"if (a && b) return f((3 + int({on})));")]:
            self.assertIn(expected, made)
        self.assertEqual(len(made), 4)

    def test_operands_end_at_weaker_operators(self) -> None:
        made = {new for operator, new, _ in self.made_of("x = a == 1 && f(b, c) || !d;\n") if operator == "logic"}
        self.assertEqual(made, {"x = a == 1 || f(b, c) || !d;", "x = a == 1 && f(b, c) && !d;"})

    def test_operands_end_where_they_end_however_lines_are_broken(self) -> None:
        on = "kintree_mutation::on(7) ? "
        for code, was in [("x =\n    a && b;\n", f"x =\n    ({on}(bool(a) || bool(b)) : (bool(a) && bool(b)));"),
                          ("return\n    a && b;\n", f"return\n    ({on}(bool(a) || bool(b)) : (bool(a) && bool(b)));"),
                          ("x = a ||\n    b && c;\n", f"x = a ||\n    ({on}(bool(b) || bool(c)) : (bool(b) && bool(c)));"),
                          ("x = a &&\n    b;\n", f"x = ({on}(bool(a) || bool(    b)) : (bool(a) && bool(    b)))\n;")]:
            self.assertIn(("logic", was), {(operator, text) for operator, _, text in self.made_of(code)})

    def test_a_declaration_is_not_dropped(self) -> None:
        for code in ["auto& [a, b] = f(c);", "auto [a, b] = f(c);", "int& a = f(c);"]:
            dropped = {m.old for m in switched("x.cpp", f"x = y;\n{code}\ng(a);\n") if m.operator == "dropped statement"}
            self.assertEqual(dropped, {"g(a);"}, code)

    def test_a_comma_ends_what_is_added(self) -> None:
        made = {text for operator, _, text in self.made_of("x += a, y -= f(b, c);\n") if operator == "sign"}
        self.assertEqual(made, {"x += a, y -= kintree_mutation::Sign{kintree_mutation::on(7)} * (f(b, c));"})

    def test_slips_in_formulas_take_the_whole_statement(self) -> None:
        code = "const Pose<T> joint = value(world[p]) * from[i];\nint p = 1;\nfor (int i = 1; i < n; ++i)\n  f[p] += g(i, p);\nreturn a + b;\n"
        made = {(m.operator, written(code, {7: m}, "switch.hpp").split("\n", 2)[2].replace("kintree_mutation::on(7)", "ON"))
                for m in switched("x.cpp", code, True) if m.operator in FORMULAS}
        const = code.split("\n")[0]
        for expected in [("index", code.replace("f[p] += g(i, p);", "{ if (ON) { f[p] += g(p, p); } else { f[p] += g(i, p); } }")),
                         ("= for +=", code.replace("f[p] += g(i, p);", "{ if (ON) { f[p] = g(i, p); } else { f[p] += g(i, p); } }")),
                         ("dropped term", code.replace("return a + b;", "{ if (ON) { return a; } else { return a + b; } }"))]:
            self.assertIn(expected, made)
        self.assertFalse([text for operator, text in made if operator == "index" and const not in text], "p is named later")
        parent = switched("x.cpp", "const int p = tree.parent[i], q = 2;\nconst int p = tree.parent[i];\n", True)
        self.assertEqual([m.both for m in parent if m.operator == "parent"],
                         ["(ON ? int(i) : int(tree.parent[i]))"], "one variable at a time")

    def test_what_follows_a_mutant_keeps_its_line(self) -> None:
        code = "int f(int a) {\n  a += g(1,\n         2);\n  return a;\n}\n"
        for m in switched("x.cpp", code, True):
            lines = written(code, {7: m}, "switch.hpp").split("\n")[2:]
            if m.line != 4:
                self.assertEqual(lines[3:], code.split("\n")[3:], m.operator)
            self.assertNotEqual(lines[m.line - 1], code.split("\n")[m.line - 1], m.operator)

    def test_what_must_be_constant_is_left(self) -> None:
        self.assertEqual(self.made_of('constexpr int n = 3;\ncase 4:\nx = "if (a) 5 && 6";\n') - {("dropped statement", ";", "")},
                         {m for m in self.made_of('x = "";\n')} - {("dropped statement", ";", "")})

    def test_every_room_has_its_mutants(self) -> None:
        for module in MODULES:
            drawn = list(draw(SOURCE, module, 40, 1).values())
            self.assertEqual(len(drawn), 40)
            self.assertFalse(any(overlap(a, b) for a in drawn for b in drawn if a is not b))
            self.assertEqual(drawn, list(draw(SOURCE, module, 40, 1).values()))


class Modules(unittest.TestCase):
    def test_a_score_names_no_folder(self) -> None:
        self.assertEqual(without_folders("exit 1: ['/home/one/build/kintree', 'bench'] 3/4"), "exit 1: ['kintree', 'bench'] 3/4")

    def test_a_mutant_is_asked_until_a_test_fails_and_never_again(self) -> None:
        m = next(iter(draw(SOURCE, "trees", 1, 1).values()))
        passing, failing = Test("passing", ["true"], [], reached={7}), Test("failing", ["false"], [], reached={7})
        far, broken = Test("far", ["false"], [], reached={8}), Test("broken", ["no such program"], [], reached={7})
        with tempfile.TemporaryDirectory() as name, redirect_stderr(StringIO()) as said:
            folder = Path(name)
            for file in ("named.json", "equivalent.json"):
                (folder / file).write_text("[]")

            def asked() -> Asked:
                return Asked("trees", 7, m, Log(folder / "results.jsonl", Lists(folder, SOURCE)))
            one = asked()
            one.ask([far, passing])
            self.assertEqual((one.decided, one.let_through), (False, ["passing 0"]))
            self.assertFalse(asked().decided)
            one.ask([passing, failing, broken])
            self.assertEqual((one.result.verdict, one.result.by), ("test", "failing: exit 1: "))
            self.assertEqual((asked().decided, asked().result.by), (True, "failing: exit 1: "))
            self.assertEqual(said.getvalue().count("let through so far"), 1)
            (folder / "results.jsonl").unlink()
            for tests, verdict in [([far], ("survived", "reached by no test")), ([passing], ("survived", ""))]:
                one = asked()
                one.ask(tests)
                one.finish()
                self.assertEqual((one.result.verdict, one.result.by), verdict)
            (folder / "equivalent.json").write_text(json.dumps([{"file": m.file, "old": m.old, "new": m.new, "reason": "it is"}]))
            one = asked()
            one.ask([passing])
            one.finish()
            self.assertEqual((one.result.verdict, one.result.by), ("equivalent", "it is"))
            (folder / "results.jsonl").unlink()
            with self.assertRaisesRegex(BadInput, "is none of trees: failing"):
                asked().ask([failing])


    def test_a_mutant_sees_and_leaves_no_other_process(self) -> None:
        if not alone():
            self.skipTest("processes cannot be kept apart here")
        seen = "import glob; exit(len(glob.glob('/proc/[0-9]*')) != 2)"  # the shell and itself
        self.assertIsNone(ask(Test("sees", [sys.executable, "-c", seen], [])))
        with tempfile.TemporaryDirectory() as name:
            pipe = Path(name) / "pipe"
            os.mkfifo(pipe)
            self.assertIsNone(ask(Test("leaves", ["sh", "-c", f"sleep 1000 <>{pipe} >/dev/null 2>&1 &"], [])))
            with self.assertRaises(OSError, msg="somebody has it open"):
                os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        self.assertEqual(ask(Test("crashes", [sys.executable, "-c", "import os; os.abort()"], [])), "exit 134: Aborted")


def run_with(named: list, equivalent: list) -> tuple[subprocess.CompletedProcess, dict]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "named.json").write_text(json.dumps(named))
        (folder / "equivalent.json").write_text(json.dumps(equivalent))
        alive = sum(mutant in (WRONG, CRASHING, ROUNDED) for mutant in named)
        done = subprocess.run([SOURCE / "tools/mutate", "--plugin", "rnea_points", "--build", BUILD, "--lists", folder,
                               "--count", str(alive), "--out", folder / "out"],
                              capture_output=True, text=True)
        out = json.loads((folder / "out").read_text())["plugins"][0] if (folder / "out").exists() else {}
    return done, out


class Verdicts(unittest.TestCase):
    def test_a_mutant_can_be_equivalent_in_some_plugins_alone(self) -> None:
        mutant = next(m for m in mutants(RNEA, (SOURCE / RNEA).read_text()) if "+ tree_.from_given(i" in m.new)
        known = {"file": RNEA, "old": mutant.old, "new": mutant.new, "reason": "it is"}
        for plugins, answers in [({}, ["it is", "it is"]), ({"plugins": ["aba"]}, [None, "it is"]),
                                 ({"plugins": ["rnea_points", "aba"]}, ["it is", "it is"]), ({"plugins": ["rnea_points"]}, ["it is", None])]:
            with tempfile.TemporaryDirectory() as name:
                (Path(name) / "named.json").write_text("[]")
                (Path(name) / "equivalent.json").write_text(json.dumps([{**known, **plugins}]))
                lists = Lists(Path(name), SOURCE)
                lists.check()
                self.assertEqual([lists.why_equivalent(plugin, mutant) for plugin in ("rnea_points", "aba")], answers)

    def test_bad_arguments_of_the_program(self) -> None:
        for arguments, message in [([], "usage: equality LIBRARY COUNT SECONDS"), (["none.so", "x", "1"], "not a positive number: x"),
                                   (["none.so", "1", "0"], "not a positive number: 0"), (["none.so", "1", "1"], "none.so")]:
            done = subprocess.run([Path(BUILD) / "mutation/equality", *arguments], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(message, done.stderr)

    def test_a_build_folder_is_that_of_its_sources(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            tools = Toolchain(SOURCE, Path(BUILD), Path(name))
            with self.assertRaisesRegex(BadInput, "nothing there compiles elsewhere/plugin.cpp; it may be the build folder of another"):
                tools.flags(Path("elsewhere/plugin.cpp"))

    def test_a_survivor_is_shown(self) -> None:
        text = (SOURCE / RNEA).read_text()
        begin = text.index(FORCE)
        mutant = changed(RNEA, text, "sign", begin, begin + 1, "+")
        score = Score("rnea_points", 1, results=[Result.of(mutant, "survived"), Result.of(mutant, "not equal")])
        self.assertRegex(table([score.as_json()]), r"rnea_points +2 +1 +0 +0 +1 +0 +0 +0 +50 % +-")
        self.assertRegex(survivors(score.as_json()), rf"survived: rnea_points: {RNEA}:\d+: sign\n  - f_.* - tree_.from_given.*\n  \+ f_.* \+ tree_.from_given")

    def test_the_lists_of_the_project_fit_its_sources(self) -> None:
        Lists(SOURCE / "testdata/mutants", SOURCE).check()

    def test_the_scores_of_the_project_are_of_what_is_there(self) -> None:
        """A plugin without a score is no error: the report shows that it was not measured."""
        known = {p.parent.name for p in (SOURCE / "plugins").glob("*/plugin.cpp")} | set(MODULES)
        scores = json.loads((SOURCE / "testdata/mutants/scores.json").read_text())["plugins"]
        names = [s["plugin"] for s in scores]
        self.assertEqual(sorted(names), sorted(set(names)))
        self.assertLessEqual(set(names), known)
        for s in scores:
            with self.subTest(s["plugin"]):
                self.assertTrue(s["fresh"] or s["seed"] == 1)
                self.assertEqual(s["field"] + s["verify"] + s["test"] + s["survived"], s["mutants"])
                self.assertEqual(sum(r["verdict"] == "survived" for r in s["results"]), s["survived"])
                self.assertTrue(all(r["by"] for r in s["results"] if r["verdict"] == "equivalent"))

    def test_lists_that_do_not_fit_are_errors(self) -> None:
        for named, equivalent, message in [
                ([entry("no such text", "")], [], "stands there 0 times, not once"),
                ([entry("f_[i]", "")], [], "times, not once"),
                ([], [{"file": RNEA, "old": "x", "new": "y", "reason": ""}], "has no mutant 'x' -> 'y'"),
                ([], [{"file": RNEA, "old": "", "new": "", "plugins": ["none"], "reason": ""}], "unknown plugin 'none'"),
                ([], [{"file": "plugins/none.hpp", "old": "x", "new": "y", "reason": ""}], "there is no plugins/none.hpp")]:
            done, _ = run_with(named, equivalent)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)


class Built(unittest.TestCase):
    """Mutants that are compiled, which takes a minute: only if this class is named."""

    def test_every_verdict(self) -> None:
        reason = "the sum for the base is never read"
        line = "if (p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);"
        known = {"file": RNEA, "old": line, "new": line.removeprefix("if (p != 0) "), "reason": reason}
        done, out = run_with([STILLBORN, SAME_CODE, IDENTICAL, EQUIVALENT, EQUAL, WRONG, CRASHING, ROUNDED], [known])
        self.assertEqual(done.returncode, 0, done.stderr)
        counts = {k: out[k] for k in ("mutants", "field", "verify", "test", "survived", "equal", "equivalent", "stillborn")}
        self.assertEqual(counts, {"mutants": 3, "field": 2, "verify": 1, "test": 0, "survived": 0, "equal": 1, "equivalent": 3,
                                  "stillborn": 1})
        self.assertEqual([(r["verdict"], r["new"]) for r in out["results"]],
                         [("equivalent", known["new"]), ("equal", line.replace("p != 0", "p > -1"))])
        self.assertEqual(out["results"][0]["by"], reason)
        self.assertRegex(out["results"][1]["by"], r"^\d{3} answers$")
        # The typical test has no external forces.
        self.assertEqual((out["typical"]["asked"], out["typical"]["killed"]), (3, 1))
        self.assertRegex(done.stdout, r"rnea_points +3 +2 +1 +0 +0 +1 +3 +1 +100 % +33 %")

    def test_an_equivalent_one_that_is_killed_is_an_error(self) -> None:
        line = "f_[i] = rate {} tree_.from_given(i, f_ext);"
        known = {"file": RNEA, "old": line.format("-"), "new": line.format("+"), "reason": ""}
        done, _ = run_with([WRONG], [known])
        self.assertEqual(done.returncode, 2)
        self.assertIn("is none of rnea_points: inverse_dynamics", done.stderr)

    def test_a_plugin_that_is_wrong_itself_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            plugin = Plugin(Toolchain(SOURCE, Path(BUILD).resolve(), Path(scratch)), "rnea_points")
            plugin.folder.mkdir()
            batch = Batch(plugin)
            batch.texts[RNEA] = batch.texts[RNEA].replace(FORCE, FORCE.replace("-", "+"))
            with self.assertRaisesRegex(RuntimeError, "the plugin itself is wrong: "):
                batch.ask([])


unittest.main(defaultTest=[c.__name__ for c in (Operators, AtRunTime, Modules, Verdicts)])
