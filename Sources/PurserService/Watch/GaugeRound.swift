import Ledger
import Logging
import Synchronization

/// Lets the gauges of a minute measure side by side, and waits for none of them longer than a limit.
///
/// A gauge that has not ended by then is canceled and left alone, whether it obeys or not: it is not begun again before
/// it has ended, its metrics are unknown meanwhile, and the others go on.
final class GaugeRound<C: Clock<Duration>>: Sendable {
    private struct State {
        /// The gauges, by their places, that have not ended.
        var busy: Set<Int> = []
        var hasEnded = false
    }

    private let gauges: [any MinuteGauge]
    private let limit: Duration
    private let logger: Logger
    private let clock: C
    private let forget: @Sendable () -> Void
    private let state = Mutex(State())

    /// A round of these gauges.
    ///
    /// - Parameters:
    ///   - gauges: What measures.
    ///   - limit: How long they are waited for.
    ///   - forget: Forgets what was recorded, once `end()` was called.
    ///   - logger: Is told of a gauge that does not end.
    ///   - clock: Paces the limit.
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

    /// Measures once; returns when all have ended that were begun, or when the limit or the task is over.
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
            "Measuring does not end; its metrics are unknown until it does.",
            metadata: ["gauges": "\(late.map { "\(type(of: self.gauges[$0]))" }.joined(separator: ", "))"]
        )
    }

    /// Forgets what was recorded, now and whenever a gauge ends that was left alone.
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
