#!/usr/bin/env python3
"""Writes the methods that Python and TypeScript have for the questions of a workspace, and the types of what they answer, from
the library's own table and docs/schemas. With --check it writes nothing and fails if a file is not as it would write it.

usage: VELLUM_LIBRARY=.../libvellum_c.so scripts/questions.py [--check]
"""

import ctypes
import difflib
import json
import keyword
import os
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCHEMAS = ROOT / "docs" / "schemas"
# What each question answers: definitions of its schema ("" is the schema itself) and what their type is called.
ANSWERS = {
    "build": ("Built", [""]), "check": ("Checked", ["script"]), "code": ("ScriptCode", ["script"]), "compile": ("Compiled", [""]), "decompile": ("Decompiled", ["script", "function"]),
    "diff": ("Difference", ["pair"]), "disasm": ("Disassembled", ["script"]), "extract": ("Extracted", ["member"]),
    "game": ("InstalledGame", ["game"]), "graph": ("Graph", ["graph"]), "index": ("Indexed", [""]), "info": ("Info", ["script", "container", "game"]), "isa": ("Instructions", ["table"]), "keep_names": ("KeptNames", [""]), "natives": ("EngineNatives", ["list"]),
    "pack": ("Packed", [""]), "patch": ("Patched", [""]), "profile": ("Profiled", ["profile"]), "query": ("QueryRow", ["row"]), "run": ("Ran", ["summary"]), "test": ("Tested", [""]), "texts": ("Text", ["text"]), "import_texts": ("Translated", [""]), "translate": ("Translation", [""]), "xref": ("Use", ["use"]),
}
LISTS = {"extract", "game", "isa", "natives", "query"}  # besides those with an element for each script
REFERENCES = {"diagnostic.schema.json": "Message", "failure.schema.json": "Failure"}
MADE = "made by scripts/questions.py from the library's table of questions and docs/schemas"


def questions():
    class Buffer(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    library, buffer = ctypes.CDLL(os.environ["VELLUM_LIBRARY"]), Buffer()
    library.vellum_questions(ctypes.byref(buffer))
    text = ctypes.string_at(buffer.data, buffer.size).decode("utf-8")
    rows = json.loads(re.sub(",? in Base64", "", text))  # both languages have bytes
    library.vellum_buffer_free(ctypes.byref(buffer))
    return rows


def schema(name):
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))


def definitions(name):
    """The definitions that the question answers with."""
    whole = schema(name)
    return [(whole["$defs"][each] if each else whole, whole) for each in ANSWERS[name][1]]


def fails(row):
    """Whether elements of the answer may be failures."""
    return row["list"] or row["name"] == "extract"


def holds(row):
    """The answer's type in the words that both languages translate."""
    return "list" if row["list"] or row["name"] in LISTS else "picture" if row["name"] == "graph" else "one"


def parameters(row):
    """Those that must be there first."""
    required = row["parameters"]["required"]
    every = row["parameters"]["properties"].items()
    return [each for each in every if each[0] in required], [each for each in every if each[0] not in required]


# ---- Python ----

def python_type(value, whole):
    if "$ref" in value:
        reference = value["$ref"]
        return REFERENCES.get(reference) or python_type(whole["$defs"][reference.rsplit("/", 1)[1]], whole)
    if "enum" in value:
        return "str"
    if "const" in value:
        return type(value["const"]).__name__
    kind = value.get("type")
    if isinstance(kind, list):
        return f"Union[{', '.join('None' if each == 'null' else python_type({'type': each}, whole) for each in kind)}]"
    if kind == "array":
        return f"List[{python_type(value.get('items', {}), whole)}]"
    if kind == "object":
        inner = value.get("additionalProperties")
        return f"Dict[str, {python_type(inner, whole) if isinstance(inner, dict) else 'Any'}]"
    if value.get("contentEncoding") == "base64":
        return "bytes"
    return {"string": "str", "integer": "int", "boolean": "bool", "number": "float"}.get(kind, "Any")


def python_class(name, parts, doc):
    if "properties" not in parts[0][0]:
        return f"{name} = {python_type(*parts[0])}  # {doc}"
    members = {}
    for value, whole in parts:
        for key, inner in value["properties"].items():
            members.setdefault(key, python_type(inner, whole))
    lines = [f"class {name}(TypedDict, total=False):", f'    """{doc}"""', ""]
    return "\n".join(lines + [f"    {key}: {kind}" for key, kind in members.items()])


