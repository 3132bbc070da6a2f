"""Finds the places of a C++ source where a small mistake can be planted, and writes the source with all of them in it.

It reads tokens, not C++: blocks of code are told from other braces by what stands before them. A place that does not
compile is left out later (planting.py), so guessing is allowed here. Outside of function bodies only limits
and times are changed.
"""

import hashlib
import re
from dataclasses import dataclass

TOKEN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)
      | (?P<directive>(?<![^\n])[ \t]*\#(?:[^\n]*\\\n)*[^\n]*)
      | (?P<raw>R"(?P<delimiter>[^(\s]*)\(.*?\)(?P=delimiter)")
      | (?P<text>(?:u8)?"(?:\\.|[^"\\\n])*")
      | (?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)
      | (?P<letter>'(?:\\.|[^'\\\n])+')
      | (?P<name>[A-Za-z_]\w*)
      | (?P<sign><=>|<<=|>>=|\.\.\.|::|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL,
)
CLOSING = {"(": ")", "[": "]", "{": "}"}
RELATIONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SIGNS = {"==": "!=", "!=": "==", "+": "-", "-": "+", "+=": "-=", "-=": "+=", "++": "--", "--": "++"}
MASKS = {"&": "|", "|": "&", "<<": ">>", ">>": "<<", "&=": "|=", "|=": "&="}
ASSIGNMENTS = ("=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<=", ">>=")
ACCOUNTS = re.compile(r"charge|account\(|spend|budget|text_cost|(bytes_|fresh|executed|remaining|left_|used_) [-+]=|\bpay")
# Statements whose loss is a mistake of its own kind, by what they do.
LOSSES = (("charge", ACCOUNTS),
          ("flush", re.compile(r"\b(flush|sync\w*|notify\w*|save|drain)\(")),
          ("stale", re.compile(r"(\.|->)(clear|reset|erase|forget\w*)\(|invalidate")),
          ("answer", re.compile(r"(\.|->)(member|set|key|push_back|emplace_back)\(")))
DEADLINES = re.compile(r"deadline|timeout|\bdue\b|clock::now")
LIMIT = re.compile(r"(most|max|least|min|longest|largest|limit)_[a-z_]+|[a-z_]+_limit")
BOUND = re.compile(r"(most|max|least|min|longest|largest|furthest|farthest|deepest|widest|limit|always|usual|many)(_\w+)?")
UNITS = {"milliseconds": "std::chrono::seconds", "seconds": "std::chrono::milliseconds",
         "microseconds": "std::chrono::milliseconds"}
EXIT_CODES = {"ok": "findings", "findings": "ok", "usage": "ok", "io": "ok"}
ASKS = ("has", "text", "list", "count", "as_bool", "as_int", "as_string")  # what is said on a command line or in a message
SYMMETRIC = ("min", "max", "same", "same_name", "equal", "emplace", "compare")  # arguments in either order do the same
NOT_A_CALL = ("if", "while", "for", "switch", "sizeof", "static_cast", "alignof", "decltype", "noexcept", "catch")
KEYWORDS = ("return", "break", "continue", "goto", "using", "typedef", "static_assert", "throw", "delete", "co_return",
            "constexpr", "static", "extern", "struct", "class", "enum", "namespace", "template", "friend", "public",
            "private", "protected", "const", "auto", "unsigned", "bool", "int", "char", "float", "double")


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


@dataclass
class Mutant:
    """One mistake: `source[start:end]` becomes `mutated`. `form` says how both are written into one program."""

    file: str
    operator: str
    form: str  # condition, value, statement, elements of a loop, constant, or "written" for one that was written by hand
    start: int
    end: int
    mutated: str
    line: int = 0
    key: str = ""
    note: str = ""


def tokens_of(source):
    found = []
    for match in TOKEN.finditer(source):
        kind = match.lastgroup
        if match.group("raw"):
            kind = "raw"
        if kind not in ("skip", "directive"):
            found.append(Token(kind, match.group(), match.start(), match.end()))
    return found


