import Ledger
import PurserTesting
import Synchronization

/// The repository of a node that dies: from then on nothing of what it does is stored.
final class DyingRepository: ObservedRepository {
    let base: any Repository
    private let isDead = Atomic<Bool>(false)

    /// Wraps another repository.
    init(_ base: any Repository) { self.base = base }

    /// Ends the life of the node.
    func die() { self.isDead.store(true, ordering: .sequentiallyConsistent) }

    func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
        if self.isDead.load(ordering: .sequentiallyConsistent) { throw .unavailable }
    }
}
