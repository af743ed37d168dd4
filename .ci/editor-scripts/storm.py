"""A storm of edits against the server as a process: STORM of them (10,000), each of them read before the next one comes.

In the end the server is there, its memory is what it was, and it tells what `check` tells: the same codes, places and words."""

import json
import os
import queue
import random
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

PROGRAM = os.environ["CHARTROOM"]
EDITS = int(os.environ.get("STORM", "10000"))
FILES = ["10-first.toml", "10-first.ron"]
PIECES = ['"', "[", "]", "=", "\n", "|", "haze", " is ", "(", ")", ",", "#", '"""', "[[rule]]\n", "..", "+1 per", "𝔴", "{", "}", "'", "\\", "13", "\t", "\r\n", ""]
MEANT = [
    ("10-first.toml", "6         | much", "6         | nothing"),
    ("10-first.ron", '"6",    ["much"]', '"5..6", ["much"]'),
    ("10-first.toml", 'domain = "1..=6"', 'domain = "1..=7"'),
]


class Server:
    def __init__(self, root: Path):
        self.process = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers, self.findings, self.asked = queue.Queue(), {}, 0
        threading.Thread(target=self.listen, daemon=True).start()
        self.ask("initialize", {"processId": None, "rootUri": root.as_uri(), "capabilities": {}})
        self.tell("initialized", {})

    def listen(self):
        while header := self.process.stdout.readline():
            length = int(header.split(b":")[1]) if header.lower().startswith(b"content-length") else 0
            while self.process.stdout.readline().strip():
                pass
            message = json.loads(self.process.stdout.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                own = message["params"]
                self.findings[own["uri"]] = own["diagnostics"]
            elif "method" not in message:
                self.answers.put(message)

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def tell(self, method, params):
        self.send({"method": method, "params": params})

    def ask(self, method, params):
        self.asked += 1
        self.send({"id": self.asked, "method": method, "params": params})
        while (answer := self.answers.get(timeout=120))["id"] != self.asked:
            pass
        assert "error" not in answer, answer
        return answer["result"]

    def memory(self) -> int:
        """In megabytes."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) // 1024

    def told(self, quiet=1.0):
        """What it tells once nothing new has come for a while."""
        last, same = None, 0.0
        while same < quiet:
            threading.Event().wait(0.1)
            now = json.dumps(self.findings)
            last, same = now, same + 0.1 if now == last else 0.0
        lines = set()
        for uri, all_found in self.findings.items():
            for found in all_found:
                start = found["range"]["start"]
                message = found["message"].splitlines()[0]
                lines.add((Path(uri).name, start["line"] + 1, start["character"] + 1, found["code"], message))
        return lines


def checked(packs: Path):
    ran = subprocess.run([PROGRAM, "--rules", packs, "check", "--format", "json"], capture_output=True, text=True)
    found = json.loads(ran.stdout)["diagnostics"]
    return {(Path(own["file"]).name, own["line"], own["column"], own["code"], own["message"]) for own in found}


def main():
    root = Path(tempfile.mkdtemp())
    packs = root / "packs"
    subprocess.run([PROGRAM, "new", packs / "haze", "--game", "desert"], check=True, stdout=subprocess.DEVNULL)
    first = {name: (packs / "haze" / name).read_text() for name in FILES}
    uris = {name: (packs / "haze" / name).as_uri() for name in FILES}
    server, chance = Server(root), random.Random(7)
    for name, text in first.items():
        item = {"uri": uris[name], "languageId": "toml", "version": 1, "text": text}
        server.tell("textDocument/didOpen", {"textDocument": item})

    def write(name, text):
        document = {"uri": uris[name], "version": 2}
        server.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    texts, settled = dict(first), 0
    for number in range(EDITS):
        name = chance.choice(FILES)
        text = texts[name]
        start = chance.randrange(len(text) + 1)
        piece = chance.choice(PIECES)
        is_mended = chance.random() < 0.08
        texts[name] = first[name] if is_mended else text[:start] + piece + text[start + chance.randrange(6) :]
        write(name, texts[name])
        place = {"line": chance.randrange(30), "character": chance.randrange(40)}
        method = chance.choice(["hover", "completion", "definition"])
        server.ask(f"textDocument/{method}", {"textDocument": {"uri": uris[name]}, "position": place})
        if number == EDITS // 5:
            settled = server.memory()
    grown = server.memory()
    for name, old, new in MEANT:
        for own, text in first.items():
            text = text.replace(old, new) if own == name else text
            write(own, text)
            (packs / "haze" / own).write_text(text)
        told, expected = server.told(), checked(packs)
        assert told == expected and expected, f"{told}\n{expected}"
    assert server.process.poll() is None
    assert grown <= settled * 5 // 4 + 8, f"{settled} MB became {grown} MB"
    print(f"  {EDITS} edits; {settled} MB after a fifth of them, {grown} MB in the end; the findings are those of `check`")
    server.process.kill()


sys.exit(main())
