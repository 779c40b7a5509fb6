package import Ledger
import Synchronization

/// Wakes the workers of this node when a commit has created work for them.
///
/// The repository reports the work of each commit, `SharedWorkWatch` what other nodes committed, and `LedgerClockWatch`
/// the jumps of a simulated clock. A worker hears what was reported since its last look began, so that no report is
/// lost between its look and its wait, and many reports cause one further look.
package final class WorkSignals: Sendable {
    /// The longest time without a look, as a safeguard against a report that is missing.
    ///
    /// A process that owns its database reports all work itself. Where nodes share a database, `SharedWorkWatch` asks
    /// for the work of the others.
    package static let longestRest = Duration.seconds(30)
    /// The longest time without a look where nodes share a database, so that the looks of all workers are few queries
    /// beside those of `SharedWorkWatch`.
    package static let longestSharedRest = Duration.seconds(120)

    private struct State {
        var listeners: [WorkKind: [ObjectIdentifier: WorkListener]] = [:]
        /// The listeners for dates of the ledger's clock.
        var ledgerListeners: [ObjectIdentifier: WorkListener] = [:]
    }

    /// The longest time between two looks of a worker.
    package let longestRest: Duration
    private let state = Mutex(State())

    /// Creates signals without listeners.
    package init(longestRest: Duration = longestRest) {
        self.longestRest = longestRest
    }

    /// Wakes the workers of the work, at once or at its due date.
    package func report(_ work: DueWork) {
        var earliest: [ObjectIdentifier: (listener: WorkListener, dueAt: Instant)] = [:]
        self.state.withLock { state in
            for kind in work.kinds {
                guard let dueAt = work[kind], let listeners = state.listeners[kind] else { continue }
                for (id, listener) in listeners where earliest[id].map({ dueAt < $0.dueAt }) ?? true {
                    earliest[id] = (listener, dueAt)
                }
            }
        }
        for (listener, dueAt) in earliest.values { listener.hear(dueAt) }
    }

    /// Wakes the workers of work of a kind, at once.
    package func report(_ kind: WorkKind) {
        var work = DueWork()
        work.add(kind, dueAt: DueWork.atOnce)
        self.report(work)
    }

    /// Wakes the workers whose work has become due by the ledger's clock, which a simulated App Store sets.
    package func clockReached(_ now: Instant) {
        let listeners = self.state.withLock { Array($0.ledgerListeners.values) }
        for listener in listeners { listener.clockReached(now) }
    }

    /// Listens for work of these kinds while a body runs.
    func listening<Outcome>(
        for kinds: Set<WorkKind>,
        _ body: (WorkListener) async throws -> Outcome
    ) async rethrows -> Outcome {
        let listener = WorkListener()
        let id = ObjectIdentifier(listener)
        self.state.withLock { state in
            for kind in kinds { state.listeners[kind, default: [:]][id] = listener }
            if kinds.contains(where: \.followsLedgerClock) { state.ledgerListeners[id] = listener }
        }
        defer {
            self.state.withLock { state in
                for kind in kinds { state.listeners[kind]?[id] = nil }
                state.ledgerListeners[id] = nil
            }
        }
        return try await body(listener)
    }
}

/// The reports for one worker since its last look began.
final class WorkListener: Sendable {
    private struct State {
        /// The earliest due date that was reported.
        var heardDueAt: Instant?
        /// The date before which a report ends the wait, while a task waits.
        var bound = Instant(milliseconds: .max)
        var waiter: CheckedContinuation<Void, Never>?

        /// Whether a report or the clock ends the wait for a date.
        func endsWait(before bound: Instant) -> Bool { self.heardDueAt.map { $0 < bound } ?? false }

        /// Ends the wait, and returns the task that waits.
        mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
            defer { self.waiter = nil }
            return self.waiter
        }
    }

    private let state = Mutex(State())

    /// Creates a listener without reports.
    init() {}

    /// The earliest due date that was reported since the last look began; `nil` without a report.
    var heardDueAt: Instant? { self.state.withLock { $0.heardDueAt } }

    /// Whether a task waits.
    var isWaiting: Bool { self.state.withLock { $0.waiter != nil } }

    /// Forgets the reports so far, because the look that begins now sees their work.
    func beginLook() { self.state.withLock { $0.heardDueAt = nil } }

    /// Takes a report of work that is due at an instant.
    func hear(_ dueAt: Instant) {
        let waiter = self.state.withLock { state in
            state.heardDueAt = state.heardDueAt.map { min($0, dueAt) } ?? dueAt
            return state.endsWait(before: state.bound) ? state.takeWaiter() : nil
        }
        waiter?.resume()
    }

    /// Ends the wait for work that is due by now.
    func clockReached(_ now: Instant) {
        self.state.withLock { $0.bound <= now ? $0.takeWaiter() : nil }?.resume()
    }

    /// Waits for a report of work that is due before an instant, or for a clock that reaches the instant; returns at
    /// once if there was such a report since the last look began, or if the task is canceled.
    func wait(before bound: Instant) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = self.state.withLock { state in
                    // Under the lock, because the handler of a cancellation takes the lock too, before or after.
                    if state.endsWait(before: bound) || Task.isCancelled { return true }
                    state.bound = bound
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            self.state.withLock { $0.takeWaiter() }?.resume()
        }
    }
}
