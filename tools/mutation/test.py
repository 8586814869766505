"""Tests of tools/mutate: what the operators make of code, and mutants of one plugin whose verdicts are known."""
from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

sys.dont_write_bytecode = True
SOURCE = Path(__file__).resolve().parents[2]
BUILD = sys.argv.pop(1)
sys.path.insert(0, str(Path(__file__).resolve().parent))
from operators import changed, mutants  # noqa: E402

RNEA = "plugins/rnea/rnea.hpp"


def entry(old: str, new: str) -> dict[str, str]:
    return {"plugin": "rnea", "fact": "test", "file": RNEA, "old": old, "new": new}


STILLBORN = entry("f_[p] += transpose_times(tree_.X[i], f_[i]);", "f_[p] += ;")
IDENTICAL = entry("const int p = tree_.parent[i], k = tree_.first[i];", "const int k = tree_.first[i], p = tree_.parent[i];")
EQUIVALENT = entry("if (p != 0) f_[p]", "f_[p]")
SURVIVOR = entry("if (p != 0) f_[p]", "if (p > -1) f_[p]")
KILLED = entry("- in.f_ext[i];", "+ in.f_ext[i];")


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
        for expected in [("bound", "for (int i = 2; i <= tree_.N; ++i) z[i] += f(k, l);"),
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

    def test_the_rest_of_the_file_stays(self) -> None:
        text = "#include <a>\n// comment\nx = y;\n"
        self.assertEqual(changed("x.hpp", text, "", text.index("y"), text.index("y") + 1, "z").text, text.replace("y;", "z;"))


class Verdicts(unittest.TestCase):
    def run_with(self, named: list, equivalent: list) -> tuple[subprocess.CompletedProcess, dict]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "named.json").write_text(json.dumps(named))
            (folder / "equivalent.json").write_text(json.dumps(equivalent))
            done = subprocess.run([SOURCE / "tools/mutate", "--plugin", "rnea", "--build", BUILD, "--lists", folder, "--count", "2",
                                   "--verify=--trees=20", "--verify=--bodies=6", "--no-unit-tests", "--out", folder / "out"],
                                  capture_output=True, text=True)
            out = json.loads((folder / "out").read_text())["plugins"][0] if (folder / "out").exists() else {}
        return done, out

    def test_every_verdict(self) -> None:
        reason = "the sum for the base is never read"
        line = "if (p != 0) f_[p] += transpose_times(tree_.X[i], f_[i]);"
        known = {"file": RNEA, "old": line, "new": line.removeprefix("if (p != 0) "), "reason": reason}
        done, out = self.run_with([STILLBORN, IDENTICAL, EQUIVALENT, SURVIVOR, KILLED], [known])
        self.assertEqual(done.returncode, 1, done.stderr)
        verdicts = [(r["verdict"], r["typical"]) for r in out["results"]]
        self.assertEqual(verdicts, [("stillborn", ""), ("identical", ""), ("equivalent", ""), ("survived", "survived"),
                                    ("killed", "survived")])  # no external forces in the typical test
        self.assertEqual(out["results"][2]["by"], reason)
        self.assertRegex(out["results"][4]["by"], r"inverse_dynamics, \w+, seed \d+: F, ")
        self.assertIn(f"survived: rnea: {RNEA}:", done.stdout)
        self.assertIn("+ if (p > -1) f_[p] +=", done.stdout)
        self.assertRegex(done.stdout, r"rnea +2 +1 +0 +0 +0 +1 +2 +1 +50 % +0 %")

    def test_an_equivalent_one_that_is_killed_is_an_error(self) -> None:
        line = "f_[i] = tree_.I[i] * a_[i] + cross(v_[i], tree_.I[i] * v_[i]) {} in.f_ext[i];"
        known = {"file": RNEA, "old": line.format("-"), "new": line.format("+"), "reason": ""}
        done, _ = self.run_with([KILLED], [known])
        self.assertEqual(done.returncode, 2)
        self.assertIn("is none: inverse_dynamics", done.stderr)

    def test_the_lists_of_the_project_fit_its_sources(self) -> None:
        loader = SourceFileLoader("mutate", str(SOURCE / "tools/mutate"))
        mutate = module_from_spec(spec_from_loader("mutate", loader))
        sys.modules["mutate"] = mutate  # its data classes look for it there
        loader.exec_module(mutate)
        mutate.Lists(SOURCE / "testdata/mutants").check()

    def test_lists_that_do_not_fit_are_errors(self) -> None:
        for named, equivalent, message in [
                ([entry("no such text", "")], [], "stands there 0 times, not once"),
                ([entry("f_[i]", "")], [], "times, not once"),
                ([], [{"file": RNEA, "old": "x", "new": "y", "reason": ""}], "has no mutant 'x' -> 'y'"),
                ([], [{"file": "plugins/none.hpp", "old": "x", "new": "y", "reason": ""}], "there is no plugins/none.hpp")]:
            done, _ = self.run_with(named, equivalent)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(message, done.stderr)


unittest.main()
