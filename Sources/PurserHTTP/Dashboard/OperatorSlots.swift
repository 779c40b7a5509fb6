import Ledger
import Synchronization

/// The slots for answers that take long, such as files and live connections: so many for all operators, and so many for
/// one, so that forgotten tabs take no slots of others.
final class OperatorSlots: Sendable {
    /// A slot, which becomes free when its last reference goes away.
    final class Slot: Sendable {
        private let slots: OperatorSlots
        private let name: OperatorName

        fileprivate init(_ slots: OperatorSlots, _ name: OperatorName) {
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
    private let maximumOfOperator: Int
    private let counts = Mutex<[OperatorName: Int]>([:])

    /// Creates free slots.
    init(maximum: Int, ofOperator maximumOfOperator: Int) {
        self.maximum = maximum
        self.maximumOfOperator = maximumOfOperator
    }

    /// Returns a slot for an operator; `nil` if none is free.
    func take(for name: OperatorName) -> Slot? {
        let isFree = self.counts.withLock { counts in
            let count = counts[name] ?? 0
            guard count < self.maximumOfOperator, counts.values.reduce(0, +) < self.maximum else { return false }
            counts[name] = count + 1
            return true
        }
        return isFree ? Slot(self, name) : nil
    }
}
