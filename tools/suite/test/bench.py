"""`kintree bench` as a user calls it: what it writes, that a plugin that does its work five times is seen as slower, and what it refuses.
No time is held against a limit: bench.py KINTREE ONCE FIVE_TIMES FAILS, folders of the plugin `repeats` and of `fails_when_timed`."""
import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

kintree, once, five_times, fails = sys.argv[1:5]
quick = ["--quick", "--min-time", "0.5", "--states", "8"]


def bench(*options, folder=None, fault=""):
    command = [kintree, "bench", *options, *(["--plugin-path", folder] if folder else [])]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"KINTREE_FAULT": fault}, timeout=120)
    return done.returncode, done.stdout, done.stderr


def check(holds, what):
    if not holds:
        sys.exit(f"bench.py: {what}")


def refused(reason, *options, folder=None):
    code, out, err = bench(*options, folder=folder)
    check(code == 2 and out == "" and err.count("\n") == 1 and reason in err, f"exit code 2 and one line with '{reason}' expected: {code} {out}{err}")


def time_text(nanoseconds):
    for unit, size, decimals in (("ns", 1, 0), ("us", 1e3, 2), ("ms", 1e6, 2)):
        if nanoseconds < 1e3 * size or unit == "ms":
            return f"{nanoseconds / size:.{decimals}f} {unit}"


def text_of(run, processes):
    """The text that the command prints for a run, from the file that it wrote."""
    lines, group, context = ["  plugin time spread ratio quartiles digits"], "", run["context"]
    for r in run["kintree"]["rows"]:
        head = (f"{r['model']} {r['problem']} ({r['bodies']} bodies, {r['degrees_of_freedom']} degrees of freedom, depth {r['depth']}; "
                f"{r['states']} states, {r['mode']}, {r['scalar']})")
        lines += [head] if head != group else []
        group = head
        digits = f"{r['verdict']} {-math.log10(r['error']):>5.1f}"
        more = f"  {r['cycles'] / r['bodies']:.0f} cycles a body, {r['instructions'] / r['cycles']:.2f} instructions a cycle" if r["cycles"] else ""
        lines.append(f"  {r['plugin']:<30} {time_text(r['median']):>10} {100 * r['spread']:.1f} % {r['ratio']:.2f} "
                     f"{r['ratio_low']:.2f} to {r['ratio_high']:.2f} {digits} {'*' if r['pareto'] else ''}{more}")
    lines += ["Time: the processor time of a call from positions to result, sines included. It is the median of the rounds, with the distance of "
              "their quartiles",
              "Ratio: the time relative to the fastest plugin that keeps half of the digits, for the same model and problem in the same round. "
              "It is the median, with the quartiles",
              "Verdict and digits: the worst of 1 judged state (more with --judged). A row has * if none is faster and more accurate"]
    for k, p in enumerate(run["kintree"]["profiles"]):
        if k == 0:
            lines.append(f"{p['group']} over {p['models']} models mean ratio fastest <= 1.5 <= 2 <= 4")
        mean = math.exp(sum(map(math.log, p["ratios"])) / len(p["ratios"]))
        shares = [f"{100 * sum(x <= most for x in p['ratios']) / p['models']:.0f} %" for most in (1, 1.5, 2, 4)]
        lines.append(f"  {p['plugin']} {mean:.2f} {' '.join(shares)}")
    lines += ["Performance profiles [Dolan & More 2002]: the share of the models on which a plugin takes at most so many times the fastest's "
              "time. Models on which it was not timed, or lost more than half of the digits, count against it. The geometric mean of its "
              "ratios omits them",
              f"{context['rounds']} rounds of {1e3 * context['sample_seconds']:.3g} ms for each plugin, in random order, on core {context['core']}. "
              f"Plugins are prepared again for every round. Processes: {processes}",
              *([context["counters"]] if context["counters"] else []),
              f"The machine {'WAS BUSY' if context['busy'] else 'was quiet'}: {context['burden']}"]
    return lines


def words(text):
    return [line.split() for line in text]


