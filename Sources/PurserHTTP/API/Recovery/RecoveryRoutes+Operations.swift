import Ledger

extension RecoveryRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/recover",
            id: "recoverOrder",
            tag: .orders,
            access: .writeInApp,
            summary: "Find what was paid for by the order number of Apple's mail",
            description:
                "Apple is asked for the purchases of the number; they are verified, recorded, and handed in for the customer "
                + "with the intent `sync`: what nobody owns becomes his, what is missing is handed over once, and what "
                + "somebody else owns stays his. Each purchase, and each refusal in `sentence`, comes with a sentence for "
                + "the player. Production only.",
            parameters: [
                .header(
                    "Accept-Language",
                    .string(),
                    "The player's languages by RFC 9110; English where none of them is there."
                )
            ],
            body: .json(
                .named(
                    "RecoveryRequest",
                    .object(
                        .optional(
                            "customer",
                            .customer,
                            "For whom; a publishable key speaks for the customer of its token."
                        ),
                        .required(
                            "orderNumber",
                            .string(length: 1...Self.longestNumber),
                            "As the player writes it: small letters, spaces and hyphens do not matter."
                        ),
                        .optional(
                            "language",
                            .string(length: 1...Self.longestLanguage),
                            "Instead of `Accept-Language`, in the same form: `zh-Hans`."
                        ),
                        .optional(
                            "reason",
                            .string(length: 1...Self.longestReason),
                            "Why, for the audit log, which has what operators do."
                        )
                    )
                )
            ),
            answers: [.ok(RecoveryBody.schema, "What became of each purchase.")],
            problems: [
                .unreadableBody,
                .wrongFields("field_invalid", "customer_invalid", "customer_reserved", "order_number_invalid"),
                .status(404, "order_number_unknown", "order_number_empty", "appstore_not_found"),
                .status(409, "order_number_of_another", "appstore_not_configured"),
                .status(422, "appstore_identifier_invalid", "appstore_refused", "appstore_unauthorized"),
                .status(429, "recovery_rate_limited"),
                .status(502),
                .status(503, "appstore_unreachable", "appstore_rate_limited", "quarantine_full"),
            ]
        )
    ]
}
