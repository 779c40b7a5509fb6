package import Ledger

/// What became of a purchase that was submitted.
package struct SubmittedPurchase: Hashable, Sendable {
    /// Whether it is recorded or held.
    package let outcome: IngestOutcome
    /// Which transaction it was; `nil` when the evidence does not say.
    package let transactionID: TransactionID?
    /// The environment it belongs to.
    package let environment: StoreEnvironment?
    /// What kind of product it is of; `nil` when the evidence does not say.
    package let kind: TransactionSnapshot.Kind?
}
