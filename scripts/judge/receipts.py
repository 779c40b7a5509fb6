"""Validates a receipt with inapppy and itunes-iap, independent libraries of which only the address is changed.

Takes the address, the app's shared secret, and the receipt on standard input. Prints what each library makes of the
answers, a line each; ends with 1 where one takes what it should refuse.
"""

import sys
import warnings

import inapppy
import itunesiap
import itunesiap.request
import requests

STORES = {"https://buy.itunes.apple.com": "", "https://sandbox.itunes.apple.com": "/sandbox"}


def main():
    warnings.simplefilter("ignore")
    address, secret = sys.argv[1:3]
    receipt = sys.stdin.read().strip()
    post = requests.post

    def moved(url, *rest, **named):
        for store, path in STORES.items():
            url = str(url).replace(store, address + path)
        return post(url, *rest, **named)

    requests.post = moved
    itunesiap.request.Request.PRODUCTION_VALIDATION_URL = address + "/verifyReceipt"
    itunesiap.request.Request.SANDBOX_VALIDATION_URL = address + "/sandbox/verifyReceipt"

    validator = inapppy.AppStoreValidator(auto_retry_wrong_env_request=True)
    for name, password in (("with", secret), ("without", None)):
        answer = validator.validate(receipt, password)
        counts = [len(answer["receipt"]["in_app"])]
        counts += [len(answer.get(list, [])) for list in ("latest_receipt_info", "pending_renewal_info")]
        print(f"inapppy {name} the secret:", answer["status"], answer["environment"], *counts)
    for name, broken, password in (("cut", receipt[:400], secret), ("secret", receipt, "wrong")):
        try:
            inapppy.AppStoreValidator(sandbox=validator.sandbox).validate(broken, password)
        except inapppy.InAppPyValidationError as error:
            print(f"inapppy refused, {name}:", error.raw_response["status"])
        else:
            sys.exit(f"problem: inapppy takes it, {name}")

    environment = itunesiap.env.review
    answer = itunesiap.verify(receipt, secret, env=environment)
    last = answer.receipt.last_in_app
    print("itunes-iap:", answer.status, answer.receipt.bundle_id, last.product_id, len(answer.latest_receipt_info))
    try:
        itunesiap.verify(receipt, "wrong", env=environment)
    except itunesiap.exc.InvalidReceipt as error:
        print("itunes-iap refused, secret:", error.status)
    else:
        sys.exit("problem: itunes-iap takes it, secret")


main()
