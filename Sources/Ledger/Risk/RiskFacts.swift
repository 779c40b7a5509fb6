/// What the ledger knows of a customer and of the Apple accounts that he buys with, read once for several questions.
package struct RiskFacts: Hashable, Sendable {
    /// Within which time a fall below a line is looked for; what holds longer rests on what does not fade.
    private static let horizon = Span.days(1000)

    /// Whom.
    package let customer: CustomerID
    /// His purchases, and those of others on the Apple accounts that he buys with.
    package let payments: Set<RiskPayment>
    /// The Apple accounts that he buys with, and whom each serves.
    package let accounts: [AppTransactionID: Set<CustomerID>]
    /// Who of all these owes coins.
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

    /// The others whom the Apple accounts serve that he buys with.
    package var others: Set<CustomerID> { Set(self.accounts.values.flatMap(\.self)).subtracting([self.customer]) }

    /// The reasons at an instant, if nothing else happens.
    package func risk(at now: Instant) -> Risk {
        Risk(
            of: self.customer,
            payments: self.payments,
            accounts: self.accounts,
            debtors: self.debtors,
            at: now
        )
    }

    /// The first minute after an instant at which the points are below a line if nothing else happens; `nil` if they
    /// stay.
    package func fall(below threshold: Int64, after now: Instant) -> Instant? {
        guard self.risk(at: now + Self.horizon).points < threshold else { return nil }
        // Points only ever fall by themselves, so that the minute can be closed in on.
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

/// One purchase, as far as it may be a reason to look twice.
package struct RiskPayment: Hashable, Sendable {
    /// Its transaction.
    package let transactionID: TransactionID
    /// The Apple account that paid; unknown in old evidence.
    package let account: AppTransactionID?
    /// Whose it is.
    package let customer: CustomerID
    /// When it was made.
    package let purchasedAt: Instant
    /// Whether somebody pressed a button for it: no renewal.
    package let isByHand: Bool
    /// The storefront.
    package let storefront: String?
    /// The currency that was paid in.
    package let currency: String?
    /// When Apple gave the money back; `nil` for what stands.
    package let refundedAt: Instant?
    /// The share that was used by now, in thousandths of a percent; `nil` where that is not known.
    package let usedMilliunits: Int64?
    /// Whether less was paid for a coin than the catalog's least.
    package let isCheap: Bool

    /// A purchase of these values.
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