with tempfile.TemporaryDirectory() as scratch:
    file, csv = Path(scratch, "run.json"), Path(scratch, "run.csv")
    code, out, err = bench("--plugin", "aba", "--plugin", "aba_accurate", *quick, "--out", file, "--csv", csv)
    check(code == 0, f"exit code {code}: {err}")
    run = json.loads(file.read_text())
    check(run["context"]["core"] >= 0 and isinstance(run["context"]["busy"], bool) and run["context"]["burden"], "what the machine did")
    rows = {row["name"]: row for row in run["kintree"]["rows"]}
    names = [f"forward_dynamics/{model}/{plugin}/single/double" for model in ("humanoid30", "chain-100") for plugin in ("aba", "aba_accurate")]
    check(sorted(rows) == sorted(names), f"rows {list(rows)}")
    for name in names:
        samples = [b for b in run["benchmarks"] if b["run_name"] == name and b["run_type"] == "iteration"]
        check([s["repetition_index"] for s in samples] == list(range(7)), "seven repetitions in turn")
        check(all(s["cpu_time"] > 0 and s["real_time"] > 0 and s["iterations"] > 0 and s["time_unit"] == "ns" for s in samples), "times")
        aggregates = [b["aggregate_name"] for b in run["benchmarks"] if b["run_name"] == name and b["run_type"] == "aggregate"]
        check(aggregates == ["mean", "median", "stddev", "cv"], f"aggregates {aggregates}")
        row = rows[name]
        check(row["states"] == 8 and row["rounds"] == 7 and row["verdict"] in ("A", "B", "C") and row["error"] < 1e-8, f"row {row}")
        check(row["mode"] == "single" and row["scalar"] == "double" and row["skipped"] == "", f"row {row}")
        check(row["ratio_low"] <= row["ratio"] <= row["ratio_high"], f"row {row}")
    for model in ("humanoid30", "chain-100"):
        check(1 in [r["ratio"] for r in rows.values() if r["model"] == model], "somebody is the fastest")
    check(len(csv.read_text().splitlines()) == 5, "a line of CSV each, and a heading")
    check(words(out.splitlines()) == words(text_of(run, 1)), f"{out} for " + "\n".join(text_of(run, 1)))

    # Quick, it judges one state.
    errors = []
    for judged in ([], ["--judged", "1"], ["--judged", "8"]):
        bench("--plugin", "aba", "--family", "humanoid30", *quick, *judged, "--out", file)
        errors.append(json.loads(file.read_text())["kintree"]["rows"][0]["error"])
    check(errors[0] == errors[1] < errors[2], f"errors {errors}")

    # A row for each mode, of a plugin with packs and lanes and of one without. Their least time is less than their time.
    code, out, err = bench("--plugin", "aba_minimal", "--plugin", "innovations", "--problem", "forward_dynamics", "--family", "humanoid30", *quick,
                           "--mode", "single", "--mode", "batch", "--mode", "threads", "--roofline", "--out", file)
    check(code == 0, f"exit code {code}: {err}")
    rows = {row["name"]: row for row in json.loads(file.read_text())["kintree"]["rows"]}
    timed = [("aba_minimal", "single"), ("aba_minimal", "lanes"), ("innovations", "single"), ("aba_minimal", "batch"), ("innovations", "batch"),
             ("aba_minimal", "threads"), ("innovations", "threads")]
    names = [f"forward_dynamics/humanoid30/{plugin}/{mode}/double" for plugin, mode in timed]
    check(list(rows) == names, f"rows {list(rows)}")
    check(all(row["skipped"] == "" and row["median"] > 0 and row["verdict"] in ("A", "B", "C") for row in rows.values()), f"rows {rows}")
    points = [line.split() for line in out.splitlines() if line.endswith("%") and "/humanoid30/" in line]
    check([p[0] for p in points] == [n for n in names if "threads" not in n], f"roofline {points}")
    check(all(0 < float(p[2]) <= float(p[1]) for p in points), f"roofline {points}")
    for name, row in rows.items():
        least = row["arithmetic"]
        check(least is None if "threads" in name else 0 < least <= row["median"], f"{name}: arithmetic {least}")

    # The same run again shows nothing new; five times the work does.
    slow = ["--plugin", "repeats", "--family", "humanoid30", *quick]
    check(bench(*slow, "--out", file, folder=once)[0] == 0, "a first run")
    code, out, err = bench(*slow, "--against", file, folder=five_times)
    check(code == 1 and "SLOWER mass_matrix/humanoid30/repeats/single/double: " in out, f"a planted factor of 5 is not seen: {code} {out}{err}")
    check(": 1 of 1 rows are significantly slower and 0 faster, " in out and out.rstrip().endswith("; 0 rows are new, 0 are gone"), out)
    check(bench(*slow, "--out", file, folder=five_times)[0] == 0, "a slow run")
    code, out, err = bench(*slow, "--processes", "3", "--against", file, folder=once)
    check(": 0 of 1 rows are significantly slower and 1 faster, " in out, out)
    check(code == 0 and "Processes: 3" in out and "faster mass_matrix/humanoid30/repeats/single/double: " in out, f"faster is no failure: {code} {out}{err}")

    refused("unknown family 'nobody'", "--family", "nobody")
    refused("unknown plugin 'nobody'", "--plugin", "nobody")
    refused("core 1000", *slow, "--core", "1000", folder=once)
    refused("--time-limit: less than ten samples (--min-time) take", "--plugin", "repeats", "--min-time", "100", "--time-limit", "0.9", folder=once)
    refused("missing.json", *slow, "--against", Path(scratch, "missing.json"), folder=once)
    file.write_text("[]")
    refused("not what kintree bench or Google Benchmark writes", *slow, "--against", file, folder=once)
    refused("nowhere", *slow, "--out", Path(scratch, "nowhere", "run.json"), folder=once)
    code, out, err = bench("--plugin", "repeats", "--family", "humanoid30", *quick, "--max-call", "0.001", folder=once)
    check(code == 1 and "not timed: one call takes longer than the limit" in out, f"nothing was timed: {code} {out}{err}")
    code, out, err = bench("--plugin", "repeats", "--family", "humanoid30", *quick, "--scalar", "float", folder=once)
    check(code == 1 and "not timed: it is not built for float" in out, f"nothing was timed: {code} {out}{err}")
    code, out, err = bench("--plugin", "armstrong", "--plugin", "aba", *quick, "--scalar", "float", "--out", "-")
    rows = {row["name"]: row for row in json.loads(out)["kintree"]["rows"]}
    check(code == 0 and rows["forward_dynamics/humanoid30/armstrong/single/float"]["skipped"].startswith("outside the domain: "), "a row that says why")
    check(rows["forward_dynamics/humanoid30/aba/single/float"]["ratio"] == 1, "in float")

    # A plugin that hangs or crashes only when it is timed has a row with the reason. The other rows are timed, and so is this plugin on
    # other models.
    verified = subprocess.run([kintree, "verify", "--plugin-path", fails, "--trees", "5", "--bodies", "6"], capture_output=True, text=True, env=os.environ | {"KINTREE_FAULT": "hangs"})
    check(verified.returncode == 0, f"verify: {verified}")
    beside = ["--plugin", "crba", "--plugin", "fails_when_timed", "--problem", "mass_matrix", *quick, "--bodies", "100", "--bodies", "200", "--out", file,
              "--plugin-path", Path(kintree).parent / "plugins", "--time-limit", "2"]
    for fault, processes, at_100, at_200 in (
            ("", "1", "", ""),
            ("hangs", "1", "no answer in the time allowed: 2 s", "not asked: it gave no answer about chain-100 in time"),
            ("crashes", "2", "the plugin crashed: SIGABRT", "the plugin crashed: SIGABRT"),
            ("crashes_when_prepared", "1", "the plugin crashed: SIGABRT", "the plugin crashed: SIGABRT")):
        code, out, err = bench(*beside, "--processes", processes, folder=fails, fault=fault)
        check(code == 0, f"{fault}: {code} {out}{err}")
        rows = {row["name"]: row for row in json.loads(file.read_text())["kintree"]["rows"]}
        for model, why in (("humanoid30", ""), ("chain-100", at_100), ("chain-200", at_200)):
            for plugin, expected in (("crba", ""), ("fails_when_timed", why)):
                row = rows[f"mass_matrix/{model}/{plugin}/single/double"]
                check(row["skipped"] == expected, f"{fault}: {row}")
                check(expected or row["median"] > 0, f"{fault}: {row}")
                check(model != "humanoid30" or row["verdict"] in ("A", "B", "C"), f"{fault}: {row}")
            check(not why or f"not timed: {why}" in out, out)
