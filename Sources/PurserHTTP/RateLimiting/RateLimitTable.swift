package import Ledger

/// Counts one kind of call by name, in bounded memory, and forgets no limit that is in force.
///
/// One bucket for each name: a call takes a token out, and time puts tokens in, up to as many as may come at once. A
/// bucket that nobody has touched for as long as an empty one takes to fill is full, which is as good as none. So names
/// are kept in two generations, and the older one is dropped after that time: what was touched since has moved to the
/// newer one. When there are as many names as may be, no known one makes room: further names share buckets. Which of
/// those a name has cannot be known outside, because Swift seeds its hashes for each process.
package struct RateLimitTable<Name: Hashable & Sendable>: Sendable {
    /// The most names that have a bucket of their own: that many come in a few seconds or minutes in a flood only, and
    /// a few megabytes hold them.
    package static var maximumNames: Int { 32_768 }
    /// How many buckets further names share.
    ///
    /// So many that a flood from ever new addresses, spread over all of them, leaves tokens in each for whoever else
    /// has to share it; a megabyte, which only a flood takes.
    package static var sharedBuckets: Int { 65_536 }

    private struct Bucket {
        var tokens: Double
        var at: Instant

        /// Puts in what time has brought; a clock that goes backwards brings nothing.
        mutating func fill(_ rate: RateLimit, at now: Instant) {
            let milliseconds = max(0, now.milliseconds - self.at.milliseconds)
            self.tokens = min(Double(rate.burst), self.tokens + rate.tokens(inMilliseconds: milliseconds))
            self.at = now
        }

        /// Takes a token out, or returns how long to wait for one, in seconds.
        mutating func take(_ rate: RateLimit, at now: Instant) -> Int? {
            self.fill(rate, at: now)
            guard self.tokens < 1 else {
                self.tokens -= 1
                return nil
            }
            return max(1, Int(((1 - self.tokens) * Double(rate.seconds) / Double(rate.count)).rounded(.up)))
        }
    }

    private let rate: RateLimit
    private var newer: [Name: Bucket] = [:]
    private var older: [Name: Bucket] = [:]
    private var turnedAt: Instant?
    private var shared: [Bucket] = []

    /// A table of full buckets.
    package init(_ rate: RateLimit) {
        self.rate = rate
    }

    /// Takes a token for a name, or returns how long to wait for one, in seconds.
    package mutating func take(_ name: Name, at now: Instant) -> Int? {
        self.turn(at: now)
        var known = self.newer[name]
        if known == nil { known = self.older.removeValue(forKey: name) ?? self.fresh(name, at: now) }
        guard var bucket = known else {
            self.beginSharing(at: now)
            return self.shared[Self.place(of: name)].take(self.rate, at: now)
        }
        let seconds = bucket.take(self.rate, at: now)
        self.newer[name] = bucket
        return seconds
    }

    /// Drops the older generation once each bucket of it is full.
    private mutating func turn(at now: Instant) {
        guard let turnedAt, now >= turnedAt else {
            // The first call, or a clock that was set back.
            self.turnedAt = now
            return
        }
        guard (now - turnedAt).milliseconds > self.rate.fillMilliseconds else { return }
        self.older = self.newer
        self.newer = [:]
        self.turnedAt = now
    }

    /// A bucket for a name that has none, if there is room: as full as the one that it may have shared before.
    private func fresh(_ name: Name, at now: Instant) -> Bucket? {
        guard self.newer.count + self.older.count < Self.maximumNames else { return nil }
        guard !self.shared.isEmpty else { return Bucket(tokens: Double(self.rate.burst), at: now) }
        return self.shared[Self.place(of: name)]
    }

    private mutating func beginSharing(at now: Instant) {
        guard self.shared.isEmpty else { return }
        let full = Bucket(tokens: Double(self.rate.burst), at: now)
        self.shared = [Bucket](repeating: full, count: Self.sharedBuckets)
    }

    /// Which bucket a name shares with others.
    private static func place(of name: Name) -> Int {
        Int(UInt(bitPattern: name.hashValue) % UInt(Self.sharedBuckets))
    }
}
