import Ledger

extension ConsentRoutes {
    private static let regime = APISchema.words(ConsentRegime.allCases.map(\.rawValue))
    private static let regimes = APISchema.object(
        .required("default", Self.regime),
        .required("storefronts", .map(of: Self.regime), "Those with another one.")
    )

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/consents",
            id: "listConsents",
            tag: .customers,
            access: .read,
            summary: "What a customer agreed to, newest first",
            parameters: [.customer],
            answers: [
                .ok(
                    .named(
                        "Consents",
                        .object(
                            .required("customer", .customer),
                            .optional("standing", .string(), "The id of the consent that stands now; absent for none."),
                            .required(
                                "regimes",
                                Self.regimes,
                                "What the shop takes for consent where he said nothing."
                            ),
                            .required("consents", .array(of: ConsentBody.schema))
                        )
                    ),
                    "The consents, withdrawn ones included."
                )
            ],
            problems: [.status(422, "customer_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/consents",
            id: "giveConsent",
            tag: .customers,
            access: .write,
            summary: "Take down that a customer agreed",
            description:
                "Nothing of the body is required; what is left out has a default, and `warning` says what a missing "
                + "`textHash` weakens. Said again with the same `id` and the same words, it is the same consent.",
            parameters: [.customer, .dryRun],
            body: .json(ConsentRequest.schema, "What he agreed to, and what proves it."),
            answers: [.ok(ConsentBody.schema, "The consent.")],
            problems: [
                .status(409, "consent_exists"),
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "consent_in_future",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/consents/{consent}",
            id: "withdrawConsent",
            tag: .customers,
            access: .write,
            summary: "Take down that a customer does not agree any more",
            description: "The consent stays, with the instant of its end: it proves what was sent before. Withdrawn "
                + "twice, the earlier instant counts.",
            parameters: [
                .customer, .path("consent", .string(length: 1...64), "The consent's `id`."), .dryRun,
                .query("withdrawnAt", .string(format: "date-time"), "When he said so; now if left out."),
                .query("source", .string(length: 1...255), "Where he said so, in your words."),
            ],
            answers: [.ok(ConsentBody.schema, "The consent, with its end.")],
            problems: [
                .status(404, "consent_unknown"),
                .status(422, "customer_invalid", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}
