/// The result of recording a unit.
package struct RecordingResult: Hashable, Sendable {
    /// Whether any part of it was new; `false` when all of it had been recorded before.
    package let isNew: Bool
    /// The claim on the submitted transaction; `nil` when the unit had no submission.
    package let claim: Claim?
    /// Whether the same customer had submitted the same transaction before.
    package let wasSubmittedBefore: Bool
    /// Whether the app is to finish the submitted transaction, by its fulfillments; `nil` where it has none.
    package let finish: FulfillmentFinish?
    /// Whether its notification had not been recorded before.
    package let isNotificationNew: Bool
    /// The transactions that were recorded for the first time.
    package let transactions: Set<TransactionID>
    /// The transactions with a refund or revocation that was recorded for the first time.
    package let revoked: Set<TransactionID>

    /// The environment of the unit, where the caller sets it.
    package var environment: StoreEnvironment?

    /// Creates a result of these values.
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

/// The effects that recording a unit would have.
package struct OwnershipPreview: Hashable, Sendable {
    /// The result that recording would return.
    package let recorded: RecordingResult
    /// The transfers of ownership that recording would make.
    package let transfers: [OwnershipTransfer]
    /// The submitting customer's ledger after recording; `nil` without a submission.
    package let ledger: CustomerLedger?

    /// Creates a preview of these values.
    package init(recorded: RecordingResult, transfers: [OwnershipTransfer], ledger: CustomerLedger?) {
        self.recorded = recorded
        self.transfers = transfers
        self.ledger = ledger
    }
}