class Source:
    def __init__(self, file, text):
        self.file, self.text = file, text
        self.tokens = tokens_of(text)
        self.partner = {}
        opened = []
        for i, token in enumerate(self.tokens):
            if token.kind != "sign":
                continue
            if token.text in CLOSING:
                opened.append(i)
            elif token.text in CLOSING.values() and opened:
                self.partner[opened[-1]] = i
                self.partner[i] = opened.pop()
        self.code = {i for i, t in enumerate(self.tokens) if t.text == "{" and t.kind == "sign" and i in self.partner}
        self.code = {i for i in self.code if self.is_code(i)}
        self.mutants = []
        self.limits = sorted({t.text for t in self.tokens if t.kind == "name" and LIMIT.fullmatch(t.text)})

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def is_code(self, i):
        """Whether this brace opens statements: a function, a lambda, a branch; not a class and not a list of values."""
        before = self.at(i - 1)
        if before in (")", "else", "do", "try", "]"):
            return True
        if before in ("const", "noexcept", "override", "final", "mutable"):
            return self.at(i - 2) in (")", "const", "noexcept", "override", "mutable")
        if before in (":", ";", "{", "}"):  # a bare block, or the first member of a class or namespace
            return before == ":" and self.at(i - 2) not in ("public", "private")
        for j in range(i - 1, max(i - 14, 0), -1):  # -> Type {
            if self.at(j) in (";", "{", "}", "="):
                return False
            if self.at(j) == "->":
                return self.at(j - 1) in (")", "const", "noexcept", "mutable")
        return False

    # --- Statements --------------------------------------------------------------------------------------------------
    def find(self):
        for brace in sorted(self.code):
            self.block(brace + 1, self.partner[brace])
        self.constants()
        return self.mutants

    def constants(self):
        """Limits are twice what they should be, and times in another unit."""
        for first in (i for i, token in enumerate(self.tokens) if token.text == "constexpr" and token.kind == "name"):
            behind = first + 1
            while behind < len(self.tokens) and self.at(behind) not in (";", "("):
                behind = self.partner.get(behind, behind) + 1 if self.at(behind) in "{[" else behind + 1
            if self.at(first - 1) in ("static", "inline", "if") or self.at(behind) != ";":
                continue
            text = lambda a, b: self.text[a:self.tokens[b].start]
            for name in range(first + 2, behind - 2):
                if self.at(name + 1) not in ("=", "{") or self.at(name - 1) in (".", "->", "{", "("):
                    continue
                end = self.partner.get(name + 1) or next(
                    i for i in self.top(name + 1, behind + 1) if self.at(i) in (",", ";"))
                timed = self.at(name - 1) in UNITS
                if not timed and not BOUND.fullmatch(self.at(name)):
                    continue
                value = self.source(name + 2, end)
                if value == "0":
                    continue
                wrong = f"(MUTANT ? ({value}) * {1000 if timed else 2} : ({value}))"
                mutated = ("const" + text(self.tokens[first].end, name + 2) + wrong
                           + self.text[self.tokens[end - 1].end:self.tokens[behind].end])
                self.add("unit" if timed else "limit", "constant", first, behind + 1, mutated)

    def block(self, i, end):
        while i < end:
            word = self.at(i)
            if word == "{":
                i = self.partner.get(i, i) + 1
            elif word == "[" and self.at(i + 1) == "[":
                i = self.partner[i] + 1
            elif word in ("else", "do", "try", ";", "}"):
                i += 1
            elif word in ("case", "default"):
                while i < end and self.at(i) not in (":", "{", ";"):
                    i = self.partner[i] + 1 if self.at(i) == "(" else i + 1
                i += 1
            elif word in ("if", "while", "for", "switch"):
                constant = self.at(i + 1) == "constexpr"
                i += 2 if constant else 1
                if self.at(i) != "(" or i not in self.partner:
                    continue
                if not constant:
                    self.header(word, i + 1, self.partner[i])
                i = self.partner[i] + 1
            elif word.isupper() and self.at(i + 1) == "(" and self.at(self.partner.get(i + 1, i) + 1) == ":":
                i = self.partner[i + 1] + 2  # a macro that makes a label
            else:
                last = i
                while last < end and self.at(last) != ";":
                    last = self.partner.get(last, last) + 1 if self.at(last) in CLOSING else last + 1
                if last < end:
                    self.statement(i, last)
                i = last + 1

    def header(self, word, first, last):
        parts, begin, i = [], first, first
        while i < last:
            if self.at(i) in CLOSING:
                i = self.partner[i]
            elif self.at(i) == ";":
                parts.append((begin, i))
                begin = i + 1
            i += 1
        parts.append((begin, last))
        if word == "for":
            if len(parts) == 3 and parts[1][0] < parts[1][1]:
                self.expression("condition", *parts[1])
                self.last_left_out(*parts[1])
            elif len(parts) == 1:
                colon = next((i for i in self.top(first, last) if self.at(i) == ":"), None)
                if colon is not None and self.at(colon + 1) != "{":
                    self.add("last", "elements", colon + 1, last, "")
        elif word != "switch":
            self.expression("condition", *parts[-1])
            if word == "if" and parts[-1][0] < parts[-1][1]:
                begin, end = parts[-1]
                text = self.source(begin, end)
                kind = "charge" if ACCOUNTS.search(text) else "deadline" if DEADLINES.search(text) else "check"
                self.add(kind, "condition", begin, end, "false")

    def statement(self, first, last):
        if any(i in self.code for i in range(first, last)):
            return  # holds a lambda: its statements are found on their own
        word = self.at(first)
        text = self.text[self.tokens[first].start : self.tokens[last].end]
        if "reserve(" in text:
            return  # room that is made beforehand changes nothing
        if re.search(r"^ *#", text, re.MULTILINE) or re.match(r"[A-Z_]{3,}\(", text):
            return  # macros: what they are is not known here
        if word == "return":
            if first + 1 < last and self.at(first + 1) != "{":
                self.expression("value", first + 1, last)
            return
        if word in ("using", "typedef", "static_assert", "constexpr", "static", "goto", "break", "continue", "extern"):
            return
        assignment = next((i for i in self.top(first, last) if self.at(i) in ASSIGNMENTS), None)
        text = self.source(first, last)
        declares = word in KEYWORDS or re.match(r"[\w:]+(<.*?>)?[&*]*\s+[&*]*\w", text) is not None
        literal = assignment is not None and assignment + 2 == last  # most are written over before they are read
        if assignment is not None and self.at(assignment + 1) != "{" and not (declares and literal):
            self.expression("value", assignment + 1, last)
        if declares:
            return
        if assignment is None:
            self.expression("statement", first, last)
        elif self.at(assignment) != "=":
            self.replace("sign", "statement", first, last + 1, assignment, SIGNS.get(self.at(assignment)))
            self.replace("mask", "statement", first, last + 1, assignment, MASKS.get(self.at(assignment)))
        elif "snapshot" in self.file and re.search(r"\bin\b", self.source(assignment, last)):
            self.add("field", "statement", first, last + 1,
                     "static_cast<void>(" + self.source(assignment + 1, last) + ");")
        lost = next((kind for kind, words in LOSSES if words.search(text)), "dropped")
        if lost == "flush" and self.at(last + 1) == "return":
            return  # the result is made in place, and the end of its writer flushes it
        self.add(lost, "statement", first, last + 1, ";")

    def last_left_out(self, first, last):
        """A loop that counts ends one too early."""
        sign = next((i for i in self.top(first, last) if self.at(i) in ("<", "!=")), None)
        if sign is not None and self.at(sign + 1) not in ("nullptr", "npos"):
            text = f"{self.source(first, sign)} + 1 {self.at(sign)} {self.source(sign + 1, last)}"
            self.add("last", "condition", first, last, text)

    def top(self, first, last):
        """The tokens outside of all brackets."""
        i = first
        while i < last:
            if self.at(i) in CLOSING and i in self.partner:
                i = self.partner[i]
            else:
                yield i
            i += 1

    # --- Expressions -------------------------------------------------------------------------------------------------
    def expression(self, form, first, last):
        if first >= last or any(i in self.code for i in range(first, last)):
            return
        end = last + 1 if form == "statement" else last
        replace = lambda operator, i, text: self.replace(operator, form, first, end, i, text)
        for i in range(first, last):
            token, before, after = self.tokens[i], self.at(i - 1), self.at(i + 1)
            spaced = self.text[token.start - 1].isspace() and self.text[token.end : token.end + 1].isspace()
            binary = spaced and i > first and (before in (")", "]") or self.tokens[i - 1].kind != "sign")
            if token.kind == "sign":
                if binary:
                    replace("boundary", i, RELATIONS.get(token.text))
                    replace("sign", i, SIGNS.get(token.text))
                    replace("mask", i, MASKS.get(token.text))
                    if token.text in ("-", "/", "%"):
                        self.swap_operands(form, first, end, i)
                elif token.text == "!" or (token.text == "-" and self.tokens[i + 1].kind in ("name", "number")):
                    replace("sign", i, "")
                elif token.text in ("++", "--"):
                    replace("sign", i, SIGNS[token.text])
            elif token.kind == "number":
                self.number(form, first, end, i)
            elif token.kind == "name":
                self.name(form, first, end, i)
        for word in ("&&", "||"):
            joins = [i for i in self.top(first, last) if self.at(i) == word]
            if joins and not any(self.at(i) in ("?", "&&" if word == "||" else "||") for i in self.top(first, last)):
                edges = [first - 1, *joins, last]
                for left, right in zip(edges, edges[1:]):
                    rest = [self.source(a + 1, b) for a, b in zip(edges, edges[1:]) if a != left]
                    self.add("check", form, first, end, f" {word} ".join(rest))

    def name(self, form, first, end, i):
        word, before, after = self.at(i), self.at(i - 1), self.at(i + 1)
        replace = lambda operator, text: self.replace(operator, form, first, end, i, text)
        if LIMIT.fullmatch(word) and len(self.limits) > 1 and after != "(" and before not in (".", "->", "::"):
            replace("limit", self.limits[(self.limits.index(word) + 1) % len(self.limits)])
        if word in UNITS and after == "(" and self.at(i + 2) != "0" and before not in (".", "->"):
            begin = i
            while begin - 2 >= first and self.at(begin - 1) == "::":
                begin -= 2
            self.put("unit", form, first, end, self.tokens[begin].start, self.tokens[i].end, UNITS[word])
        if before == "::" and self.at(i - 2) == "ExitCode":
            replace("exit", EXIT_CODES.get(word))
        if after != "(" or i + 1 not in self.partner or word in NOT_A_CALL:
            return
        closing = self.partner[i + 1]
        start, stop = self.tokens[i + 1].end, self.tokens[closing].start
        if word in ASKS and before in (".", "->"):
            if self.tokens[i + 2].kind == "text" and word == "has":  # an option that nobody hears
                begin = i
                while begin > first and (self.at(begin) == ")" or self.tokens[begin - 1].kind == "name"
                                         or self.at(begin - 1) in (".", "->", "::", ")")):
                    begin = self.partner[begin] if self.at(begin) == ")" else begin - 1
                self.put("option", form, first, end, self.tokens[begin].start, self.tokens[closing].end, "false")
            elif word.startswith("as_") and self.at(i - 2) == "]":  # a member of a message that nobody reads
                name = i - 3
                if self.tokens[name].kind == "text":
                    self.put("option", form, first, end, self.tokens[name].start, self.tokens[name].end, '"?"')
        if word == "value_or" or (word == "as_bool" and i + 2 < closing):
            given = self.text[start:stop]
            if given in ("true", "false") or word == "as_bool":
                other = {"true": "false", "false": "true"}.get(given, f"!({given})")
            elif re.fullmatch(r"\d+", given):
                other = str(int(given) + 1)
            else:
                other = f"std::remove_cvref_t<decltype({given})>{{}}"
            if not given.endswith(("()", "{}", '""')):  # is the same
                self.put("default", form, first, end, start, stop, other)
        self.arguments(form, first, end, i)

    def number(self, form, first, end, i):
        text = self.at(i)
        match = re.fullmatch(r"(0x[0-9a-fA-F']+|\d[\d']*)([uUlLzZ]*)", text)
        if not match:
            return
        digits, suffix = match.groups()
        value = int(digits.replace("'", ""), 0) if not re.fullmatch(r"0\d+", digits) else None
        if value is None:
            return
        if digits.startswith("0x"):
            self.replace("mask", form, first, end, i, f"0x{value >> 1 if value > 1 else value + 1:X}{suffix}")
        else:
            if self.at(i - 1) in ("*", "/") and value > 1 and i > first:
                self.replace("unit", form, first, end, i, f"1{suffix}")
            near = {self.at(i - 1), self.at(i + 1)} & {"<", "<=", ">", ">=", "+", "-"}
            self.replace("boundary" if near else "mask", form, first, end, i, f"{value + 1}{suffix}")

    def arguments(self, form, first, end, name):
        opening, closing = name + 1, self.partner[name + 1]
        commas = [i for i in self.top(opening + 1, closing) if self.at(i) == ","]
        edges = [opening, *commas, closing]
        texts = [self.source(a + 1, b) for a, b in zip(edges, edges[1:])]
        begin, stop = self.tokens[opening].end, self.tokens[closing].start
        if self.at(name) == "object" and self.at(opening + 1) == "{" and self.partner[opening + 1] == closing - 1:
            inside = [opening + 1, *(i for i in self.top(opening + 2, closing - 1) if self.at(i) == ","), closing - 1]
            members = [self.source(a + 1, b) for a, b in zip(inside, inside[1:])]
            for k in range(len(members) if len(members) > 1 else 0):
                self.put("answer", form, first, end, begin, stop, "{" + ", ".join(members[:k] + members[k + 1 :]) + "}")
        if self.at(name) == "fields" and len(texts) > 2:
            for k in range(1, len(texts)):
                self.put("field", form, first, end, begin, stop, ", ".join(texts[:k] + texts[k + 1 :]))
        elif len(texts) > 1 and texts[0] != texts[1] and self.at(name) not in SYMMETRIC:
            self.put("swapped", form, first, end, begin, stop, ", ".join([texts[1], texts[0], *texts[2:]]))
        if "snapshot" in self.file and len(texts) == 1 and self.at(name - 1) == ".":
            nothing = {"boolean": "false", "text": '""', "u8": "0", "u16": "0", "u32": "0", "u64": "0", "i32": "0",
                       "f32": "0"}.get(self.at(name))
            if nothing and texts[0] not in ("", nothing):
                self.put("field", form, first, end, begin, stop, nothing)

    def swap_operands(self, form, first, end, i):
        left, right = self.tokens[i - 1], self.tokens[i + 1]
        if {left.kind, right.kind} <= {"name", "number"} and left.text != right.text \
                and self.at(i - 2) not in (".", "->", "::") and self.at(i + 2) not in (".", "->", "::", "(", "[", "<"):
            self.put("swapped", form, first, end, left.start, right.end, f"{right.text} {self.at(i)} {left.text}")

    # --- Mutants -----------------------------------------------------------------------------------------------------
    def source(self, first, last):
        return self.text[self.tokens[first].start : self.tokens[last - 1].end] if first < last else ""

    def replace(self, operator, form, first, end, i, text):
        if text is not None:
            self.put(operator, form, first, end, self.tokens[i].start, self.tokens[i].end, text)

    def put(self, operator, form, first, end, start, stop, text):
        a, b = self.tokens[first].start, self.tokens[end - 1].end
        self.add(operator, form, first, end, self.text[a:start] + text + self.text[stop:b])

    def add(self, operator, form, first, end, mutated):
        a, b = self.tokens[first].start, self.tokens[end - 1].end
        self.mutants.append(Mutant(self.file, operator, form, a, b, mutated, self.text.count("\n", 0, a) + 1))


