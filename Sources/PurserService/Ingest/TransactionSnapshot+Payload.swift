import AppStore
import Crypto
import Ledger

extension TransactionSnapshot {
    /// Creates the ledger's form of a verified transaction.
    ///
    /// A malformed token is stored as received and counts as absent. An unknown ownership type is treated like an
    /// assigned seat: the purchase belongs to the customer who submits it, and a token inside it identifies no
    /// customer.
    ///
    /// `isReversal` is whether the transaction arrived in a REFUND_REVERSED notification. Throws `MissingPartError` if
    /// it lacks a required field.
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
        let quantity = max(1, Int(payload.quantity ?? 1))
        let seats = payload.multiSeatInfo.map { Seats($0, reason: payload.additionalTransactionReason) }
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
            quantity: quantity,
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
            price: Money(
                // With tiers, Apple's `price` is the average of a seat, rounded; their sum is what was charged.
                milliunits: seats.flatMap { $0.tiers.isEmpty ? nil : $0 }.map { $0.total(of: quantity) }
                    ?? payload.price,
                currency: payload.currency
            ),
            storefront: payload.storefront,
            commitment: payload.commitmentInfo.map { commitment in
                Commitment(
                    periodNumber: commitment.billingPeriodNumber.map { Int($0) },
                    periodCount: commitment.totalBillingPeriods.map { Int($0) },
                    expiresAt: commitment.commitmentExpiresDate.map { Instant($0) }
                )
            },
            seats: seats,
            isReversal: isReversal,
            signedAt: Instant(verified.signedAt),
            digest: PayloadDigest(EvidenceDigest(sha256: Array(SHA256.hash(data: verified.object.payload))))
        )
    }

    /// The maximum length of Apple's identifiers in bytes; Apple's own have up to 20.
    private static let maximumIdentifierBytes = 256

    /// Returns an identifier that can be stored and shown: not empty, of bounded length, without control characters.
    static func identifier(_ text: String) -> String? {
        let isUsable =
            !text.isEmpty && text.utf8.count <= Self.maximumIdentifierBytes
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isUsable ? text : nil
    }
}

extension Seats {
    /// Creates the ledger's form of a transaction's seats.
    init(_ info: TransactionMultiSeatInfo, reason: AdditionalTransactionReason?) {
        self.init(
            invitations: info.invitationManagement.flatMap { Invitations(rawValue: $0.rawValue) },
            tiers: (info.priceTiers ?? []).map { Tier($0) },
            revokedCount: Int(info.revokedSeatQuantity ?? 0),
            isAddition: reason == .seatAddition
        )
    }
}

extension Seats.Tier {
    /// Creates the ledger's form of a tier; one that lacks its price or number counts no seat, so the sum is unknown.
    init(_ tier: MultiSeatPriceTier) {
        self.init(priceMilliunits: tier.price ?? -1, quantity: Int(tier.quantity ?? 0))
    }
}

extension Money {
    /// Creates an amount if both its number and its currency exist.
    init?(milliunits: Int64?, currency: String?) {
        guard let milliunits, let currency else { return nil }
        self.init(amountMilliunits: milliunits, currency: currency)
    }
}
