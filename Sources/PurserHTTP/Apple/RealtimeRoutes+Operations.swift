extension RealtimeRoutes {
    private static let named = APIProperty.required("messageIdentifier", .string(format: "uuid"))

    /// The route as the OpenAPI document describes it.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/apple/{app}/retention",
            id: "answerRetentionRequest",
            tag: .apple,
            access: .apple,
            summary: "Say what a customer who is about to cancel is shown",
            description: "Answered at once from the app's rules. An empty object lets Apple show its default message.",
            parameters: [.path("app", .string(), "The app's name in the configuration.")],
            body: .json(.record([.required("signedPayload", .compactJWS)]), "As Apple sends it."),
            answers: [
                .ok(
                    .named(
                        "RetentionAnswer",
                        .object(
                            .optional("message", .object(Self.named)),
                            .optional(
                                "alternateProduct",
                                .object(Self.named, .required("productId", .product))
                            ),
                            .optional(
                                "promotionalOffer",
                                .object(Self.named, .required("promotionalOfferSignatureV2", .string()))
                            )
                        )
                    ),
                    "One of these, or nothing."
                )
            ],
            problems: [
                .status(400, "signed_payload_missing", "json_invalid", "body_incomplete"),
                .status(404, "app_unknown"),
                .status(429, "unknown_signer_rate_limited"),
            ]
        )
    ]
}
