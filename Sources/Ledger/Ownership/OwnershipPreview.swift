/// What recording a unit would do.
package struct OwnershipPreview: Hashable, Sendable {
    /// What recording would answer.
    package let recorded: Recorded
    /// What would pass from one owner to another.
    package let moves: [OwnershipMove]
    /// The submitting customer's ledger as it would be; `nil` without a submission.
    package let ledger: CustomerLedger?

    /// A preview of these values.
    package init(recorded: Recorded, moves: [OwnershipMove], ledger: CustomerLedger?) {
        self.recorded = recorded
        self.moves = moves
        self.ledger = ledger
    }
}
