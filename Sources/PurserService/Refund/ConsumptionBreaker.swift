package import Ledger
import Synchronization

/// Spares a fulfiller who has not answered several times in a row, so that what waits for him does not wait for
/// nothing.
///
/// After a rest one question at a time finds out whether he answers again; the rest doubles each time that he does not.
/// Each node keeps its own, in memory, by real time.
package final class ConsumptionBreaker: Sendable {
    /// How many silences in a row are enough.
    package static let threshold = 3
    /// How long he is spared at first.
    package static let shortest = Span.seconds(30)
    /// How long he is spared at most.
    package static let longest = Span.minutes(10)

    /// A question that may be asked.
    package struct Permit: Hashable, Sendable {
        fileprivate let fulfiller: WebhookID
        fileprivate let isProbe: Bool
    }

    private struct State {
        var fulfiller: WebhookID?
        var failures = 0
        /// How long he is spared, once he is.
        var rest: Span?
        var until = Instant(milliseconds: .min)
        var isProbing = false
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Instant

    /// A breaker by this clock, which is of real time.
    package init(now: @escaping @Sendable () -> Instant) { self.now = now }

    /// Permit to ask a fulfiller now; `nil` where he is spared.
    package func permit(to fulfiller: WebhookID) -> Permit? {
        let now = self.now()
        return self.state.withLock { state in
            // Another one has done nothing yet.
            if state.fulfiller != fulfiller { state = State(fulfiller: fulfiller) }
            guard state.rest != nil else { return Permit(fulfiller: fulfiller, isProbe: false) }
            guard now >= state.until, !state.isProbing else { return nil }
            state.isProbing = true
            return Permit(fulfiller: fulfiller, isProbe: true)
        }
    }

    /// Takes note whether he answered, whatever he said; whether he is spared from now on and was not before.
    package func note(_ hasAnswered: Bool, _ permit: Permit) -> Bool {
        let now = self.now()
        return self.state.withLock { state in
            guard state.fulfiller == permit.fulfiller else { return false }
            if hasAnswered {
                state = State(fulfiller: permit.fulfiller)
                return false
            }
            if let rest = state.rest {
                // Of those that were asked before he was spared nothing more is learned.
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