def python_parameter(value):
    if "enum" in value:
        return "str"
    return {"string": "str", "integer": "int", "boolean": "bool", "number": "float", "object": "Mapping[str, str]",
            "array": "Sequence[Change]"}.get(str(value["type"]), "Union[str, Sequence[str]]")


def python_optional(value):
    kind = python_parameter(value)
    return "bool = False" if kind == "bool" else f"Optional[{kind}] = None"


def python_name(name):
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def wrapped(start, parts, end):
    """A list in brackets, in lines of which no part is broken."""
    lines = [start]
    for part in [f"{part}, " for part in parts[:-1]] + [parts[-1] + end]:
        if len(lines[-1] + part.rstrip()) > 118:
            lines.append(" " * len(start))
        lines[-1] += part
    return [line.rstrip() for line in lines]


def python_method(row):
    first, rest = parameters(row)
    words = ["self", *(f"{python_name(key)}: {python_parameter(value)}" for key, value in first), *(["*"] if rest else []),
             *(f"{python_name(key)}: {python_optional(value)}" for key, value in rest)]
    name = ANSWERS[row["answer"]][0]
    answer = {"list": f"List[{name}]", "picture": f"Union[{name}, str]", "one": name}[holds(row)]
    doc = [f'"""{row["summary"]}.', ""]
    for key, value in first + rest:
        choices = " One of " + ", ".join(f'"{each}"' for each in value["enum"]) + "." if "enum" in value else ""
        doc += textwrap.wrap(f"{python_name(key)}: {value['description']}{choices}", width=112, subsequent_indent="    ")
    given = [f'"{row["name"]}"', *(f"{python_name(key)}={python_name(key)}" for key, _ in first + rest)]
    lines = wrapped(f"    def {row['name']}(", words, f") -> {answer}:")
    lines += ["        " + line if line else "" for line in doc + ['"""']]
    return "\n".join([*lines, *wrapped(f"        told: {answer} = self.ask(", given, ")"), "        return told"])


def python(rows):
    out = [python_class("Message", [(schema("diagnostic"), {})], "A diagnostic in an answer."), "", "",
           "class Change(TypedDict, total=False):",
           '    """A member with new contents, its bytes or a source that is compiled; without both it is removed."""', "",
           "    member: str", "    source: str", "    bytes: bytes"]
    for row in rows:
        parts = definitions(row["answer"])
        doc = f"What {row['name']}() answers."
        if fails(row):
            parts.append((schema("failure"), {}))
            doc += ' Where "ok" is there and False, something went wrong, as "diagnostics" says.'
        out += ["", "", python_class(ANSWERS[row["answer"]][0], parts, doc)]
    out += ["", "", "class Questions:", '    """What a workspace can be asked."""', "",
            "    def ask(self, question: str, /, **parameters: Any) -> Any:", "        raise NotImplementedError"]
    for row in rows:
        out += ["", python_method(row)]
    names = [f'"{name}"' for name in sorted(["Change", "Message"] + [name for name, _ in ANSWERS.values()])]
    head = [f'"""The questions of a workspace as methods; {MADE}."""', "",
            "from typing import Any, Dict, List, Mapping, Optional, Sequence, TypedDict, Union", "",
            *wrapped("__all__ = [", names, "]"), "", ""]
    return "\n".join(head + out) + "\n"


# ---- TypeScript ----

def typescript_type(value, whole):
    if "$ref" in value:
        reference = value["$ref"]
        return REFERENCES.get(reference) or typescript_type(whole["$defs"][reference.rsplit("/", 1)[1]], whole)
    if "enum" in value:
        return " | ".join(json.dumps(each) for each in value["enum"])
    if "const" in value:
        return json.dumps(value["const"])
    kind = value.get("type")
    if isinstance(kind, list):
        return " | ".join(typescript_type({"type": each}, whole) for each in kind)
    if kind == "array":
        inner = typescript_type(value.get("items", {}), whole)
        return f"({inner})[]" if "|" in inner and not inner.startswith("{") else f"{inner}[]"
    if kind == "object":
        if "properties" in value:
            inside = "; ".join(typescript_member(key, inner, value, whole) for key, inner in value["properties"].items())
            return f"{{ {inside} }}"
        inner = value.get("additionalProperties")
        return f"Record<string, {typescript_type(inner, whole) if isinstance(inner, dict) else 'unknown'}>"
    if value.get("contentEncoding") == "base64":
        return "Uint8Array"
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "undefined": "undefined", "null": "null"}.get(str(kind), "unknown")


