/// The rate limits of the server.
package struct RateLimits: Hashable, Sendable {
    /// The limit of one key.
    package var key: RateLimit
    /// The limit of one address, except for Apple's notifications.
    package var address: RateLimit
    /// The limit of one address for Apple's notifications.
    ///
    /// Apple sends from few addresses, and sends everything that it has after an outage.
    package var apple: RateLimit
    /// The limit of one address for new anonymous customers.
    ///
    /// A household, a school or a mobile network shares one address.
    package var minting: RateLimit
    /// The limit of one address for telemetry with a publishable key.
    ///
    /// A household, a school or a mobile network shares one address; a refusal affects successes and failures of such a
    /// network alike.
    package var telemetry: RateLimit
    /// The limit of one address for unknown certificates to verify, at public addresses.
    ///
    /// Each costs up to two signature checks on P-384, about two milliseconds. Apple has a few signers, each of which
    /// is known after the first time, so a client beyond this limit sends certificates that are not Apple's.
    package var unknownSigner: RateLimit
    /// The limit of one customer for recoveries by order number.
    ///
    /// Each calls Apple, whose limit all customers of an app share, and no customer has many such emails.
    package var recovery: RateLimit

    /// The limit of one chain for verifyReceipt, which needs no key.
    package var receipt: RateLimit

    /// Creates rate limits.
    package init(
        key: RateLimit = RateLimit(perSecond: 50_000, burst: 100_000),
        address: RateLimit = RateLimit(perSecond: 500, burst: 2_000),
        apple: RateLimit = RateLimit(perSecond: 5_000, burst: 20_000),
        minting: RateLimit = RateLimit(perSecond: 5, burst: 100),
        telemetry: RateLimit = RateLimit(perSecond: 1, burst: 60),
        unknownSigner: RateLimit = RateLimit(perSecond: 2, burst: 100),
        recovery: RateLimit = RateLimit(1, inSeconds: 60, burst: 5),
        receipt: RateLimit = RateLimit(1, inSeconds: 2, burst: 60)
    ) {
        self.key = key
        self.address = address
        self.apple = apple
        self.minting = minting
        self.telemetry = telemetry
        self.unknownSigner = unknownSigner
        self.recovery = recovery
        self.receipt = receipt
    }
}

/// A rate limit: a number of times within a period, and a number at once after a pause.
package struct RateLimit: Hashable, Sendable {
    /// The number in `seconds`, in the long run.
    package let count: Int
    /// The period in seconds.
    package let seconds: Int
    /// The number at once.
    package let burst: Int

    /// Creates a rate per second; each number is at least 1.
    package init(perSecond: Int, burst: Int) {
        self.init(perSecond, inSeconds: 1, burst: burst)
    }

    /// Creates a rate of so many in so many seconds; each number is at least 1.
    package init(_ count: Int, inSeconds seconds: Int, burst: Int) {
        self.count = max(1, count)
        self.seconds = max(1, seconds)
        self.burst = max(1, burst)
    }

    /// The number per second in the long run, at least 1.
    package var perSecond: Int { max(1, self.count / self.seconds) }

    /// Returns the number of tokens that are added in so many milliseconds.
    func tokens(inMilliseconds milliseconds: Int64) -> Double {
        Double(milliseconds) * Double(self.count) / (1000 * Double(self.seconds))
    }

    /// The time after which an empty bucket is full, in milliseconds, rounded up.
    var fillMilliseconds: Int64 {
        Int64((Double(self.burst) * 1000 * Double(self.seconds) / Double(self.count)).rounded(.up))
    }
}
