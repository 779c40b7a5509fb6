package import Ledger

/// A renewal date that was extended.
package struct ExtendedRenewal: Hashable, Sendable {
    /// The subscription.
    package let originalTransactionID: OriginalTransactionID
    /// Where it was bought.
    package let environment: StoreEnvironment
    /// Its new renewal date, as Apple says; the signed transaction is what counts.
    package let renewsAt: Instant?
    /// Whether what Apple signed about it is in the books already; if not, the notification brings it.
    package let isRecorded: Bool
}
