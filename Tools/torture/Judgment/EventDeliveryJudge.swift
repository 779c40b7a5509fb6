/// Compares the log of one receiver with the events of the ledger.
package struct EventDeliveryJudge {
    /// A sentence for each violation that no later delivery can repair.
    package private(set) var violations: [String] = []
    /// The messages that have not arrived yet.
    package private(set) var missing: [String] = []
    /// The number of first arrivals.
    package private(set) var firstCount = 0
    /// The number of repeated arrivals.
    package private(set) var repeatedCount = 0
    /// The number of refusals.
    package private(set) var refusedCount = 0

    private let plan: ReceiverPlan

    /// Judges the arrivals at a receiver of events, in the order in which they came.
    ///
    /// The receiver must have accepted each event that it subscribes to. No event may arrive, even if refused, before
    /// the earlier ones of its event stream were accepted. And each must equal an event of the ledger, because an event
    /// is durable before it is sent.
    package init(_ plan: ReceiverPlan, events: [LedgerEvent], arrivals: [Arrival]) {
        self.plan = plan
        let known = Dictionary(events.map { ($0.id, $0) }) { first, _ in first }
        let wanted = events.filter { plan.wants($0.name, in: $0.environment) }.sorted { $0.number < $1.number }
        let streams = Dictionary(grouping: wanted, by: \.stream)
        let places = streams.mapValues { stream in
            Dictionary(stream.enumerated().map { ($1.number, $0) }) { first, _ in first }
        }
        var next: [String: Int] = [:]
        var taken: Set<String> = []
        for arrival in arrivals where self.isGenuine(arrival) {
            guard let event = known[arrival.id] else {
                self.violate("was sent \(arrival.id), which the ledger does not hold")
                continue
            }
            if event.digest != arrival.digest { self.violate("was sent \(event.id) with another body") }
            guard let place = places[event.stream]?[event.number], let stream = streams[event.stream] else {
                self.violate("was sent \(event.id), which it has not subscribed to")
                continue
            }
            let reached = next[event.stream] ?? 0
            if place > reached { self.violate("was sent \(event.id) before \(stream[reached].id)") }
            guard arrival.fate == .taken else { continue }
            next[event.stream] = max(reached, place + 1)
            self.count(taken.insert(event.id).inserted)
        }
        self.missing = wanted.filter { !taken.contains($0.id) }.map { self.sentence("was never sent \($0.id)") }
    }

    /// Judges the arrivals at a relay: each notification that it wants, byte for byte as it was sent, and no other.
    package init(_ plan: ReceiverPlan, notifications: [LedgerNotification], arrivals: [Arrival]) {
        self.plan = plan
        let known = Dictionary(notifications.map { ($0.digest, $0) }) { first, _ in first }
        var taken: Set<String> = []
        for arrival in arrivals where self.isGenuine(arrival) {
            guard let notification = known[arrival.digest] else {
                self.violate("was sent \(arrival.digest.prefix(12)), which the ledger does not hold byte for byte")
                continue
            }
            guard plan.wants(notification.type, in: notification.environment) else {
                self.violate("was sent \(notification.name), which it has not subscribed to")
                continue
            }
            guard arrival.fate == .taken else { continue }
            self.count(taken.insert(notification.uuid).inserted)
        }
        for notification in notifications where plan.wants(notification.type, in: notification.environment) {
            guard taken.insert(notification.uuid).inserted else { continue }
            self.missing.append(self.sentence("was never sent \(notification.name)"))
        }
    }

    private mutating func isGenuine(_ arrival: Arrival) -> Bool {
        switch arrival.fate {
        case .taken: return true
        case .refused: self.refusedCount += 1
        case .forged:
            self.violate("was sent \(arrival.id) with an invalid signature")
            return false
        }
        return true
    }

    private mutating func count(_ isFirst: Bool) {
        if isFirst { self.firstCount += 1 } else { self.repeatedCount += 1 }
    }

    private mutating func violate(_ what: String) { self.violations.append(self.sentence(what)) }

    private func sentence(_ what: String) -> String { "\(self.plan.name) \(what)" }
}

/// An event of the ledger, as a receiver should get it.
package struct LedgerEvent: Hashable, Sendable {
    /// Its id.
    package let id: String
    /// The name of its event stream: the id without the number.
    package let stream: String
    /// Its number in the event stream.
    package let number: Int64
    /// The name of the event.
    package let name: String
    /// The environment of the event.
    package let environment: String
    /// SHA-256 of the whole event, in lowercase hexadecimal.
    package let digest: String

    /// Creates an event.
    package init(stream: String, number: Int64, name: String, environment: String, digest: String) {
        self.id = "\(stream)_\(number)"
        self.stream = stream
        self.number = number
        self.name = name
        self.environment = environment
        self.digest = digest
    }
}

/// A notification of Apple in the ledger, as a relay should send it.
package struct LedgerNotification: Hashable, Sendable {
    /// The name of the notification in sentences.
    package let name: String
    /// Its UUID; a notification that arrives twice is relayed once.
    package let uuid: String
    /// Apple's notification type.
    package let type: String
    /// Its environment.
    package let environment: String
    /// SHA-256 of the body that was sent, in lowercase hexadecimal.
    package let digest: String

    /// Creates a notification.
    package init(name: String, uuid: String, type: String, environment: String, digest: String) {
        self.name = name
        self.uuid = uuid
        self.type = type
        self.environment = environment
        self.digest = digest
    }
}
