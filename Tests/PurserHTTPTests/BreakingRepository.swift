import Ledger
import PurserTesting
import Synchronization

/// A repository that breaks off at one of the writes that a request needs.
struct BreakingRepository: ObservedRepository {
    /// How it breaks off.
    enum Break: String, CaseIterable {
        /// The write is refused, and what follows goes well.
        case refused
        /// The write is on disk, but its result is lost; later calls succeed.
        case unheard
        /// The process ends before the write.
        case endedBefore
        /// The process ends after the write.
        case endedAfter
    }

    /// Counts writes, and breaks off.
    final class Steps: Sendable {
        private struct State {
            var count = 0
            var plan: (step: Int, how: Break)?
            var hasEnded = false

            /// How it breaks off at the write that was counted last.
            var breakNow: Break? { self.plan.flatMap { $0.step == self.count ? $0.how : nil } }
        }

        private let state = Mutex(State())

        /// How many writes there were since the last beginning.
        var count: Int { self.state.withLock(\.count) }

        /// Counts from one again, and breaks off at a step, or nowhere.
        func begin(breakingAt plan: (step: Int, how: Break)? = nil) {
            self.state.withLock { $0 = State(plan: plan) }
        }

        fileprivate func willWrite() throws(RepositoryError) {
            let isRefused = self.state.withLock { state in
                state.count += 1
                let isRefused = state.hasEnded || state.breakNow == .refused || state.breakNow == .endedBefore
                if state.breakNow == .endedBefore || state.breakNow == .endedAfter { state.hasEnded = true }
                return isRefused
            }
            if isRefused { throw .unavailable }
        }

        fileprivate func didWrite() throws(RepositoryError) {
            let isLost = self.state.withLock { $0.breakNow == .unheard || $0.breakNow == .endedAfter }
            if isLost { throw .unavailable }
        }
    }

    let base: any Repository
    let steps = Steps()

    func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
        if call.isWrite { try self.steps.willWrite() }
    }

    func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
        if call.isWrite { try self.steps.didWrite() }
    }
}
