"""JSON files and their schemas: schemas.py KINTREE REPOSITORY SCRATCH.

What `kintree golden` writes, for trees with constraints and armature too, and the test vectors satisfy the schemas beside them. Both schemas
are of the subset of JSON Schema that is understood here. Exit code 1: they do not.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

KINTREE, REPOSITORY, SCRATCH = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
FAMILIES = ["contacts", "gears", "rotors", "chain"]
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
WORDS = {"$schema", "$ref", "$defs", "title", "description", "type", "const", "enum", "required", "properties", "additionalProperties", "items",
         "minItems", "maxItems", "oneOf"}


def faults(value: Any, schema: Any, root: dict[str, Any], where: str) -> list[str]:
    """What in the value does not satisfy the schema."""
    if isinstance(schema, bool):
        return [] if schema else [f"{where}: not allowed"]
    if unknown := set(schema) - WORDS:
        return [f"the schema of {where} has the words {sorted(unknown)}, which are not understood here"]
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")] | {key: schema[key] for key in schema if key != "$ref"}
    allowed = schema.get("type", list(TYPES))
    types = [allowed] if isinstance(allowed, str) else allowed
    if not any(isinstance(value, TYPES[each]) and not (isinstance(value, bool) and each != "boolean") for each in types):
        return [f"{where}: {str(value)[:40]} is not of type {', '.join(types)}"]
    wrong = [f"{where}: it is {value!r}"] if value != schema.get("const", value) or value not in schema.get("enum", [value]) else []
    if isinstance(value, dict):
        properties, other = schema.get("properties", {}), schema.get("additionalProperties", True)
        wrong += [f"{where}: no '{key}'" for key in schema.get("required", []) if key not in value]
        for key, entry in value.items():
            wrong += faults(entry, properties.get(key, other), root, f"{where}.{key}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            wrong.append(f"{where}: {len(value)} entries")
        for k, entry in enumerate(value):
            wrong += faults(entry, schema.get("items", True), root, f"{where}[{k}]")
    if "oneOf" in schema and sum(not faults(value, each, root, where) for each in schema["oneOf"]) != 1:
        wrong.append(f"{where}: it is not exactly one of the forms")
    return wrong


def main() -> int:
    SCRATCH.mkdir(parents=True, exist_ok=True)
    for file in SCRATCH.glob("*"):
        file.unlink()
    for family in FAMILIES:
        subprocess.run([KINTREE, "golden", "--family", family, "--trees", "4", "--bodies", "3", "--digits", "10", "--out", SCRATCH], check=True,
                       stdout=subprocess.DEVNULL)
    count, wrong, seen = 0, [], set()
    for schema_file, files in ((REPOSITORY / "testdata/golden/schema.json", sorted(SCRATCH.glob("*"))),
                               (REPOSITORY / "testdata/vectors/schema.json", sorted(REPOSITORY.glob("testdata/vectors/[!s]*.json")))):
        schema = json.loads(schema_file.read_text())
        for file in files:
            count += 1
            text = file.read_text()
            seen |= {word for word in ("coupling", "rows", "armature", "gamma") if f'"{word}"' in text}
            wrong += [f"{file.name}: {fault}" for fault in faults(json.loads(text), schema, schema, "the file")]
    if len(seen) != 4:
        wrong.append(f"of constraints and armature the files have {sorted(seen)} alone")
    print(*wrong[:20], f"{count} files, {len(wrong)} faults", sep="\n")
    return 1 if wrong or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
