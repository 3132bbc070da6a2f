#!/usr/bin/env python3
"""`vellum web` as its page has it, and as everybody else on this machine has it: wrong tokens, wrong addresses, pages of other
sites, names and links that lead out, requests that are none. usage: web_clients.py VELLUM"""

import contextlib
import http.client
import json
import os
import re
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
from urllib.parse import quote

VELLUM = os.path.abspath(sys.argv[1])
HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPT = os.path.abspath(__file__)
failures = []


def check(what, got, expected):
    if got != expected:
        failures.append(what)
        print(f"FAILED: {what}: {got!r} instead of {expected!r}")


class Server:
    def __init__(self, *words):
        self.process = subprocess.Popen([VELLUM, "web", "--no-open", "--page", "page", *words], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.first = self.process.stdout.readline()
        match = re.search(r"http://127\.0\.0\.1:(\d+)/#serve=([0-9a-f]{32})$", self.first)
        if not match:
            sys.exit(f"FAILED: no address: {self.first!r} {self.process.stderr.read()!r}")
        self.port, self.token = int(match[1]), match[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def ask(self, path, method="GET", body=None, token=None, **fields):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, body, {"Authorization": f"Bearer {token or self.token}",
                                                **{name.replace("_", "-"): value for name, value in fields.items()}})
        answer = connection.getresponse()
        answer.bytes = answer.read()
        connection.close()
        return answer

    def status(self, *words, **more):
        return self.ask(*words, **more).status

    def listed(self):
        return {each["path"]: each["stamp"] for each in json.loads(self.ask("/api/files").bytes)["files"]}

    def change(self, name, data, stamp=None):
        """The answer to new content for a file, or for one that is new."""
        condition = {"If_Match": f'"{stamp}"'} if stamp else {"If_None_Match": "*"}
        return self.ask("/api/file?path=" + quote(name), "PUT", data, **condition)

    def begin(self, method, name, *fields):
        """A connection with the head of a request on its way."""
        client = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        lines = [f"{method} /api/file?path={quote(name)} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Authorization: Bearer {self.token}"]
        client.sendall("\r\n".join([*lines, *fields, "", ""]).encode())
        return client

    def raw(self, data, end=False):
        """What is answered to these bytes, until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as client:
            got = b""
            try:
                client.sendall(data)
                if end:
                    client.shutdown(socket.SHUT_WR)
                while part := client.recv(1 << 16):
                    got += part
            except ConnectionError:
                pass  # it does not listen any longer
            return got


def together(act):
    """What it returns to eight threads at the same instant."""
    start, got = threading.Barrier(8), []

    def one(number):
        start.wait()
        got.append(act(number))
    threads = [threading.Thread(target=one, args=(number,)) for number in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    return got


def write(path, data):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def page(server):
    answer = server.ask("/", token="0" * 32)
    check("the page needs no token", (answer.status, answer.bytes), (200, b"<p>page"))
    for name, part in (("Content-Security-Policy", "frame-ancestors 'none'"), ("X-Content-Type-Options", "nosniff"),
                       ("Cross-Origin-Resource-Policy", "same-origin"), ("Content-Type", "text/html")):
        check(name, part in (answer.getheader(name) or ""), True)
    check("a script", server.ask("/a/b.js").getheader("Content-Type"), "text/javascript; charset=utf-8")
    check("HEAD has no body", server.ask("/", "HEAD").bytes, b"")
    check("no service worker", server.status("/offline.js"), 404)
    for way in ("/../secret", "/%2e%2e/secret", "/a/../../secret", "/..%5csecret", "//etc/passwd", "/link", "/a", "/nothing"):
        check(way, server.status(way), 404)
    for path, method, allowed in (("/", "PUT", "GET, HEAD"), ("/api/files", "POST", "GET"), ("/api/code", "GET", "POST"),
                                  ("/api/file?path=a", "POST", "GET, HEAD, PUT")):
        answer = server.ask(path, method, b"x" if method != "GET" else None)
        check(f"{method} {path}", (answer.status, answer.getheader("Allow")), (405, allowed))


def strangers(server):
    for token in ("0" * 32, "", server.token[:-1], server.token + "0", server.token.upper() + " ", server.token * 2, "x" * 10000):
        check(f"token '{token}'", server.ask("/api/files", token=token or " ").status, 401)
    check("no token", server.raw(f"GET /api/files HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())[:12], b"HTTP/1.1 401")
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", f"127.0.0.1:{server.port}.evil.example", f"[::1]:{server.port}",
                 f"127.0.0.1:0{server.port}", f"LOCALHOST:{server.port}", f"localhost.:{server.port}", f"a@localhost:{server.port}", ""):
        check(f"host {host}", server.status("/api/files", Host=host), 421)
        check(f"page for host {host}", server.status("/", Host=host), 421)
    check("no host", server.raw(b"GET / HTTP/1.0\r\n\r\n")[:12], b"HTTP/1.1 421")
    check("localhost", server.status("/api/files", Host=f"localhost:{server.port}"), 200)
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{server.port + 1}", f"https://127.0.0.1:{server.port}"):
        check(f"origin {origin}", server.status("/api/files", Origin=origin), 403)
    check("its own origin", server.status("/api/files", Origin=f"http://127.0.0.1:{server.port}"), 200)
    for site in ("cross-site", "same-site"):
        check(site, server.status("/api/files", Sec_Fetch_Site=site), 403)
    answer = server.ask("/api/files", "OPTIONS", Origin="https://evil.example", Access_Control_Request_Method="GET")
    check("no preflight", (answer.status, answer.getheader("Access-Control-Allow-Origin")), (403, None))
    check("a code that was not given", server.status("/api/token", "POST", token="0" * 32), 401)
    check("the token is no code", server.status("/api/token", "POST"), 401)
    check("an unknown question", server.status("/api/none"), 404)


def greedy(server):
    """Strangers who ask for the page and do not read it: the server does not keep it once for each of them."""
    write("page/large.wasm", b"w" * 20_000_000)
    clients = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(40)]
    for one in clients:
        one.sendall(f"GET /large.wasm HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    for one in clients:
        check("an answer begins", one.recv(12), b"HTTP/1.1 200")
    if os.path.exists(f"/proc/{server.process.pid}/status"):
        peak = re.search(r"VmHWM:\s*(\d+) kB", read(f"/proc/{server.process.pid}/status").decode())
        check(f"memory of {peak[1]} kB", int(peak[1]) < 400_000, True)
    for one in clients:
        one.close()
    os.remove("page/large.wasm")


def crowd(server):
    """Strangers who keep connections open: 64 are served, the others wait in their order, and nothing else happens."""
    def connect():
        return socket.create_connection(("127.0.0.1", server.port), timeout=20)

    server.process.send_signal(signal.SIGSTOP)
    clients = [connect() for _ in range(64)]  # the system takes a burst of them even while the server is busy
    server.process.send_signal(signal.SIGCONT)
    waiting = [connect() for _ in range(4)]
    for one in waiting:
        one.sendall(f"GET / HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    check("no more than 64 are served", select.select(waiting, [], [], 0.5)[0], [])
    for one in clients[:8]:
        one.close()
    begun = time.monotonic()
    for one in waiting:
        check("those who went made room", one.recv(12), b"HTTP/1.1 200")
        one.close()
    check("at once", time.monotonic() - begun < 5, True)
    for one in clients[8:]:
        one.close()
    if hasattr(resource, "prlimit"):  # and where the system gives no more files
        usual = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (16, usual[1]))
        clients = [connect() for _ in range(30)]
        time.sleep(0.2)
        for one in clients:
            one.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, usual)
        check("it goes on afterwards", server.status("/"), 200)


def policy():
    """The explorer's page loads nothing from elsewhere, runs no text and sends nothing anywhere."""
    shipped = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(SCRIPT))), "web", "index.html")
    with open(shipped, encoding="utf-8") as page:
        said = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.read())
    rules = dict(rule.split(" ", 1) for rule in (said[1].split("; ") if said else []))
    for what in ("default-src", "base-uri", "form-action"):
        check(f"policy: {what}", rules.get(what), "'none'")
    allowed = {"'none'", "'self'", "'wasm-unsafe-eval'", "data:", "blob:"}
    check("policy", {each for rule in rules.values() for each in rule.split()} - allowed, set())
    check("policy: data is for pictures", [what for what, rule in rules.items() if "data:" in rule or "blob:" in rule], ["img-src"])


