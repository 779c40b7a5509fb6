import Ledger

extension KeyRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/keys",
            id: "listKeys",
            tag: .access,
            access: .admin,
            summary: "The keys, newest first",
            description: "With the key of an app, or below `/v1/apps/{app}`, those of the app; else all.",
            parameters: [.limit(200), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("keys", .array(of: KeyBody.schema)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of keys."
                )
            ],
            problems: [.status(422, "field_wrong_type")]
        ),
        APIOperation(
            .post,
            "/v1/keys",
            id: "createKey",
            tag: .access,
            access: .admin,
            summary: "Make a key",
            description: "The answer shows the key once. A repetition with the same `Idempotency-Key` makes no second "
                + "one, and does not show it again.",
            body: .json(
                .named(
                    "NewKey",
                    .object(
                        .required("kind", .words("secret", "publishable", "operator")),
                        .required("name", .string(length: 1...100), "What it is to be called."),
                        .optional(
                            "scopes",
                            .array(of: .words(AccessScope.allCases.map(\.rawValue))),
                            "Of a secret key, at least one."
                        ),
                        .optional("role", .words(OperatorRole.allCases.map(\.rawValue)), "Of an operator's key."),
                        .optional("app", .string(), "The app, where neither key nor address say it."),
                        .optional("reason", .string(), "Why, for the audit log.")
                    )
                )
            ),
            answers: [.json(201, KeyBody.schema, "The key was made; this is the only time it is shown.")],
            problems: [
                .unreadableBody,
                .wrongFields(
                    "key_name_invalid",
                    "key_scopes_missing",
                    "app_missing",
                    "app_unknown"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/keys/{key}",
            id: "revokeKey",
            tag: .access,
            access: .admin,
            summary: "Revoke a key, at once and for good",
            description: "Revoking again changes nothing.",
            parameters: [
                .path("key", .string(), "The key's `id`."),
                .query("reason", .string(length: 1...1000), "Why, for the audit log."),
            ],
            answers: [.ok(KeyBody.schema, "It is revoked.")],
            problems: [.status(404, "key_not_found"), .status(422, "field_invalid")]
        ),
    ]
}
