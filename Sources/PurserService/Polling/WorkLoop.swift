package import Ledger
import ServiceLifecycle

/// The loop of a worker that waits for work instead of polling for it.
///
/// It looks for work at its start, and then when the first of these comes: a commit reports work of its kinds, the next
/// work that its last look left becomes due, or the longest rest ends. A stop ends only the wait; a look that has begun
/// is completed.
///
/// Without signals, it looks at each interval.
package struct WorkLoop<C: Clock<Duration>>: Sendable {
    /// The pause after a look that failed, or that left work which is due already, so that neither repeats without end.
    package static var retryPause: Duration { .seconds(1) }

    private let kinds: Set<WorkKind>
    private let signals: WorkSignals?
    private let interval: Duration
    private let clock: C
    private let now: @Sendable () -> Instant
    private let catchUp: (@Sendable () async throws -> Void)?

    /// Creates a loop.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of the work.
    ///   - signals: The signals that wake the loop.
    ///   - interval: The shortest time from the beginning of one look to the next, in which reports collect.
    ///   - clock: The clock that paces the looks.
    ///   - now: The clock of the due dates.
    ///   - catchUp: Awaited before each look where the ledger follows a simulated clock, which stands still while it
    ///     does not answer; `LedgerClockWatch` then reports when that clock reaches a date.
    package init(
        kinds: Set<WorkKind>,
        signals: WorkSignals?,
        interval: Duration,
        clock: C,
        now: @escaping @Sendable () -> Instant,
        catchUp: (@Sendable () async throws -> Void)? = nil
    ) {
        self.kinds = kinds
        self.signals = signals
        self.interval = interval
        self.clock = clock
        self.now = now
        self.catchUp = catchUp
    }

    /// Looks until the stop.
    ///
    /// A `look` that returns `true` is followed by the next one at once. `nextDueAt` returns when the next work is due
    /// that the look left, or `nil` if none is; it throws if that is unknown.
    package func run(_ look: () async -> Bool, nextDueAt: () async throws -> Instant?) async {
        guard let signals else {
            return await PollingLoop(interval: self.interval, clock: self.clock, catchUp: self.catchUp).run(look)
        }
        await signals.listening(for: self.kinds) { listener in
            let wait = WorkWait(
                listener: listener,
                interval: self.interval,
                clock: self.clock,
                now: self.now,
                followsSimulatedClock: self.catchUp != nil && self.kinds.contains(where: \.followsLedgerClock),
                longestRest: signals.longestRest
            )
            while !WorkWait<C>.isStopping {
                listener.beginLook()
                let begun = self.clock.now
                // A simulated clock that does not answer must not keep the server from stopping.
                if let catchUp { try? await cancelWhenGracefulShutdown { try await catchUp() } }
                guard !WorkWait<C>.isStopping else { return }
                if await look() { continue }
                await wait.wait(for: await WorkWait<C>.NextWork { try await nextDueAt() }, since: begun)
            }
        }
    }
}

/// The wait of a worker between two looks.
struct WorkWait<C: Clock<Duration>>: Sendable {
    /// What a look found out about the next work.
    enum NextWork: Sendable {
        /// The next work is due at an instant.
        case due(Instant)
        /// No work waits.
        case none
        /// It could not be read.
        case unknown

        /// Creates the answer to a question; a question that throws leaves it unknown.
        init(_ question: () async throws -> Instant?) async {
            do {
                self = try await question().map { .due($0) } ?? .none
            } catch {
                self = .unknown
            }
        }
    }

    /// Whether the worker should end.
    static var isStopping: Bool { Task.isShuttingDownGracefully || Task.isCancelled }

    /// The reports for the worker.
    let listener: WorkListener
    /// The shortest time from the beginning of one look to the next.
    let interval: Duration
    /// The clock that paces the looks.
    let clock: C
    /// The clock of the due dates.
    let now: @Sendable () -> Instant
    /// Whether the due dates are those of a clock that does not advance as `clock` does.
    var followsSimulatedClock = false
    /// The longest wait.
    let longestRest: Duration

    /// Waits until the next look, or until the server stops.
    ///
    /// `next` is what the last look left, and `begun` its beginning.
    func wait(for next: NextWork, since begun: C.Instant) async {
        var end = self.clock.now.advanced(by: self.longestRest)
        var bound = Instant(milliseconds: .max)
        switch next {
        case .none: break
        case .due(let dueAt) where dueAt > self.now(): bound = dueAt
        case .due, .unknown: end = min(end, self.clock.now.advanced(by: WorkLoop<C>.retryPause))
        }
        while !Self.isStopping, self.clock.now < end {
            if let heard = self.listener.heardDueAt { bound = min(bound, heard) }
            let now = self.now()
            guard bound > now else { break }
            let isTimed = bound.milliseconds != .max && !self.followsSimulatedClock
            let dueEnd = isTimed ? self.clock.now.advanced(by: .milliseconds((bound - now).milliseconds)) : end
            await self.rest(until: min(end, dueEnd), before: bound)
        }
        let earliest = begun.advanced(by: self.interval)
        guard !Self.isStopping, self.clock.now < earliest else { return }
        try? await cancelWhenGracefulShutdown { try await self.clock.sleep(until: earliest, tolerance: nil) }
    }

    /// Rests until an instant of the clock, or until work is reported that is due before a date.
    private func rest(until end: C.Instant, before bound: Instant) async {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await self.clock.sleep(until: end, tolerance: nil) }
                group.addTask { await self.listener.wait(before: bound) }
                await group.next()
                group.cancelAll()
            }
        }
    }
}

extension Repository {
    /// Returns when the next work of a kind is due for the workers of some apps; `nil` without such work.
    ///
    /// No apps include those of all apps.
    func nextDueAt(of kind: WorkKind, apps: Set<AppName>? = nil) async throws(RepositoryError) -> Instant? {
        try await self.read { view in try view.waitingWork(of: apps) }.due[kind]
    }
}
