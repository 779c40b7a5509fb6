package import Ledger
import Synchronization

/// A circuit breaker for consumption requests to a fulfiller that has not answered several times in a row, so that
/// refund requests do not wait in vain.
///
/// After a pause, one request at a time tests whether the fulfiller answers again; the pause doubles with each failure.
/// Each node has its own breaker, in memory, by real time.
package final class ConsumptionBreaker: Sendable {
    /// The number of consecutive failures that open the breaker.
    package static let threshold = 3
    /// The first pause.
    package static let shortest = Span.seconds(30)
    /// The longest pause.
    package static let longest = Span.minutes(10)

    /// The permit for one request.
    package struct Permit: Hashable, Sendable {
        fileprivate let fulfiller: WebhookID
        fileprivate let isProbe: Bool
    }

    private struct State {
        var fulfiller: WebhookID?
        var failures = 0
        /// The current pause; `nil` while the breaker is closed.
        var rest: Span?
        var until = Instant(milliseconds: .min)
        var isProbing = false
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Instant

    /// Creates a breaker; `now` returns real time.
    package init(now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Returns a permit to ask a fulfiller now; `nil` while the breaker is open.
    package func permit(to fulfiller: WebhookID) -> Permit? {
        let now = self.now()
        return self.state.withLock { state in
            // Another fulfiller begins without failures.
            if state.fulfiller != fulfiller { state = State(fulfiller: fulfiller) }
            guard state.rest != nil else { return Permit(fulfiller: fulfiller, isProbe: false) }
            guard now >= state.until, !state.isProbing else { return nil }
            state.isProbing = true
            return Permit(fulfiller: fulfiller, isProbe: true)
        }
    }

    /// Records whether the fulfiller answered; returns whether this failure opens the breaker.
    package func note(_ hasAnswered: Bool, _ permit: Permit) -> Bool {
        let now = self.now()
        return self.state.withLock { state in
            guard state.fulfiller == permit.fulfiller else { return false }
            if hasAnswered {
                state = State(fulfiller: permit.fulfiller)
                return false
            }
            if let rest = state.rest {
                // The results of requests that began before the breaker opened do not count.
                guard permit.isProbe else { return false }
                let longer = min(Span(milliseconds: rest.milliseconds * 2), Self.longest)
                (state.rest, state.until, state.isProbing) = (longer, now + longer, false)
                return false
            }
            state.failures += 1
            guard state.failures >= Self.threshold else { return false }
            (state.rest, state.until) = (Self.shortest, now + Self.shortest)
            return true
        }
    }
}
