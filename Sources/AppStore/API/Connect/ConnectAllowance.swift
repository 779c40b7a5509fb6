/// What is known about the requests that a key has left, as three values that a store can keep for all nodes.
///
/// Whoever keeps it, in memory or in a database, has the same arithmetic. While more than the reserve is left, requests
/// pass. From there on one request in five minutes passes, to learn from its answer what is left: Apple's hour rolls,
/// so no instant is known at which requests come back.
public struct ConnectAllowance: Hashable, Sendable {
    /// How long one request waits for another one when the reserve is reached, in milliseconds.
    static let probeMilliseconds: Int64 = 5 * 60 * 1000
    /// How long Apple's count goes back, in milliseconds.
    static let windowMilliseconds: Int64 = 60 * 60 * 1000

    /// What Apple said last, less what was sent since; `nil` when nothing is known.
    public var limit: ConnectLimit?
    /// When that was, or when the last request passed, in milliseconds since 1970 of the App Store's clock.
    public var asOf: Int64
    /// Until when nothing may be sent, in milliseconds since 1970; an instant that has passed means nothing.
    public var pausedUntil: Int64

    /// An allowance with these values; without them, one of which nothing is known.
    public init(limit: ConnectLimit? = nil, asOf: Int64 = 0, pausedUntil: Int64 = 0) {
        self.limit = limit
        self.asOf = asOf
        self.pausedUntil = pausedUntil
    }

    /// Takes leave for one request, or says when to ask again.
    ///
    /// - Parameter now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: ``RequestLeave/granted`` or ``RequestLeave/notBefore(_:)``, never unavailable.
    public mutating func take(at now: Int64) -> RequestLeave {
        // An instant far ahead comes from a clock that was set back since.
        if self.pausedUntil > max(now, 0), self.pausedUntil - now <= Self.windowMilliseconds {
            return .notBefore(self.pausedUntil)
        }
        self.pausedUntil = 0
        guard let limit = self.limit, self.asOf <= now, now - self.asOf < Self.windowMilliseconds else {
            self.limit = nil
            self.asOf = now
            return .granted
        }
        let next = self.asOf + Self.probeMilliseconds
        guard limit.remaining > limit.reserve || next <= now else { return .notBefore(next) }
        self.limit = limit.afterOne
        self.asOf = now
        return .granted
    }

    /// Keeps what Apple said at an instant, in milliseconds since 1970.
    public mutating func keep(_ limit: ConnectLimit, at now: Int64) {
        self.limit = limit
        self.asOf = now
    }

    /// Keeps that nothing may be sent before an instant, in milliseconds since 1970.
    public mutating func pause(until instant: Int64) {
        self.pausedUntil = max(self.pausedUntil, instant)
    }
}
