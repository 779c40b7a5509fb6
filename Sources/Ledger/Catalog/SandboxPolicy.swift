/// The policy for purchases that are made in Apple's Sandbox.
///
/// App Review buys in the Sandbox with the app that is later sold: a server that gives nothing fails the review, and
/// one that gives everything gives testers for free what others pay for.
package enum SandboxPolicy: Hashable, Sendable {
    /// Sandbox purchases give nothing.
    case deny
    /// Sandbox purchases give everything to the test customers that the catalog lists, and nothing to others.
    case testers
    /// Sandbox purchases give up to this many fulfillments and coins per day and customer; entitlements end after
    /// `entitlementDuration`.
    ///
    /// A kind of coins that is not listed is limited by the number of fulfillments alone.
    case capped(fulfillmentsADay: Int, coinsADay: [String: Int])
    /// Sandbox purchases give everything.
    case allow

    /// How long a capped Sandbox entitlement is kept, from the purchase on.
    package static let entitlementDuration = Span.days(7)

    /// The default policy.
    package static let standard = SandboxPolicy.capped(fulfillmentsADay: 20, coinsADay: [:])
}

/// The Sandbox policy of an app for each kind of product.
package struct SandboxPolicies: Hashable, Sendable {
    private var policies: [TransactionSnapshot.Kind: SandboxPolicy] = [:]

    /// Creates the default policy for every kind.
    package init() {}

    /// The policy for a kind of product.
    package subscript(kind: TransactionSnapshot.Kind) -> SandboxPolicy {
        get { self.policies[kind] ?? .standard }
        set { self.policies[kind] = newValue }
    }

    /// Returns whether every kind has the same policy, whether it is stated or the default.
    package static func == (left: Self, right: Self) -> Bool {
        TransactionSnapshot.Kind.allCases.allSatisfy { left[$0] == right[$0] }
    }

    /// Hashes the policy of every kind.
    package func hash(into hasher: inout Hasher) {
        for kind in TransactionSnapshot.Kind.allCases { hasher.combine(self[kind]) }
    }
}

/// The goods that a customer received from the Sandbox in one day.
package struct SandboxAllowance: Hashable, Sendable {
    /// The number of fulfillments.
    package private(set) var fulfillments = 0
    /// The number of coins, by name.
    package private(set) var coins: [String: Int] = [:]

    /// Creates an empty allowance.
    package init() {}

    /// Returns the start of the UTC day that contains an instant.
    package static func day(of instant: Instant) -> Instant {
        let day = Span.days(1).milliseconds
        let rest = instant.milliseconds % day
        return Instant(milliseconds: instant.milliseconds - (rest < 0 ? rest + day : rest))
    }

    /// Adds goods that the customer received.
    package mutating func add(_ goods: FulfillmentGoods) {
        self.fulfillments += 1
        for (name, count) in goods.allCoins ?? [:] {
            let (sum, overflows) = (self.coins[name] ?? 0).addingReportingOverflow(count)
            self.coins[name] = overflows ? .max : sum
        }
    }

    /// Returns whether further goods would exceed what a policy gives in a day.
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
