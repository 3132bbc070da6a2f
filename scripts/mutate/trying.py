"""Runs the tests: once with no mistake, to learn what each test reaches and how long it takes, then for each mutant the
tests that reach it, those of its own folder first and the quick ones before the slow, until one notices."""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

NOT_RUN = ("install", "npm")  # they build the library anew or test another build
MEMORY = 6 << 30  # a test that asks for more has noticed
PATIENCE = 120  # seconds of tests for one mutant: what the likeliest and quickest do not notice, the slowest hardly do


class Test:
    def __init__(self, description):
        self.name = description["name"]
        self.command = description["command"]
        properties = {p["name"]: p["value"] for p in description.get("properties", [])}
        self.labels = properties.get("LABELS", [])
        self.folder = properties.get("WORKING_DIRECTORY")
        self.environment = dict(entry.split("=", 1) for entry in properties.get("ENVIRONMENT", []))
        self.skip_code = properties.get("SKIP_RETURN_CODE")
        self.needs = properties.get("FIXTURES_REQUIRED")
        self.sets_up = bool(properties.get("FIXTURES_SETUP"))
        # Scripts may write where they like, so each runs once at a time; GoogleTest programs clean up behind them.
        self.alone = threading.Lock() if "--gtest_filter" not in " ".join(self.command) else None
        self.seconds, self.reached = 0.0, set()

    def run(self, scratch, limit, **environment):
        """True if it passed, False if it noticed something (a failure, a crash, a hang)."""
        scratch.mkdir(parents=True, exist_ok=True)
        variables = {**os.environ, **self.environment, **environment, "TMPDIR": str(scratch)}

        def small():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        process = subprocess.Popen(self.command, cwd=self.folder, env=variables, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                                   preexec_fn=small)
        try:
            code = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            code = -1
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        return code == 0 or code == self.skip_code


class Trial:
    def __init__(self, work, tree, build, jobs, wanted, patience):
        self.work, self.jobs, self.patience = work, jobs, patience
        listed = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1"], check=True,
                                capture_output=True, text=True, cwd=tree)
        tests = [Test(entry) for entry in json.loads(listed.stdout)["tests"] if "command" in entry]
        self.tests = [test for test in tests if not set(test.labels) & set(NOT_RUN)
                      and (test.sets_up or re.search(wanted, test.name))]
        self.noticed = {}  # by file: how often by which test

    def learn(self, digest):
        """What each test reaches. Kept as long as nothing changes."""
        memory = self.work / "reached.json"
        known = json.loads(memory.read_text()) if memory.exists() else {}
        learned = known["tests"] if known.get("digest") == digest else {}
        told = self.work / "reached"
        shutil.rmtree(told, ignore_errors=True)

        def first(numbered):
            index, test = numbered
            folder = told / str(index)
            folder.mkdir(parents=True)
            start = time.monotonic()
            if not test.run(self.work / "scratch" / str(index), 900, VELLUM_MUTANT_REACHED=str(folder)):
                print(f"mutate: {test.name} fails without any mistake and is left out", flush=True)
                learned[test.name] = None
                return
            seconds = time.monotonic() - start
            together = 0
            for file in folder.iterdir():
                together |= int.from_bytes(file.read_bytes(), "little")
                file.unlink()
            reached = together.to_bytes(1 << 16, "little")
            learned[test.name] = [seconds, [number for number, there in enumerate(reached) if there]]

        tests = sorted((test for test in self.tests if test.name not in learned), key=lambda test: not test.sets_up)
        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(first, enumerate(tests)))
        memory.write_text(json.dumps({"digest": digest, "tests": learned}))
        self.tests = [test for test in self.tests if learned[test.name]]
        for test in self.tests:
            test.seconds, test.reached = learned[test.name][0], set(learned[test.name][1])

    def order(self, mutant, number, earlier):
        """The tests that reach the mutant; first the one that noticed it the last time, then those that noticed others in
        the same file, then those named after the file or its folders."""
        words = mutant.file.removesuffix(".cpp").split("/")[1:]
        own = lambda test: sum(word in test.name.split(".")[0] for word in words)
        tests = [test for test in self.tests if number in test.reached and not test.sets_up]
        known = self.noticed.setdefault(mutant.file, Counter())
        return sorted(tests, key=lambda test: (test.name != earlier, -known[test.name], -own(test), test.seconds))

    def try_one(self, mutant, number, earlier, lane):
        tests = self.order(mutant, number, earlier)
        spent = 0.0
        for test in tests:
            spent += test.seconds
            if spent > self.patience and spent != test.seconds:
                break
            limit, scratch = 20 + 4 * test.seconds, self.work / "scratch" / lane
            with test.alone or nullcontext():
                # A test that also fails without the mistake has noticed something else.
                if not test.run(scratch, limit, VELLUM_MUTANT=str(number)) and test.run(scratch, limit):
                    self.noticed[mutant.file][test.name] += 1
                    return {"noticed": test.name}
        return {"noticed": None, "tests": len(tests)}

    def try_all(self, mutants, numbers, results, keep):
        """`results` is what is known already, by key; `keep` is called with it after each mutant."""
        done = 0

        def one(mutant):
            nonlocal done
            lane = f"lane{threading.get_ident()}"
            known = results.get(mutant.key, {})
            results[mutant.key] = self.try_one(mutant, numbers[mutant.key], known.get("noticed"), lane) | {"fresh": True}
            done += 1
            noticed = results[mutant.key]["noticed"]
            print(f"[{done}/{len(mutants)}] {mutant.file}:{mutant.line} {mutant.operator}: "
                  f"{'noticed by ' + noticed if noticed else 'NOT NOTICED'}", flush=True)
            keep()

        with ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(one, mutants))
