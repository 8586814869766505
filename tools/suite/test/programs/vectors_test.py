"""Test vectors name the slips of an importer into which they are planted:

    vectors_test.py KINTREE REPOSITORY [--all]

The files fit their schema. The readers in Python and JavaScript and `kintree vectors` name a slip, and report no error of the sound
importer. They also name the mistakes of derivatives, whose answers are recorded. --all: every slip of the importer, alone and in pairs, and
`kintree verify` as well.
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

KINTREE, REPOSITORY = sys.argv[1], Path(sys.argv[2])
VECTORS = REPOSITORY / "testdata/vectors"
sys.path.insert(0, str(REPOSITORY / "tools/suite/test/programs"))
from recorded_answers import recorded  # noqa: E402

DERIVATIVES = VECTORS / "derivatives.json"
READERS = [(sys.executable, VECTORS / "check_vectors.py"), ("node", VECTORS / "check_vectors.js")]
IMPORTER = REPOSITORY / "tools/suite/test/programs/importer.py"
TEMPLATES = REPOSITORY / "tools/template/python"
FILES = sorted(map(str, VECTORS.glob("*.json")))
# The mistakes that are planted into the importer, and the expected findings: a name, with the number if there is one. By default a fourth
# of them is tried.
FITTED = [
    ("armature=0.04", "armature", 0.04),
    ("armature=1e-6", "armature", 1e-6),
    ("armature=250", "armature", 250),
    ("armature_at_joints=0.3", "armature_at_joints", 0.3),
    ("damping=0.3", "damping", 0.3),
    ("damping=-1e-5", "damping", -1e-5),
    ("damping_at_joints=70", "damping_at_joints", 70),
    ("friction=0.2", "friction", 0.2),
    ("gravity_scaled=0.99966", "gravity_scaled", 0.99966),
    ("gravity_constant=9.80665", "gravity_constant", 9.80665),
    ("masses_scaled=1.3", "masses_scaled", 1.3),
    ("masses_alone_scaled=0.001", "masses_alone_scaled", 0.001),
    ("inertias_scaled=1e-6", "inertias_scaled", 1e-6),
    ("lengths_scaled=1000", "lengths_scaled", 1000),
    ("rpy_scaled=57.29577951308232", "rpy_scaled", 57.29577951308232),
    ("angles_scaled=57.29577951308232", "angles_scaled", 57.29577951308232),
    ("angles_scaled=1.37", "angles_scaled", 1.37),
    ("previous_body=velocities", "parent_is_previous_body", None),
    ("previous_body=accelerations", "parent_is_previous_body", None),
    ("previous_body=forces", "parent_is_previous_body", None),
    ("last_child_replaces=1", "last_child_replaces", None),
    ("force_not_transposed=1", "force_not_transposed", None),
    ("joint_bias_missing=1", "joint_bias_missing", None),
    ("joint_velocity_product=1", "joint_velocity_product_missing", None),
    ("joint_velocity_product=2", "joint_velocity_product_reversed", None),
    ("gyroscopic_force=1", "gyroscopic_force_missing", None),
    ("gyroscopic_force=2", "gyroscopic_force_reversed", None),
    ("gyroscopic_by_motion=1", "gyroscopic_force_by_motion_cross", None),
    ("rows_reversed=1", "rows_in_another_order", None),
    ("rows_rotated=1", "rows_in_another_order", None),
    ("single_precision=1", "single_precision", None),
    ("few_digits=6", "few_digits", None),
    ("few_places=4", "few_places", None),
]
# Mistakes that are not known, some of which are near one that is.
UNKNOWN = ["quadratic_damping=0.3", "quadratic_damping=1e-6", "quadratic_damping=20"]
SLIPS = sorted({name for file in IMPORTER.parent.glob("importer*.py") for name in re.findall(r'slip\("(\w+)"\)', file.read_text())})


def check_fits(value, schema, root, where="file"):
    """The part of JSON Schema that the schema uses."""
    if "$ref" in schema:
        schema = {**root["$defs"][schema["$ref"].rsplit("/", 1)[1]], **{k: v for k, v in schema.items() if k != "$ref"}}
    if "const" in schema:
        assert value == schema["const"], where
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "null": type(None)}
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    assert not wanted or any(isinstance(value, kinds[kind]) for kind in wanted), (where, wanted)
    if isinstance(value, dict):
        missing = set(schema.get("required", [])) - set(value)
        assert not missing, (where, missing)
        for key, entry in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            assert inner is not False, (where, key)
            check_fits(entry, inner, root, f"{where}/{key}")
    if isinstance(value, list):
        assert schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)), where
        for k, entry in enumerate(value):
            check_fits(entry, schema.get("items", {}), root, f"{where}/{k}")


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)


def command(slips):
    return f"{sys.executable} '{IMPORTER}' '{TEMPLATES}' {' '.join(slips)}"


def explained(slips, program=f"importer.py' '{TEMPLATES}", options=()):
    """The diagnosis of the importer, or of another program, by kintree vectors: its exit code, and sets of slips."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = f"{sys.executable} '{IMPORTER.parent}/{program}' {' '.join(slips)}"
        done = run(KINTREE, "vectors", "--exec", command, "--json", out.name, *options)
        assert done.returncode in (0, 1), done.stderr
        (result,) = json.loads(Path(out.name).read_text())
    sets = [set(names) for entry in result["explanations"] for names in entry["slips"]]
    return done.returncode, sets, result, done.stdout


