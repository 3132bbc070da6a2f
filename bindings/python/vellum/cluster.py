"""An index of a collection made by many workers: by Dask, or by whatever can call a function with names.

    import dask.bag, dask.distributed, pathlib, vellum
    client = dask.distributed.Client("scheduler:8786")
    names = dask.bag.from_sequence(sorted(pathlib.Path("/games").rglob("*.bin")), partition_size=2000)
    vellum.index(names, output="games.vdb", parts="/shared/parts")

Workers see the same files under the same names, and the folder of the parts. A part is a file that is named after what it is
made of, written under another name and renamed: a worker that dies costs the time of its part, and a run that is repeated only
makes the parts that are not there.
"""

import hashlib
import json
import os
import pathlib
import tempfile
from typing import Any, Iterable, Optional, Union

from ._workspace import Workspace

Name = Union[str, "os.PathLike[str]"]

__all__ = ["index", "index_part"]


def index_part(names: Iterable[Name], parts: Name, **settings: Any) -> str:
    """Indexes some files into a part of its own, in the folder `parts`, and gives its name. Settings are those of Workspace. A
    part that is there already is left as it is: it is called after the names, sizes and times of its files."""
    files = sorted({os.fspath(name) for name in names})
    facts = []
    for name in files:
        facts.append([name, os.stat(name).st_size, os.stat(name).st_mtime_ns])
    key = hashlib.sha256(json.dumps([facts, settings], sort_keys=True).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    folder = pathlib.Path(parts)
    part = folder / f"{key}.vdb"
    if not part.exists():
        with tempfile.TemporaryDirectory(prefix="vellum-") as scratch:  # a disk of the worker's own
            made = pathlib.Path(scratch) / "part.vdb"
            Workspace(**settings).index(files, output=str(made))
            written = folder / f"{key}.{os.getpid()}.new"
            written.write_bytes(made.read_bytes())
            os.replace(written, part)
    return str(part)


def index(names: Any, output: Name, parts: Optional[Name] = None, **settings: Any) -> str:
    """Makes an index of files and gives its name. `names` is a bag of Dask, whose partitions become parts on its workers, or
    any iterable, for this process alone. The parts stay in the folder `parts`; without it they go when the index is there, and
    a bag needs it unless its workers are on this machine. The index must not exist."""
    with tempfile.TemporaryDirectory(prefix="vellum-") as scratch:
        folder = os.fspath(parts) if parts is not None else scratch
        os.makedirs(folder, exist_ok=True)
        if hasattr(names, "map_partitions"):
            made = names.map_partitions(lambda some: [index_part(some, folder, **settings)]).compute()
        else:
            made = [index_part(names, folder, **settings)]
        Workspace(**settings).index(sorted(set(made)), merge=True, output=os.fspath(output))
    return os.fspath(output)
