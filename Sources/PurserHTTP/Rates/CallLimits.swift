/// How often the server may be asked.
package struct CallLimits: Hashable, Sendable {
    /// By one key.
    package var key: CallRate
    /// From one address, by anybody but Apple.
    package var address: CallRate
    /// From one address where Apple's notifications arrive.
    ///
    /// Apple sends from few addresses, and sends all it has after an
    /// outage.
    package var apple: CallRate
    /// From one address, to make customers whom no shop has named.
    ///
    /// A household, a school or a mobile network shares one.
    package var minting: CallRate
    /// From one address, reports of apps with a key that is no secret.
    ///
    /// A household, a school or a mobile network shares one; what is refused of such a network is a part of its
    /// successes and of its failures alike.
    package var telemetry: CallRate
    /// From one address, certificates that are not known and have to be verified, at addresses that strangers reach.
    ///
    /// Each costs up to two signature checks on P-384, about two milliseconds. Apple has a few signers, each of which is
    /// known from the first time on, so whoever goes beyond this brings certificates that are not Apple's.
    package var unknownSigner: CallRate
    /// By one customer, to look for a purchase by its order number.
    ///
    /// Each time Apple is asked, which all customers of an app share; and nobody has many such mails.
    package var recovery: CallRate

    /// About one chain of purchases, through the old verifyReceipt: nobody has to be known to ask there.
    package var receipt: CallRate

    /// Limits of these rates.
    package init(
        key: CallRate = CallRate(perSecond: 50_000, burst: 100_000),
        address: CallRate = CallRate(perSecond: 500, burst: 2_000),
        apple: CallRate = CallRate(perSecond: 5_000, burst: 20_000),
        minting: CallRate = CallRate(perSecond: 5, burst: 100),
        telemetry: CallRate = CallRate(perSecond: 1, burst: 60),
        unknownSigner: CallRate = CallRate(perSecond: 2, burst: 100),
        recovery: CallRate = CallRate(1, inSeconds: 60, burst: 5),
        receipt: CallRate = CallRate(1, inSeconds: 2, burst: 60)
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
