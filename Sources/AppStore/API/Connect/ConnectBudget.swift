import Synchronization

/// A budget that grants requests to App Store Connect, so that all nodes of a server together stay below a key's hourly
/// limit.
///
/// ``LocalConnectBudget`` stores its state in memory, for one process. A store that several nodes share keeps a
/// ``ConnectAllowance`` for each key.
public protocol ConnectBudget: Sendable {
    /// Requests permission for one request.
    ///
    /// - Parameters:
    ///   - keyID: The identifier of the key whose limit applies.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: Whether the request may be sent, or when to ask again.
    func take(_ keyID: String, at now: Int64) async -> RequestDecision

    /// Stores a key's limit as Apple stated it at an instant of its clock, in milliseconds since 1970.
    func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async

    /// Stores Apple's instruction to send nothing with this key before an instant of its clock, in milliseconds since
    /// 1970.
    func pause(_ keyID: String, until instant: Int64) async
}

/// A budget for App Store Connect in the memory of one process, with one small value for each key.
public final class LocalConnectBudget: ConnectBudget {
    private let allowances = Mutex<[String: ConnectAllowance]>([:])

    /// Creates a budget that knows no limit yet.
    public init() {}

    /// Grants one request, or returns when to ask again.
    public func take(_ keyID: String, at now: Int64) async -> RequestDecision {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].take(at: now) }
    }

    /// Stores a key's limit as Apple stated it.
    public func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].keep(limit, at: now) }
    }

    /// Stores Apple's instruction to send nothing with this key before an instant.
    public func pause(_ keyID: String, until instant: Int64) async {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].pause(until: instant) }
    }
}

/// The number of requests that a key has left, as three values that a store can keep for all nodes.
///
/// A budget can store the values in memory or in a database; the arithmetic is the same. While more requests are left
/// than ``ConnectLimit/reserve``, all requests are granted. Otherwise one request is granted every five minutes; its
/// response states how many are left. Apple counts over a rolling hour, so the instant at which requests become
/// available again is unknown.
public struct ConnectAllowance: Hashable, Sendable {
    /// The pause between requests when the reserve is reached, in milliseconds.
    static let probeMilliseconds: Int64 = 5 * 60 * 1000
    /// The length of Apple's rolling window, in milliseconds.
    static let windowMilliseconds: Int64 = 60 * 60 * 1000

    /// The limit that Apple last stated, less the requests sent since; `nil` if unknown.
    public var limit: ConnectLimit?
    /// The time of that statement or of the last request that passed, in milliseconds since 1970 by the App Store's
    /// clock.
    public var asOf: Int64
    /// The instant before which nothing may be sent, in milliseconds since 1970; an instant in the past has no effect.
    public var pausedUntil: Int64

    /// Creates an allowance with these values; by default one with an unknown limit.
    public init(limit: ConnectLimit? = nil, asOf: Int64 = 0, pausedUntil: Int64 = 0) {
        self.limit = limit
        self.asOf = asOf
        self.pausedUntil = pausedUntil
    }

    /// Takes one request, or returns when to ask again.
    ///
    /// - Parameter now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: ``RequestDecision/granted`` or ``RequestDecision/notBefore(_:)``; never
    ///   ``RequestDecision/unavailable``.
    public mutating func take(at now: Int64) -> RequestDecision {
        // An instant far in the future means that the clock has been set back since.
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

    /// Stores the limit that Apple stated at an instant, in milliseconds since 1970.
    public mutating func keep(_ limit: ConnectLimit, at now: Int64) {
        self.limit = limit
        self.asOf = now
    }

    /// Stores that nothing may be sent before an instant, in milliseconds since 1970.
    public mutating func pause(until instant: Int64) {
        self.pausedUntil = max(self.pausedUntil, instant)
    }
}

/// The hourly limit of a key, which App Store Connect states with each response.
///
/// The header field is `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:100;`. Apple counts the requests of the last
/// sixty minutes from all clients of the key.
public struct ConnectLimit: Hashable, Sendable {
    /// The maximum length of the header's value, in bytes.
    static let longestHeader = 256

    /// The number of requests that Apple allows in an hour, at least one.
    public let requestsPerHour: Int
    /// The number of requests that are left.
    public let remaining: Int

    /// Creates a limit; the remaining number is clamped between zero and the hourly limit.
    public init(requestsPerHour: Int, remaining: Int) {
        self.requestsPerHour = max(requestsPerHour, 1)
        self.remaining = min(max(remaining, 0), self.requestsPerHour)
    }

    /// Reads the header's value; `nil` unless it has both numbers.
    ///
    /// Other parts of the value are ignored.
    public init?(header: String?) {
        guard let header, header.utf8.count <= Self.longestHeader else { return nil }
        var limit: Int?
        var remaining: Int?
        for part in header.split(separator: ";") {
            let pair = part.split(separator: ":", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard pair.count == 2 else { continue }
            switch pair[0].lowercased() {
            case "user-hour-lim": limit = Self.number(pair[1])
            case "user-hour-rem": remaining = Self.number(pair[1])
            default: continue
            }
        }
        guard let limit, limit > 0, let remaining else { return nil }
        self.init(requestsPerHour: limit, remaining: remaining)
    }

    /// The number of requests that are reserved for other clients of the key: a twentieth of the hourly limit, and at
    /// least one.
    public var reserve: Int { max(self.requestsPerHour / 20, 1) }

    /// The limit after one more request.
    var afterOne: Self { Self(requestsPerHour: self.requestsPerHour, remaining: self.remaining - 1) }

    private static func number(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
