/// What was found in the database that is left.
struct Verdict {
    /// Sentences about what is wrong.
    var violations: [String] = []
    /// Whether events are still to be told, so that another life in peace may help.
    var hasEventsToDeliver = false
    /// Messages that are recorded.
    var recorded = 0
    /// Messages that are kept and wait.
    var held = 0
    /// The number of recorded messages whose senders got no acknowledgment.
    var unacknowledged = 0
    /// Chains that are what the model says.
    var chains = 0
    /// Events in the event streams.
    var events = 0
    /// Events that were told more than once.
    var repeatedEvents = 0

    /// What receivers have not been told yet, or sent.
    var missing: [String] = []
    /// Events that arrived at receivers, each time for the first time.
    var delivered = 0
    /// Notifications that relays were sent, each time for the first time.
    var relayed = 0
    /// Deliveries that were taken once more.
    var deliveredAgain = 0
    /// Deliveries that receivers refused.
    var refused = 0

    /// The most sentences that are worth reading.
    static let limit = 20

    /// Notes something that is wrong.
    mutating func violate(_ sentence: String) {
        if self.violations.count < Self.limit { self.violations.append(sentence) }
    }
}
