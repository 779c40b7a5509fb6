import Synchronization

/// The slots for answers that take long, such as files and live connections: so many in total, and so many under one
/// name, so that none takes the slots of others.
final class Slots<Name: Hashable & Sendable>: Sendable {
    /// A slot, which becomes free when its last reference goes away.
    final class Slot: Sendable {
        private let slots: Slots
        private let name: Name

        fileprivate init(_ slots: Slots, _ name: Name) {
            self.slots = slots
            self.name = name
        }

        deinit {
            self.slots.counts.withLock { counts in
                let rest = (counts[self.name] ?? 1) - 1
                counts[self.name] = rest > 0 ? rest : nil
            }
        }
    }

    private let maximum: Int
    private let maximumOfName: Int
    private let counts = Mutex<[Name: Int]>([:])

    /// Creates free slots.
    init(maximum: Int, ofName maximumOfName: Int) {
        self.maximum = maximum
        self.maximumOfName = maximumOfName
    }

    /// Returns a slot under a name; `nil` if none is free.
    func take(for name: Name) -> Slot? {
        let isFree = self.counts.withLock { counts in
            let count = counts[name] ?? 0
            guard count < self.maximumOfName, counts.values.reduce(0, +) < self.maximum else { return false }
            counts[name] = count + 1
            return true
        }
        return isFree ? Slot(self, name) : nil
    }
}
