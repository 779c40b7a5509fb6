import Ledger

extension DeliveryFailureBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "DeliveryFailure",
        .object(
            .required("code", .string(), "`status`, or what went wrong before there was an answer."),
            .optional("status", .integer(100...999), "The status of the answer, if there was one."),
            .optional("at", .instant)
        )
    )
}

extension WebhookBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "Webhook",
        .object(
            .required("id", .string()),
            .required("app", .string()),
            .required("kind", .words("events", "relay"), "Purser's events, or Apple's notifications untouched."),
            .required("url", .string()),
            .required("name", .string()),
            .required("events", .array(of: .string()), "Names as in `events` of the request; empty for all."),
            .required("environments", .array(of: .environment), "Empty for all."),
            .optional("percent", .integer(1...100), "Of a relay: how many of a hundred chains."),
            .required("fulfiller", .boolean, "Whether it fulfils orders; one endpoint of an app does."),
            .optional("signature", .words(WebhookSignatureKind.allCases.map(\.rawValue))),
            .optional("formerSecretUntil", .instant, "Until when the former secret signs beside the new one."),
            .required(
                "state",
                .words(WebhookEndpoint.State.allCases.map(\.rawValue)),
                "`gone` once it has answered 410; nothing is lost, what happens waits."
            ),
            .optional(
                "replay",
                .object(
                    .required("events", .integer(), "How many events it is about."),
                    .required("arranged", .integer(), "How many of these are put back already.")
                ),
                "What is to be told once more, until all of it is put back."
            ),
            .required("createdAt", .instant),
            .required("createdBy", .string()),
            .optional(
                "health",
                .object(
                    .optional("deliveredAt", .instant, "When something arrived last."),
                    .optional("failingSince", .instant, "Since when nothing arrives."),
                    .optional("failure", DeliveryFailureBody.schema, "What went wrong last."),
                    .required("waitingLanes", .integer(), "Customers with something to tell, up to 10,000."),
                    .required("parkedLanes", .integer(), "Those of them that wait for a person.")
                ),
                "Where one endpoint was asked for."
            ),
            .optional("secret", .string(), "`whsec_...`, or the public key `whpk_...`: shown this once."),
            .nothing
        )
    )
}

extension DeliveryBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "Delivery",
        .object(
            .required("event", .string(), "The event that has not arrived; those after it wait for it."),
            .required("attempts", .integer(1...Int64.max)),
            .required("failingSince", .instant),
            .required("failure", DeliveryFailureBody.schema),
            .optional("dueAt", .instant, "When it is tried again."),
            .optional("parkedAt", .instant, "When it was parked, after 72 hours.")
        )
    )
}

extension TrialBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "WebhookTrial",
        .object(
            .required("webhook", .string()),
            .required("event", .string(), "The `webhook-id` that was sent."),
            .required("arrived", .boolean),
            .optional("failure", DeliveryFailureBody.schema),
            .required("tookMilliseconds", .integer())
        )
    )
}