def files(server):
    told = json.loads(server.ask("/api/files").bytes)
    check("files", [(each["path"], each["size"]) for each in told["files"]],
          [("game/a b.bin", 5), ("game/data/big.bin", 1 << 20), ("game/data/ü.txt", 3), ("single.bin", 6)])
    answer = server.ask("/api/file?path=" + quote("game/data/ü.txt"))
    check("a file", (answer.status, answer.bytes, answer.getheader("Content-Type")), (200, b"abc", "application/octet-stream"))
    check("the file that was named", server.ask("/api/file?path=single.bin").bytes, b"single")
    big = "/api/file?path=game/data/big.bin"
    check("a large one", server.ask(big).bytes == bytes(range(256)) * 4096, True)
    for asked, status, got in (("bytes=1-3", 206, b"\1\2\3"), ("bytes=1048575-", 206, b"\xff"), ("bytes=1048574-9999999", 206, b"\xfe\xff"),
                               ("bytes=1048576-", 416, None), ("bytes=3-1", 416, None), ("bytes=-5", 416, None), ("bytes=0-1,3-4", 416, None),
                               ("bytes=99999999999999999999-", 416, None)):
        answer = server.ask(big, Range=asked)
        check(asked, (answer.status, answer.bytes if got else None), (status, got))
    check("a part's place", server.ask(big, Range="bytes=1-3").getheader("Content-Range"), "bytes 1-3/1048576")
    for path in ("game/../secret", "game/data/../../secret", "../secret", "/etc/passwd", "game//etc/passwd", "game/link", "game/out/secret",
                 "game", "game/", "game/data", "", "single.bin/x", "other/x", "game/./../secret", "game/pipe"):
        check(f"path {path}", server.status("/api/file?path=" + quote(path)), 404)
    for path in ("%00", "game/a%20b.bin%00", "%ff", "%zz", "%2"):
        check(f"path {path}", server.status("/api/file?path=" + path), 400)


