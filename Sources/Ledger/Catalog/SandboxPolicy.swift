/// What a purchase made in Apple's Sandbox is worth on this server.
///
/// App Review buys in the Sandbox with the app that is sold in the end, so refusing everything fails a review, and
/// giving everything gives testers what others pay for.
package enum SandboxPolicy: Hashable, Sendable {
    /// Nothing.
    case deny
    /// Everything for the customers that the catalog lists, and nothing for others.
    case testers
    /// Up to so many fulfillments and coins a day and customer; entitlements end after `entitlementDuration`.
    ///
    /// A kind of coins that is not named is bounded by the fulfillments alone.
    case capped(fulfillmentsADay: Int, coinsADay: [String: Int])
    /// Everything.
    case allow

    /// How long an entitlement of the Sandbox is kept where it is capped, from the purchase on.
    package static let entitlementDuration = Span.days(7)

    /// The policy where the catalog names none.
    package static let standard = SandboxPolicy.capped(fulfillmentsADay: 20, coinsADay: [:])
}

/// The Sandbox policy of an app for each kind of product.
package struct SandboxPolicies: Hashable, Sendable {
    private var policies: [TransactionSnapshot.Kind: SandboxPolicy] = [:]

    /// The standard policy for every kind.
    package init() {}

    /// The policy for a kind of product.
    package subscript(kind: TransactionSnapshot.Kind) -> SandboxPolicy {
        get { self.policies[kind] ?? .standard }
        set { self.policies[kind] = newValue }
    }

    /// Equal when every kind has the same policy, whether it was named or not.
    package static func == (left: Self, right: Self) -> Bool {
        TransactionSnapshot.Kind.allCases.allSatisfy { left[$0] == right[$0] }
    }

    /// Hashes the policy of every kind.
    package func hash(into hasher: inout Hasher) {
        for kind in TransactionSnapshot.Kind.allCases { hasher.combine(self[kind]) }
    }
}

/// What a customer has had of the Sandbox in a day.
package struct SandboxAllowance: Hashable, Sendable {
    /// How many fulfillments.
    package private(set) var fulfillments = 0
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
    package mutating func add(_ goods: FulfillmentGoods) {
        self.fulfillments += 1
        for (name, count) in goods.allCoins ?? [:] {
            let (sum, overflows) = (self.coins[name] ?? 0).addingReportingOverflow(count)
            self.coins[name] = overflows ? .max : sum
        }
    }

    /// Whether further goods would be more than a policy gives in a day.
    package func isExceeded(by goods: FulfillmentGoods, under policy: SandboxPolicy) -> Bool {
        guard case .capped(let fulfillmentsADay, let coinsADay) = policy else { return false }
        guard self.fulfillments < fulfillmentsADay else { return true }
        guard let asked = goods.allCoins else { return true }
        return asked.contains { name, count in
            guard let most = coinsADay[name] else { return false }
            let (sum, overflows) = (self.coins[name] ?? 0).addingReportingOverflow(count)
            return overflows || sum > most
        }
    }
}
