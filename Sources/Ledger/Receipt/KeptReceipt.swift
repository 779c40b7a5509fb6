/// The newest receipt of a subscription whose app has no key of Apple's, and when Apple is asked about it.
package struct KeptReceipt: Hashable, Sendable {
    /// The app it belongs to.
    package let app: AppName
    /// The environment it belongs to.
    package let environment: StoreEnvironment
    /// The first transaction of the subscription's chain.
    package let originalTransactionID: OriginalTransactionID
    /// The receipt, encrypted: whoever has the books alone cannot read it.
    package let sealed: [UInt8]
    /// When the receipt was made; of two the later is kept.
    package let madeAt: Instant
    /// When Apple is asked about it.
    package var dueAt: Instant
    /// How often in a row Apple gave no answer.
    package var failures: Int

    /// A receipt of these values.
    package init(
        app: AppName,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        sealed: [UInt8],
        madeAt: Instant,
        dueAt: Instant,
        failures: Int = 0
    ) {
        self.app = app
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.sealed = sealed
        self.madeAt = madeAt
        self.dueAt = dueAt
        self.failures = failures
    }
}
