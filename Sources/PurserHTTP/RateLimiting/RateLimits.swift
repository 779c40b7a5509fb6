/// How often the server may be asked.
package struct RateLimits: Hashable, Sendable {
    /// By one key.
    package var key: RateLimit
    /// From one address, by anybody but Apple.
    package var address: RateLimit
    /// From one address where Apple's notifications arrive.
    ///
    /// Apple sends from few addresses, and sends all it has after an
    /// outage.
    package var apple: RateLimit
    /// From one address, to make customers whom no shop has named.
    ///
    /// A household, a school or a mobile network shares one.
    package var minting: RateLimit
    /// From one address, reports of apps with a key that is no secret.
    ///
    /// A household, a school or a mobile network shares one; what is refused of such a network is a part of its
    /// successes and of its failures alike.
    package var telemetry: RateLimit
    /// From one address, certificates that are not known and have to be verified, at addresses that strangers reach.
    ///
    /// Each costs up to two signature checks on P-384, about two milliseconds. Apple has a few signers, each of which
    /// is known from the first time on, so whoever goes beyond this brings certificates that are not Apple's.
    package var unknownSigner: RateLimit
    /// By one customer, to look for a purchase by its order number.
    ///
    /// Each time Apple is asked, which all customers of an app share; and nobody has many such mails.
    package var recovery: RateLimit

    /// About one chain of purchases, through the old verifyReceipt: nobody has to be known to ask there.
    package var receipt: RateLimit

    /// Limits of these rates.
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

/// How often something may be done: so many times in a stretch of time, and so many at once after a rest.
package struct RateLimit: Hashable, Sendable {
    /// How many in `seconds`, in the long run.
    package let count: Int
    /// The stretch of time.
    package let seconds: Int
    /// How many at once.
    package let burst: Int

    /// A rate of these numbers, each at least 1.
    package init(perSecond: Int, burst: Int) {
        self.init(perSecond, inSeconds: 1, burst: burst)
    }

    /// So many in so many seconds, each number at least 1.
    package init(_ count: Int, inSeconds seconds: Int, burst: Int) {
        self.count = max(1, count)
        self.seconds = max(1, seconds)
        self.burst = max(1, burst)
    }

    /// How many a second in the long run, at least 1.
    package var perSecond: Int { max(1, self.count / self.seconds) }

    /// How many come in so many milliseconds.
    func tokens(inMilliseconds milliseconds: Int64) -> Double {
        Double(milliseconds) * Double(self.count) / (1000 * Double(self.seconds))
    }

    /// How long after the last call it is as if there had been none, in milliseconds, rounded up.
    var fillMilliseconds: Int64 {
        Int64((Double(self.burst) * 1000 * Double(self.seconds) / Double(self.count)).rounded(.up))
    }
}
