/// The findings about the database after a run.
struct Verdict {
    /// A sentence for each violation.
    var violations: [String] = []
    /// Whether events are pending, so that another undisturbed run may help.
    var hasEventsToDeliver = false
    /// The number of recorded messages.
    var recorded = 0
    /// The number of messages in quarantine.
    var held = 0
    /// The number of recorded messages whose senders got no acknowledgment.
    var unacknowledged = 0
    /// The number of chains that equal the model's.
    var chains = 0
    /// The number of events in the event streams.
    var events = 0
    /// The number of events that were published more than once.
    var repeatedEvents = 0

    /// The events and notifications that receivers have not got yet.
    var missing: [String] = []
    /// The number of first arrivals of events.
    var delivered = 0
    /// The number of first arrivals of notifications at relays.
    var relayed = 0
    /// The number of deliveries that were accepted again.
    var deliveredAgain = 0
    /// The number of deliveries that receivers refused.
    var refused = 0

    /// The maximum number of printed sentences.
    static let limit = 20

    /// Adds a violation.
    mutating func violate(_ sentence: String) {
        if self.violations.count < Self.limit { self.violations.append(sentence) }
    }
}
