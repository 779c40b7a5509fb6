"""Checks signatures that are made for apps with Apple's own library and Python's cryptography.

Takes the name of a file: JSON with the private key, its identifiers, and signatures with what they are to say. Apple's
library makes the same ones; claims that differ, and signatures that do not hold, are problems. Ends with 0 and a line
that counts, or with 1 and what was wrong.
"""

import base64
import importlib
import json
import sys

import jwt
from appstoreserverlibrary.jws_signature_creator import (
    AdvancedCommerceAPIInAppSignatureCreator,
    IntroductoryOfferEligibilitySignatureCreator,
    PromotionalOfferV2SignatureCreator,
)
from appstoreserverlibrary.models.LibraryUtility import _get_cattrs_converter
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

# Another nonce and another second make no difference.
FRESH = {"iat", "nonce"}


def comparable(token, key):
    """Returns the header and claims of a JWS with a valid signature, without the values that change each time."""
    audience = jwt.decode(token, options={"verify_signature": False})["aud"]
    claims = jwt.decode(token, key, algorithms=["ES256"], audience=audience)
    names = set(claims)
    kept = {name: value for name, value in claims.items() if name not in FRESH}
    if "request" in kept:
        # The same object may be written in another order.
        kept["request"] = json.loads(base64.b64decode(kept["request"], validate=True))
    return jwt.get_unverified_header(token), kept, names


def library_token(case, key, ids, ours):
    """Returns the signature that Apple's library makes for a case."""
    if case["kind"] == "promotional":
        maker = PromotionalOfferV2SignatureCreator(key, *ids)
        return maker.create_signature(case["product"], case["offer"], case.get("transaction"))
    if case["kind"] == "introductory":
        maker = IntroductoryOfferEligibilitySignatureCreator(key, *ids)
        return maker.create_signature(case["product"], case["allowed"], case["transaction"])
    model = getattr(importlib.import_module(f"appstoreserverlibrary.models.{case['model']}"), case["model"])
    # The operation and the version are the library's own.
    request = {name: value for name, value in ours["request"].items() if name not in ("operation", "version")}
    converter = _get_cattrs_converter(model)
    return AdvancedCommerceAPIInAppSignatureCreator(key, *ids).create_signature(converter.structure(request, model))


def judge(case, public, key, ids, problems):
    """Checks one signature."""
    if case["kind"] == "classic":
        key_id, _, bundle = ids
        parts = [bundle, key_id, case["product"], case["offer"], case["token"], case["nonce"], str(case["timestamp"])]
        text = "\u2063".join(parts).encode()
        maker = PromotionalOfferSignatureCreator(key, key_id, bundle)
        theirs = maker.create_signature(case["product"], case["offer"], case["token"], case["nonce"], case["timestamp"])
        for signature in [case["signature"], theirs]:
            public.verify(base64.b64decode(signature, validate=True), text, ec.ECDSA(hashes.SHA256()))
        return
    ours = comparable(case["signature"], public)
    theirs = comparable(library_token(case, key, ids, ours[1]), public)
    for what, left, right in zip(("header", "claims", "names of claims"), ours, theirs):
        if left != right:
            problems.append(f"{case['name']}: {what} {left} where Apple's library has {right}")


def main(path):
    with open(path) as file:
        order = json.load(file)
    key = order["privateKey"].encode()
    public = serialization.load_pem_private_key(key, password=None).public_key()
    ids = (order["keyId"], order["issuerId"], order["bundleId"])
    problems = []
    for case in order["cases"]:
        try:
            judge(case, public, key, ids, problems)
        except Exception as error:
            problems.append(f"{case['name']}: {type(error).__name__} {error}")
    for problem in problems:
        print("problem:", problem)
    print(f"{len(order['cases'])} signatures judged, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