def none_at_all(server):
    """Bytes that are no request: refused or closed, and the next client is answered."""
    host = f"Host: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n".encode()
    for what, data in (("nothing", b"\r\n\r\n"), ("a word", b"GET\r\n\r\n"), ("two words", b"GET /\r\n\r\n"), ("another protocol", b"GET / HTTP/2.0\r\n\r\n"),
                       ("TLS", b"\x16\x03\x01\x02\x00\r\n\r\n"), ("no path", b"GET http://x/ HTTP/1.1\r\n\r\n"), ("a folded line", b"GET / HTTP/1.1\r\n x: y\r\n\r\n"),
                       ("a blank before the colon", b"GET / HTTP/1.1\r\nHost : x\r\n\r\n"), ("a bare line feed", b"GET / HTTP/1.1\r\nA: b\nHost: c\r\n\r\n"),
                       ("two hosts", b"GET / HTTP/1.1\r\n" + host + host + b"\r\n"), ("two lengths", b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
                       ("a negative length", b"GET / HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n"), ("chunks", b"PUT / HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                       ("many fields", b"GET / HTTP/1.1\r\n" + host + b"a: b\r\n" * 200 + b"\r\n"),
                       ("an empty length and another", b"GET / HTTP/1.1\r\n" + host + b"Content-Length:\r\nContent-Length: 1\r\n\r\n"),
                       ("an empty encoding and chunks", b"GET / HTTP/1.1\r\n" + host + b"Transfer-Encoding:\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                       ("an empty host and another", b"GET / HTTP/1.1\r\nHost:\r\n" + host + b"\r\n"), ("an empty length", b"GET / HTTP/1.1\r\n" + host + b"Content-Length:\r\n\r\n"),
                       ("lengths", b"GET / HTTP/1.1\r\n" + host + b"Content-Length: 0, 0\r\n\r\n"), ("a blank", b"GET /a b HTTP/1.1\r\n" + host + b"\r\n"),
                       ("a zero", b"GET /\0 HTTP/1.1\r\n" + host + b"\r\n"), ("a tab", b"GET /\t HTTP/1.1\r\n" + host + b"\r\n"), ("a star", b"OPTIONS * HTTP/1.1\r\n" + host + b"\r\n"),
                       ("another server's path", f"GET http://127.0.0.1:{server.port}/ HTTP/1.1\r\n".encode() + host + b"\r\n")):
        check(what, server.raw(data, end=True)[:12], b"HTTP/1.1 400")
    check("a long head", server.raw(b"GET / HTTP/1.1\r\nx: " + b"y" * (1 << 20)), b"")
    check("half a head", server.raw(b"GET / HT", end=True), b"")
    # A refused body must not be read as requests.
    smuggled = b"PUT /api/file?path=single.bin HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 30\r\n\r\nGET / HTTP/1.1\r\n" + host + b"\r\n"
    check("one answer to a refused body", server.raw(smuggled).count(b"HTTP/1.1 "), 1)
    two = b"GET / HTTP/1.1\r\n" + host + b"\r\nGET / HTTP/1.1\r\n" + host + b"Connection: close\r\n\r\n"
    check("two requests at once", server.raw(two).count(b"HTTP/1.1 200"), 2)
    idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(80)]
    for each in idle:
        each.close()
    check("afterwards", server.status("/api/files"), 200)


def reading_only(server):
    answer = server.ask("/api/file?path=single.bin", "PUT", b"new")
    check("no writing without --write", (answer.status, "--write" in json.loads(answer.bytes)["hint"]), (403, True))
    check("nothing was written", (read("single.bin"), os.path.exists("single.bin.before")), (b"single", False))


def writing(server):
    def stamp(path):
        return next(each["stamp"] for each in json.loads(server.ask("/api/files").bytes)["files"] if each["path"] == path)
    path = "/api/file?path=" + quote("game/a b.bin")
    old = stamp("game/a b.bin")
    check("without a stamp", server.status(path, "PUT", b"x"), 412)
    check("with another stamp", server.status(path, "PUT", b"x", If_Match='"1-1"'), 412)
    check("unchanged", read("game/a b.bin"), b"first")
    answer = server.ask(path, "PUT", b"second one", If_Match=f'"{old}"')
    check("written", (answer.status, json.loads(answer.bytes)["backup"], read("game/a b.bin")), (200, "a b.bin.before", b"second one"))
    check("a stamp works once", server.status(path, "PUT", b"x", If_Match=f'"{old}"'), 412)
    answer = server.ask(path, "PUT", b"", If_Match=f'"{json.loads(answer.bytes)["stamp"]}"')
    check("written again", (answer.status, json.loads(answer.bytes).get("backup"), read("game/a b.bin")), (200, None, b""))
    check("the backup is the first", read("game/a b.bin.before"), b"first")
    for name, status in (("game/new/made.bin", 201), ("game/new/made.bin", 412), ("game/../made", 412), ("game/link", 412), ("game/out/made", 412),
                         ("game/nul", 412), ("game/a:b", 412), ("made", 412)):
        check(f"new {name}", server.status("/api/file?path=" + quote(name), "PUT", b"made", If_None_Match="*"), status)
    check("made", read("game/new/made.bin"), b"made")
    check("nothing outside", sorted(os.listdir("outside")), ["secret"])
    host = f"Host: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n".encode()
    huge = f"PUT {path} HTTP/1.1\r\n".encode() + host + b"If-Match: \"1-1\"\r\nContent-Length: 99999999999\r\n\r\n"
    check("a huge body is not awaited", server.raw(huge)[:12], b"HTTP/1.1 413")
    short = f"PUT {path} HTTP/1.1\r\n".encode() + host + f"If-Match: \"{stamp('game/a b.bin')}\"\r\nContent-Length: 9\r\n\r\nabc".encode()
    check("half a body", server.raw(short, end=True)[:12], b"HTTP/1.1 400")
    check("half a body changes nothing", read("game/a b.bin"), b"")


def known(server):
    """What an index knows of scripts, of those below the places alone."""
    def ask(*names):
        return [each["file"] for each in json.loads(server.ask("/api/code", "POST", json.dumps(names)).bytes)]
    check("the page is told of the index", json.loads(server.ask("/api/files").bytes)["index"], True)
    check("code without the token", server.status("/api/code", "POST", "[]", token="0" * 32), 401)
    check("code is asked for", server.status("/api/code"), 405)
    for body in (b"", b"x", b"{}", b"[", b"\xff"):
        check(f"code of {body!r}", server.status("/api/code", "POST", body), 400)
    check("code", ask("known/lamp.bin", "known/lamp.bin!inner", "known/none.bin", "known", "", "../secret", "/etc/passwd",
                      "known/link.bin", "known/out.bin", "lamp.bin", 5, None, "!", "known!lamp.bin"), ["known/lamp.bin", "known/link.bin"])
    told = json.loads(server.ask("/api/code", "POST", json.dumps(["known/lamp.bin"])).bytes)[0]
    check("its source", ("OnUse" in told["source"], {each["name"] for each in told["functions"]} > {"TMain.OnUse"}), (True, True))
    os.utime("known/lamp.bin", (1, 1))
    check("another page", server.status("/api/files"), 200)
    check("a file that was changed", ask("known/lamp.bin"), [])


def in_parts(server):
    """A file that grows, shrinks or is replaced while it is sent: never more than was announced, never bytes of another file."""
    for what, change, expected in (("shrinks", lambda: os.truncate("game/long", 1000), None), ("goes", lambda: os.remove("game/long"), 1 << 24),
                                   ("grows", lambda: write("game/long", b"new" * (1 << 23)), None)):
        write("game/long", b"B" * (1 << 24))
        with server.begin("GET", "game/long", "Connection: close") as client:
            got = client.recv(1000)
            change()
            while part := client.recv(1 << 16):
                got += part
        body = got.partition(b"\r\n\r\n")[2]
        check(f"a file that {what}", (len(body) <= 1 << 24, body.strip(b"newB"), expected in (None, len(body))), (True, b"", True))
    os.remove("game/long")


def rivals(server):
    """Several who save at the same instant: one of them does, and nothing is lost."""
    for turn in range(5):
        name = f"game/shared{turn}"
        write(name, b"original")
        stamp = server.listed()[name]
        got = together(lambda number: (server.change(name, b"%d" % number * 1000, stamp).status, number))
        winners = [number for status, number in got if status == 200]
        check("one of them saves", (len(winners), sorted({status for status, _ in got})), (1, [200, 412]))
        check("its bytes and the first ones", (read(name), read(name + ".before")), (b"%d" % winners[0] * 1000, b"original"))
        got = together(lambda number: (server.change(name + ".new", b"%d" % number).status, number))
        winners = [number for status, number in got if status == 201]
        check("one of them adds", (len(winners), read(name + ".new")), (1, b"%d" % winners[0]))


def breaking_off(server):
    """Requests to write whose clients go in the middle, or hear that they are refused."""
    write("game/kept", b"kept")
    before, stamp = sorted(os.listdir("game")), server.listed()["game/kept"]
    for linger in (None, struct.pack("ii", 1, 0)):  # an end, and a connection that breaks
        client = server.begin("PUT", "game/kept", f'If-Match: "{stamp}"', "Content-Length: 9000000")
        client.sendall(b"x" * 3_000_000)
        if linger:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        client.close()
    check("told before the end of a long body", server.change("game/kept", b"x" * 20_000_000).status, 412)
    check("half a body leaves nothing", (read("game/kept"), sorted(os.listdir("game"))), (b"kept", before))


def backups(server):
    for make in (os.mkdir, os.mkfifo, lambda name: os.symlink("nowhere", name), lambda name: os.symlink(os.path.abspath("secret"), name)):
        write("game/one", b"one")
        make("game/one.before")
        check("no backup, no change", (server.change("game/one", b"two", server.listed()["game/one"]).status, read("game/one")), (412, b"one"))
        os.rmdir("game/one.before") if os.path.isdir("game/one.before") else os.remove("game/one.before")
    long = "game/" + "n" * 250  # with ".before" it is longer than names may be
    write(long, b"one")
    check("no room for a backup, no change", (server.change(long, b"two", server.listed()[long]).status, read(long)), (500, b"one"))
    os.remove(long)
    os.chmod("game/one", 0o600)
    check("what was private", server.change("game/one", b"two", server.listed()["game/one"]).status, 200)
    check("stays private", [os.stat(name).st_mode & 0o777 for name in ("game/one", "game/one.before")], [0o600, 0o600])


def swapped(server):
    """Somebody puts links to other folders where the places are, or in them, also in the middle of a request."""
    def status_after(client):
        with client:
            return int(client.recv(12)[9:])

    def link(name, to):
        os.rename(name, name + ".aside")
        os.symlink(os.path.abspath(to), name)

    def back(name):
        os.remove(name)
        os.rename(name + ".aside", name)

    for name in ("game/in/same", "outside/same", "outside/below/same"):
        write(name, b"same size")
        os.utime(name, ns=(1, 10**18))
    for condition, name, refused in (("If-None-Match: *", "game/in/fresh", 500), ("If-None-Match: *", "game/in/deep/fresh", 500),
                                     (f'If-Match: "{server.listed()["game/in/same"]}"', "game/in/same", 412)):
        client = server.begin("PUT", name, condition, "Content-Length: 4")
        time.sleep(0.1)  # it has looked where that is
        link("game/in", "outside")
        client.sendall(b"mine")
        check(f"a link in the way of {name}", status_after(client), refused)
        back("game/in")
    for place, file in (("game", "game/same"), ("single.bin", "single.bin"), ("above/below", "below/same"), ("above", "below/same")):
        link(place, "outside/same" if place == file else "outside")
        name = file.split("/")[0]
        check(f"a link instead of {place}", [each for each in server.listed() if each.split("/")[0] == name], [])
        check(f"reading through {place}", server.status("/api/file?path=" + file), 404)
        check(f"writing through {place}", server.change(file, b"mine", f"9-{10**18}").status in (404, 412), True)
        check(f"adding through {place}", server.change(name + "/fresh", b"mine").status, 412)
        back(place)
    check("nothing outside", {os.path.join(where, name): read(os.path.join(where, name)) for where, _, names in os.walk("outside") for name in names},
          {"outside/secret": b"secret", "outside/same": b"same size", "outside/below/same": b"same size"})
    os.rename("above/below", "gone")
    check("a folder that went is not made again", (server.change("below/new", b"x").status, os.path.exists("above/below")), (412, False))


def main():
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        write("page/index.html", b"<p>page")
        write("page/a/b.js", b"1")
        write("secret", b"secret")
        write("outside/secret", b"secret")
        write("single.bin", b"single")
        write("game/a b.bin", b"first")
        write("game/data/big.bin", bytes(range(256)) * 4096)
        write("game/data/ü.txt", b"abc")
        write(os.fsdecode(b"game/data/\xff"), b"no request can name it")
        os.symlink(os.path.abspath("secret"), "game/link")
        os.symlink(os.path.abspath("secret"), "page/link")
        os.symlink(os.path.abspath("outside"), "game/out")
        os.mkfifo("game/pipe")
        with Server("game", "single.bin") as server:
            for test in (page, strangers, files, none_at_all, reading_only, greedy, crowd):
                test(server)
        with contextlib.suppress(OSError):  # who may not have this port, or finds it taken
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("127.0.0.1", 80))
            with Server("--port", "80", "game") as server:
                check("browsers leave the usual port out", (server.status("/"), server.status("/api/files", Origin="http://127.0.0.1")), (200, 200))
        policy()
        with Server("--write", "game") as server:
            for test in (writing, in_parts, rivals, breaking_off, backups):
                test(server)
        lamp = os.path.join(HERE, "../../samples/pathologic/lamp.bin")
        write("known/lamp.bin", read(lamp))
        write("known/vellum.json", b"{}")
        os.symlink(os.path.abspath("known/lamp.bin"), "known/link.bin")
        os.symlink(lamp, "known/out.bin")
        if subprocess.run([VELLUM, "index", "-q", "known", "-o", "known/vellum.vdb"], capture_output=True, check=False).returncode == 0:
            with Server("known") as server:
                known(server)
        write("above/below/file", b"file")
        with Server("--write", "game", "single.bin", "above/below") as server:
            swapped(server)
        told = subprocess.run([VELLUM, "web", "--no-open", "--page", "nowhere"], capture_output=True, text=True, check=False)
        check("no page", (told.returncode, "'make web' builds it" in told.stderr), (3, True))
        told = subprocess.run([VELLUM, "web", "--no-open", "--page", "page", "nowhere"], capture_output=True, text=True, check=False)
        check("no place", (told.returncode, "there is no such file or folder" in told.stderr), (3, True))
        # Something dropped on the program: the place without a command.
        os.mkdir("bin")
        write("bin/xdg-open", b"#!/bin/sh\necho \"$1\" > opened.new && mv opened.new opened\n")
        os.chmod("bin/xdg-open", 0o755)
        opened(["game", "single.bin"])
    if failures:
        sys.exit(f"{len(failures)} failed")


def opened(words):
    """The browser gets an address that works once."""
    environment = {**os.environ, "PATH": os.path.abspath("bin") + ":" + os.environ["PATH"], "DISPLAY": ":7"}
    # The page is next to the program.
    shutil.copy(VELLUM, "bin/vellum")
    shutil.copytree("page", "bin/web", symlinks=True)
    process = subprocess.Popen([os.path.abspath("bin/vellum"), *words], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        port, token = re.search(r":(\d+)/#serve=([0-9a-f]{32})$", process.stdout.readline()).groups()
        for _ in range(100):
            if os.path.exists("opened"):
                break
            time.sleep(0.1)
        code = re.fullmatch(rf"http://127\.0\.0\.1:{port}/#once=([0-9a-f]{{32}})\n", read("opened").decode())[1]
        check("the code is another", code != token, True)

        def exchange(_):
            connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
            connection.request("POST", "/api/token", headers={"Authorization": f"Bearer {code}"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read()).get("token")
        check("the code works once", sorted(together(exchange), key=str), [(200, token)] + [(401, None)] * 7)
        check("and never again", exchange(0), (401, None))
    finally:
        process.terminate()
        process.wait(10)


main()
