package import Ledger
package import PurserService

/// A webhook endpoint in JSON.
package struct WebhookBody: Codable, Hashable, Sendable {
    /// The state of the deliveries to an endpoint.
    package struct Health: Codable, Hashable, Sendable {
        /// When the last delivery succeeded.
        package let deliveredAt: String?
        /// Since when all deliveries fail.
        package let failingSince: String?
        /// The last failure.
        package let failure: DeliveryFailureBody?
        /// The number of event streams with undelivered events, up to ten thousand.
        package let waitingStreams: Int
        /// The number of suspended event streams among them.
        package let suspendedStreams: Int
        /// When the oldest undelivered event occurred.
        package let oldestWaitingAt: String?
    }

    /// A running replay.
    package struct Replay: Codable, Hashable, Sendable {
        /// The number of events in its range.
        package let events: Int64
        /// The number of them that the replay has queued.
        package let arranged: Int64
    }

    /// Its id.
    package let id: String
    /// The app.
    package let app: String
    /// `events` or `relay`.
    package let kind: String
    /// Its URL.
    package let url: String
    /// The name for people.
    package let name: String
    /// The names of the events that it receives; empty for all.
    package let events: [String]
    /// The environments whose events it receives; empty for all.
    package let environments: [String]
    /// For a relay: the percentage of chains.
    package let percent: Int?
    /// Whether it fulfills orders.
    package let fulfiller: Bool
    /// `hmac` or `ed25519`; absent for a relay.
    package let signature: String?
    /// Until when the previous secret signs in addition to the new one.
    package let previousSecretUntil: String?
    /// `active`, `paused` or `gone`.
    package let state: String
    /// The replay, while it is queuing events.
    package let replay: Replay?
    /// When it was created.
    package let createdAt: String
    /// Who created it.
    package let createdBy: String
    /// The state of its deliveries; absent in lists.
    package let health: Health?
    /// The secret, or the public key for Ed25519; only in the response that creates it.
    package let secret: String?
    /// Why the request changed nothing, if the requested state already existed.
    package let nothing: String?

    /// Creates the body of an endpoint, with its secret if it was just created.
    package init(
        _ endpoint: WebhookEndpoint,
        secret: String? = nil,
        report: WebhookReport? = nil,
        nothing: NoChange.Code? = nil
    ) {
        self.id = endpoint.id.rawValue
        self.app = endpoint.app.rawValue
        self.kind = endpoint.content == .relay ? "relay" : "events"
        self.url = endpoint.address
        self.name = endpoint.title
        self.events = endpoint.filter.patterns
        self.environments = endpoint.filter.environments.map(\.rawValue).sorted()
        self.percent = endpoint.content == .relay ? endpoint.filter.percent : nil
        self.fulfiller = endpoint.isFulfiller
        self.signature = endpoint.content == .relay ? nil : endpoint.signature.rawValue
        self.previousSecretUntil = endpoint.formerUntil?.rfc3339
        self.state = endpoint.state.rawValue
        self.replay = endpoint.replay.map { replay in
            Replay(events: replay.last - replay.first + 1, arranged: replay.next - replay.first)
        }
        self.createdAt = endpoint.createdAt.rfc3339
        self.createdBy = endpoint.createdBy
        self.health = report.map { report in
            Health(
                deliveredAt: report.health.deliveredAt?.rfc3339,
                failingSince: report.health.failingSince?.rfc3339,
                failure: report.health.failure.map { DeliveryFailureBody($0) },
                waitingStreams: report.waiting.streams,
                suspendedStreams: report.waiting.suspended,
                oldestWaitingAt: report.oldestWaitingAt?.rfc3339
            )
        }
        self.secret = secret
        self.nothing = nothing?.rawValue
    }
}

extension WebhookBody {
    /// The schema of the body.
    static let schema = APISchema.named(
        "Webhook",
        .object(
            .required("id", .string()),
            .required("app", .string()),
            .required("kind", .enumeration("events", "relay"), "Purser's events, or Apple's notifications unchanged."),
            .required("url", .string()),
            .required("name", .string()),
            .required(
                "events",
                .array(of: .string()),
                "The names of the events, as in `events` of the request; empty for all."
            ),
            .required("environments", .array(of: .environment), "The environments; empty for all."),
            .optional("percent", .integer(1...100), "For a relay: the percentage of chains."),
            .required("fulfiller", .boolean, "Whether it fulfills orders; an app has at most one such endpoint."),
            .optional("signature", .enumeration(WebhookSignatureKind.allCases.map(\.rawValue))),
            .optional(
                "previousSecretUntil",
                .instant,
                "Until when the previous secret signs in addition to the new one."
            ),
            .required(
                "state",
                .enumeration(WebhookEndpoint.State.allCases.map(\.rawValue)),
                "`gone` after the endpoint responded with 410; the server keeps its events until the endpoint is "
                    + "resumed."
            ),
            .optional(
                "replay",
                .object(
                    .required("events", .integer(), "The number of events in its range."),
                    .required("arranged", .integer(), "The number of them that the replay has queued.")
                ),
                "The replay, until all of its events are queued."
            ),
            .required("createdAt", .instant),
            .required("createdBy", .string()),
            .optional(
                "health",
                .object(
                    .optional("deliveredAt", .instant, "When the last delivery succeeded."),
                    .optional("failingSince", .instant, "Since when all deliveries fail."),
                    .optional("failure", DeliveryFailureBody.schema, "The last failure."),
                    .required(
                        "waitingStreams",
                        .integer(),
                        "The number of event streams with undelivered events, up to 10,000."
                    ),
                    .required("suspendedStreams", .integer(), "The number of suspended event streams among them."),
                    .optional(
                        "oldestWaitingAt",
                        .instant,
                        "When the oldest undelivered event occurred; suspended event streams do not count."
                    )
                ),
                "The state of the deliveries; absent in lists."
            ),
            .optional("secret", .string(), "`whsec_...`, or the public key `whpk_...`; only in this response."),
            .nothing
        )
    )
}