def typescript_member(key, inner, value, whole):
    return f"{camel(key)}{'' if key in value.get('required', ()) else '?'}: {typescript_type(inner, whole)}"


def camel(name):
    return re.sub("-([a-z])", lambda match: match[1].upper(), name)


def typescript_interface(name, value, whole, doc):
    if "properties" not in value:
        return f"/** {doc} */\nexport type {name} = {typescript_type(value, whole)};"
    lines = [f"/** {doc} */", f"export interface {name} {{"]
    for key, inner in value["properties"].items():
        if "description" in inner:
            lines.append(f"  /** {inner['description']} */")
        lines.append(f"  {typescript_member(key, inner, value, whole)};")
    return "\n".join(lines + ["}"])


def typescript_parameter(value):
    if "enum" in value:
        return typescript_type(value, {})
    return {"object": "Record<string, string>", "array": "readonly Change[]", "string": "string", "integer": "number",
            "boolean": "boolean"}.get(str(value["type"]), "string | readonly string[]")


def typescript_method(row):
    first, rest = parameters(row)
    name = ANSWERS[row["answer"]][0]
    failing = f"({name} | Failure)[]" if fails(row) else f"{name}[]"
    answer = {"list": failing, "picture": f"{name} | string", "one": name}[holds(row)]
    lines = [f"  /** {row['summary']}.", *(f"   * @param {camel(key)} {value['description']}" for key, value in first), "   */"]
    head = ", ".join(f"{camel(key)}: {typescript_parameter(value)}" for key, value in first)
    if not rest:
        return "\n".join([*lines, f"  {row['name']}({head}): {answer};"])
    lines.append(f"  {row['name']}({head}{', ' if head else ''}options?: {{")
    for key, value in rest:
        lines += [f"    /** {value['description']} */", f"    {camel(key)}?: {typescript_parameter(value)};"]
    return "\n".join([*lines, f"  }}): {answer};"])


def typescript(rows):
    out = [f"// The questions of a workspace as methods; {MADE}.", "",
           typescript_interface("Message", schema("diagnostic"), {}, "A diagnostic in an answer."), "",
           typescript_interface("Failure", schema("failure"), {}, "What an answer has of a file that gave nothing else."), "",
           "/** A member with new contents, its bytes or a source that is compiled; without both it is removed. */",
           "export interface Change { member: string; source?: string; bytes?: Uint8Array }"]
    for row in rows:
        name, wanted = ANSWERS[row["answer"]]
        parts = definitions(row["answer"])
        names = [name] if len(parts) == 1 else [each.capitalize() + name for each in wanted]
        for each, (value, whole) in zip(names, parts):
            if fails(row) and "ok" not in value["properties"]:  # what tells it from a failure
                value = {**value, "properties": {**value["properties"], "ok": {"type": "undefined"}}}
            out += ["", typescript_interface(each, value, whole, f"What `{row['name']}` answers.")]
        if len(parts) > 1:
            out += ["", f"/** What `{row['name']}` answers. */", f"export type {name} = {' | '.join(names)};"]
    out += ["", "/** What a workspace can be asked. */", "export interface Questions {"]
    return "\n".join(out + [typescript_method(row) for row in rows] + ["}"]) + "\n"


def main(words):
    rows = questions()
    stale = False
    for name, text in [("bindings/python/vellum/_questions.py", python(rows)),
                       ("bindings/npm/questions.d.ts", typescript(rows))]:
        path = ROOT / name
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before == text:
            continue
        if "--check" in words:
            stale = True
            sys.stderr.writelines(difflib.unified_diff(before.splitlines(True), text.splitlines(True), name, "as it should be"))
        else:
            path.write_text(text, encoding="utf-8")
    if stale:
        sys.exit("run scripts/questions.py")


main(sys.argv[1:])
