#!/usr/bin/env python3
"""Checks standard input against a schema of docs/schemas: one JSON value, or with --lines one a line.

usage: check_schema.py [--lines] NAME

Stricter than the schemas, which leave room for later versions: members that a schema does not name are mistakes here, and so
are members that stand twice.
"""
import json
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


def validator(name):
    schemas = {path.name: closed(json.loads(path.read_text(encoding="utf-8"))) for path in FOLDER.glob("*.json")}
    schema = schemas[f"{name}.schema.json"]
    jsonschema.Draft202012Validator.check_schema(schema)
    base = FOLDER.as_uri() + "/"
    resolver = jsonschema.RefResolver(base, schema, store={base + file: each for file, each in schemas.items()})
    return jsonschema.Draft202012Validator(schema, resolver=resolver)


def main(words):
    lines = words[0] == "--lines"
    name = words[-1]
    judge = validator(name)
    text = sys.stdin.buffer.read().decode("utf-8")
    for number, part in enumerate(text.removesuffix("\n").split("\n") if lines else [text], 1):
        try:
            value = json.loads(part, object_pairs_hook=once)
        except ValueError as error:
            sys.exit(f"line {number}: {error}")
        for error in judge.iter_errors(value):
            place = "/".join(str(each) for each in error.absolute_path)
            sys.exit(f"{name}.schema.json, line {number}, at '{place}': {error.message[:300]}")


if __name__ == "__main__":
    main(sys.argv[1:])
