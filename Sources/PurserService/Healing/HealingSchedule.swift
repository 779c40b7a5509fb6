package import Ledger

/// When the notification history of one app and environment is read next.
///
/// At the start, every hour, and at once after an outage: when nobody could write, or when the clock has leapt because
/// the machine stood still. After a failure it is tried again with growing rests.
package struct HealingSchedule: Hashable, Sendable {
    /// How often it is read while all is well.
    package static let interval = Span.hours(1)
    /// How long the clock may stand still between two looks before that counts as an outage.
    package static let longestSilence = Span.minutes(10)
    /// The first rest after a failure, which doubles with each further one.
    package static let firstRest = Span.minutes(1)
    /// The longest rest after failures.
    package static let longestRest = Span.minutes(16)

    /// When the last reading began; `nil` before the first.
    package private(set) var begunAt: Instant?
    private var nextAt: Instant?
    private var lookedAt: Instant?
    private var rest = Self.firstRest

    /// A schedule at the start of the server.
    package init() {}

    /// Whether to begin a reading now; to be asked again and again.
    package mutating func begins(at now: Instant, outage: OutageNote) -> Bool {
        let lookedAt = self.lookedAt
        self.lookedAt = now
        if let nextAt, let begunAt, now < nextAt {
            let leapt = lookedAt.map { now - $0 > Self.longestSilence } ?? false
            // After a failed reading the rest counts, because the outage may not be over.
            guard leapt || (self.rest == Self.firstRest && outage.wasNoted(since: begunAt)) else { return false }
        }
        self.begunAt = now
        return true
    }

    /// Plans the next reading after one that ended.
    package mutating func end(at now: Instant, wasWhole: Bool) {
        self.lookedAt = now
        guard wasWhole else {
            self.nextAt = now + self.rest
            self.rest = min(Span(milliseconds: self.rest.milliseconds * 2), Self.longestRest)
            return
        }
        self.nextAt = now + Self.interval
        self.rest = Self.firstRest
    }
}
