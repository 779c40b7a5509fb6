"""Checks a pass with PyJWT, an independent library, and the keys that the server publishes.

Takes the server's address, the secret key and the customer. Ends with 0 and a line that names the entitlements, or with 1 and
what was wrong.
"""

import json
import sys
import urllib.request

import jwt


def get(address, key=None):
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {key}"} if key else {})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def main():
    server, key, customer = sys.argv[1:4]
    token = get(f"{server}/v1/customers/{customer}/pass", key)["pass"]
    keys = jwt.PyJWKSet.from_dict(get(f"{server}/.well-known/jwks.json"))
    signer = keys[jwt.get_unverified_header(token)["kid"]]
    claims = jwt.decode(
        token,
        signer.key,
        algorithms=["ES256"],
        audience="shop",
        issuer="purser",
        options={"require": ["exp", "iat", "sub", "aud", "iss"]},
    )
    if claims["sub"] != customer or claims["exp"] - claims["iat"] != 600:
        sys.exit(f"problem: {claims}")
    head, body, signature = token.split(".")
    for broken in (f"{head}.{body[:-2]}AA.{signature}", f"{head}.{body}.{signature[::-1]}"):
        try:
            jwt.decode(broken, signer.key, algorithms=["ES256"], audience="shop")
        except jwt.InvalidTokenError:
            continue
        sys.exit("problem: a changed pass holds")
    print("entitlements: " + ",".join(sorted(entitlement["name"] for entitlement in claims["entitlements"])))


main()
