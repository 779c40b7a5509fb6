import Synchronization

/// The slots for answers that take long, such as files and live connections: so many in total, and so many under one
/// name, so that none takes the slots of others.
final class Slots<Name: Hashable & Sendable>: Sendable {
    /// A slot, which becomes free when its last reference goes away.
    final class Slot: Sendable {
        private let slots: Slots
        private let name: Name
        private let number: Int64

        fileprivate init(_ slots: Slots, _ name: Name, _ number: Int64) {
            self.slots = slots
            self.name = name
            self.number = number
        }

        /// Whether a newer holder of the same name has taken it over.
        var isTakenOver: Bool { self.slots.holders.withLock { $0.numbers[self.name]?.contains(self.number) != true } }

        deinit {
            self.slots.holders.withLock { $0.remove(self.number, of: self.name) }
        }
    }

    /// The numbers of the slots that are held, by name, the oldest first.
    private struct Holders: Sendable {
        var numbers: [Name: [Int64]] = [:]
        var last: Int64 = 0

        mutating func remove(_ number: Int64, of name: Name) {
            let rest = (self.numbers[name] ?? []).filter { $0 != number }
            self.numbers[name] = rest.isEmpty ? nil : rest
        }
    }

    private let maximum: Int
    private let maximumOfName: Int
    private let holders = Mutex(Holders())

    /// Creates free slots.
    init(maximum: Int, ofName maximumOfName: Int) {
        self.maximum = maximum
        self.maximumOfName = maximumOfName
    }

    /// Returns a slot under a name; `nil` if none is free.
    ///
    /// With `takingOver`, a name that has all of its slots takes over the oldest of them, whose holder should end then.
    func take(for name: Name, takingOver: Bool = false) -> Slot? {
        let number = self.holders.withLock { holders -> Int64? in
            if takingOver, let own = holders.numbers[name], own.count >= self.maximumOfName, let oldest = own.first {
                holders.remove(oldest, of: name)
            }
            guard holders.numbers[name, default: []].count < self.maximumOfName,
                holders.numbers.values.reduce(0, { $0 + $1.count }) < self.maximum
            else { return nil }
            holders.last += 1
            holders.numbers[name, default: []].append(holders.last)
            return holders.last
        }
        return number.map { Slot(self, name, $0) }
    }
}
