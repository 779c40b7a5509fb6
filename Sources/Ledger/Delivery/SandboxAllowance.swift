/// What a customer has had of the Sandbox in a day.
package struct SandboxAllowance: Hashable, Sendable {
    /// How many deliveries.
    package private(set) var deliveries = 0
    /// How many coins, by name.
    package private(set) var coins: [String: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// The beginning of the day, in UTC, that an instant lies in.
    package static func day(of instant: Instant) -> Instant {
        let day = Span.days(1).milliseconds
        let rest = instant.milliseconds % day
        return Instant(milliseconds: instant.milliseconds - (rest < 0 ? rest + day : rest))
    }

    /// Adds goods that he had.
    package mutating func add(_ goods: DeliveryGoods) {
        self.deliveries += 1
        for (name, count) in goods.allCoins ?? [:] {
            let (sum, overflows) = (self.coins[name] ?? 0).addingReportingOverflow(count)
            self.coins[name] = overflows ? .max : sum
        }
    }

    /// Whether further goods would be more than a policy gives in a day.
    package func isExceeded(by goods: DeliveryGoods, under policy: SandboxPolicy) -> Bool {
        guard case .capped(let deliveriesADay, let coinsADay) = policy else { return false }
        guard self.deliveries < deliveriesADay else { return true }
        guard let asked = goods.allCoins else { return true }
        return asked.contains { name, count in
            guard let most = coinsADay[name] else { return false }
            let (sum, overflows) = (self.coins[name] ?? 0).addingReportingOverflow(count)
            return overflows || sum > most
        }
    }
}
