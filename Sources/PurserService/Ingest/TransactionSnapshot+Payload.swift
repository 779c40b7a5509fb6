import AppStore
import Crypto
import Ledger

extension TransactionSnapshot {
    /// What a verified transaction says, in the ledger's terms.
    ///
    /// A malformed token is kept as received and counts as absent. An ownership that is not known is treated like an
    /// assigned seat: it belongs to whoever submits it, and a token inside it binds nobody.
    ///
    /// `isReversal` says that it arrived in a REFUND_REVERSED notification. Throws `MissingPartError` when it lacks
    /// what any transaction needs.
    init(
        _ verified: VerifiedObject<TransactionPayload>,
        isReversal: Bool
    ) throws(MissingPartError) {
        let payload = verified.payload
        guard let transactionID = payload.transactionId.flatMap(Self.identifier) else {
            throw .transactionField("transactionId")
        }
        guard let originalID = payload.originalTransactionId.flatMap(Self.identifier) else {
            throw .transactionField("originalTransactionId")
        }
        guard let productID = payload.productId.flatMap(Self.identifier) else { throw .transactionField("productId") }
        guard let type = payload.type else { throw .transactionField("type") }
        guard let kind = Kind(rawValue: type.rawValue) else { throw .unknownProductType }
        guard let purchaseDate = payload.purchaseDate else { throw .transactionField("purchaseDate") }
        if kind == .autoRenewable, payload.expiresDate == nil { throw .transactionField("expiresDate") }

        let token = payload.appAccountToken.flatMap { AccountToken($0) }
        self.init(
            transactionID: TransactionID(transactionID),
            originalTransactionID: OriginalTransactionID(originalID),
            previousOriginalTransactionID: payload.previousOriginalTransactionId.flatMap(Self.identifier)
                .map { OriginalTransactionID($0) },
            webOrderLineItemID: payload.webOrderLineItemId.flatMap(Self.identifier).map { WebOrderLineItemID($0) },
            appTransactionID: payload.appTransactionId.flatMap(Self.identifier).map { AppTransactionID($0) },
            productID: ProductID(productID),
            kind: kind,
            purchaseAt: Instant(purchaseDate),
            expiresAt: payload.expiresDate.map { Instant($0) },
            quantity: max(1, Int(payload.quantity ?? 1)),
            ownership: payload.inAppOwnershipType.map { Ownership(rawValue: $0.rawValue) ?? .assigned } ?? .purchased,
            accountToken: token,
            malformedAccountToken: token == nil ? payload.appAccountToken : nil,
            isUpgraded: payload.isUpgraded ?? false,
            revocation: payload.revocationDate.map { revokedAt in
                Revocation(
                    revokedAt: Instant(revokedAt),
                    reason: payload.revocationReason.map { Int($0.rawValue) },
                    type: payload.revocationType?.rawValue,
                    percentageMilliunits: payload.revocationPercentage.map { Int($0) }
                )
            },
            reason: payload.transactionReason.flatMap { Reason(rawValue: $0.rawValue) },
            offer: payload.offerType.map { type in
                Offer(
                    type: Int(type.rawValue),
                    identifier: payload.offerIdentifier,
                    discountType: payload.offerDiscountType?.rawValue,
                    period: payload.offerPeriod
                )
            },
            price: Money(milliunits: payload.price, currency: payload.currency),
            storefront: payload.storefront,
            commitment: payload.commitmentInfo.map { commitment in
                Commitment(
                    periodNumber: commitment.billingPeriodNumber.map { Int($0) },
                    periodCount: commitment.totalBillingPeriods.map { Int($0) },
                    expiresAt: commitment.commitmentExpiresDate.map { Instant($0) }
                )
            },
            isReversal: isReversal,
            signedAt: Instant(verified.signedAt),
            digest: PayloadDigest(EvidenceDigest(sha256: Array(SHA256.hash(data: verified.object.payload))))
        )
    }

    /// The longest identifier of Apple's that is taken, in bytes; Apple's own have up to 20.
    private static let maximumIdentifierBytes = 256

    /// An identifier that can be kept and shown: not empty, of bounded length, without control characters.
    static func identifier(_ text: String) -> String? {
        let isUsable =
            !text.isEmpty && text.utf8.count <= Self.maximumIdentifierBytes
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isUsable ? text : nil
    }
}

extension Money {
    /// An amount when both its number and its currency are there.
    init?(milliunits: Int64?, currency: String?) {
        guard let milliunits, let currency else { return nil }
        self.init(amountMilliunits: milliunits, currency: currency)
    }
}
