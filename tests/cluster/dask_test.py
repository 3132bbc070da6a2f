"""vellum.index over a local cluster of Dask: the same index as from one process, with a worker killed in between, and a run that
is repeated makes no part again.

usage: dask_test.py VELLUM      with VELLUM_LIBRARY and PYTHONPATH; needs python3-distributed
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import dask
import dask.bag
import dask.distributed

import vellum

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNT = int(os.environ.get("SCRIPTS", "200"))


def dump(index):
    return subprocess.run([sys.argv[1], "query", index, "--dump"], check=True, capture_output=True).stdout


def main():
    work = pathlib.Path(tempfile.mkdtemp(prefix="vellum-dask-"))
    try:
        names = []
        for number in range(COUNT):
            folder = work / "games" / str(number)
            folder.mkdir(parents=True)
            source = (ROOT / "samples/skrit/lighthouse.skrit").read_text() + f"// {number}\n"
            (folder / "lighthouse.skrit").write_text(source)
            shutil.copy(ROOT / "tests/data/pathologic/lantern.bin", folder)
            names += sorted(str(each) for each in folder.iterdir())
        whole = vellum.index(names, output=work / "whole.vdb")
        dask.config.set({"temporary-directory": str(work), "distributed.scheduler.allowed-failures": 5})
        with dask.distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster, \
                dask.distributed.Client(cluster) as client:
            bag = dask.bag.from_sequence(names, npartitions=12)
            parts = work / "parts"
            workers = client.run(os.getpid)
            killed = []

            def kill():  # a worker, when some parts are there and some are not
                while len(list(parts.glob("*.vdb"))) < 2:
                    time.sleep(0.01)
                victim = sorted(workers.values())[0]
                os.kill(victim, signal.SIGKILL)
                killed.append((victim, len(list(parts.glob("*.vdb")))))

            killer = threading.Thread(target=kill)
            killer.start()
            merged = vellum.index(bag, output=work / "merged.vdb", parts=parts)
            killer.join()
            assert killed and killed[0][1] < 12, killed
            assert set(client.run(os.getpid).values()) != set(workers.values()), "no worker was replaced"
            made = {each.name: each.stat().st_mtime_ns for each in parts.iterdir() if each.suffix == ".vdb"}
            assert len(made) == 12, made
            again = vellum.index(bag, output=work / "again.vdb", parts=parts)
            assert {each.name: each.stat().st_mtime_ns for each in parts.iterdir() if each.suffix == ".vdb"} == made
        assert dump(whole) == dump(merged) == dump(again), "the indexes differ"
        print(f"the same index of {len(names)} files; a worker died when {killed[0][1]} of 12 parts were there")
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":  # workers import this file
    main()
