import AppStore
import Crypto
import Ledger

extension RenewalSnapshot {
    /// Creates the ledger's form of a verified renewal info.
    ///
    /// - Throws: `MissingPartError` if it does not name its subscription or product.
    init(_ verified: VerifiedObject<RenewalInfoPayload>) throws(MissingPartError) {
        let payload = verified.payload
        guard let originalID = payload.originalTransactionId.flatMap(TransactionSnapshot.identifier) else {
            throw .renewalField("originalTransactionId")
        }
        guard
            let productID = (payload.productId ?? payload.autoRenewProductId).flatMap(TransactionSnapshot.identifier)
        else {
            throw .renewalField("productId")
        }
        let tiers = (payload.multiSeatInfo?.renewalPriceTiers ?? []).map { Seats.Tier($0) }
        let seatCount = payload.renewalQuantity.map { Int($0) } ?? Seats.count(of: tiers)
        self.init(
            originalTransactionID: OriginalTransactionID(originalID),
            productID: ProductID(productID),
            autoRenewProductID: payload.autoRenewProductId.map { ProductID($0) },
            autoRenew: Self.isOn(payload.autoRenewStatus),
            renewalAt: payload.renewalDate.map { Instant($0) },
            gracePeriodExpiresAt: payload.gracePeriodExpiresDate.map { Instant($0) },
            isInBillingRetry: payload.isInBillingRetryPeriod ?? false,
            expirationIntent: payload.expirationIntent.map { Int($0.rawValue) },
            priceIncreaseStatus: payload.priceIncreaseStatus.map { Int($0.rawValue) },
            offer: payload.offerType.map { type in
                Offer(
                    type: Int(type.rawValue),
                    identifier: payload.offerIdentifier,
                    discountType: payload.offerDiscountType?.rawValue,
                    period: payload.offerPeriod
                )
            },
            price: Money(
                // With tiers, Apple's `renewalPrice` is the average of a seat; their sum is what will be charged.
                milliunits: tiers.isEmpty
                    ? payload.renewalPrice : Seats(tiers: tiers).total(of: seatCount ?? 0),
                currency: payload.currency
            ),
            seatCount: seatCount,
            accountToken: payload.appAccountToken.flatMap { AccountToken($0) },
            appTransactionID: payload.appTransactionId.map { AppTransactionID($0) },
            commitment: payload.commitmentInfo.map { commitment in
                Commitment(
                    willRenew: Self.isOn(commitment.commitmentAutoRenewStatus),
                    renewalAt: commitment.commitmentRenewalDate.map { Instant($0) },
                    productID: commitment.commitmentAutoRenewProductId.map { ProductID($0) }
                )
            },
            signedAt: Instant(verified.signedAt),
            digest: PayloadDigest(EvidenceDigest(sha256: Array(SHA256.hash(data: verified.object.payload))))
        )
    }

    private static func isOn(_ status: AutoRenewStatus?) -> Bool? {
        switch status {
        case .on: true
        case .off: false
        default: nil
        }
    }
}
