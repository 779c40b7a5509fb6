/// Purchases of one chain that passed from one owner to another together.
package struct OwnershipTransfer: Hashable, Sendable {
    /// Its name.
    package let id: TransferID
    /// The environment.
    package let environment: StoreEnvironment
    /// The original transaction id that names the chain.
    package let originalTransactionID: OriginalTransactionID
    /// The transactions that passed on, in their order.
    package let transactionIDs: [TransactionID]
    /// Whose they were; `nil` is nobody.
    package let from: CustomerID?
    /// Whose they are; `nil` is nobody.
    package let to: CustomerID?
    /// Why they are the new owner's.
    package let reason: Claim.Reason
    /// When it happened.
    package let transferredAt: Instant
    /// The operator's action that moved them; `nil` where evidence or an app did.
    package let change: OwnershipChangeID?

    /// A transfer of these values.
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

    /// The same transfer with other names for its sides.
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

/// The name of one transfer of purchases from one owner to another; both owners' events bear it.
package typealias TransferID = Identifier<OwnershipTransfer>
