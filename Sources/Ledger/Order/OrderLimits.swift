/// The limits on the orders of a customer, and the retention of unpaid orders.
package struct OrderLimits: Hashable, Sendable {
    /// The default retention of an unpaid order after its expiry: as far back as Apple's notification history reaches,
    /// so that the payment in any notification finds its order.
    package static let defaultRetention = Span.days(180)
    /// The allowed retention of an unpaid order after its expiry.
    ///
    /// Apple repeats a notification for three days, and an app may submit a purchase weeks late, so less than 30 days
    /// is not allowed.
    package static let allowedRetention = Span.days(30)...Span.days(3650)
    /// The maximum that a configuration may allow; it also bounds what guards add up for one order.
    package static let maximumCount = 5000

    /// The maximum number of open orders of one customer.
    package var open = 50
    /// The maximum number of orders of one customer within an hour.
    package var perHour = 60
    /// The maximum number of orders of one customer within 24 hours.
    package var perDay = 300
    /// How long an unpaid order stays after its expiry.
    package var retention = Self.defaultRetention

    /// Creates the default limits.
    package init() {}

    /// Returns why a customer cannot make another order now; `nil` when they can.
    ///
    /// - Parameters:
    ///   - openCount: The number of their open orders.
    ///   - creations: The instants at which their orders of the last 24 hours were created, newest first; at most
    ///     `perDay` are needed.
    ///   - now: The instant of the new order.
    /// - Returns: The result that refuses the order.
    package func refusal(openCount: Int, creations: [Instant], at now: Instant) -> OrderCreation? {
        var freeAt = now
        for (count, span) in [(self.perHour, Span.hours(1)), (self.perDay, .days(1))] where creations.count >= count {
            freeAt = max(freeAt, creations[count - 1] + span)
        }
        if freeAt > now { return .tooMany(until: freeAt) }
        return openCount >= self.open ? .tooManyOpen : nil
    }
}

/// The number and the amounts of a customer's open orders.
package struct OpenOrders: Hashable, Sendable {
    /// The number of orders.
    package private(set) var count: Int
    /// The sum of their prices in each currency; orders without a known price add nothing.
    package private(set) var amountsMilliunits: [String: Int64]

    /// Creates totals with these values.
    package init(count: Int = 0, amountsMilliunits: [String: Int64] = [:]) {
        self.count = count
        self.amountsMilliunits = amountsMilliunits
    }

    /// Adds orders that cost this amount together.
    package mutating func add(count: Int, amount: Money?) {
        self.count += count
        guard let amount else { return }
        let (sum, overflows) = self.amountsMilliunits[amount.currency, default: 0]
            .addingReportingOverflow(amount.amountMilliunits)
        self.amountsMilliunits[amount.currency] = overflows ? .max : sum
    }
}
