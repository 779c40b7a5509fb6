package import Ledger
import Synchronization

/// What cannot be read in an `InMemoryRepository`, as in a database whose rows were damaged.
///
/// A unit of work that reads something of a damaged subject throws `RepositoryError.corrupt`. Rows that only name the
/// subject, such as those of what is due, can still be read.
package final class MemoryDamage: Sendable {
    /// Something with records of its own.
    package enum Subject: Hashable, Sendable {
        /// The evidence about a customer.
        case customer(CustomerID)
        /// A chain.
        case chain(OriginalTransactionID)
        /// An order.
        case order(OrderID)
    }

    private struct State {
        var subjects: Set<Subject> = []
        var failureCount = 0
    }

    private let state = Mutex(State())

    /// How often a damaged subject was to be read.
    package var failureCount: Int { self.state.withLock { $0.failureCount } }

    /// Damages further subjects.
    package func add(_ subjects: some Sequence<Subject>) {
        self.state.withLock { $0.subjects.formUnion(subjects) }
    }

    /// Throws where a subject is damaged.
    func check(_ subject: Subject) throws(RepositoryError) {
        let isDamaged = self.state.withLock { state in
            guard state.subjects.contains(subject) else { return false }
            state.failureCount += 1
            return true
        }
        if isDamaged { throw .corrupt }
    }
}
