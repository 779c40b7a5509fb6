/// How many orders a customer may have, and how long those stay that nobody pays for.
package struct OrderLimits: Hashable, Sendable {
    /// How long an unpaid order stays after its expiry unless the configuration says otherwise: as far back as Apple's
    /// history of notifications reaches, so that a payment that any notification tells of finds its order.
    package static let defaultRetention = Span.days(180)
    /// How long an unpaid order may be kept after its expiry.
    ///
    /// Apple repeats a notification for three days, and an app may
    /// submit a purchase weeks late, so less than a month is not allowed.
    package static let allowedRetention = Span.days(30)...Span.days(3650)
    /// The most that a configuration may allow: what guards add up for one order is as much at most.
    package static let maximumCount = 5000

    /// How many orders of one customer may wait for their payment at once.
    package var open = 50
    /// How many orders one customer may make within an hour.
    package var perHour = 60
    /// How many orders one customer may make within 24 hours.
    package var perDay = 300
    /// How long after its expiry an order stays that nobody has paid for.
    package var retention = Self.defaultRetention

    /// The limits that hold where the configuration says nothing.
    package init() {}

    /// Why a customer cannot make another order now; `nil` when they can.
    ///
    /// - Parameters:
    ///   - openCount: How many of their orders wait for their payment.
    ///   - creations: When their orders of the last 24 hours were made, newest first; no more than `perDay` are needed.
    ///   - now: The instant at which the order is made.
    /// - Returns: The answer that refuses the order.
    package func refusal(openCount: Int, creations: [Instant], at now: Instant) -> OrderCreation? {
        var freeAt = now
        for (count, span) in [(self.perHour, Span.hours(1)), (self.perDay, .days(1))] where creations.count >= count {
            freeAt = max(freeAt, creations[count - 1] + span)
        }
        if freeAt > now { return .tooMany(until: freeAt) }
        return openCount >= self.open ? .tooManyOpen : nil
    }
}

/// The orders of a customer that wait for their payment, as sums.
package struct OpenOrders: Hashable, Sendable {
    /// How many there are.
    package private(set) var count: Int
    /// What they cost in each currency; orders whose price nobody knows add nothing.
    package private(set) var amountsMilliunits: [String: Int64]

    /// Sums of these values.
    package init(count: Int = 0, amountsMilliunits: [String: Int64] = [:]) {
        self.count = count
        self.amountsMilliunits = amountsMilliunits
    }

    /// Adds orders that cost so much together.
    package mutating func add(count: Int, amount: Money?) {
        self.count += count
        guard let amount else { return }
        let (sum, overflows) = self.amountsMilliunits[amount.currency, default: 0]
            .addingReportingOverflow(amount.amountMilliunits)
        self.amountsMilliunits[amount.currency] = overflows ? .max : sum
    }
}
