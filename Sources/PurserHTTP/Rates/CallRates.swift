import HTTPTypes
import Ledger
import PurserService
import Synchronization

/// Counts requests by key and by address, and refuses what is too much.
///
/// One bucket for each: a request takes a token out, and time puts tokens in, up to as many as may come at once. Buckets
/// are in memory; two processes count apart.
final class CallRates: Sendable {
    /// The most buckets; beyond it those that are full go first, because a full bucket is as good as none.
    private static let maximumBuckets = 100_000

    /// The code of the refusal to look for a purchase.
    static let recoveryCode = Refusal.recovery.code

    /// What is said to whoever comes too often.
    private struct Refusal {
        static let usual = Self(
            code: "rate_limited",
            detail: "There were too many requests with this key or from this address. Wait, then send fewer at a time."
        )
        static let recovery = Self(
            code: "recovery_rate_limited",
            detail: "This customer has looked for purchases too often. Wait, then try again."
        )

        let code: String
        let detail: String
    }

    /// What a bucket is for.
    private enum Name: Hashable {
        case recovery(AppName, CustomerID)
        case receipt(AppName, OriginalTransactionID)
        case key(String)
        case address(UInt64, UInt64)
        case apple(UInt64, UInt64)
        case minting(UInt64, UInt64)
        case unknownSigner(UInt64, UInt64)
    }

    private struct Bucket {
        var tokens: Double
        var at: Instant

        /// Puts in what time has brought; a clock that goes backwards brings nothing.
        mutating func fill(_ rate: CallRate, at now: Instant) {
            let milliseconds = max(0, now.milliseconds - self.at.milliseconds)
            self.tokens = min(Double(rate.burst), self.tokens + rate.tokens(inMilliseconds: milliseconds))
            self.at = now
        }
    }

    private let limits: CallLimits
    private let now: @Sendable () -> Instant
    private let buckets = Mutex<[Name: Bucket]>([:])

    /// Counts against these limits; `now` is real time.
    init(limits: CallLimits, now: @escaping @Sendable () -> Instant) {
        self.limits = limits
        self.now = now
    }

    /// Counts a request with a key.
    func count(key: String) throws {
        try self.count(.key(key), self.limits.key)
    }

    /// Counts a request from an address.
    func count(address: NetworkAddress) throws {
        let network = address.network
        try self.count(.address(network.high, network.low), self.limits.address)
    }

    /// Counts a request from an address where Apple's notifications arrive.
    func count(apple address: NetworkAddress) throws {
        let network = address.network
        try self.count(.apple(network.high, network.low), self.limits.apple)
    }

    /// Counts a customer made from an address.
    func count(minting address: NetworkAddress) throws {
        let network = address.network
        try self.count(.minting(network.high, network.low), self.limits.minting)
    }

    /// Counts certificates from an address that nobody has verified before.
    func count(unknownSignerFrom address: NetworkAddress) throws {
        let network = address.network
        try self.count(.unknownSigner(network.high, network.low), self.limits.unknownSigner)
    }

    /// Counts a customer's search for a purchase.
    func count(recovery customer: CustomerID, in app: AppName) throws {
        try self.count(.recovery(app, customer), self.limits.recovery, .recovery)
    }

    /// Counts a question of the old kind about a chain.
    func count(receiptOf original: OriginalTransactionID, in app: AppName) throws {
        try self.count(.receipt(app, original), self.limits.receipt)
    }

    private func count(_ name: Name, _ rate: CallRate, _ refusal: Refusal = .usual) throws {
        let now = self.now()
        let missing = self.buckets.withLock { buckets -> Double? in
            if buckets.count >= Self.maximumBuckets, buckets[name] == nil { self.thin(&buckets, at: now) }
            var bucket = buckets[name] ?? Bucket(tokens: Double(rate.burst), at: now)
            bucket.fill(rate, at: now)
            let missing = bucket.tokens < 1 ? 1 - bucket.tokens : nil
            if missing == nil { bucket.tokens -= 1 }
            buckets[name] = bucket
            return missing
        }
        guard let missing else { return }
        throw Problem(
            .tooManyRequests,
            code: refusal.code,
            refusal.detail,
            retryAfterSeconds: max(1, Int((missing * Double(rate.seconds) / Double(rate.count)).rounded(.up)))
        )
    }

    /// Forgets buckets that are full by now, or all when none is.
    private func thin(_ buckets: inout [Name: Bucket], at now: Instant) {
        buckets = buckets.filter { name, bucket in
            var bucket = bucket
            let rate = self.rate(of: name)
            bucket.fill(rate, at: now)
            return bucket.tokens < Double(rate.burst)
        }
        if buckets.count >= Self.maximumBuckets { buckets = [:] }
    }

    private func rate(of name: Name) -> CallRate {
        switch name {
        case .key: self.limits.key
        case .address: self.limits.address
        case .apple: self.limits.apple
        case .minting: self.limits.minting
        case .unknownSigner: self.limits.unknownSigner
        case .recovery: self.limits.recovery
        case .receipt: self.limits.receipt
        }
    }
}
