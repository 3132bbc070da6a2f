#!/usr/bin/env python3
"""Checks standard input against a schema of docs/schemas: one JSON value, or with --lines one a line.

usage: check_schema.py [--lines] NAME
       check_schema.py --serve
       check_schema.py --unseen NAME...

With --serve, each line of standard input is the words of one question and its file, separated by tabs; each is answered by one
line, "fits" or what does not.

With VELLUM_SEEN, the file of that name collects which members there were; --unseen tells of those schemas' members which never
were.

Stricter than the schemas, which leave room for later versions: members that a schema does not name are mistakes here, and so
are members that stand twice.
"""
import functools
import json
import os
import pathlib
import sys
import warnings

warnings.simplefilter("ignore", DeprecationWarning)  # RefResolver is what Debian's version has
import jsonschema  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schemas"


def closed(schema):
    """The schema without room for members that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: closed(value) for key, value in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        made.setdefault("additionalProperties", False)
    return made


def once(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a member is there twice in an object with {sorted(members)[:6]}")
    return members


@functools.cache
def validator(name):
    schemas = {path.name: closed(json.loads(path.read_text(encoding="utf-8"))) for path in FOLDER.glob("*.json")}
    schema = schemas[f"{name}.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    base = FOLDER.as_uri() + "/"
    resolver = jsonschema.RefResolver(base, schema, store={base + file: each for file, each in schemas.items()})
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


class Members:
    """Which members the schemas tell of, and which of them a value has."""

    def __init__(self):
        self.schemas = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in FOLDER.glob("*.json")}

    def resolve(self, file, schema):
        while "$ref" in schema:
            name, _, place = schema["$ref"].partition("#")
            file = name or file
            schema = self.schemas[file]
            for part in filter(None, place.split("/")):
                schema = schema[part]
        return file, schema

    def below(self, file, schema, seen, visit, value=None, known=True):
        """Calls `visit` for each member: of the value, or of the schema if there is none."""
        file, schema = self.resolve(file, schema)
        if known and id(schema) in seen:
            return
        seen = seen | {id(schema)}
        branches = [schema[kind] for kind in ("then", "else") if kind in schema]
        for each in branches + [each for kind in ("anyOf", "oneOf", "allOf") for each in schema.get(kind, [])]:
            self.below(file, each, seen, visit, value, known)
        for name, each in schema.get("properties", {}).items():
            if known or (isinstance(value, dict) and name in value):
                visit(f"{file} {schema.get('title', '')}{sorted(schema['properties'])[0]}.{name}")
                self.below(file, each, seen, visit, None if known else value[name], known)
        if "items" in schema:
            for one in [None] if known else value if isinstance(value, list) else []:
                self.below(file, schema["items"], seen, visit, one, known)
        more = schema.get("additionalProperties")
        if isinstance(more, dict):
            for one in [None] if known else value.values() if isinstance(value, dict) else []:
                self.below(file, more, seen, visit, one, known)

    def all_of(self, file):
        found = set()
        self.below(file, self.schemas[file], frozenset(), found.add)
        return found

    def note(self, file, value):
        found = set()
        self.below(file, self.schemas[file], frozenset(), found.add, value, False)
        with open(os.environ["VELLUM_SEEN"], "a", encoding="utf-8") as seen:
            seen.writelines(f"{name}\n" for name in sorted(found))


@functools.cache
def all_members():
    return Members()


def unseen(names):
    members = all_members()
    seen = set(pathlib.Path(os.environ["VELLUM_SEEN"]).read_text(encoding="utf-8").split("\n"))
    wanted = set().union(*(members.all_of(f"{name}.schema.json") for name in names))
    print("\n".join(sorted(wanted - seen)))


def misfit(name, text, lines):
    """What of the text does not fit the schema, or None."""
    judge = validator(name)
    for number, part in enumerate(text.removesuffix("\n").split("\n") if lines else [text], 1):
        try:
            value = json.loads(part, object_pairs_hook=once)
        except ValueError as error:
            return f"line {number}: {error}"
        if "VELLUM_SEEN" in os.environ:
            all_members().note(f"{name}.schema.json", value)
        for error in judge.iter_errors(value):
            place = "/".join(str(each) for each in error.absolute_path)
            return f"{name}.schema.json, line {number}, at '{place}': {error.message[:300]}"
    return None


def serve():
    for question in sys.stdin:
        *words, path = question.rstrip("\n").split("\t")
        text = pathlib.Path(path).read_bytes().decode("utf-8")
        answer = misfit(words[-1], text, words[0] == "--lines") or "fits"
        print(answer.replace("\n", " "), flush=True)


def main(words):
    if words[0] == "--unseen":
        return unseen(words[1:])
    if words[0] == "--serve":
        return serve()
    return misfit(words[-1], sys.stdin.buffer.read().decode("utf-8"), words[0] == "--lines")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
