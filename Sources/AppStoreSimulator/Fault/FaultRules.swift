/// The faults of a world, and how often each has occurred.
///
/// A separate random stream decides whether a fault with a probability occurs, so that faults change nothing else that
/// the seed decides.
struct FaultRules: Sendable {
    /// One fault and the number of its occurrences.
    private struct Entry: Sendable {
        let fault: WorldFault
        var strikes = 0

        /// Returns whether the fault is active at an instant.
        func isActive(at now: Int64) -> Bool {
            (self.fault.from.map { now >= $0 } ?? true) && (self.fault.until.map { now < $0 } ?? true)
                && (self.fault.count.map { self.strikes < $0 } ?? true)
        }
    }

    private var entries: [Entry] = []
    private var chance: SeededGenerator

    /// Creates an empty set of faults.
    init(seed: UInt64) {
        self.chance = SeededGenerator(seed: seed, purpose: "faults")
    }

    /// Whether there are no faults.
    var isEmpty: Bool { self.entries.isEmpty }

    /// Adds a fault.
    mutating func add(_ fault: WorldFault) {
        self.entries.append(Entry(fault: fault))
    }

    /// Removes all faults.
    mutating func clear() {
        self.entries = []
    }

    /// Returns the faults that are active at an instant, in milliseconds since 1970, and have occurrences left.
    func active(at now: Int64) -> [WorldFault] {
        self.entries.filter { $0.isActive(at: now) }.map(\.fault)
    }

    /// Returns the faults with one of these effects that occur now for a notification (`TYPE/SUBTYPE`) or an operation,
    /// and counts them.
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

    /// Returns a random number below a bound, for faults that vary.
    mutating func number(below bound: Int64) -> Int64 {
        Int64(self.chance.number(below: UInt64(max(bound, 1))))
    }
}

extension WorldFault {
    /// Returns whether the fault applies to a notification or an operation of this name.
    fileprivate func matches(_ name: String) -> Bool {
        guard let match = self.match else { return true }
        return match == name || name.hasPrefix(match + "/")
    }
}
