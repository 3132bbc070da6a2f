#!/usr/bin/env python3
"""Bill of materials (SPDX 2.3) of the packages in a folder: each file with its SHA-256, and the libraries whose code is in it,
with the versions of the Debian packages they were taken from.
usage: materials.py VERSION FOLDER"""

import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

# Name, licence, the Debian package that brought it, and the files that hold its code.
LIBRARIES = [
    ("CLI11", "BSD-3-Clause", "libcli11-dev", r"^vellum[_-]\d.*\.(deb|tar\.gz|zip)$|\.tgz$"),
    ("fmt", "MIT", "libfmt-dev", r"^vellum-.*\.(tar\.gz|zip|tgz)$"),
    ("Lua", "MIT", "liblua5.4-dev", r"^vellum-.*\.(tar\.gz|zip|tgz)$"),
    ("RE2", "BSD-3-Clause", "libre2-dev", r"^vellum-.*\.(tar\.gz|zip|tgz)$"),
    ("SQLite", "blessing", "libsqlite3-dev", r"^vellum-.*\.(tar\.gz|zip)$|\.whl$"),
    ("zlib", "Zlib", "zlib1g-dev", r"^vellum-.*\.tar\.gz$|\.whl$|\.tgz$"),
    ("zlib", "Zlib", "libz-mingw-w64-dev", r"^vellum-.*\.zip$"),
    ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", "libstdc++-12-dev", r"^vellum-.*\.tar\.gz$|\.whl$"),
    ("libstdc++", "GPL-3.0-or-later WITH GCC-exception-3.1", "gcc-mingw-w64-base", r"^vellum-.*\.zip$"),
    ("mingw-w64", "ZPL-2.1 AND MIT", "mingw-w64-common", r"^vellum-.*\.zip$"),
    ("libc++", "Apache-2.0 WITH LLVM-exception", "libc++-19-dev-wasm32", r"\.tgz$"),
    ("wasi-libc", "Apache-2.0 WITH LLVM-exception AND MIT", "wasi-libc", r"\.tgz$"),
]


def debian_version(package):
    found = subprocess.run(["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True)
    return found.stdout if found.returncode == 0 else None


def identifier(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(parts))


def entry(name, version, licence, **more):
    return {"SPDXID": identifier(name, version), "name": name, "versionInfo": version, "licenseDeclared": licence,
            "licenseConcluded": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, **more}


def main():
    version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.suffix != ".json" and file.name != "SHA256SUMS")
    packages, relations = [], []
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        packages.append(entry(file.name, version, "MIT", packageFileName=file.name,
                              checksums=[{"algorithm": "SHA256", "checksumValue": digest}]))
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", packages[-1]["SPDXID"]))
    known = {}
    for name, licence, source, pattern in LIBRARIES:
        holders = [file for file in files if re.search(pattern, file.name)]
        found = debian_version(source)
        if not holders or found is None:
            continue
        if (name, found) not in known:
            known[name, found] = entry(name, found, licence, comment=f"from the Debian package {source}")
            packages.append(known[name, found])
        for file in holders:
            relations.append((identifier(file.name, version), "CONTAINS", known[name, found]["SPDXID"]))
    when = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"vellum-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/vellum-{version}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: scripts/packages/materials.py"]},
        "packages": packages,
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations],
    }, sys.stdout, indent=1)
    print()


main()
