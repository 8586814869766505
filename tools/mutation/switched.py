"""Mutants that are chosen at run time (switch.hpp), so that many of them take one build."""
from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import operators
from operators import closing, code_only, constant_edits, one_line, statement_edits, statements


Key = tuple[str, str, str, int]  # file, the old and the new lines, the occurrence among equal changes


@dataclass(frozen=True)
class Switched:
    file: str  # relative to the repository
    operator: str
    line: int  # from 1
    begin: int  # of the text that is replaced
    end: int
    on: str  # the new text, if the mutant is chosen
    both: str  # the text for both cases; ON is the condition
    old: str  # the lines, without comments, blanks as one
    new: str
    occurrence: int = 1  # of the same change in the file

    def key(self) -> Key:
        """The identity of a mutant. It does not change if its lines move in the file."""
        return self.file, self.old, self.new, self.occurrence


CONSTANT = re.compile(r"\b(constexpr|static_assert|case|enum|template|using|operator)\b|#|^\s*(inline )?const\w* std::array")


BEFORE_OPERAND = re.compile(r"((?<![=!<>])=|\breturn)\s+\Z")  # an assignment, however its line is broken


def ends_operand(code: str, k: int) -> bool:
    return code[k] in ",;?" or code[k] == ":" and "::" not in code[k - 1:k + 2]


def right_end(code: str, at: int, weaker: str) -> int:
    """Where the operand ends that begins at `at`: before a bracket that closes around it, or a weaker operator."""
    depth = 0
    for k in range(at, len(code)):
        if depth == 0 and (code[k] in ")]}" or ends_operand(code, k) or weaker and code.startswith(weaker, k)):
            return k
        depth += (code[k] in "([{") - (code[k] in ")]}")
    raise ValueError("no end of an operand")


def left_begin(code: str, at: int, weaker: str) -> int:
    depth = 0
    for k in range(at - 1, -1, -1):
        if depth == 0 and (code[k] in "([{" or ends_operand(code, k) or weaker and code.endswith(weaker, 0, k + 1) or
                           code[k].isspace() and BEFORE_OPERAND.search(code, max(0, k - 200), k + 1)):
            return k + 1
        depth += (code[k] in ")]}") - (code[k] in "([{")
    raise ValueError("no begin of an operand")


def line(code: str, at: int) -> str:
    return code[code.rfind("\n", 0, at) + 1:code.find("\n", at)]


def in_head(code: str, at: int) -> bool:
    """True if a place is in the head of a loop."""
    before = code[code.rfind("\n", 0, at) + 1:at]
    return before.count("(") > before.count(")")


Edit = tuple[str, int, int, str, str]  # operator, begin, end, text if it is on, text for both


def without_strings(code: str) -> str:
    """Strings and characters as blanks in quotes, so that places stay."""
    return re.sub(r'R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<!\w)\'(?:[^\'\\\n]|\\.)+\'',
                  lambda m: m[0][-1] + re.sub(r"[^\n]", " ", m[0][2:]) + m[0][-1], code, flags=re.S)


