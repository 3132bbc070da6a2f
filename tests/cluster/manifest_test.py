"""Checks the Kubernetes manifest of docs/cluster.md against the API's schema, as the official client has it.

usage: manifest_test.py PAGE      needs the packages kubernetes and PyYAML
"""

import re
import subprocess
import sys
import pathlib

import yaml
from kubernetes.client import models


def problems(kind, value, place):
    """What is wrong with a value of a type as the API's schema writes it: names that are unknown or missing, types."""
    if listed := re.fullmatch(r"list\[(.*)\]", kind):
        if not isinstance(value, list):
            return [f"{place} is not a list"]
        return [each for number, item in enumerate(value) for each in problems(listed[1], item, f"{place}[{number}]")]
    if mapped := re.fullmatch(r"dict\(str, (.*)\)", kind):
        return [each for name, item in value.items() for each in problems(mapped[1], item, f"{place}.{name}")]
    plain = {"str": str, "int": int, "bool": bool, "float": (int, float), "object": object}
    if kind in plain:
        return [] if isinstance(value, plain[kind]) else [f"{place} is not of type {kind}"]
    model = getattr(models, kind)
    if not isinstance(value, dict):
        return [f"{place} is not an object"]
    names = {name: attribute for attribute, name in model.attribute_map.items()}
    found = [f"{place}.{name} is unknown" for name in value if name not in names]
    known = {name: item for name, item in value.items() if name in names}
    for name, item in known.items():
        found += problems(model.openapi_types[names[name]], item, f"{place}.{name}")
    try:  # what is required, and which values a name may have
        model(**{names[name]: item for name, item in known.items()})
    except ValueError as error:
        found.append(f"{place}: {error}")
    return found


def main():
    pages = pathlib.Path(__file__).with_name("pages.py")
    text = subprocess.run([sys.executable, pages, "yaml", sys.argv[1]], check=True, capture_output=True, text=True).stdout
    job = yaml.safe_load(text)
    assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job")
    found = problems("V1Job", job, "job")
    # The check finds what is wrong.
    for right, wrong in (("completionMode", "completionMood"), ("completions: 64", "completions: many"), ("template:", "templet:"),
                         ("containers:", "container:")):
        changed = text.replace(right, wrong)
        assert changed != text and problems("V1Job", yaml.safe_load(changed), "job"), f"{wrong!r} passes"
    for each in found:
        print(each)
    assert job["spec"]["completionMode"] == "Indexed" and f"/{job['spec']['completions']} " in str(job["spec"]["template"])
    return len(found)


sys.exit(main())
