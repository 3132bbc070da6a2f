"""Builds the wheel: the package with the library inside. A back end of its own, because there is nothing to compile here and
nothing else to fetch. The library is the one that VELLUM_LIBRARY names, or the one of the newest build tree of this checkout.
"""

import base64
import hashlib
import os
import pathlib
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def _project():
    """The few lines of pyproject.toml that a wheel repeats; tomllib is younger than the oldest Python we serve."""
    lines = (HERE / "pyproject.toml").read_text(encoding="utf-8").split("[project]")[1].splitlines()
    return {key.strip(): value.strip().strip('"') for key, _, value in (line.partition("=") for line in lines) if value}


def _library():
    named = os.environ.get("VELLUM_LIBRARY")
    if named:
        return pathlib.Path(named)
    names = {"win32": "bin/vellum_c.dll", "darwin": "lib/libvellum_c.*.dylib"}
    found = [path for path in ROOT.glob("build/*/" + names.get(sys.platform, "lib/libvellum_c.so.*")) if not path.is_symlink()]
    if not found:
        sys.exit("There is no libvellum_c to put into the package: run 'make build' in the checkout, or name it in VELLUM_LIBRARY.")
    return max(found, key=lambda path: path.stat().st_mtime)


def _metadata():
    project = _project()
    return (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
            f"Summary: {project['description']}\nLicense: MIT\nRequires-Python: {project['requires-python']}\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = _project()
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    library = _library()
    inside = {"win32": "vellum_c.dll", "darwin": "libvellum_c.dylib"}.get(sys.platform, "libvellum_c.so")
    contents = {f"vellum/{path.name}": path.read_bytes() for path in sorted((HERE / "vellum").iterdir())
                if path.suffix in (".py", ".pyi", ".typed")}
    contents[f"vellum/{inside}"] = library.read_bytes()
    info = stem + ".dist-info"
    contents[f"{info}/METADATA"] = _metadata().encode()
    contents[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: vellum_build\nRoot-Is-Purelib: false\nTag: {tag}\n").encode()
    licence = ROOT / "LICENSE"
    if licence.exists():
        contents[f"{info}/LICENSE"] = licence.read_bytes()

    def digest(data):
        return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()

    record = "".join(f"{name},{digest(data)},{len(data)}\n" for name, data in contents.items()) + f"{info}/RECORD,,\n"
    contents[f"{info}/RECORD"] = record.encode()
    name = f"{stem}-{tag}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name
