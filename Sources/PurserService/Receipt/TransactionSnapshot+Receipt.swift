import AppStore
import Crypto
import Ledger

extension TransactionSnapshot {
    /// Creates the facts of a row of a receipt; fields that receipts do not have stay empty.
    ///
    /// `statedAt` is when the receipt was created or Apple answered: a receipt is signed as a whole, so its rows are as
    /// old as it is. Xcode omits the original transaction id, which then equals the transaction id. The kind is the
    /// row's, or the catalog's, or a subscription where the row has an end. Throws `MissingPartError` where the row
    /// lacks a part that every transaction needs.
    init(
        _ row: ReceiptTransaction,
        statedAt: Instant,
        digest: PayloadDigest,
        kind catalogKind: (ProductID) -> Kind?
    ) throws(MissingPartError) {
        guard let transactionID = row.transactionID.flatMap(Self.identifier) else {
            throw .transactionField("transactionId")
        }
        guard let productID = row.productID.flatMap(Self.identifier) else { throw .transactionField("productId") }
        guard let purchasedAt = row.purchasedAt else { throw .transactionField("purchaseDate") }
        let product = ProductID(productID)
        let stated = row.productType.flatMap { Kind(rawValue: $0.rawValue) }
        let kind = stated ?? catalogKind(product) ?? (row.expiresAt == nil ? nil : .autoRenewable)
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
            revocation: row.canceledAt.map { revokedAt in
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

    /// Returns the offer of a row's purchase: the identifier of a code or a promotional offer, or the offer of its
    /// flags.
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

extension RenewalSnapshot {
    /// Creates the facts of a renewal from a legacy interface, without a grace period; `nil` where it names no
    /// subscription.
    ///
    /// `endsAt` is the end of the period that the renewal follows, and `statedAt` the instant of the statement.
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

extension ReceiptTransaction {
    /// Creates the row of a transaction in the format of the legacy interface.
    init(_ snapshot: TransactionSnapshot) {
        self.init()
        self.quantity = Int64(snapshot.quantity)
        self.productID = snapshot.productID.rawValue
        self.transactionID = snapshot.transactionID.rawValue
        self.originalTransactionID = snapshot.originalTransactionID.rawValue
        self.purchasedAt = Timestamp(milliseconds: snapshot.purchaseAt.milliseconds)
        self.expiresAt = snapshot.expiresAt.map { Timestamp(milliseconds: $0.milliseconds) }
        self.canceledAt = snapshot.revocation.map { Timestamp(milliseconds: $0.revokedAt.milliseconds) }
        self.cancellationReason = snapshot.revocation?.reason.map { Int64($0) }
        self.webOrderLineItemID = snapshot.webOrderLineItemID.flatMap { Int64($0.rawValue) }
        self.isTrial = snapshot.offer?.discountType == "FREE_TRIAL"
        self.isIntroductory = snapshot.offer?.type == 1 && self.isTrial != true
        self.promotionalOfferID = snapshot.offer?.type == 2 ? snapshot.offer?.identifier : nil
        self.offerCode = snapshot.offer?.type == 3 ? snapshot.offer?.identifier : nil
        self.isUpgraded = snapshot.isUpgraded
        self.ownership = InAppOwnershipType(rawValue: snapshot.ownership.rawValue)
        self.appAccountToken = snapshot.accountToken.map { "\($0)" }
    }
}

extension PendingRenewal {
    /// Creates the row of a renewal in the format of the legacy interface.
    init(_ renewal: RenewalSnapshot) {
        self.init()
        self.originalTransactionID = renewal.originalTransactionID.rawValue
        self.productID = renewal.productID.rawValue
        self.autoRenewProductID = renewal.autoRenewProductID?.rawValue
        self.autoRenews = renewal.autoRenew
        self.expirationIntent = renewal.expirationIntent.map { Int64($0) }
        self.isInBillingRetry = renewal.isInBillingRetry
        self.graceEndsAt = renewal.gracePeriodExpiresAt.map { Timestamp(milliseconds: $0.milliseconds) }
        self.priceIncreaseStatus = renewal.priceIncreaseStatus.map { Int64($0) }
        self.autoRenewStatusChangedAt = renewal.renewStatusChangedAt.map { Timestamp(milliseconds: $0.milliseconds) }
    }
}