def name_them(mutants, texts):
    """Keys that stay the same when other code moves: the file, the place's own words, and which of several it is."""
    seen = {}
    for mutant in mutants:
        squeeze = lambda text: re.sub(r"\s+", " ", text)
        words = "|".join((mutant.file, mutant.operator, squeeze(texts[mutant.file][mutant.start : mutant.end]),
                          squeeze(mutant.mutated)))
        seen[words] = seen.get(words, 0) + 1
        mutant.key = hashlib.sha256(f"{words}|{seen[words]}".encode()).hexdigest()[:10]


def planted(source, mutants, number):
    """The source with the mutants in it, and the line on which each begins."""
    out, position = [], 0
    for mutant in sorted(mutants, key=lambda mutant: mutant.start):
        original = source[mutant.start : mutant.end]
        choice = f"VELLUM_MUTANT({number[mutant.key]})"
        # What follows keeps its line, by which planting.py finds who does not compile.
        line = f"\n#line {mutant.line}\n" if "\n" in mutant.mutated else ""
        if mutant.form == "condition":
            text = f"{choice} ? bool({mutant.mutated}){line} : bool({original})"
        elif mutant.form == "value":
            text = f"({choice} ? ({mutant.mutated}){line} : ({original}))"
        elif mutant.form == "statement":
            text = f"{{ if ({choice}) {{ {mutant.mutated} }}{line} else {{ {original} }} }}"
        elif mutant.form == "elements":
            text = f"vellum_but_last({choice}, {original})"
        else:  # what says itself when it is mistaken
            text = mutant.mutated.replace("MUTANT", choice)
        out += [source[position : mutant.start], text]
        position = mutant.end
    declaration = (
        'extern "C" int vellum_mutant_chosen; extern "C" unsigned char vellum_mutant_reached[];\n'
        "#define VELLUM_MUTANT(n) (vellum_mutant_reached[n] = 1, vellum_mutant_chosen == (n))\n"
        '#pragma clang diagnostic ignored "-Weverything"\n'
        "#ifndef VELLUM_BUT_LAST\n#define VELLUM_BUT_LAST\n#include <ranges>\n"
        "template <class R> auto vellum_but_last(bool mistaken, R&& all) {\n"
        "    const auto size = std::ranges::distance(all);\n"
        "    return std::views::take(std::forward<R>(all), mistaken && size != 0 ? size - 1 : size);\n"
        "}\n#endif\n"
        "#line 1\n"
    )
    return declaration + "".join(out) + source[position:]
