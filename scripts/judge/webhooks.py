"""Receives webhooks and verifies them with independent libraries.

Takes a file of JSON with the receiver's secrets, each as Purser shows it: "old" and "new" of HMAC, "oldKey" and "newKey" of
Ed25519. Prints its port, then a line for each call: "good", or "problem: " and the problem. The path of a call says what
has to be true: /both while the secret changes, /new afterwards, /keys and /newKey for Ed25519, /late for an old one.
"""

import base64
import http.server
import json
import sys

import standardwebhooks
import svix.webhooks
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def hold(secret, body, headers):
    """Whether both libraries take it; they must agree."""
    verdicts = []
    for library in (standardwebhooks.Webhook, svix.webhooks.Webhook):
        try:
            library(secret).verify(body, headers)
            verdicts.append(True)
        except Exception as error:
            if type(error).__name__ != "WebhookVerificationError":
                raise
            verdicts.append(False)
    if len(set(verdicts)) != 1:
        raise ValueError(f"the libraries disagree: {verdicts}")
    return verdicts[0]


def hold_key(shown, body, headers):
    """Whether a signature of Ed25519 holds, by the specification's own words: id, timestamp and body joined by dots."""
    if not shown.startswith("whpk_"):
        raise ValueError("no public key")
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(shown[len("whpk_") :], validate=True))
    content = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    for signature in headers["webhook-signature"].split(" "):
        version, text = signature.split(",")
        if version == "v1a":
            try:
                key.verify(base64.b64decode(text, validate=True), content)
                return True
            except InvalidSignature:
                continue
    return False


def problems(path, secrets, body, headers):
    """What is wrong with a call."""
    check = hold_key if "ey" in path else hold
    names = {
        "/both": ({"old", "new"}, set()),
        "/new": ({"new"}, {"old"}),
        "/keys": ({"oldKey", "newKey"}, set()),
        "/newKey": ({"newKey"}, {"oldKey"}),
        "/late": (set(), {"old", "new"}),
    }
    good, bad = names[path]
    for name in good:
        if not check(secrets[name], body, headers):
            yield f"{name} does not hold"
        for what, changed in (
            ("body", (body + b" ", headers)),
            ("id", (body, headers | {"webhook-id": headers["webhook-id"] + "x"})),
            ("time", (body, headers | {"webhook-timestamp": str(int(headers["webhook-timestamp"]) - 1)})),
        ):
            if check(secrets[name], *changed):
                yield f"{name} holds for another {what}"
    for name in bad:
        if check(secrets[name], body, headers):
            yield f"{name} holds"


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            found = list(problems(self.path, self.server.secrets, body, headers))
        except Exception as error:
            found = [repr(error)]
        print(f"{self.path} " + ("problem: " + ", ".join(found) if found else "good"), flush=True)
        self.send_response(422 if found else 204)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    with open(sys.argv[1]) as file:
        server.secrets = json.load(file)
    print(server.server_port, flush=True)
    server.serve_forever()


main()
