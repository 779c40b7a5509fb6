"""Checks running simulators with Apple's own library (app-store-server-library).

Takes two lines that `purser simulate` printed: a production world and a sandbox world. Only the address of the library
is changed. Exits with 0 and a line that counts payloads and endpoints, or with 1 and the problems.
"""

import json
import sys
import time

from appstoreserverlibrary.models.Environment import Environment
from harness import ENDPOINTS, Findings, World
from production import play_production
from sandbox import play_sandbox

KINDS = ["signed_transaction", "renewal_info", "app_transaction", "notification", "realtime_request"]

# Every pair that the two stories lead to.
TYPES = """
CONSUMPTION_REQUEST/- DID_CHANGE_RENEWAL_PREF/DOWNGRADE DID_CHANGE_RENEWAL_PREF/- DID_CHANGE_RENEWAL_PREF/UPGRADE
DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED DID_FAIL_TO_RENEW/-
DID_FAIL_TO_RENEW/GRACE_PERIOD DID_RENEW/- DID_RENEW/BILLING_RECOVERY EXPIRED/BILLING_RETRY EXPIRED/PRICE_INCREASE
EXPIRED/PRODUCT_NOT_FOR_SALE EXPIRED/VOLUNTARY EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER
EXTERNAL_PURCHASE_TOKEN/CREATED EXTERNAL_PURCHASE_TOKEN/UNREPORTED GRACE_PERIOD_EXPIRED/- METADATA_UPDATE/- MIGRATION/-
OFFER_REDEEMED/- ONE_TIME_CHARGE/- PRICE_CHANGE/- PRICE_INCREASE/ACCEPTED PRICE_INCREASE/PENDING REFUND/- REFUND_DECLINED/- REFUND_REVERSED/-
RENEWAL_EXTENDED/- RENEWAL_EXTENSION/FAILURE RENEWAL_EXTENSION/SUMMARY RESCIND_CONSENT/- REVOKE/-
SUBSCRIBED/INITIAL_BUY SUBSCRIBED/RESUBSCRIBE TEST/-
""".split()


def main(production, sandbox):
    findings = Findings()
    started = time.monotonic()
    worlds = [
        World(json.loads(production), Environment.PRODUCTION, findings),
        World(json.loads(sandbox), Environment.SANDBOX, findings),
    ]
    play_production(worlds[0])
    play_sandbox(worlds[1])
    for name in ENDPOINTS:
        findings.expect(name in findings.endpoints, f"{name} was never called")
    for kind in KINDS:
        findings.expect(findings.payloads.get(kind), f"no {kind} was verified")
    for name in TYPES:
        findings.expect(name in findings.types, f"no notification {name} came")
    for problem in findings.problems:
        print("problem:", problem)
    for name, count in sorted(findings.types.items()):
        print(f"notification: {name} {count}")
    counts = ", ".join(f"{count} {kind}" for kind, count in sorted(findings.payloads.items()))
    online = all(world.is_online for world in worlds)
    print(
        f"{sum(findings.payloads.values())} payloads verified ({counts}; {len(findings.types)} kinds of notification;"
        f" OCSP {'asked' if online else 'not there'}), {len(findings.endpoints)} of {len(ENDPOINTS)} endpoints called,"
        f" {len(findings.errors)} typed errors met, {len(findings.problems)} problems,"
        f" {time.monotonic() - started:.1f} s"
    )
    return 1 if findings.problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
