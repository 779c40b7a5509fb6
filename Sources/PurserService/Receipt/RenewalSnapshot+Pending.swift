import AppStore
import Crypto
import Ledger

extension RenewalSnapshot {
    /// What an old interface says of a renewal, in the ledger's terms, but for a grace period; `nil` where it does not say of
    /// what.
    ///
    /// `endsAt` is the end of the period that it speaks for, and `statedAt` when it was stated.
    init?(
        _ pending: PendingRenewal,
        endsAt: Instant,
        statedAt: Instant,
        beside receipt: VerifiedReceipt
    ) {
        guard let original = pending.originalTransactionID, let product = pending.productID else { return nil }
        var hash = SHA256()
        hash.update(data: receipt.payloadDigest)
        hash.update(data: pending.json.json())
        self.init(
            originalTransactionID: OriginalTransactionID(original),
            productID: ProductID(product),
            autoRenewProductID: pending.autoRenewProductID.map { ProductID($0) },
            autoRenew: pending.autoRenews,
            renewalAt: endsAt,
            isInBillingRetry: pending.isInBillingRetry ?? false,
            expirationIntent: pending.expirationIntent.flatMap { Int(exactly: $0) },
            priceIncreaseStatus: pending.priceIncreaseStatus.flatMap { Int(exactly: $0) },
            signedAt: statedAt,
            digest: PayloadDigest(EvidenceDigest(sha256: Array(hash.finalize())))
        )
        self.isPartial = true
        if let changedAt = pending.autoRenewStatusChangedAt, let autoRenew = pending.autoRenews {
            self.renewStatusChange = StatusChange(changedAt: Instant(changedAt), autoRenew: autoRenew)
        }
    }
}
