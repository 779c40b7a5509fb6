/// What the books know of a customer and of the Apple accounts that he buys with, read once for several questions.
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

    /// The first minute after an instant at which the points are below a line if nothing else happens; `nil` if they stay.
    package func fall(below line: Int64, after now: Instant) -> Instant? {
        guard self.risk(at: now + Self.horizon).points < line else { return nil }
        // Points only ever fall by themselves, so that the minute can be closed in on.
        var minutes = (low: Int64(0), high: Self.horizon.milliseconds / 60_000)
        while minutes.high - minutes.low > 1 {
            let middle = (minutes.low + minutes.high) / 2
            if self.risk(at: now + .minutes(middle)).points < line {
                minutes.high = middle
            } else {
                minutes.low = middle
            }
        }
        return now + .minutes(minutes.high)
    }
}
