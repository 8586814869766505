"""The named mutants, and those known to be equivalent: both must fit the sources as they stand."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
        self.equivalent: list[dict[str, Any]] = json.loads((folder / "equivalent.json").read_text())

    def check(self) -> None:
        """Every equivalent mutant exists, and the plugins for which alone it is one."""
        for e in self.equivalent:
            for name in e.get("plugins", []):
                if not (self.source / "plugins" / name / "plugin.cpp").exists():
                    raise BadInput(f"equivalent.json: {e['file']}: unknown plugin '{name}'")
        for file in {e["file"] for e in self.equivalent}:
            if not (self.source / file).exists():
                raise BadInput(f"equivalent.json: there is no {file}")
            text = (self.source / file).read_text()
            there = {m.key() for m in mutants(file, text)}
            there |= {m.key() for group in self.named.values() for m in group if m.file == file}
            there |= {m.key() for formulas in (False, True) for m in switched(file, text, formulas)}
            for e in self.equivalent:
                if e["file"] == file and (file, e["old"], e["new"], e.get("occurrence", 1)) not in there:
                    raise BadInput(f"equivalent.json: {file} has no mutant {e['old']!r} -> {e['new']!r}")

    def why_equivalent(self, name: str, mutant: Mutant | Switched) -> str | None:
        """The reason why the mutant is equivalent in that plugin or module; an entry without `plugins` holds for all."""
        for e in self.equivalent:
            if (e["file"], e["old"], e["new"], e.get("occurrence", 1)) == mutant.key() and name in e.get("plugins", [name]):
                return str(e["reason"])
        return None
