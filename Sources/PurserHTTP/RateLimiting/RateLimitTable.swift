package import Ledger

/// A table that counts one kind of call by name, in bounded memory, without forgetting a limit that is in force.
///
/// Each name has a token bucket: a call takes a token, and time adds tokens, up to the size of a burst. An untouched
/// bucket is full after the time that an empty one takes to fill, and a full bucket need not be stored. So names are
/// stored in two generations, and the older one is dropped after that time; names that were used since have moved to
/// the newer one. When the table is full, known names stay and further names share buckets. A client cannot know which
/// of those a name has, because Swift seeds its hashes for each process.
package struct RateLimitTable<Name: Hashable & Sendable>: Sendable {
    /// The maximum number of names with a bucket of their own: only a flood has that many within seconds or minutes,
    /// and they take a few megabytes.
    package static var maximumNames: Int { 32_768 }
    /// The number of buckets that further names share.
    ///
    /// There are so many that a flood from ever new addresses leaves tokens in each for other clients that share it;
    /// they take a megabyte, only during a flood.
    package static var sharedBuckets: Int { 65_536 }

    private struct Bucket {
        var tokens: Double
        var at: Instant

        /// Adds the tokens for the elapsed time; a clock that goes backward adds none.
        mutating func fill(_ rate: RateLimit, at now: Instant) {
            let milliseconds = max(0, now.milliseconds - self.at.milliseconds)
            self.tokens = min(Double(rate.burst), self.tokens + rate.tokens(inMilliseconds: milliseconds))
            self.at = now
        }

        /// Takes a token, or returns how long to wait for one, in seconds.
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

    /// Creates a table of full buckets.
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

    /// Drops the older generation once each of its buckets is full.
    private mutating func turn(at now: Instant) {
        guard let turnedAt, now >= turnedAt else {
            // This is the first call, or the clock was set back.
            self.turnedAt = now
            return
        }
        guard (now - turnedAt).milliseconds > self.rate.fillMilliseconds else { return }
        self.older = self.newer
        self.newer = [:]
        self.turnedAt = now
    }

    /// Returns a bucket for a new name, if there is room: as full as the one that it may have shared before.
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

    /// Returns the index of the shared bucket of a name.
    private static func place(of name: Name) -> Int {
        Int(UInt(bitPattern: name.hashValue) % UInt(Self.sharedBuckets))
    }
}
