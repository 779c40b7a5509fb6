"""Apple's library with the address of a simulator, and its findings."""

import base64
import inspect
import struct
import time
import traceback
import zlib

import jwt
from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from cryptography import x509
from cryptography.x509.oid import ExtensionOID
from simulator import Inbox, Simulator

# Values that Apple documents and the library does not have yet.
UNKNOWN_SUBTYPES = {"CREATED", "ACTIVE_TOKEN_REMINDER"}

ENDPOINTS = [
    name for name, _ in inspect.getmembers(AppStoreServerAPIClient, inspect.isfunction) if not name.startswith("_")
]


class Findings:
    """The problems found, and the number of checks."""

    def __init__(self):
        self.problems = []
        self.payloads = {}
        self.types = {}
        self.endpoints = set()
        self.errors = set()

    def expect(self, condition, text):
        """Records a problem unless a condition is true."""
        if not condition:
            self.problems.append(text)
        return condition

    def attempt(self, story, *arguments):
        """Runs a part; an exception is a problem, and the next part begins."""
        try:
            story(*arguments)
        except Exception as error:
            code = getattr(error, "raw_api_error", None)
            place = traceback.extract_tb(error.__traceback__)
            line = [frame.lineno for frame in place if frame.name == story.__name__]
            self.problems.append(f"{story.__name__}, line {line}: {type(error).__name__} {code or ''} {error}")


class Client(AppStoreServerAPIClient):
    """The library's client at another address; it records the called endpoints."""

    def __init__(self, simulator, environment, findings):
        super().__init__(
            simulator.private_key, simulator.key_id, simulator.issuer_id, simulator.bundle_id, environment
        )
        self._base_url = simulator.url
        self._findings = findings

    def __getattribute__(self, name):
        if name in ENDPOINTS:
            self._findings.endpoints.add(name)
        return super().__getattribute__(name)


class World:
    """A simulator with the library's client and verifier, and a server that receives its notifications."""

    def __init__(self, ready, environment, findings):
        self.findings = findings
        self.expect = findings.expect
        self.environment = environment
        self.simulator = Simulator(ready)
        self.inbox = Inbox()
        self.client = Client(self.simulator, environment, findings)
        self.verifiers = [self._verifier(online=False)]
        self._read = 0
        self._looks_for_responder = True
        self.simulator.act("setNotificationURL", url=self.inbox.url + "/notifications")

    def act(self, action, **fields):
        """Performs an action, and verifies every notification that it causes."""
        answer = self.simulator.act(action, **fields)
        self.read_inbox()
        return answer

    def buy(self, customer, product, **fields):
        """Buys a product; returns the transaction's identifier."""
        return self.purchase(customer, product, **fields)["transactionId"]

    def purchase(self, customer, product, **fields):
        """Buys a product; returns the answer of the control interface."""
        return self.act("buy", customer=customer, product=product, **fields)["transactions"][0]

    def read_inbox(self):
        """Verifies the notifications since the last call, and returns them."""
        fresh = self.inbox.notifications[self._read :]
        self._read += len(fresh)
        return [self.notification(payload) for payload in fresh]

    @property
    def is_online(self):
        """Whether the simulator's certificates name an OCSP responder, which is then queried too."""
        return len(self.verifiers) == 2

    def verify(self, kind, signed):
        """Returns a signed payload, verified by every method of the library."""
        if self._looks_for_responder:
            self._looks_for_responder = False
            if self._names_responder(signed):
                self.verifiers.append(self._verifier(online=True))
        decoded = [getattr(verifier, "verify_and_decode_" + kind)(signed) for verifier in self.verifiers]
        self.findings.payloads[kind] = self.findings.payloads.get(kind, 0) + 1
        return decoded[-1]

    def transaction(self, signed):
        """Returns a signed transaction, verified."""
        return self.verify("signed_transaction", signed)

    def renewal(self, signed):
        """Returns a signed renewal info, verified."""
        return self.verify("renewal_info", signed)

    def notification(self, signed):
        """Returns a notification, verified with everything signed in it."""
        decoded = self.verify("notification", signed)
        name = f"{decoded.rawNotificationType}/{decoded.rawSubtype or '-'}"
        self.findings.types[name] = self.findings.types.get(name, 0) + 1
        self.expect(decoded.notificationType is not None, f"{name}: the library does not know the type")
        is_known = decoded.rawSubtype is None or decoded.subtype is not None
        self.expect(is_known or decoded.rawSubtype in UNKNOWN_SUBTYPES, f"{name}: an unknown subtype")
        self.expect(decoded.version == "2.0" and decoded.notificationUUID, f"{name}: no version or UUID")
        kinds = [decoded.data, decoded.summary, decoded.externalPurchaseToken, decoded.appData]
        self.expect(sum(kind is not None for kind in kinds) == 1, f"{name}: not exactly one kind of content")
        if decoded.data and decoded.data.signedTransactionInfo:
            self.transaction(decoded.data.signedTransactionInfo)
        if decoded.data and decoded.data.signedRenewalInfo:
            self.renewal(decoded.data.signedRenewalInfo)
            self.expect(decoded.data.status is not None, f"{name}: a subscription without status")
        if decoded.appData:
            self.verify("app_transaction", decoded.appData.signedAppTransactionInfo)
        return decoded

    def test_notification(self):
        """Requests a test notification as a server does, and waits for it; the simulated clock stands still."""
        before = self.simulator.now()
        token = self.client.request_test_notification().testNotificationToken
        answer = None
        for _ in range(600):
            try:
                answer = self.client.get_test_notification_status(token)
                break
            except APIException as found:
                # Before the first attempt the simulated store has no status for it.
                if found.api_error != APIError.TEST_NOTIFICATION_NOT_FOUND:
                    raise
                time.sleep(0.05)
        if not self.expect(answer, "a test notification never comes while the clock stands"):
            return
        self.notification(answer.signedPayload)
        result = answer.sendAttempts[0].sendAttemptResult
        self.expect(result == SendAttemptResult.SUCCESS, f"the test notification's attempt is {result}")
        self.expect(self.simulator.now() == before, "the clock moved")

    def refuses(self, error, call, *arguments):
        """Records a problem unless a call is refused with this error."""
        name = f"{call.__name__}{arguments}"
        try:
            call(*arguments)
        except APIException as found:
            self.findings.errors.add(error)
            is_right = found.api_error == error and found.http_status_code == error.value // 10000
            self.expect(is_right, f"{name}: {found.http_status_code} {found.raw_api_error}, not {error.value}")
            self.expect(found.error_message, f"{name}: no message")
        else:
            self.expect(False, f"{name}: not refused with {error.name}")

    def _verifier(self, online):
        simulator = self.simulator
        roots = [simulator.root]
        return SignedDataVerifier(roots, online, self.environment, simulator.bundle_id, simulator.app_apple_id)

    @staticmethod
    def _names_responder(signed):
        leaf = base64.b64decode(jwt.get_unverified_header(signed)["x5c"][0])
        extensions = x509.load_der_x509_certificate(leaf).extensions
        return any(item.oid == ExtensionOID.AUTHORITY_INFORMATION_ACCESS for item in extensions)


def png(width, height):
    """Returns an image of one shade of gray without transparency."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    pixels = zlib.compress(bytes(height * (width + 1)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")
