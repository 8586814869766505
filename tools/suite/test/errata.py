"""The slips in print that testdata/papers/ lists are shown by our sources: errata.py REPOSITORY

Each has a file, and a text that occurs once in that file. It is the line that computes the right value, or the test that fails with the
printed one. First a small tree is checked in which texts are missing. Exit code 1: a slip that no source shows.
"""

import json
import sys
import tempfile
from pathlib import Path

NEEDED = ["id", "where", "printed", "right", "file", "text"]


def check(repository: Path) -> tuple[int, list[str]]:
    """The number of slips, and the errors in them."""
    count, wrong = 0, []
    for paper in sorted((repository / "testdata" / "papers").glob("*.json")):
        for erratum in json.loads(paper.read_text()).get("errata", []):
            count += 1
            name = f"{paper.stem}: {erratum.get('id', 'a slip without id')}"
            missing = [key for key in NEEDED if not erratum.get(key)]
            if missing:
                wrong.append(f"{name} lacks {', '.join(missing)}")
                continue
            file = repository / erratum["file"]
            times = file.read_text().count(erratum["text"]) if file.is_file() else 0
            if times != 1:
                wrong.append(f"{name}: '{erratum['text']}' stands {times} times in {erratum['file']}, not once")
    if not count:
        wrong.append(f"no slip is listed in {repository / 'testdata' / 'papers'}")
    return count, wrong


def check_the_check() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        papers = Path(scratch) / "testdata" / "papers"
        papers.mkdir(parents=True)
        (papers / "one.json").write_text('{"claims": []}')
        assert check(Path(scratch))[1], "no slip at all passes"
        (Path(scratch) / "code.hpp").write_text("a = 1;\nb = 2;\nb = 2;\n")
        sound = {"id": "x", "where": "(1)", "printed": "a = 2", "right": "a = 1", "file": "code.hpp", "text": "a = 1;"}
        (papers / "one.json").write_text(json.dumps({"errata": [sound]}))
        assert check(Path(scratch)) == (1, []), check(Path(scratch))
        for key, value in [("text", "c = 3;"), ("text", "b = 2;"), ("file", "gone.hpp"), ("right", ""), ("id", "")]:
            (papers / "one.json").write_text(json.dumps({"errata": [sound | {key: value}]}))
            assert len(check(Path(scratch))[1]) == 1, (key, value)


def main() -> int:
    check_the_check()
    count, wrong = check(Path(sys.argv[1]))
    for line in wrong:
        print(line)
    print(f"{count} slips in print, {len(wrong)} not shown")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
