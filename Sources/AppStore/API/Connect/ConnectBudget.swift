import Synchronization

/// Where requests to App Store Connect ask for leave, so that all nodes of a server together stay below a key's hourly
/// limit.
///
/// ``LocalConnectBudget`` keeps it in memory, for one process. A store that nodes share keeps a ``ConnectAllowance``
/// for each key.
public protocol ConnectBudget: Sendable {
    /// Takes leave for one request, or says when to ask again.
    ///
    /// - Parameters:
    ///   - keyID: Whose limit it is.
    ///   - now: The App Store's clock, in milliseconds since 1970.
    /// - Returns: Leave, or when to ask again.
    func take(_ keyID: String, at now: Int64) async -> RequestDecision

    /// Keeps what Apple said about a key's limit at an instant of its clock, in milliseconds since 1970.
    func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async

    /// Keeps what Apple said: nothing more with this key before an instant of its clock, in milliseconds since 1970.
    func pause(_ keyID: String, until instant: Int64) async
}

/// A budget for App Store Connect in the memory of one process, with one small value for each key.
public final class LocalConnectBudget: ConnectBudget {
    private let allowances = Mutex<[String: ConnectAllowance]>([:])

    /// A budget that knows of no limit yet.
    public init() {}

    /// Takes leave for one request, or says when to ask again.
    public func take(_ keyID: String, at now: Int64) async -> RequestDecision {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].take(at: now) }
    }

    /// Keeps what Apple said about a key's limit.
    public func keep(_ limit: ConnectLimit, of keyID: String, at now: Int64) async {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].keep(limit, at: now) }
    }

    /// Keeps what Apple said: nothing more with this key before an instant.
    public func pause(_ keyID: String, until instant: Int64) async {
        self.allowances.withLock { $0[keyID, default: ConnectAllowance()].pause(until: instant) }
    }
}

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
    /// - Returns: ``RequestDecision/granted`` or ``RequestDecision/notBefore(_:)``, never unavailable.
    public mutating func take(at now: Int64) -> RequestDecision {
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

/// The hourly limit of a key, as App Store Connect states it with each answer.
///
/// The header is `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:100;`. Apple counts the requests of the last sixty
/// minutes of everything that uses the key.
public struct ConnectLimit: Hashable, Sendable {
    /// The longest header that is read, in bytes.
    static let longestHeader = 256

    /// How many requests Apple allows in an hour, at least one.
    public let requestsPerHour: Int
    /// How many of them are left.
    public let remaining: Int

    /// A limit; what is left lies between none and all.
    public init(requestsPerHour: Int, remaining: Int) {
        self.requestsPerHour = max(requestsPerHour, 1)
        self.remaining = min(max(remaining, 0), self.requestsPerHour)
    }

    /// Reads the header's value; `nil` without both numbers.
    ///
    /// Other parts of it are passed over.
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

    /// How many requests are left to others: a twentieth of the hour's, and at least one.
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
