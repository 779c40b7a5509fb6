/// A purchase that may pay for an order, as it was published last.
package struct OrderPayment: Hashable, Sendable {
    /// Where it was paid.
    package let environment: StoreEnvironment
    /// The purchase, by one of its transactions: the first that was told of.
    package let transactionID: TransactionID
    /// All transactions that are this purchase, where it is told of; nothing is kept of them.
    package let twins: [TransactionID]
    /// The chain that it began or is part of.
    package let originalTransactionID: OriginalTransactionID
    /// What was paid for.
    package let productID: ProductID
    /// How many.
    package let quantity: Int
    /// Whose it is; `nil` while nobody's.
    package let owner: CustomerID?
    /// The token that it bears, if any.
    package let token: AccountToken?
    /// When it was paid.
    package let purchasedAt: Instant
    /// When money went back, if it did.
    package let refundedAt: Instant?
    /// How much of it went back, in thousandths of a percent; `nil` where none or all did.
    package let refundedShare: Int64?
    /// Whether its refund is reported and Apple did not sign that.
    package let isRefundReported: Bool
    /// The place of the event that told of it: what was told later counts.
    package let eventPosition: Int64

    /// A payment of these values.
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

    /// What a purchase in the ledger pays, as somebody's; `nil` for what a family shares, and for a renewal, which the
    /// order of its first period paid for.
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

    /// The same under the name of one of its transactions, without the others.
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

    /// How much of a payment there still is.
    enum Rest: Int, Comparable {
        case nothing
        case part
        case all

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// How much of it was not paid back.
    var rest: Rest {
        guard self.refundedAt != nil else { return .all }
        guard let refundedShare, refundedShare < RuleValue.wholeShare else { return .nothing }
        return refundedShare > 0 ? .part : .all
    }

    /// Payments in the order in which they were made.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
        (left.purchasedAt, left.transactionID) < (right.purchasedAt, right.transactionID)
    }
}

extension OwnedChain {
    /// The purchases in it that bear an order's token and are about it, as they are now.
    package func payments(of order: Order, in environment: StoreEnvironment, eventPosition: Int64) -> [OrderPayment] {
        self.chain.purchases.filter {
            $0.accountToken == order.token && order.concerns(purchaseAt: $0.begunAt)
        }
        .compactMap { purchase in
            OrderPayment(
                purchase,
                of: self.claims[purchase.transactionIDs[0]]?.owner,
                in: environment,
                eventPosition: eventPosition
            )
        }
    }
}
