import Ledger

extension Session {
    /// A snapshot of one transaction, from the columns that follow its claim.
    func snapshot(
        in row: inout Row,
        transactionID: TransactionID,
        of original: StoredOriginal
    ) throws -> TransactionSnapshot {
        let lineItemID = try row.optionalIdentifier().map { WebOrderLineItemID($0) }
        let appTransactionID = try row.optionalAccount(sharing: original.shared.account)
        let terms = try self.terms(try row.integer())
        guard let kind = terms.kind else { throw RepositoryError.corrupt }
        let purchaseAt = try row.instant()
        let expiresAt = try row.optionalInstant()
        let token = try row.optionalToken(sharing: original.shared.token)
        var snapshot = TransactionSnapshot(
            transactionID: transactionID,
            originalTransactionID: original.id,
            webOrderLineItemID: lineItemID,
            appTransactionID: appTransactionID,
            productID: terms.productID,
            kind: kind,
            purchaseAt: purchaseAt,
            expiresAt: expiresAt,
            accountToken: token,
            reason: terms.reason,
            offer: terms.offer,
            price: terms.price,
            storefront: terms.storefront,
            signedAt: try row.instant(),
            digest: try row.payloadDigest()
        )
        if let rare = try row.optionalText() {
            try RareJSON.value(rare, as: RareTransactionValues.self).fill(&snapshot)
        }
        return snapshot
    }

    /// The values of a snapshot's row.
    func values(
        of snapshot: TransactionSnapshot,
        original: StoredOriginal,
        ordinal: Int,
        app: Int64
    ) throws -> [SQLValue] {
        [
            .integer(original.number),
            .identifier(snapshot.transactionID.rawValue),
            .integer(Int64(ordinal)),
            .optionalIdentifier(snapshot.webOrderLineItemID?.rawValue),
            original.shared.value(of: snapshot.appTransactionID),
            .integer(try self.numberOfTerms(of: snapshot, app: app)),
            .instant(snapshot.purchaseAt),
            .instant(snapshot.expiresAt),
            original.shared.value(of: snapshot.accountToken),
            .instant(snapshot.signedAt),
            .payloadDigest(snapshot.digest),
            RareTransactionValues.areIn(snapshot, under: original.id)
                ? try RareJSON.text(RareTransactionValues(snapshot, under: original.id)) : .null,
        ]
    }
}
