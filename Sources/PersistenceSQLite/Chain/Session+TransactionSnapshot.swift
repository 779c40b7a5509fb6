import Ledger

extension Session {
    /// A snapshot of one transaction, from the columns that follow its claim.
    func snapshot(
        in row: inout Row,
        transactionID: TransactionID,
        of original: OriginalTransactionID
    ) throws -> TransactionSnapshot {
        let originalID = try row.optionalIdentifier().map { OriginalTransactionID($0) } ?? original
        let previousID = try row.optionalIdentifier().map { OriginalTransactionID($0) }
        let lineItemID = try row.optionalIdentifier().map { WebOrderLineItemID($0) }
        let appTransactionID = try row.optionalIdentifier().map { AppTransactionID($0) }
        let productID = ProductID(try self.word(try row.integer()))
        var snapshot = TransactionSnapshot(
            transactionID: transactionID,
            originalTransactionID: originalID,
            previousOriginalTransactionID: previousID,
            webOrderLineItemID: lineItemID,
            appTransactionID: appTransactionID,
            productID: productID,
            kind: try row.coded(),
            purchaseAt: try row.instant(),
            expiresAt: try row.optionalInstant(),
            quantity: Int(try row.integer()),
            ownership: try row.coded(),
            accountToken: try row.optionalToken(),
            malformedAccountToken: try row.optionalText(),
            isUpgraded: try row.flag(),
            revocation: try self.revocation(in: &row),
            signedAt: Instant(milliseconds: 0),
            digest: Self.noDigest
        )
        snapshot.reason = try row.optionalInteger().map { code in
            guard let reason = TransactionSnapshot.Reason.allCases.first(where: { $0.code == code }) else {
                throw RepositoryError.corrupt
            }
            return reason
        }
        snapshot.offer = try row.optionalInteger().map(self.offer)
        snapshot.price = try self.money(in: &row)
        snapshot.storefront = try row.optionalInteger().map(self.word)
        snapshot.commitment = try row.optionalText().map(TransactionSnapshot.Commitment.init(stored:))
        snapshot.isReversal = try row.flag()
        snapshot.signedAt = try row.instant()
        snapshot.digest = try row.digest()
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
        let revocation = snapshot.revocation
        return [
            .integer(original),
            .identifier(snapshot.transactionID.rawValue),
            .integer(Int64(ordinal)),
            snapshot.originalTransactionID == originalID
                ? .null : .identifier(snapshot.originalTransactionID.rawValue),
            .optionalIdentifier(snapshot.previousOriginalTransactionID?.rawValue),
            .optionalIdentifier(snapshot.webOrderLineItemID?.rawValue),
            .optionalIdentifier(snapshot.appTransactionID?.rawValue),
            .integer(try self.number(ofWord: snapshot.productID.rawValue, app: app)),
            .integer(snapshot.kind.code),
            .instant(snapshot.purchaseAt),
            .instant(snapshot.expiresAt),
            .integer(Int64(snapshot.quantity)),
            .integer(snapshot.ownership.code),
            snapshot.accountToken.map(SQLValue.token) ?? .null,
            snapshot.malformedAccountToken.map(SQLValue.text) ?? .null,
            .flag(snapshot.isUpgraded),
            .instant(revocation?.revokedAt),
            .optional(revocation?.reason.map(Int64.init)),
            .optional(try revocation?.type.map { try self.number(ofWord: $0, app: app) }),
            .optional(revocation?.percentageMilliunits.map(Int64.init)),
            .optional(snapshot.reason?.code),
            .optional(try snapshot.offer.map { try self.number(of: $0, app: app) }),
            .optional(snapshot.price?.amountMilliunits),
            .optional(try snapshot.price.map { try self.number(ofWord: $0.currency, app: app) }),
            .optional(try snapshot.storefront.map { try self.number(ofWord: $0, app: app) }),
            snapshot.commitment.map { .text($0.stored) } ?? .null,
            .flag(snapshot.isReversal),
            .instant(snapshot.signedAt),
            .bytes(snapshot.digest.bytes),
        ]
    }

    /// A price and its currency, or nothing.
    func money(in row: inout Row) throws -> Money? {
        let amount = try row.optionalInteger()
        let currency = try row.optionalInteger()
        guard let amount, let currency else { return nil }
        return Money(amountMilliunits: amount, currency: try self.word(currency))
    }

    private func revocation(in row: inout Row) throws -> Revocation? {
        let revokedAt = try row.optionalInstant()
        let reason = try row.optionalInteger().map { Int($0) }
        let type = try row.optionalInteger().map(self.word)
        let percentage = try row.optionalInteger().map { Int($0) }
        return revokedAt.map { revokedAt in
            Revocation(revokedAt: revokedAt, reason: reason, type: type, percentageMilliunits: percentage)
        }
    }

    /// Stands in while a snapshot is put together from the left.
    private static let noDigest: EvidenceDigest = {
        guard let digest = EvidenceDigest([UInt8](repeating: 0, count: EvidenceDigest.byteCount)) else {
            preconditionFailure("A digest has that many bytes.")
        }
        return digest
    }()
}
