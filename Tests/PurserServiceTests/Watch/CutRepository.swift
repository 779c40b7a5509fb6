import Ledger
import PurserTesting
import Synchronization

/// A repository that can be cut off, and whose writes can fail or lose their outcomes.
final class CutRepository: ObservedRepository {
    let base: any Repository
    private let cut = Atomic<Bool>(false)
    private let readOnly = Atomic<Bool>(false)
    /// The number of writes until the outcome of one is lost; `nil` for none.
    private let writesLeft = Mutex<Int?>(nil)

    init(base: any Repository) {
        self.base = base
    }

    /// Whether nothing can be read or written.
    var isCut: Bool {
        get { self.cut.load(ordering: .sequentiallyConsistent) }
        set { self.cut.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Whether everything can be read and nothing written.
    var isReadOnly: Bool {
        get { self.readOnly.load(ordering: .sequentiallyConsistent) }
        set { self.readOnly.store(newValue, ordering: .sequentiallyConsistent) }
    }

    /// Commits the write with this number, counted from 0, without its caller learning it.
    func loseOutcome(ofWrite number: Int) { self.writesLeft.withLock { $0 = number } }

    /// Returns every outcome from now on, and whether one was lost.
    func stopLosing() -> Bool {
        self.writesLeft.withLock { left in
            defer { left = nil }
            return left.map { $0 < 0 } ?? false
        }
    }

    func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
        if self.isCut || self.isReadOnly && call.isWrite { throw .unavailable }
    }

    func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
        guard call.isWrite else { return }
        let isLost = self.writesLeft.withLock { left in
            defer { left = left.map { $0 - 1 } }
            return left == 0
        }
        if isLost { throw .unavailable }
    }
}
