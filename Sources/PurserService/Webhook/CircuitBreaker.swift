package import Ledger

/// The number of concurrent attempts at an endpoint: full capacity while it answers, single attempts while it does not.
///
/// An endpoint that does not answer gets one attempt every half minute, however many event streams wait for it. An
/// endpoint that refuses the events of some customers does answer, and its other event streams are not delayed.
package struct CircuitBreaker: Sendable {
    /// The maximum number of event streams that an answering endpoint receives concurrently.
    package static let capacity = 256
    /// The number of consecutive failures after which the endpoint counts as not answering.
    package static let tolerance = 10
    /// The longest pause between two attempts at an endpoint that does not answer.
    package static let maximumPause = Span.seconds(30)

    private var failures = 0
    private var pause = Span.seconds(1)
    private var probeAt: Instant?

    /// Creates a closed circuit breaker.
    package init() {}

    /// Whether the endpoint counts as not answering.
    package var isOpen: Bool { self.failures >= Self.tolerance }

    /// The instant from which on an endpoint that does not answer gets the next attempt; `nil` while it answers.
    package var nextAttemptAt: Instant? { self.isOpen ? self.probeAt : nil }

    /// Returns the number of event streams that may be sent concurrently at an instant.
    package func capacity(at now: Instant) -> Int {
        guard self.isOpen else { return Self.capacity }
        return self.probeAt.map { $0 <= now } ?? true ? 1 : 0
    }

    /// Records that the endpoint answered, whatever the answer, and returns whether it had not answered before.
    package mutating func succeed() -> Bool {
        let wasOpen = self.isOpen
        self = Self()
        return wasOpen
    }

    /// Records that the endpoint did not answer.
    package mutating func fail(at now: Instant) {
        self.failures += 1
        // Of many concurrent attempts only the first failure extends the pause.
        guard self.isOpen, self.probeAt.map({ $0 <= now }) ?? true else { return }
        self.probeAt = now + self.pause
        self.pause = Span(milliseconds: min(self.pause.milliseconds * 2, Self.maximumPause.milliseconds))
    }
}
