#!/usr/bin/env python3
"""`vellum web` as its page has it, and as everybody else on this machine has it: wrong tokens, wrong addresses, pages of other
sites, names and links that lead out, requests that are none. usage: web_clients.py VELLUM"""

import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

VELLUM = os.path.abspath(sys.argv[1])
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
    check("the page is not written", server.status("/", "PUT", b"x"), 405)


def strangers(server):
    for token in ("0" * 32, "", server.token[:-1], server.token + "0", server.token.upper() + " "):
        check(f"token '{token}'", server.ask("/api/files", token=token or " ").status, 401)
    check("no token", server.raw(f"GET /api/files HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())[:12], b"HTTP/1.1 401")
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", f"127.0.0.1:{server.port}.evil.example", f"[::1]:{server.port}"):
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
    for one in waiting:
        check("those who went made room", one.recv(12), b"HTTP/1.1 200")
        one.close()
    for one in clients[8:]:
        one.close()


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
                       ("many fields", b"GET / HTTP/1.1\r\n" + host + b"a: b\r\n" * 200 + b"\r\n")):
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
    server.raw(short, end=True)
    check("half a body changes nothing", read("game/a b.bin"), b"")


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
        os.symlink(os.path.abspath("secret"), "game/link")
        os.symlink(os.path.abspath("secret"), "page/link")
        os.symlink(os.path.abspath("outside"), "game/out")
        os.mkfifo("game/pipe")
        with Server("game", "single.bin") as server:
            for test in (page, strangers, files, none_at_all, reading_only, crowd):
                test(server)
        policy()
        with Server("--write", "game") as server:
            writing(server)
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
        for status in (200, 401):
            connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
            connection.request("POST", "/api/token", headers={"Authorization": f"Bearer {code}"})
            answer = connection.getresponse()
            body = json.loads(answer.read())
            check("the code works once", (answer.status, body.get("token")), (status, token if status == 200 else None))
    finally:
        process.terminate()
        process.wait(10)


main()