def check_readers(slips):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "answers.json"
        made = run(sys.executable, IMPORTER, TEMPLATES, "--answer", out, *FILES, *slips)
        assert made.returncode == 0, made.stderr
        said = [run(*reader, out, *FILES) for reader in READERS]
        for one in said:
            assert one.returncode == (1 if slips else 0) and not one.stderr, (slips, one.stdout[-2000:], one.stderr)
            named = re.findall(r"^it looks as if .*\((\w+)\)$", one.stdout, re.MULTILINE)
            assert named == sorted(slips), (slips, named)
        assert said[0].stdout.splitlines()[-2:] == said[1].stdout.splitlines()[-2:]
        if not slips:  # a missing answer is wrong, and so is one with a small error
            answers = json.loads(out.read_text())
            for spoilt in (None, answers["inertia-001"]["H"][0][0] * (1 + 1e-9)):
                answers["inertia-001"]["H"] = [[spoilt]]
                out.write_text(json.dumps(answers))
                for reader in READERS:
                    one = run(*reader, out, *FILES)
                    assert one.returncode == 1 and "explains all of it" in one.stdout, one.stdout


def check_command(slips):
    code, sets, result, text = explained(slips)
    assert code == (1 if slips else 0), (slips, text)
    assert sets == ([set(slips)] if slips else []), (slips, sets, text)
    results = [entry["result"] for entry in result["results"]]
    assert len(results) > 500 and results.count("unsupported") < 100, results
    assert slips or "refused" not in results, text
    if slips:
        assert f"({slips[0]})" in text.splitlines()[-2], text


def check_fitted(planted, name, number):
    code, sets, result, text = explained([planted])
    (entry,) = result["explanations"]
    (found,) = entry["fitted"]
    assert code == 1 and not sets and found["name"] == name and found.get("number") == number, (planted, text)
    assert f"it looks as if {found['what']} ({name})" in text, text


def check_unknown(planted):
    code, sets, result, text = explained([planted])
    assert code == 1 and not sets and not any("fitted" in entry for entry in result["explanations"]), text
    assert "no known mistake" in text, text


def check_pairs():
    """Most pairs are named, and none for another."""
    drawn = random.Random(1).sample([(a, b) for a in SLIPS for b in SLIPS if a < b], 40)
    named, single, unknown, other = 0, 0, [], []
    for pair in drawn:
        _, sets, _, _ = explained(pair)
        if set(pair) in sets:
            named += 1
        elif any(len(s) == 1 and s <= set(pair) for s in sets):
            single += 1  # the other one has no effect beside it
        elif not sets:
            unknown.append(pair)
        else:
            other.append((pair, sets))
    print(f"{len(drawn)} pairs: {named} named, {single} of which one alone shows, {len(unknown)} unknown: {unknown}; others: {other}")
    assert named >= len(drawn) / 2 and not other


def check_verify(slips):
    done = run(KINTREE, "verify", "--exec", command(slips), "--joints", "revolute,prismatic,fixed,free", "--family", "recursive",
               "--trees", 40, "--bodies", 6, "--seed", 1)
    named = set(re.findall(r"it looks as if .*\(([\w, ]+)\)$", done.stdout, re.MULTILINE))
    assert done.returncode == (1 if slips else 0), (slips, done.stdout[-3000:], done.stderr)
    assert (slips[0] in named) if slips else not named, (slips, done.stdout[-3000:])


