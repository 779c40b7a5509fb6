import AppStore
import Crypto
import Ledger

extension TransactionSnapshot {
    /// What a row of a receipt says, in the ledger's terms; what receipts do not have stays empty.
    ///
    /// `statedAt` is when the receipt was made, or Apple answered: a receipt is signed as a whole, and its rows are as
    /// old as it is. Xcode leaves out the original transaction, which is then the transaction itself. The kind is the
    /// row's, else the catalog's, else that of whatever has an end. Throws `MissingPartError` when it lacks what any
    /// transaction needs.
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

    /// The offer that a row was bought under: a code or a promotional offer by its name, else what its flags say.
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
    /// What an old interface says of a renewal, in the ledger's terms, but for a grace period; `nil` where it does not
    /// say of what.
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

extension ReceiptTransaction {
    /// What the ledger knows of a transaction, as an old interface writes it.
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
    /// What the ledger knows of a renewal, as an old interface writes it.
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
