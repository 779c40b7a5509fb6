import Ledger
import Logging
import Synchronization

/// Runs the gauges of a minute concurrently, and waits for each no longer than a limit.
///
/// A gauge that exceeds the limit is canceled and not awaited, even where it ignores the cancellation: it does not
/// begin again before it has ended, its metrics are unknown in the meantime, and the others continue.
final class GaugeRound<C: Clock<Duration>>: Sendable {
    private struct State {
        /// The indices of the gauges that have not ended.
        var busy: Set<Int> = []
        var hasEnded = false
    }

    private let gauges: [any MinuteGauge]
    private let limit: Duration
    private let logger: Logger
    private let clock: C
    private let forget: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a round of these gauges.
    ///
    /// - Parameters:
    ///   - gauges: The gauges.
    ///   - limit: The time limit of a round.
    ///   - forget: Removes the recorded values, once `end()` was called.
    ///   - logger: The log of gauges that do not end.
    ///   - clock: The clock of the limit.
    init(
        _ gauges: [any MinuteGauge],
        limit: Duration,
        forget: @escaping @Sendable () -> Void,
        logger: Logger,
        clock: C
    ) {
        self.gauges = gauges
        self.limit = limit
        self.forget = forget
        self.logger = logger
        self.clock = clock
    }

    /// Runs the gauges once; returns when all have ended, or at the limit or the cancellation of the task.
    func run(at now: Instant) async {
        let free = self.state.withLock { state in
            let free = self.gauges.indices.filter { !state.busy.contains($0) }
            state.busy.formUnion(free)
            return free
        }
        guard !free.isEmpty else { return }
        let (ended, end) = AsyncStream<Void>.makeStream()
        let tasks = free.map { place in
            Task {
                await self.gauges[place].record(at: now)
                self.take(place)
                end.yield()
            }
        }
        let timer = Task { [clock, limit] in
            try? await clock.sleep(for: limit)
            end.finish()
        }
        var left = free.count
        for await _ in ended {
            left -= 1
            if left == 0 { break }
        }
        timer.cancel()
        guard left > 0 else { return }
        for task in tasks { task.cancel() }
        let late = self.state.withLock { state in free.filter { state.busy.contains($0) } }
        self.logger.warning(
            "A measurement does not end; its metrics are unknown until it does.",
            metadata: ["gauges": "\(late.map { "\(type(of: self.gauges[$0]))" }.joined(separator: ", "))"]
        )
    }

    /// Removes the recorded values now, and again whenever a gauge ends that was not awaited.
    func end() {
        self.state.withLock { $0.hasEnded = true }
        self.forget()
    }

    private func take(_ place: Int) {
        let hasEnded = self.state.withLock { state in
            state.busy.remove(place)
            return state.hasEnded
        }
        if hasEnded { self.forget() }
    }
}
