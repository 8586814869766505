"""The plugin for pytest, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TEST = """
import kintree, pytest
from functions import mass_matrix

@pytest.mark.kintree("mass_matrix", trees=3, bodies=4, seed=5)
def test_sound(case):
    case.check(mass_matrix(case.model, case.state))

@pytest.mark.parametrize("case", kintree.cases("mass_matrix", trees=2, bodies=4), ids=str)
def test_wrong(case):
    case.check(2 * mass_matrix(case.model, case.state))
"""


def run(folder, text, *arguments):
    (folder / "test_mine.py").write_text(text)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(Path(__file__).parent)])}
    return subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments, "test_mine.py"], cwd=folder,
                          env=environment, capture_output=True, text=True)


def test_mark_runs_a_test_for_each_case_and_failures_are_readable(tmp_path):
    done = run(tmp_path, TEST)
    assert done.returncode == 1 and "3 passed" in done.stdout and "2 failed" in done.stdout, done.stdout
    assert "kintree.WrongAnswer: case complete-1: mass_matrix: verdict F" in done.stdout
    assert "_checks.py" not in done.stdout, "the traceback ends in the test"


@pytest.mark.parametrize("test, message", [
    ('@pytest.mark.kintree("mass", trees=3)\ndef test_it(case): pass', "unknown problem 'mass'; there are: "),
    ('@pytest.mark.kintree("mass_matrix")\ndef test_it(): pass', "function uses no argument 'case'"),
    ('@pytest.mark.kintree("mass_matrix", tree=3)\ndef test_it(case): pass', "In test_it: the mark kintree: cases() got an unexpected keyword"),
    ('@pytest.mark.kintree("mass_matrix", families=["tree"])\ndef test_it(case): pass', "In test_it: the mark kintree: unknown family 'tree'"),
])
def test_bad_mark_is_an_error(tmp_path, test, message):
    done = run(tmp_path, f"import pytest\n{test}\n")
    assert done.returncode == 2 and message in done.stdout and "Traceback" not in done.stdout and "pluggy" not in done.stdout, done.stdout
    assert "During handling" not in done.stdout, done.stdout


def test_first_verdict_comes_within_a_second():
    program = ("import time; start = time.process_time(); import kintree; model = kintree.Model.random(1, bodies=10); "
               "state = kintree.State.random(model); "
               "kintree.judge(model, state, 'mass_matrix', kintree.exact(model, state, 'mass_matrix')).verdict; "
               "print(time.process_time() - start)")
    times = [float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout) for _ in range(3)]
    assert min(times) < 1, times
