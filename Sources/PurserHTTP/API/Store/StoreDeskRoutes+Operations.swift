import PurserService

extension StoreDeskRoutes {
    private static let transaction = APIParameter.path(
        "transaction",
        .string(pattern: "^[0-9A-Za-z_-]+$", length: 1...64),
        "Any transaction id of Apple's; for a subscription its original transaction id."
    )
    private static let reason = APIProperty.optional("reason", .string(length: 0...1000), "For the audit log.")
    private static let days = APIProperty.required("days", .integer(1...90))
    private static let because = APIProperty.required(
        "because",
        .words(StoreTask.reasons.map(\.word)),
        "Why, as Apple is told."
    )
    private static let done = APISchema.named(
        "StoreDeed",
        .object(
            .required("transaction", .transaction),
            .required("environment", .environment, "Where Apple knows it."),
            .optional("recorded", .boolean, "Whether what Apple signs of it now is in the books already.")
        )
    )
    private static let unconfigured = APIProblem.status(409, "appstore_not_configured")
    private static let unknown = APIProblem.status(404, "appstore_not_found")
    private static let invalid = APIProblem.status(
        422,
        "appstore_identifier_invalid",
        "appstore_refused",
        "appstore_unauthorized",
        "field_missing",
        "field_unknown",
        "field_wrong_type"
    )
    private static let later = APIProblem.status(503, "appstore_unreachable", "appstore_rate_limited")
    private static let unreadable = APIProblem.status(502)
    private static let asked = [Self.unconfigured, Self.unknown, Self.invalid, Self.later, Self.unreadable]

    private static let ordered = [
        Self.unconfigured, APIProblem.status(409, "idempotency_key_reused"),
        APIProblem.status(422, "appstore_identifier_invalid", "field_missing", "field_unknown", "field_wrong_type"),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/subscriptions/{transaction}/status",
            id: "askStatus",
            tag: .store,
            access: .read,
            summary: "What Apple says now of a customer's subscriptions",
            description: "Apple is asked at once, and what it signs is recorded like everything else.",
            parameters: [Self.transaction],
            answers: [.ok(AppleStatusBody.schema, "What Apple says.")],
            problems: Self.asked
        ),
        APIOperation(
            .post,
            "/v1/subscriptions/{transaction}/extend",
            id: "extendSubscription",
            tag: .store,
            access: .write,
            summary: "Put off one renewal date",
            description:
                "It cannot be undone, and Apple writes to the customer. At most twice a year each. The order is kept "
                + "and answered before Apple is asked; one sender's order of one `Idempotency-Key` is given once, for good.",
            parameters: [Self.transaction, .dryRun],
            body: .json(.object(Self.days, Self.because, Self.reason)),
            answers: [
                .json(202, RenewalExtensionBody.schema, "The order is kept."),
                .ok(StorePreviewBody.schema, "The preview."),
            ],
            problems: Self.ordered
        ),
        APIOperation(
            .post,
            "/v1/extensions",
            id: "extendAllSubscriptions",
            tag: .store,
            access: .admin,
            summary: "Put off the renewal dates of all subscribers of a product",
            description:
                "It cannot be undone. The order is kept and answered before Apple is asked; one sender's order of one "
                + "`Idempotency-Key` is given once, for good.",
            parameters: [.dryRun],
            body: .json(
                .object(
                    .required("product", .product),
                    Self.days,
                    Self.because,
                    .optional("storefronts", .array(of: .string(pattern: "^[A-Z]{3}$")), "All of them, if left out."),
                    .optional("environment", .words("Production", "Sandbox"), "Production, if left out."),
                    Self.reason
                )
            ),
            answers: [
                .json(202, RenewalExtensionBody.schema, "The order is kept."),
                .ok(StorePreviewBody.schema, "The preview."),
            ],
            problems: Self.ordered
        ),
        APIOperation(
            .get,
            "/v1/extensions",
            id: "listExtensions",
            tag: .store,
            access: .read,
            summary: "The newest orders to put off renewal dates, newest first",
            parameters: [.environment],
            answers: [.ok(.object(.required("extensions", .array(of: RenewalExtensionBody.schema))), "The orders.")],
            problems: [.status(422, "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/extensions/{extension}",
            id: "readExtension",
            tag: .store,
            access: .read,
            summary: "How far such an order has come",
            parameters: [.path("extension", .string(), "The order's `id`.")],
            answers: [.ok(RenewalExtensionBody.schema, "The order.")],
            problems: [.status(404, "extension_unknown"), Self.unconfigured]
        ),
        APIOperation(
            .put,
            "/v1/transactions/{transaction}/token",
            id: "setAppAccountToken",
            tag: .store,
            access: .write,
            summary: "Set the account token of a chain of purchases at Apple",
            description: "Everything that Apple signs of it from now on names the token.",
            parameters: [Self.transaction, .dryRun],
            body: .json(.object(.required("appAccountToken", .accountToken), Self.reason)),
            answers: [.ok(.oneOf([Self.done, StorePreviewBody.schema]), "Set, or the preview.")],
            problems: Self.asked + [.status(422, "account_token_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/transactions/{transaction}/finish",
            id: "finishTransaction",
            tag: .store,
            access: .write,
            summary: "Finish a transaction for an app that never will",
            parameters: [Self.transaction, .dryRun],
            body: .json(.object(Self.reason), isRequired: false),
            answers: [.ok(.oneOf([Self.done, StorePreviewBody.schema]), "Finished, or the preview.")],
            problems: Self.asked
        ),
        APIOperation(
            .get,
            "/v1/transactions/{transaction}/app",
            id: "readAppTransaction",
            tag: .store,
            access: .read,
            summary: "The download of the app by whoever made a transaction",
            description: "Verified, and not kept in the books. Entered in the audit log.",
            parameters: [Self.transaction],
            answers: [.ok(AppTransactionBody.schema, "The download.")],
            problems: Self.asked
        ),
        APIOperation(
            .get,
            "/v1/apple-orders/{order}",
            id: "lookUpAppleOrder",
            tag: .lookups,
            access: .read,
            summary: "What an order number of Apple's mails stands for",
            description: "Apple is asked, in Production; its transactions are recorded. Entered in the audit log.",
            parameters: [
                .path("order", .string(pattern: "^[0-9A-Za-z_-]+$", length: 1...64), "The number in Apple's mail.")
            ],
            answers: [.ok(LookedUpOrderBody.schema, "The purchases of the order.")],
            problems: Self.asked
        ),
    ]
}
