"""A client of a running simulator: its control interface and its notifications."""

import http.server
import json
import threading
import urllib.error
import urllib.request


class Refused(Exception):
    """A command was refused."""


class Simulator:
    """One world, by the line that `purser simulate` prints when it is ready."""

    def __init__(self, ready):
        self.url = ready["url"]
        self.bundle_id = ready["bundleId"]
        self.app_apple_id = ready["appAppleId"]
        self.issuer_id = ready["issuerId"]
        self.key_id = ready["keyId"]
        with open(ready["privateKeyPath"], "rb") as file:
            self.private_key = file.read()
        with open(ready["rootCertificatePath"], "rb") as file:
            self.root = file.read()

    def act(self, action, **fields):
        """Does one thing; fields are those of the action."""
        return self._send("/_sim/v1/actions", {"action": action, **fields})

    def advance(self, by):
        """Turns the clock."""
        return self.act("advance", by=by)

    def now(self):
        """The world's instant, in milliseconds since 1970."""
        return self._send("/_sim/v1/clock")["now"]

    def get(self, path):
        """Reads something below the control interface."""
        return self._send("/_sim/v1/" + path)

    def _send(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers={"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.loads(response.read())
        except urllib.error.HTTPError as error:
            raise Refused(f"{body or path}: {error.code} {error.read().decode()}") from None


class Inbox:
    """A server on this machine: takes notifications, and answers as a realtime endpoint."""

    def __init__(self):
        self.notifications = []
        self.realtime_requests = []
        self.realtime_answer = {}
        self._lock = threading.Lock()
        inbox = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                answer = inbox.take(self.path, body["signedPayload"])
                data = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *arguments):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def take(self, path, payload):
        """Keeps what came and says what to answer."""
        with self._lock:
            if path == "/retention":
                self.realtime_requests.append(payload)
                return self.realtime_answer
            self.notifications.append(payload)
            return {}