def read_by(answers):
    """The output of the readers about answers to the vectors of derivatives: exit code, counts, and the slips that they name."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as out:
        json.dump(answers, out)
        out.flush()
        both = [run(*reader, out.name, DERIVATIVES) for reader in READERS]
    assert not any(one.stderr for one in both), both
    one, other = [(done.returncode, re.search(r"^\d+ answers, \d+ are wrong$", done.stdout, re.MULTILINE)[0],
                   set(re.findall(r"^it looks as if .*\((\w+)\)$", done.stdout, re.MULTILINE))) for done in both]
    assert one == other, (one, other)
    return one


def check_recorded_answers(every):
    """Right answers pass, to their tolerances. The mistakes of each of `every` slips are named, with those that give the same answers."""
    file = json.loads(DERIVATIVES.read_text())
    vectors = file["vectors"]
    answers = {vector["id"]: recorded(vector) for vector in vectors}
    count = sum(len(some) for some in answers.values())
    assert read_by(answers) == (0, f"{count} answers, 0 are wrong", set())
    for factor, wrong_count in ((0.4, 0), (3, count)):
        spoilt = json.loads(json.dumps(answers))
        for vector in vectors:
            for name, answer in vector["answers"].items():
                rows, last = spoilt[vector["id"]][name], answer["rows"][-1] * answer.get("columns", [1])[-1]
                change = factor * last if last or not wrong_count else 1e-30
                if isinstance(rows[-1], list):
                    rows[-1][-1] += change
                else:
                    rows[-1] += change
        assert read_by(spoilt)[:2] == (1 if wrong_count else 0, f"{count} answers, {wrong_count} are wrong"), (factor, read_by(spoilt))
    changes = {slip: [(vector["id"], k) for vector in vectors for k, wrong in enumerate(vector["wrong"]) if slip in wrong["slips"]]
               for slip in file["slips"]}
    for k, slip in enumerate(changes):
        alike = {other for other in changes if changes[other] == changes[slip]}
        code, _, named = read_by({vector["id"]: recorded(vector, slip) for vector in vectors})
        assert code == 1 and named == alike, (slip, alike, named)
        missing = any(None in vector["wrong"][at]["answers"].values() for vector in vectors for id, at in changes[slip] if id == vector["id"])
        if k % every or missing:
            continue
        code, sets, _, text = explained([slip], program=f"recorded_answers.py' '{TEMPLATES}' '{DERIVATIVES}", options=["--vectors", DERIVATIVES])
        assert code == 1 and sorted(map(sorted, sets)) == sorted([other] for other in alike), (slip, alike, sets, text)
    code, sets, result, text = explained([], program=f"recorded_answers.py' '{TEMPLATES}' '{DERIVATIVES}", options=["--vectors", DERIVATIVES])
    assert code == 0 and not sets and {entry["result"] for entry in result["results"]} == {"right"}, text
    return len(changes)


schema = json.loads((VECTORS / "schema.json").read_text())
vectors = 0
for path in FILES:
    if not path.endswith("schema.json"):
        file = json.loads(Path(path).read_text())
        check_fits(file, schema, schema, path)
        assert set(file["flags"]) == {flag for vector in file["vectors"] for flag in vector["flags"]}, path
        assert set(file["slips"]) == {s for vector in file["vectors"] for wrong in vector["wrong"] for s in wrong["slips"]}, path
        vectors += len(file["vectors"])
try:
    check_fits({"format": "kintree vectors 1", "title": "", "flags": {}, "slips": {}, "vectors": [{}]}, schema, schema)
    raise RuntimeError("an empty vector fits the schema")
except AssertionError:
    pass
assert vectors >= 280 and len(SLIPS) >= 25, (vectors, SLIPS)
some = SLIPS if "--all" in sys.argv else ["fixed_inertia_not_turned"]
check_readers([])
check_command([])
for name in some:
    check_readers([name])
    check_command([name])
recorded_count = check_recorded_answers(1 if "--all" in sys.argv else 21)
for planted in FITTED if "--all" in sys.argv else FITTED[::8]:
    check_fitted(*planted)
for planted in UNKNOWN:
    check_unknown(planted)
if "--all" in sys.argv:
    check_verify([])
    of_files = {"damping_added", "friction_added", "limits_enforced", "axis_default_z", "visual_for_inertial", "unit_inertial_by_default"}
    for name in SLIPS:
        if name not in of_files:  # random trees have no such files
            check_verify([name])
    check_pairs()
print(f"{vectors} vectors, {len(some)} slips of {len(SLIPS)}, {recorded_count} of derivatives")
