package import Ledger
package import PurserService

/// A webhook endpoint as our JSON.
package struct WebhookBody: Codable, Hashable, Sendable {
    /// What it was sent last, and how that went.
    package struct Health: Codable, Hashable, Sendable {
        /// When something arrived last.
        package let deliveredAt: String?
        /// Since when nothing arrives.
        package let failingSince: String?
        /// What went wrong last.
        package let failure: DeliveryFailureBody?
        /// How many event streams have something to publish, up to ten thousand.
        package let waitingStreams: Int
        /// How many of these are suspended.
        package let suspendedStreams: Int
    }

    /// What is to be sent again.
    package struct Replay: Codable, Hashable, Sendable {
        /// How many events it is about.
        package let events: Int64
        /// How many of these are put back already.
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
    /// What people call it.
    package let name: String
    /// The names of what it is sent; empty for all.
    package let events: [String]
    /// The environments; empty for all.
    package let environments: [String]
    /// Of a relay: how many of a hundred chains.
    package let percent: Int?
    /// Whether it fulfills orders.
    package let fulfiller: Bool
    /// `hmac` or `ed25519`; absent for a relay.
    package let signature: String?
    /// Until when the former secret counts beside the new one.
    package let previousSecretUntil: String?
    /// `active`, `paused` or `gone`.
    package let state: String
    /// What is to be sent again, while that is being arranged.
    package let replay: Replay?
    /// When it was made.
    package let createdAt: String
    /// Who made it.
    package let createdBy: String
    /// How it has been doing, where that was asked.
    package let health: Health?
    /// The secret, or the public key for Ed25519; in the answer that makes it, and never again.
    package let secret: String?
    /// Why nothing was done, where it was to be changed and was so already.
    package let nothing: String?

    /// The body of an endpoint, with its secret where that has just been made.
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
                suspendedStreams: report.waiting.suspended
            )
        }
        self.secret = secret
        self.nothing = nothing?.rawValue
    }
}

extension WebhookBody {
    /// The form of the body.
    static let schema = APISchema.named(
        "Webhook",
        .object(
            .required("id", .string()),
            .required("app", .string()),
            .required("kind", .enumeration("events", "relay"), "Purser's events, or Apple's notifications untouched."),
            .required("url", .string()),
            .required("name", .string()),
            .required("events", .array(of: .string()), "Names as in `events` of the request; empty for all."),
            .required("environments", .array(of: .environment), "Empty for all."),
            .optional("percent", .integer(1...100), "Of a relay: how many of a hundred chains."),
            .required("fulfiller", .boolean, "Whether it fulfills orders; one endpoint of an app does."),
            .optional("signature", .enumeration(WebhookSignatureKind.allCases.map(\.rawValue))),
            .optional("previousSecretUntil", .instant, "Until when the former secret signs beside the new one."),
            .required(
                "state",
                .enumeration(WebhookEndpoint.State.allCases.map(\.rawValue)),
                "`gone` once it has answered 410; nothing is lost, what happens waits."
            ),
            .optional(
                "replay",
                .object(
                    .required("events", .integer(), "How many events it is about."),
                    .required("arranged", .integer(), "How many of these are put back already.")
                ),
                "What is to be sent again, until all of it is put back."
            ),
            .required("createdAt", .instant),
            .required("createdBy", .string()),
            .optional(
                "health",
                .object(
                    .optional("deliveredAt", .instant, "When something arrived last."),
                    .optional("failingSince", .instant, "Since when nothing arrives."),
                    .optional("failure", DeliveryFailureBody.schema, "What went wrong last."),
                    .required("waitingStreams", .integer(), "Customers with something to publish, up to 10,000."),
                    .required("suspendedStreams", .integer(), "Those of them that wait for a person.")
                ),
                "Where one endpoint was asked for."
            ),
            .optional("secret", .string(), "`whsec_...`, or the public key `whpk_...`: shown this once."),
            .nothing
        )
    )
}
