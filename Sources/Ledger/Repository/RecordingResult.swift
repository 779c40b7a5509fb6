/// What became of a recorded unit.
package struct RecordingResult: Hashable, Sendable {
    /// Whether any of it was new; `false` when all of it had been recorded before.
    package let isNew: Bool
    /// Whose the submitted transaction is; `nil` when the unit had no submission.
    package let claim: Claim?
    /// Whether the same customer had submitted the same transaction before.
    package let wasSubmittedBefore: Bool
    /// Whether the app is to finish what it submitted, as its fulfillments say; `nil` where the app has none.
    package let finish: FulfillmentFinish?
    /// Whether its notification had not been recorded before.
    package let isNotificationNew: Bool
    /// The transactions that were not known before.
    package let transactions: Set<TransactionID>
    /// The transactions of which a refund or withdrawal became known that was not known before.
    package let revoked: Set<TransactionID>

    /// The environment of the unit, where whoever had it recorded says so.
    package var environment: StoreEnvironment?

    /// An outcome of these values.
    package init(
        isNew: Bool,
        claim: Claim?,
        wasSubmittedBefore: Bool,
        finish: FulfillmentFinish? = nil,
        isNotificationNew: Bool = false,
        transactions: Set<TransactionID> = [],
        revoked: Set<TransactionID> = []
    ) {
        self.isNew = isNew
        self.claim = claim
        self.wasSubmittedBefore = wasSubmittedBefore
        self.finish = finish
        self.isNotificationNew = isNotificationNew
        self.transactions = transactions
        self.revoked = revoked
    }
}

/// What recording a unit would do.
package struct OwnershipPreview: Hashable, Sendable {
    /// What recording would answer.
    package let recorded: RecordingResult
    /// What would pass from one owner to another.
    package let transfers: [OwnershipTransfer]
    /// The submitting customer's ledger as it would be; `nil` without a submission.
    package let ledger: CustomerLedger?

    /// A preview of these values.
    package init(recorded: RecordingResult, transfers: [OwnershipTransfer], ledger: CustomerLedger?) {
        self.recorded = recorded
        self.transfers = transfers
        self.ledger = ledger
    }
}
