extension NotificationRoutes {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/apple/{app}/notifications",
            id: "receiveNotification",
            tag: .apple,
            access: .apple,
            summary: "Take an App Store Server Notification",
            description: "An answer of 200 follows a commit that is on disk. What may be authentic and cannot be kept "
                + "gets a 503, so that Apple sends it again; what is forged or malformed gets a 400 with the code of the "
                + "check that failed.",
            parameters: [.path("app", .string(), "The app's name in the configuration.")],
            body: .json(
                .record([
                    .optional("signedPayload", .compactJWS, "Version 2."),
                    .optional("notification_type", .string(), "Version 1."),
                ]),
                "As Apple sends it."
            ),
            answers: [
                .ok(
                    .named(
                        "NotificationAnswer",
                        .object(
                            .required("outcome", .words("recorded", "duplicate", "held", "hint")),
                            .optional("code", .string(), "Why it is held.")
                        )
                    ),
                    "Taken in, and on disk."
                )
            ],
            problems: [
                .status(400, "signed_payload_missing", "notification_secret_wrong", "json_invalid", "body_incomplete"),
                .status(404, "app_unknown"),
                .status(429, "unknown_signer_rate_limited"),
                .status(503, "quarantine_full", "notification_unconfirmed"),
            ]
        )
    ]
}
