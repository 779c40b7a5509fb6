import Ledger

extension WebhookController {
    private static let id = APIParameter.path("webhook", .string(), "The endpoint's `id`.")
    private static let reason = APIProperty.optional("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let reasonQuery = APIParameter.query("reason", .string(length: 1...1000), "Why, for the audit log.")
    private static let settings: [APIProperty] = [
        .optional("name", .string(length: 1...100), "What people call it; the host if it is not there."),
        .optional(
            "events",
            .array(of: .string(length: 1...100), count: 0...100),
            "What it is sent: `subscription.renewed`, `subscription.*`; of a relay Apple's types, `EXPIRED` or "
                + "`EXPIRED.VOLUNTARY`. All if it is not there."
        ),
        .optional("environments", .array(of: .environment), "All if it is not there."),
        .optional("percent", .integer(1...100), "Of a relay: how many of a hundred chains; always the same ones."),
        .optional("fulfiller", .boolean, "Whether it fulfills orders."),
        .optional(
            "signature",
            .enumeration(WebhookSignatureKind.allCases.map(\.rawValue)),
            "`hmac` if it is not there."
        ),
    ]
    private static let unsigned = APIProblem.status(
        503,
        "webhook_key_exposed",
        "webhook_key_unreadable",
        "webhook_key_unwritable",
        "webhook_key_missing",
        "webhook_signing_failed"
    )
    private static let wrongSettings: [APIProblem] = [
        .unreadableBody,
        .status(404, "webhook_not_found"),
        .status(409, "webhook_fulfiller_taken", "webhook_limit_reached"),
        .wrongFields(
            "field_invalid",
            "webhook_url_invalid",
            "webhook_name_invalid",
            "webhook_filter_unknown",
            "webhook_filter_too_long",
            "webhook_share_not_allowed",
            "webhook_relay_not_allowed",
            "webhook_signature_fixed"
        ),
        Self.unsigned,
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = Self.endpoints + Self.actions

    private static let endpoints: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/webhooks",
            id: "listWebhooks",
            tag: .webhooks,
            access: .read,
            summary: "The webhook endpoints, oldest first",
            answers: [.ok(.object(.required("webhooks", .array(of: WebhookBody.schema))), "All of the app's.")]
        ),
        APIOperation(
            .post,
            "/v1/webhooks",
            id: "createWebhook",
            tag: .webhooks,
            access: .admin,
            summary: "Add a webhook endpoint",
            description:
                "It is told what happens from now on, signed by Standard Webhooks 1.0.0, one customer's events in "
                + "order. With `kind` `relay` it is sent Apple's notifications as they came, unsigned by Purser.",
            body: .json(
                .named(
                    "NewWebhook",
                    .record(
                        [
                            .required("url", .string(length: 1...2048), "https; http only where it is allowed."),
                            .optional("kind", .enumeration("events", "relay"), "`events` if it is not there."),
                        ] + Self.settings + [Self.reason]
                    )
                )
            ),
            answers: [.json(201, WebhookBody.schema, "It was made; the secret is shown this once.")],
            problems: Self.wrongSettings
        ),
        APIOperation(
            .get,
            "/v1/webhooks/{webhook}",
            id: "getWebhook",
            tag: .webhooks,
            access: .read,
            summary: "A webhook endpoint, and how it is doing",
            parameters: [Self.id],
            answers: [.ok(WebhookBody.schema, "The endpoint with `health`.")],
            problems: [.status(404, "webhook_not_found")]
        ),
        APIOperation(
            .patch,
            "/v1/webhooks/{webhook}",
            id: "updateWebhook",
            tag: .webhooks,
            access: .admin,
            summary: "Change, pause or resume it",
            description:
                "What is not named stays as it is. What happens while it is paused waits for it; `paused` `false` "
                + "also brings back one that answered 410.",
            parameters: [Self.id],
            body: .json(
                .named(
                    "WebhookUpdate",
                    .record(
                        [
                            .optional("url", .string(length: 1...2048)),
                            .optional("paused", .boolean, "Whether it is sent nothing for now."),
                        ] + Self.settings + [Self.reason]
                    )
                )
            ),
            answers: [.ok(WebhookBody.schema, "As it is now.")],
            problems: Self.wrongSettings
        ),
        APIOperation(
            .delete,
            "/v1/webhooks/{webhook}",
            id: "deleteWebhook",
            tag: .webhooks,
            access: .admin,
            summary: "Tell it nothing more",
            description: "What it has not received is forgotten; `GET /v1/events` still has it.",
            parameters: [Self.id, Self.reasonQuery],
            answers: [.empty(204, "It is removed.")],
            problems: [.status(404, "webhook_not_found"), .status(422, "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/webhooks/{webhook}/rotate",
            id: "rotateWebhookSecret",
            tag: .webhooks,
            access: .admin,
            summary: "Give it a new secret",
            description:
                "Both secrets sign for `overlapHours`, so the receiver changes his whenever he likes meanwhile. As long as the "
                + "former one counts there is no second rotation, except with `overlapHours` 0.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional("overlapHours", .integer(0...168), "24 if it is not there; 0 after a leak."),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(WebhookBody.schema, "The new secret, shown this once.")],
            problems: [
                .unreadableBody,
                .status(404, "webhook_not_found"),
                .status(409, "webhook_rotation_under_way"),
                .status(422, "field_unknown", "field_wrong_type", "field_invalid", "webhook_relay_not_allowed"),
                Self.unsigned,
            ]
        ),
    ]

    private static let actions: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/webhooks/{webhook}/test",
            id: "testWebhook",
            tag: .webhooks,
            access: .write,
            summary: "Send it something that stands for nothing",
            description:
                "One attempt of a `webhook.tested`, at once, in no event stream. What the receiver answers is not passed "
                + "on but for its status.",
            parameters: [Self.id],
            answers: [.ok(DeliveryAttemptBody.schema, "How that ended.")],
            problems: [.status(404, "webhook_not_found"), .status(422, "webhook_relay_not_allowed")]
        ),
        APIOperation(
            .get,
            "/v1/webhooks/{webhook}/deliveries",
            id: "listWebhookDeliveries",
            tag: .webhooks,
            access: .read,
            summary: "What does not arrive, and what is suspended",
            description:
                "One for each customer whose next event has failed. His later events wait for it; nobody else's do.",
            parameters: [Self.id, .limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("deliveries", .array(of: DeliveryBody.schema)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [
                .status(404, "webhook_not_found", "webhook_stream_not_found"),
                .status(422, "field_wrong_type", "field_invalid"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/webhooks/{webhook}/retry",
            id: "retryWebhookDeliveries",
            tag: .webhooks,
            access: .write,
            summary: "Try at once what does not arrive, suspended or not",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "event",
                        .string(length: 1...1024),
                        "Only the event stream of this one; else every event stream."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(.object(.required("streams", .integer()), .nothing), "How many event streams are due now.")],
            problems: [
                .unreadableBody,
                .status(404, "webhook_not_found", "webhook_stream_not_found"),
                .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/webhooks/{webhook}/skip",
            id: "skipWebhookDelivery",
            tag: .webhooks,
            access: .write,
            summary: "Pass over an event that does not arrive",
            description:
                "The receiver is never sent it in its turn, and the events after it come. It is entered in the "
                + "audit log; `resend` still sends it.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .required("event", .string(length: 1...1024)),
                    .required("reason", .string(length: 1...1000), "Why, for the audit log.")
                )
            ),
            answers: [.ok(.object(.required("skipped", .string())), "Which one.")],
            problems: [
                .unreadableBody,
                .status(404, "webhook_not_found", "webhook_stream_not_found"),
                .wrongFields("field_invalid"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/webhooks/{webhook}/replay",
            id: "replayEvents",
            tag: .webhooks,
            access: .write,
            summary: "Send it a range of events again",
            description:
                "By time or by place. Each customer's events come in order with the same ids, then what is new.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional("from", .instant, "What was written from then on."),
                    .optional("to", .instant, "And before then; the newest if it is not there."),
                    .optional("after", .string(length: 1...64), "Instead: what comes after this cursor."),
                    .optional("through", .string(length: 1...64), "And up to this one."),
                    Self.reason
                )
            ),
            answers: [.json(202, WebhookBody.schema, "`replay` shows how far it is arranged.")],
            problems: [
                .unreadableBody,
                .status(404, "webhook_not_found"),
                .status(409, "webhook_replay_under_way"),
                .wrongFields(
                    "field_invalid",
                    "cursor_invalid",
                    "webhook_replay_empty",
                    "webhook_relay_not_allowed"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/webhooks/{webhook}/replay",
            id: "cancelReplay",
            tag: .webhooks,
            access: .write,
            summary: "End a replay",
            description: "What is put back already still comes.",
            parameters: [Self.id, Self.reasonQuery],
            answers: [.ok(WebhookBody.schema, "As it is now.")],
            problems: [.status(404, "webhook_not_found"), .status(422, "field_invalid")]
        ),
    ]
}
