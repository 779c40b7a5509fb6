/// A receiver: its name, the events that it gets, and how it behaves.
package struct ReceiverPlan: Hashable, Sendable {
    /// The path that receives events; a request for another path followed a redirect.
    static let path = "/events"

    /// The name of the receiver in sentences.
    package let name: String
    /// The app.
    package let app: String
    /// The behavior of the receiver.
    package let behavior: ReceiverBehavior
    /// Whether it gets Apple's notifications instead of events.
    package let isRelay: Bool
    /// Whether it is the fulfiller.
    package let isFulfiller: Bool
    /// The kind of its signature.
    package let signature: String
    /// The names of the events that it gets; empty for all.
    package let events: [String]
    /// The single environment whose events it gets; `nil` for all.
    package let environment: String?

    /// Creates a receiver.
    package init(
        _ name: String,
        app: String,
        _ behavior: ReceiverBehavior,
        isRelay: Bool = false,
        isFulfiller: Bool = false,
        signature: String = "hmac",
        events: [String] = [],
        environment: String? = nil
    ) {
        self.name = name
        self.app = app
        self.behavior = behavior
        self.isRelay = isRelay
        self.isFulfiller = isFulfiller
        self.signature = signature
        self.events = events
        self.environment = environment
    }

    /// Returns whether it gets events of this name.
    package func wants(_ name: String, in environment: String) -> Bool {
        guard self.environment == nil || self.environment == environment else { return false }
        return self.events.isEmpty
            || self.events.contains { pattern in
                pattern == name || pattern.hasSuffix(".*") && name.hasPrefix(pattern.dropLast())
            }
    }

    /// The receivers of a cluster: without redirecting ones, and with more that answer slowly.
    package static let cluster: [Self] = [
        Self("the fulfiller", app: "shop", .unhurried, isFulfiller: true),
        Self("the failing one", app: "shop", .failing),
        Self("the slow one", app: "other", .slow, isFulfiller: true, signature: "ed25519"),
        Self("the lying one", app: "other", .lying),
        Self("the relay", app: "shop", .moody, isRelay: true),
        Self("the relay of one environment", app: "other", .unhurried, isRelay: true, environment: "Production"),
        Self("the receiver of what was healed", app: PolledShop.app, .unhurried),
    ]

    /// All receivers.
    static let all: [Self] = [
        Self("the fulfiller", app: "shop", .healthy, isFulfiller: true),
        Self("the failing one", app: "shop", .failing),
        Self("the slow one", app: "other", .slow, isFulfiller: true, signature: "ed25519"),
        Self("the lying one", app: "other", .lying),
        Self("the redirecting one", app: "shop", .redirecting, events: ["subscription.*", "transaction.recorded"]),
        Self("the rebinding one", app: "other", .rebinding, environment: "Sandbox"),
        Self("the relay", app: "shop", .moody, isRelay: true),
        Self("the relay of one environment", app: "other", .healthy, isRelay: true, environment: "Production"),
    ]
}

/// The behavior of a receiver until the end, when all are healthy.
package enum ReceiverBehavior: String, Hashable, Sendable {
    /// It accepts everything at once.
    case healthy
    /// It accepts everything after a moment, so that two senders of the same event stream would overlap.
    case unhurried
    /// It refuses in bursts, and asks for a pause.
    case failing
    /// It accepts everything and answers late, for a while too late.
    case slow
    /// It accepts everything, and some of its answers are lost.
    case lying
    /// It redirects to an address that must never be called.
    case redirecting
    /// Its name resolves, by turns, to an address that must never be called.
    case rebinding
    /// It refuses at times, and some of its answers are lost.
    case moody
}
