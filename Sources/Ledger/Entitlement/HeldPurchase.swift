/// Something bought once that is a customer's own: owned for good, or a period that does not renew.
package struct HeldPurchase: Hashable, Sendable {
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// What was bought.
    package let productID: ProductID
    /// When it was bought.
    package let begunAt: Instant
    /// When it was refunded or withdrawn, and why.
    package let revocation: HeldRevocation?
    /// Whether the Apple Account itself paid, rather than a family member or an organization.
    package let isPaid: Bool
    /// The transactions that stand for it, by ascending id; never empty.
    package let transactionIDs: [TransactionID]

    /// A purchase of these values.
    package init(
        kind: TransactionSnapshot.Kind,
        productID: ProductID,
        begunAt: Instant,
        revocation: HeldRevocation?,
        isPaid: Bool,
        transactionIDs: [TransactionID]
    ) {
        self.kind = kind
        self.productID = productID
        self.begunAt = begunAt
        self.revocation = revocation
        self.isPaid = isPaid
        self.transactionIDs = transactionIDs
    }

    /// What is held of a purchase.
    init(_ purchase: Purchase) {
        self.init(
            kind: purchase.snapshot.kind,
            productID: purchase.snapshot.productID,
            begunAt: purchase.begunAt,
            revocation: purchase.snapshot.revocation.map {
                HeldRevocation(revokedAt: $0.revokedAt, reason: .revoked(purchase.snapshot))
            },
            isPaid: purchase.isPaid,
            transactionIDs: purchase.transactionIDs
        )
    }

    /// Whether a refund or withdrawal of it stands.
    var isRevoked: Bool { self.revocation != nil }
}
