import Ledger

extension Session {
    /// A snapshot of one transaction, from the columns that follow its claim.
    func snapshot(
        in row: inout Row,
        transactionID: TransactionID,
        of original: OriginalTransactionID
    ) throws -> TransactionSnapshot {
        let lineItemID = try row.optionalIdentifier().map { WebOrderLineItemID($0) }
        let appTransactionID = try row.optionalIdentifier().map { AppTransactionID($0) }
        let productID = ProductID(try self.word(try row.integer()))
        let kind = try row.coded(TransactionSnapshot.Kind.self)
        let purchaseAt = try row.instant()
        let expiresAt = try row.optionalInstant()
        let token = try row.optionalToken()
        let reason = try row.optionalCoded(TransactionSnapshot.Reason.self)
        let offer = try row.optionalInteger().map(self.offer)
        let price = try self.money(in: &row)
        let storefront = try row.optionalInteger().map(self.word)
        var snapshot = TransactionSnapshot(
            transactionID: transactionID,
            originalTransactionID: original,
            webOrderLineItemID: lineItemID,
            appTransactionID: appTransactionID,
            productID: productID,
            kind: kind,
            purchaseAt: purchaseAt,
            expiresAt: expiresAt,
            accountToken: token,
            reason: reason,
            offer: offer,
            price: price,
            storefront: storefront,
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
        original: Int64,
        originalID: OriginalTransactionID,
        ordinal: Int,
        app: Int64
    ) throws -> [SQLValue] {
        [
            .integer(original),
            .identifier(snapshot.transactionID.rawValue),
            .integer(Int64(ordinal)),
            .optionalIdentifier(snapshot.webOrderLineItemID?.rawValue),
            .optionalIdentifier(snapshot.appTransactionID?.rawValue),
            .integer(try self.number(ofWord: snapshot.productID.rawValue, app: app)),
            .integer(snapshot.kind.code),
            .instant(snapshot.purchaseAt),
            .instant(snapshot.expiresAt),
            snapshot.accountToken.map(SQLValue.token) ?? .null,
            .optional(snapshot.reason?.code),
            .optional(try snapshot.offer.map { try self.number(of: $0, app: app) }),
            .optional(snapshot.price?.amountMilliunits),
            .optional(try snapshot.price.map { try self.number(ofWord: $0.currency, app: app) }),
            .optional(try snapshot.storefront.map { try self.number(ofWord: $0, app: app) }),
            .instant(snapshot.signedAt),
            .payloadDigest(snapshot.digest),
            RareTransactionValues.areIn(snapshot, under: originalID)
                ? try RareJSON.text(RareTransactionValues(snapshot, under: originalID)) : .null,
        ]
    }

    /// A price and its currency, or nothing.
    func money(in row: inout Row) throws -> Money? {
        let amount = try row.optionalInteger()
        let currency = try row.optionalInteger()
        guard let amount, let currency else { return nil }
        return Money(amountMilliunits: amount, currency: try self.word(currency))
    }
}
