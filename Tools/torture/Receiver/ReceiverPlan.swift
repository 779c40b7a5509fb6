/// A receiver: its name, the events that it gets, and how it behaves.
package struct ReceiverPlan: Hashable, Sendable {
    /// The path that receives events; a request for another path followed a redirect.
    static let path = "/events"

    /// Its name in what is said of it.
    package let name: String
    /// The app.
    package let app: String
    /// How it behaves.
    package let behavior: ReceiverBehavior
    /// Whether it is sent Apple's notifications rather than events.
    package let isRelay: Bool
    /// Whether it is the one that fulfills orders.
    package let isFulfiller: Bool
    /// How what it is told is signed.
    package let signature: String
    /// The names of what it is told; none for all.
    package let events: [String]
    /// The one environment that it is told of; `nil` for all.
    package let environment: String?

    /// A receiver of these values.
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

    /// Returns whether it is to be told of something of this name.
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

    /// Everybody who is told.
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

/// How a receiver behaves until the end, when all of them behave.
package enum ReceiverBehavior: String, Hashable, Sendable {
    /// It takes everything at once.
    case healthy
    /// It takes everything after a moment, so that two who bring the same event stream would meet.
    case unhurried
    /// It refuses in bursts, and asks to be left alone for a while.
    case failing
    /// It takes everything and answers late, for a time too late.
    case slow
    /// It takes everything, and some of its answers are lost on the way.
    case lying
    /// It redirects to an address that must never be called.
    case redirecting
    /// Its name resolves, by turns, to an address that must never be called.
    case rebinding
    /// It refuses at times, and some of its answers are lost.
    case moody
}
