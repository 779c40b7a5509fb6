import Ledger

extension WebhookController {
    private static let id = APIParameter.path("webhook", .string(), "The endpoint's `id`.")
    private static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...1000),
        "The reason, for the audit log."
    )
    private static let reasonQuery = APIParameter.query(
        "reason",
        .string(length: 1...1000),
        "The reason, for the audit log."
    )
    private static let settings: [APIProperty] = [
        .optional("name", .string(length: 1...100), "A name for people; by default the host."),
        .optional(
            "events",
            .array(of: .string(length: 1...100), count: 0...100),
            "The names of the events: `subscription.renewed`, `subscription.*`; for a relay Apple's types, `EXPIRED` "
                + "or `EXPIRED.VOLUNTARY`. All by default."
        ),
        .optional("environments", .array(of: .environment), "The environments; all by default."),
        .optional(
            "percent",
            .integer(1...100),
            "For a relay: the percentage of chains to forward; the selection of chains is stable."
        ),
        .optional("fulfiller", .boolean, "Whether it fulfills orders."),
        .optional(
            "signature",
            .enumeration(WebhookSignatureKind.allCases.map(\.rawValue)),
            "The signature; `hmac` by default."
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
            summary: "List webhook endpoints",
            answers: [
                .ok(
                    .object(.required("webhooks", .array(of: WebhookBody.schema))),
                    "All endpoints of the app, oldest first."
                )
            ]
        ),
        APIOperation(
            .post,
            "/v1/webhooks",
            id: "createWebhook",
            tag: .webhooks,
            access: .admin,
            summary: "Create a webhook endpoint",
            description:
                "The server sends it the events from now on, signed according to Standard Webhooks 1.0.0, those of "
                + "each customer in order. With `kind` `relay` it receives Apple's notifications unchanged, "
                + "without a signature of Purser's.",
            body: .json(
                .named(
                    "NewWebhook",
                    .record(
                        [
                            .required(
                                "url",
                                .string(length: 1...2048),
                                "The URL: https; http only where the configuration allows it."
                            ),
                            .optional("kind", .enumeration("events", "relay"), "`events` by default."),
                        ] + Self.settings + [Self.reason]
                    )
                )
            ),
            answers: [.json(201, WebhookBody.schema, "The endpoint with its secret, which no other response shows.")],
            problems: Self.wrongSettings
        ),
        APIOperation(
            .get,
            "/v1/webhooks/{webhook}",
            id: "getWebhook",
            tag: .webhooks,
            access: .read,
            summary: "Get a webhook endpoint",
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
            summary: "Update a webhook endpoint",
            description:
                "Absent fields keep their values. While the endpoint is paused, the server keeps its events; `paused` "
                + "`false` also resumes an endpoint that responded with 410.",
            parameters: [Self.id],
            body: .json(
                .named(
                    "WebhookUpdate",
                    .record(
                        [
                            .optional("url", .string(length: 1...2048)),
                            .optional("paused", .boolean, "Whether deliveries are paused."),
                        ] + Self.settings + [Self.reason]
                    )
                )
            ),
            answers: [.ok(WebhookBody.schema, "The endpoint.")],
            problems: Self.wrongSettings
        ),
        APIOperation(
            .delete,
            "/v1/webhooks/{webhook}",
            id: "deleteWebhook",
            tag: .webhooks,
            access: .admin,
            summary: "Delete a webhook endpoint",
            description: "The server discards its undelivered events; `GET /v1/events` still lists them.",
            parameters: [Self.id, Self.reasonQuery],
            answers: [.empty(204, "The endpoint was deleted.")],
            problems: [.status(404, "webhook_not_found"), .status(422, "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/webhooks/{webhook}/rotate",
            id: "rotateWebhookSecret",
            tag: .webhooks,
            access: .admin,
            summary: "Rotate a webhook endpoint's secret",
            description:
                "Both secrets sign for `overlapHours`, so that the receiver can switch to the new one at any time "
                + "during this period. A second rotation within the period is refused, except with "
                + "`overlapHours` 0.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "overlapHours",
                        .integer(0...168),
                        "The hours for which the previous secret still signs; 24 by default, 0 after a leak."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [.ok(WebhookBody.schema, "The new secret, which no other response shows.")],
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
            summary: "Send a test event",
            description:
                "Sends a `webhook.tested` once and immediately, outside all event streams. Of the receiver's "
                + "response, the server returns only the status.",
            parameters: [Self.id],
            answers: [.ok(DeliveryAttemptBody.schema, "The outcome of the attempt.")],
            problems: [.status(404, "webhook_not_found"), .status(422, "webhook_relay_not_allowed")]
        ),
        APIOperation(
            .get,
            "/v1/webhooks/{webhook}/deliveries",
            id: "listWebhookDeliveries",
            tag: .webhooks,
            access: .read,
            summary: "List undelivered events",
            description:
                "The event streams whose next event has failed or is suspended. The later events of such a stream "
                + "wait for it; other event streams continue.",
            parameters: [Self.id, .limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("deliveries", .array(of: DeliveryBody.schema)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of event streams."
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
            summary: "Retry undelivered events now",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional(
                        "event",
                        .string(length: 1...1024),
                        "Only the event stream of this event; by default every event stream, suspended or not."
                    ),
                    Self.reason
                ),
                isRequired: false
            ),
            answers: [
                .ok(
                    .object(.required("streams", .integer()), .nothing),
                    "The number of event streams that are due now."
                )
            ],
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
            summary: "Skip an undelivered event",
            description:
                "The server does not deliver the event in its turn and continues with the next one. The audit log "
                + "records it; `resend` can still send the event.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .required("event", .string(length: 1...1024)),
                    .required("reason", .string(length: 1...1000), "The reason, for the audit log.")
                )
            ),
            answers: [.ok(.object(.required("skipped", .string())), "The skipped event.")],
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
            summary: "Replay a range of events",
            description:
                "By time or by position. The events of each customer are sent in order and with the same ids, before "
                + "new events.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .optional("from", .instant, "The first instant of the range."),
                    .optional(
                        "to",
                        .instant,
                        "The end of the range, exclusive; by default it ends with the newest event."
                    ),
                    .optional(
                        "after",
                        .string(length: 1...64),
                        "Instead of `from`: the cursor after which the range begins."
                    ),
                    .optional(
                        "through",
                        .string(length: 1...64),
                        "Instead of `to`: the cursor with which the range ends."
                    ),
                    Self.reason
                )
            ),
            answers: [.json(202, WebhookBody.schema, "The endpoint; `replay` shows the progress.")],
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
            summary: "Cancel a replay",
            description: "The endpoint still receives the events that are already queued.",
            parameters: [Self.id, Self.reasonQuery],
            answers: [.ok(WebhookBody.schema, "The endpoint.")],
            problems: [.status(404, "webhook_not_found"), .status(422, "field_invalid")]
        ),
    ]
}
