import AppStore
import Ledger

extension TransactionSnapshot {
    /// What a row of a receipt says, in the ledger's terms; what receipts do not have stays empty.
    ///
    /// `statedAt` is when the receipt was made, or Apple answered: a receipt is signed as a whole, and its rows are as old
    /// as it is. Xcode leaves out the original transaction, which is then the transaction itself. The kind is the row's,
    /// else the catalogue's, else that of whatever has an end. Throws `MissingPartError` when it lacks what any transaction
    /// needs.
    init(
        _ row: ReceiptTransaction,
        statedAt: Instant,
        digest: PayloadDigest,
        kind catalogueKind: (ProductID) -> Kind?
    ) throws(MissingPartError) {
        guard let transactionID = row.transactionID.flatMap(Self.identifier) else {
            throw .transactionField("transactionId")
        }
        guard let productID = row.productID.flatMap(Self.identifier) else { throw .transactionField("productId") }
        guard let purchasedAt = row.purchasedAt else { throw .transactionField("purchaseDate") }
        let product = ProductID(productID)
        let stated = row.productType.flatMap { Kind(rawValue: $0.rawValue) }
        let kind = stated ?? catalogueKind(product) ?? (row.expiresAt == nil ? nil : .autoRenewable)
        guard let kind else { throw .unknownProductType }
        if kind == .autoRenewable, row.expiresAt == nil { throw .transactionField("expiresDate") }
        let token = row.appAccountToken.flatMap { AccountToken($0) }
        self.init(
            transactionID: TransactionID(transactionID),
            originalTransactionID: OriginalTransactionID(
                row.originalTransactionID.flatMap(Self.identifier) ?? transactionID
            ),
            webOrderLineItemID: row.webOrderLineItemID.map { WebOrderLineItemID(String($0)) },
            productID: product,
            kind: kind,
            purchaseAt: Instant(purchasedAt),
            expiresAt: kind == .autoRenewable ? row.expiresAt.map { Instant($0) } : nil,
            quantity: max(1, row.quantity.flatMap { Int(exactly: $0) } ?? 1),
            ownership: row.ownership.map { Ownership(rawValue: $0.rawValue) ?? .assigned } ?? .purchased,
            accountToken: token,
            malformedAccountToken: token == nil ? row.appAccountToken : nil,
            isUpgraded: row.isUpgraded ?? false,
            revocation: row.cancelledAt.map { revokedAt in
                Revocation(
                    revokedAt: Instant(revokedAt),
                    reason: row.cancellationReason.flatMap { Int(exactly: $0) },
                    type: nil,
                    percentageMilliunits: nil
                )
            },
            offer: Self.offer(of: row),
            isPartial: true,
            signedAt: statedAt,
            digest: digest
        )
    }

    /// The offer that a row was bought under: a code or a promotional offer by its name, else what its flags say.
    private static func offer(of row: ReceiptTransaction) -> Offer? {
        let discount = row.isTrial == true ? "FREE_TRIAL" : nil
        if let name = row.promotionalOfferID {
            return Offer(type: 2, identifier: name, discountType: discount, period: nil)
        }
        if let name = row.offerCode {
            return Offer(type: 3, identifier: name, discountType: discount, period: nil)
        }
        guard row.isTrial == true || row.isIntroductory == true else { return nil }
        return Offer(type: 1, identifier: nil, discountType: discount, period: nil)
    }
}
