/// The rules by which a world misbehaves, and how often each has struck.
///
/// Whether a rule with a probability strikes is drawn from a stream of its own, so that misbehavior changes nothing
/// else that the seed decides.
struct FaultRules: Sendable {
    /// One rule and how often it has struck.
    private struct Entry: Sendable {
        let fault: WorldFault
        var strikes = 0

        /// Whether the rule is in force.
        func isActive(at now: Int64) -> Bool {
            (self.fault.from.map { now >= $0 } ?? true) && (self.fault.until.map { now < $0 } ?? true)
                && (self.fault.count.map { self.strikes < $0 } ?? true)
        }
    }

    private var entries: [Entry] = []
    private var chance: SeededGenerator

    /// No rules.
    init(seed: UInt64) {
        self.chance = SeededGenerator(seed: seed, purpose: "faults")
    }

    /// Whether there are no rules at all.
    var isEmpty: Bool { self.entries.isEmpty }

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

    /// The rules of some effects that strike something now: a notification as `TYPE/SUBTYPE`, or an operation.
    mutating func strike(_ name: String, _ effects: Set<WorldFault.Effect>, at now: Int64) -> [WorldFault] {
        guard !self.entries.isEmpty else { return [] }
        var struck: [WorldFault] = []
        for index in self.entries.indices {
            let entry = self.entries[index]
            guard effects.contains(entry.fault.effect), entry.isActive(at: now), entry.fault.matches(name) else {
                continue
            }
            if let probability = entry.fault.probability, self.chance.number(below: 100_000) >= UInt64(probability) {
                continue
            }
            self.entries[index].strikes += 1
            struck.append(entry.fault)
        }
        return struck
    }

    /// A number below a bound, for faults that vary.
    mutating func number(below bound: Int64) -> Int64 {
        Int64(self.chance.number(below: UInt64(max(bound, 1))))
    }
}

extension WorldFault {
    /// Whether the rule is for a notification or an operation of this name.
    fileprivate func matches(_ name: String) -> Bool {
        guard let match = self.match else { return true }
        return match == name || name.hasPrefix(match + "/")
    }
}
