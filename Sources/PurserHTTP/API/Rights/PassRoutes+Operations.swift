import Ledger

extension PassRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/pass",
            id: "signPass",
            tag: .entitlements,
            access: .readInApp,
            summary: "A customer's active rights, signed, good for ten minutes",
            description: "A JWS (ES256) for whoever cannot ask this server: `sub` is the customer, `aud` the app, "
                + "`exp` the end, `environment` what was asked about, `rights` what may be used. Its keys are at `/.well-known/jwks.json`.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Pass",
                        .object(
                            .required("customer", .customer),
                            .required("expiresAt", .instant, "From when on it is good no longer."),
                            .required("pass", .compactJWS, "The pass.")
                        )
                    ),
                    "The pass."
                )
            ],
            problems: [
                .status(403, "environment_not_allowed"),
                .status(422, "customer_invalid", "environment_invalid"),
                .status(
                    503,
                    "pass_keys_exposed",
                    "pass_keys_unreadable",
                    "pass_keys_unwritable",
                    "pass_signing_failed"
                ),
            ]
        ),
        APIOperation(
            .get,
            "/.well-known/jwks.json",
            id: "readPassKeys",
            tag: .entitlements,
            access: .anyone,
            summary: "The public keys that passes are checked with",
            description: "A JSON Web Key Set (RFC 7517). It may be kept for an hour; a new key is published a day "
                + "before it signs.",
            answers: [
                .ok(
                    .named("PassKeys", .object(.required("keys", .array(of: .anything), "JSON Web Keys."))),
                    "The keys."
                )
            ],
            problems: [
                .status(
                    503,
                    "pass_keys_exposed",
                    "pass_keys_unreadable",
                    "pass_keys_unwritable",
                    "pass_signing_failed"
                )
            ]
        ),
    ]
}
