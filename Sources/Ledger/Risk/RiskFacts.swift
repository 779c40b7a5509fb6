/// The ledger's facts about a customer and the Apple Accounts with which they buy, read once for several questions.
package struct RiskFacts: Hashable, Sendable {
    /// The time within which a fall below the threshold is searched; reasons that last longer do not decay.
    private static let horizon = Span.days(1000)

    /// The customer.
    package let customer: CustomerID
    /// The customer's purchases, and those of others with the same Apple Accounts.
    package let payments: Set<RiskPayment>
    /// The Apple Accounts with which the customer buys, and the customers of each.
    package let accounts: [AppTransactionID: Set<CustomerID>]
    /// Those of all these customers who owe coins.
    package let debtors: Set<CustomerID>

    /// Facts of these values.
    package init(
        of customer: CustomerID,
        payments: Set<RiskPayment>,
        accounts: [AppTransactionID: Set<CustomerID>],
        debtors: Set<CustomerID>
    ) {
        self.customer = customer
        self.payments = payments
        self.accounts = accounts
        self.debtors = debtors
    }

    /// The other customers of the Apple Accounts with which the customer buys.
    package var others: Set<CustomerID> { Set(self.accounts.values.flatMap(\.self)).subtracting([self.customer]) }

    /// Returns the reasons at an instant if nothing else happens.
    package func risk(at now: Instant) -> Risk {
        Risk(
            of: self.customer,
            payments: self.payments,
            accounts: self.accounts,
            debtors: self.debtors,
            at: now
        )
    }

    /// Returns the first minute after an instant at which the points are below a threshold if nothing else happens;
    /// `nil` if they never are.
    package func fall(below threshold: Int64, after now: Instant) -> Instant? {
        guard self.risk(at: now + Self.horizon).points < threshold else { return nil }
        // Without new facts points only fall, so that a binary search finds the minute.
        var minutes = (low: Int64(0), high: Self.horizon.milliseconds / 60_000)
        while minutes.high - minutes.low > 1 {
            let middle = (minutes.low + minutes.high) / 2
            if self.risk(at: now + .minutes(middle)).points < threshold {
                minutes.high = middle
            } else {
                minutes.low = middle
            }
        }
        return now + .minutes(minutes.high)
    }
}

/// One purchase, as far as it may be a reason to review a customer.
package struct RiskPayment: Hashable, Sendable {
    /// Its transaction.
    package let transactionID: TransactionID
    /// The Apple Account that paid; unknown in old evidence.
    package let account: AppTransactionID?
    /// The owner of the purchase.
    package let customer: CustomerID
    /// The instant of the purchase.
    package let purchasedAt: Instant
    /// Whether a person made the purchase: it is not a renewal.
    package let isByHand: Bool
    /// The storefront.
    package let storefront: String?
    /// The currency of the payment.
    package let currency: String?
    /// The instant at which Apple refunded it; `nil` where no refund is in force.
    package let refundedAt: Instant?
    /// The share used so far, in thousandths of a percent; `nil` where it is unknown.
    package let usedMilliunits: Int64?
    /// Whether the customer paid less for a coin than the catalog's minimum.
    package let isCheap: Bool

    /// Creates a purchase of these values.
    package init(
        transactionID: TransactionID,
        account: AppTransactionID?,
        customer: CustomerID,
        purchasedAt: Instant,
        isByHand: Bool = true,
        storefront: String? = nil,
        currency: String? = nil,
        refundedAt: Instant? = nil,
        usedMilliunits: Int64? = nil,
        isCheap: Bool = false
    ) {
        self.transactionID = transactionID
        self.account = account
        self.customer = customer
        self.purchasedAt = purchasedAt
        self.isByHand = isByHand
        self.storefront = storefront
        self.currency = currency
        self.refundedAt = refundedAt
        self.usedMilliunits = usedMilliunits
        self.isCheap = isCheap
    }
}
