/// Purchases of one chain that passed from one owner to another together.
package struct OwnershipTransfer: Hashable, Sendable {
    /// The identifier.
    package let id: TransferID
    /// The environment.
    package let environment: StoreEnvironment
    /// The original transaction id that names the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The transactions of the purchases, in their order.
    package let transactionIDs: [TransactionID]
    /// The former owner; `nil` for none.
    package let from: CustomerID?
    /// The new owner; `nil` for none.
    package let to: CustomerID?
    /// The reason of the new owner's claim.
    package let reason: Claim.Reason
    /// The instant of the transfer.
    package let transferredAt: Instant
    /// The operator's action that caused it; `nil` when evidence or an app did.
    package let change: OwnershipChangeID?

    /// Creates a transfer with these values.
    package init(
        id: TransferID,
        environment: StoreEnvironment,
        originalTransactionID: OriginalTransactionID,
        transactionIDs: [TransactionID],
        from: CustomerID?,
        to: CustomerID?,
        reason: Claim.Reason,
        transferredAt: Instant,
        change: OwnershipChangeID? = nil
    ) {
        self.id = id
        self.environment = environment
        self.originalTransactionID = originalTransactionID
        self.transactionIDs = transactionIDs
        self.from = from
        self.to = to
        self.reason = reason
        self.transferredAt = transferredAt
        self.change = change
    }

    /// Returns the same transfer with other customer IDs.
    package func naming(_ name: (CustomerID) -> CustomerID) -> Self {
        Self(
            id: self.id,
            environment: self.environment,
            originalTransactionID: self.originalTransactionID,
            transactionIDs: self.transactionIDs,
            from: self.from.map(name),
            to: self.to.map(name),
            reason: self.reason,
            transferredAt: self.transferredAt,
            change: self.change
        )
    }
}

/// The identifier of one transfer of purchases; the events of both owners contain it.
package typealias TransferID = Identifier<OwnershipTransfer>