def edits(code: str) -> Iterator[Edit]:
    blank = without_strings(code)
    for match in re.finditer(r"\bif \(", blank):
        end = closing(blank, match.end() - 1)
        inside = code[match.end():end]
        begin = match.end() + (inside.rfind("; ") + 2 if "; " in inside else 0)
        condition = code[begin:end]
        if re.search(r"[^=!<>]=[^=]", condition):
            continue  # a declaration
        yield "condition", begin, end, f"!({condition})", f"ON != bool({condition})"
        if re.match(r"\s*(return|throw|continue|break)\b", code[end + 1:]):
            yield "dropped way out", begin, end, "false", f"!ON && ({condition})"
    for match in re.finditer(r"\s(&&|\|\|)\s", blank):
        weaker = "||" if match[1] == "&&" else ""
        begin, end = left_begin(blank, match.start(), weaker), right_end(blank, match.end(), weaker)
        left, right = code[begin:match.start()].strip(), code[match.end():end]
        other = "||" if match[1] == "&&" else "&&"
        begin += len(code[begin:match.start()]) - len(code[begin:match.start()].lstrip())
        was, now = f"bool({left}) {match[1]} bool({right})", f"bool({left}) {other} bool({right})"
        yield "logic", begin, end, f"{left} {other} {right}", f"(ON ? ({now}) : ({was}))"
    for match in re.finditer(r"\b(true|false)\b", blank):
        yield "logic", *match.span(), {"true": "false", "false": "true"}[match[1]], f"(ON != {match[1]})"
    for _, begin, end, put in constant_edits(blank):
        old = code[begin:end]
        whole = "." not in old and "e" not in old
        yield "constant", begin, end, put, ((f"({old} - int(ON))" if old == "1" else f"({old} + int(ON))") if whole
                                            else f"(ON ? {put} : {old})")
    for match in re.finditer(r" (<|<=|>|>=) (?=[\w(*])", blank):
        one = "1" if match[1] in ("<", ">=") else "-1"
        both = "int(ON)" if one == "1" else "-int(ON)"
        yield "bound", match.end(), match.end(), f"{one} + ", f"{both} + "
    for match in re.finditer(r"(?<=[\w\])]) ([+-]) (?=[\w(])", blank):
        if '"' in line(blank, match.start()):
            continue  # texts are put together there
        yield "sign", match.end(), match.end(), "-1 * ", "kintree_mutation::Sign{ON} * "
    for match in re.finditer(r" [+-]= ([^;{}(),]*(\([^;{}()]*\)[^;{}(),]*)*)(?=;)", blank):
        if '"' in line(blank, match.start()):
            continue
        right = code[match.start(1):match.end(1)]
        yield "sign", *match.span(1), f"-({right})", f"kintree_mutation::Sign{{ON}} * ({right})"
    for _, begin, end, _ in statement_edits(blank):
        if in_head(blank, begin):
            continue
        yield "dropped statement", begin, end + 1, ";", f"{{ if (!(ON)) {code[begin:end]}; }}"


# The operators of plugins that change formulas.
FORMULAS = ("parent", "degree of freedom", "transpose", "index", "dropped term", "= for +=")
VARIABLE = re.compile(r"(?:const )?([A-Z]\w*(?:<[\w:<>]+>)?|double|int) \w+ = ")


def formula_edits(code: str) -> Iterator[Edit]:
    """Slips in formulas, each with the whole statement that it is in: an assignment, a call, a return, or one variable."""
    places = [(begin, end) for begin, end in statements(code) if not in_head(code, begin)]
    for operator, begin, end, put in operators.edits(code):
        place = next(((b, e) for b, e in places if b <= begin and end <= e), None)
        if operator not in FORMULAS or place is None:
            continue
        first, last = place
        if variable := VARIABLE.match(code, first, begin):
            first = variable.end()
            if right_end(code, first, "") != last:
                continue  # several variables
        elif operators.DECLARATION.match(code[first:last + 1]) and not code.startswith("return ", first):
            continue
        old, new = code[first:last], code[first:begin] + put + code[end:last]
        if variable:
            yield operator, first, last, new, f"(ON ? {variable[1]}({new}) : {variable[1]}({old}))"
        else:
            yield operator, first, last + 1, f"{new};", f"{{ if (ON) {{ {new}; }} else {{ {old}; }} }}"


def switched(file: str, text: str, formulas: bool = False) -> list[Switched]:
    """The mutants of a file, in its order; with or without slips in its formulas."""
    code = code_only(text)
    found: list[Switched] = []
    seen: dict[tuple[str, str], int] = {}
    made = [*edits(code), *(formula_edits(code) if formulas else [])]
    for operator, begin, end, on, both in sorted(made, key=lambda e: e[:3]):
        first, last = code.rfind("\n", 0, begin) + 1, code.find("\n", end)
        if CONSTANT.search(code[first:last]):
            continue
        mutated = code[first:begin] + on + code[end:last]
        m = Switched(file, operator, code.count("\n", 0, begin) + 1, begin, end, on, both, one_line(code[first:last]),
                     one_line(mutated))
        seen[m.old, m.new] = seen.get((m.old, m.new), 0) + 1
        found.append(replace(m, occurrence=seen[m.old, m.new]))
    return found


def written(text: str, chosen: dict[int, Switched], header: str) -> str:
    """The text with all of them in it, by number. They must not overlap."""
    for number, mutant in sorted(chosen.items(), key=lambda e: (e[1].begin, e[1].end), reverse=True):
        both = re.sub(r"\bON\b", f"kintree_mutation::on({number})", mutant.both.replace("\n", " "))
        lines = "\n" * text.count("\n", mutant.begin, mutant.end)  # what follows stays where it is, for the compiler's messages
        text = text[:mutant.begin] + both + lines + text[mutant.end:]
    return f'#include "{header}"\n#line 1\n{text}'


def overlap(a: Switched, b: Switched) -> bool:
    return a.file == b.file and a.begin <= b.end and b.begin <= a.end
