import Ledger

extension Session {
    /// The renewal snapshot in a row.
    func renewal(in row: inout Row, of original: OriginalTransactionID) throws -> RenewalSnapshot {
        let productID = ProductID(try self.word(try row.integer()))
        let nextProductID = try row.optionalInteger().map { ProductID(try self.word($0)) }
        let autoRenew = try row.optionalInteger().map { $0 == 1 }
        let renewalAt = try row.optionalInstant()
        let offer = try row.optionalInteger().map(self.offer)
        let price = try self.money(in: &row)
        let token = try row.optionalToken()
        let appTransactionID = try row.optionalIdentifier().map { AppTransactionID($0) }
        var renewal = RenewalSnapshot(
            originalTransactionID: original,
            productID: productID,
            autoRenewProductID: nextProductID,
            autoRenew: autoRenew,
            renewalAt: renewalAt,
            offer: offer,
            price: price,
            accountToken: token,
            appTransactionID: appTransactionID,
            signedAt: try row.instant(),
            digest: try row.payloadDigest()
        )
        if let rare = try row.optionalText() {
            try RareJSON.value(rare, as: RareRenewalValues.self).fill(&renewal)
        }
        return renewal
    }

    /// The values of a renewal's row.
    func values(of renewal: RenewalSnapshot, original: Int64, app: Int64) throws -> [SQLValue] {
        [
            .integer(original),
            .integer(try self.number(ofWord: renewal.productID.rawValue, app: app)),
            .optional(try renewal.autoRenewProductID.map { try self.number(ofWord: $0.rawValue, app: app) }),
            .optional(renewal.autoRenew.map { $0 ? 1 : 0 }),
            .instant(renewal.renewalAt),
            .optional(try renewal.offer.map { try self.number(of: $0, app: app) }),
            .optional(renewal.price?.amountMilliunits),
            .optional(try renewal.price.map { try self.number(ofWord: $0.currency, app: app) }),
            renewal.accountToken.map(SQLValue.token) ?? .null,
            .optionalIdentifier(renewal.appTransactionID?.rawValue),
            .instant(renewal.signedAt),
            .payloadDigest(renewal.digest),
            RareRenewalValues.areIn(renewal) ? try RareJSON.text(RareRenewalValues(renewal)) : .null,
        ]
    }
}
