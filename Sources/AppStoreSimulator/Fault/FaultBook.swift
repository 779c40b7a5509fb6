/// The rules by which a world misbehaves.
struct FaultBook: Sendable {
    /// One rule and how often it has struck.
    struct Entry: Sendable {
        let fault: WorldFault
        var strikes = 0
    }

    private(set) var entries: [Entry] = []

    /// Adds a rule.
    mutating func add(_ fault: WorldFault) {
        self.entries.append(Entry(fault: fault))
    }

    /// Takes every rule back.
    mutating func clear() {
        self.entries = []
    }

    /// The rules in force at an instant, in milliseconds since 1970, that have not struck as often as they may.
    func active(at now: Int64) -> [WorldFault] {
        self.entries.filter { $0.isActive(at: now) }.map(\.fault)
    }
}

extension FaultBook.Entry {
    /// Whether the rule is in force.
    func isActive(at now: Int64) -> Bool {
        (self.fault.from.map { now >= $0 } ?? true) && (self.fault.until.map { now < $0 } ?? true)
            && (self.fault.count.map { self.strikes < $0 } ?? true)
    }
}
