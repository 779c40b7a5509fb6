/// A purchase that may pay for an order, as it was last published.
package struct OrderPayment: Hashable, Sendable {
    /// The environment of the purchase.
    package let environment: StoreEnvironment
    /// The purchase, named by one of its transactions: the first that was published.
    package let transactionID: TransactionID
    /// All transactions of the purchase, in a payment from an event; they are not stored.
    package let twins: [TransactionID]
    /// The chain of the purchase.
    package let originalTransactionID: OriginalTransactionID
    /// The product.
    package let productID: ProductID
    /// The quantity.
    package let quantity: Int
    /// The owner; `nil` for none.
    package let owner: CustomerID?
    /// The account token, if the purchase has one.
    package let token: AccountToken?
    /// The instant of the purchase.
    package let purchasedAt: Instant
    /// The instant of the refund; `nil` without one.
    package let refundedAt: Instant?
    /// The refunded share, in thousandths of a percent; `nil` without a refund and for a full one.
    package let refundedShare: Int64?
    /// Whether a refund of the purchase is reported and Apple did not sign it.
    package let isRefundReported: Bool
    /// The position of the event that published it: the later event counts.
    package let eventPosition: Int64

    /// Creates a payment with these values.
    package init(
        environment: StoreEnvironment,
        transactionID: TransactionID,
        twins: [TransactionID] = [],
        originalTransactionID: OriginalTransactionID,
        productID: ProductID,
        quantity: Int,
        owner: CustomerID?,
        token: AccountToken?,
        purchasedAt: Instant,
        refundedAt: Instant? = nil,
        refundedShare: Int64? = nil,
        isRefundReported: Bool = false,
        eventPosition: Int64
    ) {
        self.environment = environment
        self.transactionID = transactionID
        self.twins = twins
        self.originalTransactionID = originalTransactionID
        self.productID = productID
        self.quantity = quantity
        self.owner = owner
        self.token = token
        self.purchasedAt = purchasedAt
        self.refundedAt = refundedAt
        self.refundedShare = refundedShare
        self.isRefundReported = isRefundReported
        self.eventPosition = eventPosition
    }

    /// Creates the payment of a purchase in the ledger; `nil` for a purchase that is shared with a family, and for a
    /// renewal, which the order of its first period paid for.
    package init?(_ purchase: Purchase, of owner: CustomerID?, in environment: StoreEnvironment, eventPosition: Int64) {
        let snapshot = purchase.snapshot
        let isRenewal: Bool =
            if let reason = snapshot.reason {
                reason == .renewal
            } else {
                snapshot.kind == .autoRenewable
                    && !purchase.transactionIDs[0].rawValue.hasSameBytes(as: snapshot.originalTransactionID.rawValue)
            }
        guard purchase.isPaid, !isRenewal else { return nil }
        self.init(
            environment: environment,
            transactionID: purchase.transactionIDs[0],
            twins: purchase.transactionIDs,
            originalTransactionID: snapshot.originalTransactionID,
            productID: snapshot.productID,
            quantity: snapshot.quantity,
            owner: owner,
            token: purchase.accountToken,
            purchasedAt: purchase.begunAt,
            refundedAt: snapshot.revocation?.revokedAt,
            refundedShare: snapshot.revocation?.percentageMilliunits.map(Int64.init),
            isRefundReported: purchase.reportedRefund != nil,
            eventPosition: eventPosition
        )
    }

    /// Returns the same payment under one of its transactions, without the others.
    package func named(_ transactionID: TransactionID) -> Self {
        Self(
            environment: self.environment,
            transactionID: transactionID,
            originalTransactionID: self.originalTransactionID,
            productID: self.productID,
            quantity: self.quantity,
            owner: self.owner,
            token: self.token,
            purchasedAt: self.purchasedAt,
            refundedAt: self.refundedAt,
            refundedShare: self.refundedShare,
            isRefundReported: self.isRefundReported,
            eventPosition: self.eventPosition
        )
    }

    /// How much of a payment is not refunded.
    enum Rest: Int, Comparable {
        case nothing
        case part
        case all

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// How much of it is not refunded.
    var rest: Rest {
        guard self.refundedAt != nil else { return .all }
        guard let refundedShare, refundedShare < RuleValue.wholeShare else { return .nothing }
        return refundedShare > 0 ? .part : .all
    }

    /// Returns whether the left payment was made first.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        (left.purchasedAt, left.transactionID) < (right.purchasedAt, right.transactionID)
    }
}

extension OwnedChain {
    /// Returns the current payments from purchases that have an order's token and concern it.
    package func payments(of order: Order, in environment: StoreEnvironment, eventPosition: Int64) -> [OrderPayment] {
        self.payments(with: [order.token], in: environment, eventPosition: eventPosition).filter {
            order.concerns(purchaseAt: $0.purchasedAt)
        }
    }

    /// Returns the current payments from purchases that have one of these tokens.
    func payments(
        with tokens: Set<AccountToken>,
        in environment: StoreEnvironment,
        eventPosition: Int64
    ) -> [OrderPayment] {
        self.chain.purchases.compactMap { purchase in
            guard purchase.accountToken.map(tokens.contains) ?? false else { return nil }
            return OrderPayment(
                purchase,
                of: self.claims[purchase.transactionIDs[0]]?.owner,
                in: environment,
                eventPosition: eventPosition
            )
        }
    }
}
