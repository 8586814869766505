"""The named mutants, and those known to be equivalent: both must fit the sources as they stand."""
from __future__ import annotations

import json
from pathlib import Path

from operators import Mutant, changed, mutants
from switched import Switched, switched


class BadInput(Exception):
    pass


class Lists:
    def __init__(self, folder: Path, source: Path) -> None:
        self.source = source
        self.named: dict[str, list[Mutant]] = {}
        for entry in json.loads((folder / "named.json").read_text()):
            text = (source / entry["file"]).read_text()
            if text.count(entry["old"]) != 1:
                raise BadInput(f"named.json: {entry['file']}: {entry['old']!r} stands there "
                               f"{text.count(entry['old'])} times, not once")
            begin = text.index(entry["old"])
            mutant = changed(entry["file"], text, entry["fact"], begin, begin + len(entry["old"]), entry["new"])
            self.named.setdefault(entry["plugin"], []).append(mutant)
        self.equivalent: list[dict[str, str | int]] = json.loads((folder / "equivalent.json").read_text())

    def check(self) -> None:
        """Every equivalent mutant exists."""
        for file in {str(e["file"]) for e in self.equivalent}:
            if not (self.source / file).exists():
                raise BadInput(f"equivalent.json: there is no {file}")
            text = (self.source / file).read_text()
            there = {m.key() for m in mutants(file, text)}
            there |= {m.key() for group in self.named.values() for m in group if m.file == file}
            there |= {m.key() for m in switched(file, text)}
            for e in self.equivalent:
                if e["file"] == file and (file, e["old"], e["new"], e.get("occurrence", 1)) not in there:
                    raise BadInput(f"equivalent.json: {file} has no mutant {e['old']!r} -> {e['new']!r}")

    def why_equivalent(self, name: str, mutant: Mutant | Switched) -> str | None:
        for e in self.equivalent:
            if (e["file"], e["old"], e["new"], e.get("occurrence", 1)) == mutant.key():
                if name in str(e.get("plugins", name)).split():
                    return str(e["reason"])
        return None
