import Ledger

extension EventRoutes {
    private static let type = APIParameter.query(
        "type",
        .string(length: 1...100),
        "Only events of this name, `subscription.renewed` or `subscription.*`. May be there several times."
    )
    private static let environment = APIParameter.query("environment", .environment, "Only events about this one.")
    private static let id = APIParameter.path("event", .string(), "The event's `id`, as in the header `webhook-id`.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/events",
            id: "listEvents",
            tag: .events,
            access: .read,
            summary: "All events of the app, in the order in which they were written",
            description:
                "Keep `cursor` and ask with it again: nothing is missed, however long you were away. A page may "
                + "hold fewer than `limit` although there is a `next`, where a filter lets little through.",
            parameters: [
                .limit(500), .cursor, Self.type, Self.environment,
                .query(
                    "from",
                    .words("beginning", "newest"),
                    "Where to begin without a cursor; `newest` answers with no event and the cursor of now."
                ),
            ],
            answers: [
                .ok(
                    .object(
                        .required("events", .array(of: EventForm.any)),
                        .required("cursor", .string(), "Where to go on, now or later."),
                        .optional("next", .string(), "The same, if there is more already.")
                    ),
                    "A page of events."
                )
            ],
            problems: [
                .status(409, "cursor_ahead"), .status(422, "field_wrong_type", "field_invalid", "cursor_invalid"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/events/stream",
            id: "streamEvents",
            tag: .events,
            access: .read,
            summary: "Events as they come",
            description:
                "Server-sent events: `id` is a cursor, `event` the name, `data` the event. From now on, or from "
                + "`Last-Event-ID` or `cursor` on. A stream ends after a hundred seconds; whoever takes it up again with "
                + "the last `id`, as browsers do by themselves, misses nothing.",
            parameters: [
                .cursor, Self.type, Self.environment,
                .header("Last-Event-ID", .string(length: 1...64), "The last `id` that was seen."),
            ],
            answers: [.file("text/event-stream", "The stream.")],
            problems: [
                .status(409, "cursor_ahead"), .status(422, "field_invalid", "cursor_invalid"),
                .status(503, "streams_used_up"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/events/{event}",
            id: "getEvent",
            tag: .events,
            access: .read,
            summary: "One event",
            parameters: [Self.id],
            answers: [.ok(EventForm.any, "The event.")],
            problems: [.status(404, "event_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/events/{event}/resend",
            id: "resendEvent",
            tag: .events,
            access: .write,
            summary: "Send one event to an endpoint once more",
            description:
                "One attempt, at once, with the same `webhook-id`. Refused while the endpoint has still to be told "
                + "of it in its turn.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .required("webhook", .string(length: 1...255), "The endpoint's `id`."),
                    .optional("reason", .string(length: 1...1000), "Why, for the audit log.")
                )
            ),
            answers: [.ok(TrialBody.schema, "How that ended.")],
            problems: [
                .unreadableBody,
                .status(404, "event_not_found", "webhook_not_found"),
                .status(409, "event_pending"),
                .wrongFields(
                    "field_invalid",
                    "webhook_relay_not_allowed"
                ),
            ]
        ),
    ]
}
