import Ledger
import PurserTesting
import Synchronization

/// A repository that takes evidence in only when a test lets it.
struct GuardedRepository: ObservedRepository {
    let base: any Repository
    /// Before evidence.
    let gate = Gate()
    /// Before what was signed.
    let signing = Gate()

    /// What stands before the repository.
    final class Gate: Sendable {
        /// Whether nothing can be recorded.
        let isBroken = Mutex(false)
        private let held = Mutex<(arrived: AsyncStream<Void>.Continuation, wait: AsyncStream<Void>)?>(nil)
        /// Called with each signature that is discarded.
        let onRevoke = Mutex<AsyncStream<Void>.Continuation?>(nil)
        private let opening = Mutex<AsyncStream<Void>.Continuation?>(nil)

        /// Holds the next work until `release`; what comes of it says that the work is there.
        func holdNext() -> AsyncStream<Void> {
            let (arrivals, arrived) = AsyncStream<Void>.makeStream()
            let (wait, open) = AsyncStream<Void>.makeStream()
            self.held.withLock { $0 = (arrived, wait) }
            self.opening.withLock { $0 = open }
            return arrivals
        }

        /// Lets go on what is held.
        func release() {
            self.opening.withLock { $0?.finish() }
        }

        /// Waits, if it is this work's turn to.
        func pass() async {
            let held = self.held.withLock { held in
                defer { held = nil }
                return held
            }
            guard let held else { return }
            held.arrived.yield()
            for await _ in held.wait {}
        }
    }

    func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
        if call.intake != nil {
            if self.gate.isBroken.withLock({ $0 }) { throw .unavailable }
            await self.gate.pass()
        } else if Self.isAboutSignature(call) {
            await self.signing.pass()
        }
    }

    func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
        // Of the two, only the unit of work that discards a signature has no outcome.
        guard Self.isAboutSignature(call), outcome is Void else { return }
        let continuation = self.signing.onRevoke.withLock { $0 }
        continuation?.yield()
    }

    /// Whether a call stores the signature of an offer, or discards it.
    private static func isAboutSignature(_ call: RepositoryCall) -> Bool {
        call.isWrite && call.isFrom("sign")
    }
}
