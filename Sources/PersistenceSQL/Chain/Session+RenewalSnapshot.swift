import Ledger

extension Session {
    /// The renewal snapshot in a row.
    func renewal(in row: inout Row, of original: StoredOriginal) throws -> RenewalSnapshot {
        let terms = try self.terms(try row.integer())
        let renewalAt = try row.optionalInstant()
        let token = try row.optionalToken(sharing: original.shared.token)
        let appTransactionID = try row.optionalAccount(sharing: original.shared.account)
        var renewal = RenewalSnapshot(
            originalTransactionID: original.id,
            productID: terms.productID,
            autoRenewProductID: terms.nextProductID,
            autoRenew: terms.autoRenew,
            renewalAt: renewalAt,
            offer: terms.offer,
            price: terms.price,
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
    func values(of renewal: RenewalSnapshot, original: StoredOriginal, app: Int64) throws -> [SQLValue] {
        [
            .integer(original.number),
            .integer(try self.numberOfTerms(of: renewal, app: app)),
            .instant(renewal.renewalAt),
            original.shared.value(of: renewal.accountToken),
            original.shared.value(of: renewal.appTransactionID),
            .instant(renewal.signedAt),
            .payloadDigest(renewal.digest),
            RareRenewalValues.areIn(renewal) ? try RareJSON.text(RareRenewalValues(renewal)) : .null,
        ]
    }
}
