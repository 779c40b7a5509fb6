/// The reasons to review a customer, each with its points.
///
/// They are a function of the facts about the customer and the Apple Accounts with which they buy; the order of arrival
/// does not matter. Reasons follow the payer's Apple Account too, so that a person who buys with a victim's token and
/// has the purchase refunded gets the points; what another customer did with an account of their own never counts.
package struct Risk: Hashable, Sendable {
    /// The reasons, the one with the most points first, then by name.
    package let reasons: [RiskReason]

    /// The points of all reasons.
    package var points: Int64 { self.reasons.reduce(0) { $0 + $1.points } }

    /// The time after which a reason has half its points.
    package static let halfLife = Span.days(90)
    /// The number of refunds from which they are a reason.
    package static let refundsFrom: Int64 = 2
    /// The share from which a purchase counts as used, in thousandths of a percent.
    package static let usedFrom: Int64 = 50_000
    /// The time after the purchase within which a refund of a used purchase is a reason.
    package static let useWindow = Span.days(30)
    /// The maximum number of purchases within `handWindow` that a person makes.
    package static let handLimit = 10
    /// The time within which purchases are counted.
    package static let handWindow = Span.minutes(10)
    /// The time within which one Apple Account pays in one storefront.
    package static let storefrontWindow = Span.days(14)

    /// Returns the points of one new occurrence of a kind.
    package static func weight(of kind: RiskKind) -> Int64 {
        switch kind {
        case .repeatedRefunds: 10
        case .refundAfterUse: 15
        case .sharedAccount: 10
        case .refunderRing: 20
        case .fastPurchases: 10
        case .storefrontJump: 10
        case .cheapCoins: 10
        case .coinDebt: 25
        }
    }

    /// The maximum points of all occurrences of one kind.
    package static let heaviestKind: Int64 = 60

    /// The maximum points of all reasons.
    package static var heaviest: Int64 { self.heaviestKind * Int64(RiskKind.allCases.count) }

    /// Creates the reasons to review a customer.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - payments: The customer's purchases, and those of others with the same Apple Accounts.
    ///   - accounts: The Apple Accounts with which the customer buys, and the customers of each.
    ///   - debtors: Those of all these customers who owe coins.
    ///   - now: The current instant.
    package init(
        of customer: CustomerID,
        payments: Set<RiskPayment>,
        accounts: [AppTransactionID: Set<CustomerID>],
        debtors: Set<CustomerID>,
        at now: Instant
    ) {
        let own = payments.filter { $0.customer == customer }
        let refunded = Self.refunded(own)
        let others = Set(accounts.values.flatMap(\.self)).subtracting([customer])
        let ring = payments.filter { $0.refundedAt != nil && others.contains($0.customer) && !refunded.isEmpty }
        var found = Self.reasons(of: own, refunds: Self.refunds(refunded), at: now)
        let jumps = Self.jumps(of: payments.filter { $0.account.map { accounts[$0] != nil } ?? false })
        found.append(Self.reason(.storefrontJump, jumps, at: now))
        found.append(Self.phase(.sharedAccount, others))
        found.append(Self.phase(.refunderRing, Set(ring.map(\.customer))))
        found.append(Self.phase(.coinDebt, debtors.intersection(others.union([customer]))))
        self.reasons = Self.sorted(found)
    }

    /// Creates the reasons to review an Apple Account.
    ///
    /// They are the reasons of a customer who made all purchases with it. All customers of the account are named, and
    /// add points from the second on; so do those among them who had refunds.
    ///
    /// - Parameters:
    ///   - account: The Apple Account.
    ///   - customers: The customers of the account.
    ///   - payments: The purchases with the account.
    ///   - refunds: The refunds of the account that are in force, of all customers, each purchase once.
    ///   - debtors: Those of the customers who owe coins.
    ///   - now: The current instant.
    package init(
        of account: AppTransactionID,
        customers: Set<CustomerID>,
        payments: Set<RiskPayment>,
        refunds: [AccountRefund],
        debtors: Set<CustomerID>,
        at now: Instant
    ) {
        let own = payments.filter { $0.account == account }
        let refunders = Set(Self.refunded(own).map(\.customer))
        var found = Self.reasons(of: own, refunds: refunds.map { ($0.refundedAt, $0.transactionID) }, at: now)
        found.append(Self.reason(.storefrontJump, Self.jumps(of: own), at: now))
        if customers.count > 1 { found.append(Self.phase(.sharedAccount, customers, free: 1)) }
        if refunders.count > 1 { found.append(Self.phase(.refunderRing, refunders, free: 1)) }
        found.append(Self.phase(.coinDebt, debtors.intersection(customers)))
        self.reasons = Self.sorted(found)
    }

    /// Returns the reasons that purchases alone show, each by itself.
    private static func reasons(
        of own: Set<RiskPayment>,
        refunds: [(at: Instant, transaction: TransactionID)],
        at now: Instant
    ) -> [RiskReason?] {
        let refunded = Self.refunded(own)
        let used = refunded.filter { payment in
            guard let refundedAt = payment.refundedAt, let share = payment.usedMilliunits else { return false }
            return share >= Self.usedFrom && refundedAt <= payment.purchasedAt + Self.useWindow
        }
        return [
            refunds.count >= Self.refundsFrom ? Self.reason(.repeatedRefunds, refunds, at: now) : nil,
            Self.reason(.refundAfterUse, Self.refunds(used), at: now),
            Self.reason(.fastPurchases, Self.bursts(of: own), at: now),
            Self.reason(.cheapCoins, own.filter(\.isCheap).map { ($0.purchasedAt, $0.transactionID) }, at: now),
        ]
    }

    private static func refunded(_ payments: Set<RiskPayment>) -> Set<RiskPayment> {
        payments.filter { $0.refundedAt != nil }
    }

    private static func sorted(_ reasons: [RiskReason?]) -> [RiskReason] {
        reasons.compactMap(\.self).sorted { left, right in
            left.points != right.points ? left.points > right.points : left.kind.rawValue < right.kind.rawValue
        }
    }

    /// Returns a reason of occurrences, each of which decays by itself; `nil` where they have no points.
    private static func reason(
        _ kind: RiskKind,
        _ occurrences: [(at: Instant, transaction: TransactionID)],
        at now: Instant
    ) -> RiskReason? {
        let ordered = occurrences.sorted { left, right in
            left.at != right.at ? left.at > right.at : left.transaction > right.transaction
        }
        // In hundredths, so that many old occurrences still add up.
        let hundredths = ordered.reduce(Int64(0)) { $0 + Self.decayed(Self.weight(of: kind) * 100, for: now - $1.at) }
        let points = min(hundredths / 100, Self.heaviestKind)
        guard points > 0 else { return nil }
        return RiskReason(
            kind: kind,
            count: Int64(ordered.count),
            points: points,
            lastAt: ordered.first?.at,
            transactions: ordered.prefix(RiskReason.longestProof).map(\.transaction),
            customers: []
        )
    }

    /// Returns a reason that applies as long as these customers exist; the first `free` of them add no points.
    private static func phase(_ kind: RiskKind, _ customers: Set<CustomerID>, free: Int = 0) -> RiskReason? {
        guard !customers.isEmpty else { return nil }
        let names = customers.sorted { $0.rawValue.utf8.lexicographicallyPrecedes($1.rawValue.utf8) }
        return RiskReason(
            kind: kind,
            count: Int64(names.count),
            points: min(Self.weight(of: kind) * Int64(names.count - free), Self.heaviestKind),
            lastAt: nil,
            transactions: [],
            customers: Array(names.prefix(RiskReason.longestProof))
        )
    }

    /// Returns the rest of some points after a time: half after each half-life, and linear in between.
    package static func decayed(_ weight: Int64, for age: Span) -> Int64 {
        guard age > .zero else { return weight }
        let halves = age.milliseconds / Self.halfLife.milliseconds
        guard halves < 62 else { return 0 }
        let left = weight >> halves
        let rest = age.milliseconds % Self.halfLife.milliseconds
        return left - left * (rest / 1000) / (Self.halfLife.milliseconds / 1000) / 2
    }

    private static func refunds(_ payments: Set<RiskPayment>) -> [(at: Instant, transaction: TransactionID)] {
        payments.compactMap { payment in payment.refundedAt.map { ($0, payment.transactionID) } }
    }

    /// Returns each purchase beyond the limit within a short time.
    private static func bursts(of payments: Set<RiskPayment>) -> [(at: Instant, transaction: TransactionID)] {
        let ordered = payments.filter(\.isByHand).sorted(by: Self.precedes)
        return ordered.indices.dropFirst(Self.handLimit).compactMap { index in
            let payment = ordered[index]
            let isFast = payment.purchasedAt - ordered[index - Self.handLimit].purchasedAt < Self.handWindow
            return isFast ? (payment.purchasedAt, payment.transactionID) : nil
        }
    }

    /// Returns each purchase of an Apple Account in a storefront or currency that differs from the one shortly before.
    private static func jumps(of payments: Set<RiskPayment>) -> [(at: Instant, transaction: TransactionID)] {
        Dictionary(grouping: payments.filter(\.isByHand), by: \.account).values.flatMap { group in
            let ordered = group.sorted(by: Self.precedes)
            return zip(ordered, ordered.dropFirst()).compactMap { earlier, later in
                let isAway =
                    Self.differ(earlier.storefront, later.storefront) || Self.differ(earlier.currency, later.currency)
                let isSoon = later.purchasedAt - earlier.purchasedAt < Self.storefrontWindow
                return isAway && isSoon ? (later.purchasedAt, later.transactionID) : nil
            }
        }
    }

    private static func differ(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return false }
        return left != right
    }

    private static func precedes(_ left: RiskPayment, _ right: RiskPayment) -> Bool {
        left.purchasedAt != right.purchasedAt
            ? left.purchasedAt < right.purchasedAt : left.transactionID < right.transactionID
    }
}

/// One reason to review a customer, with its proof and its current points.
package struct RiskReason: Hashable, Sendable {
    /// The maximum number of transactions or customers that are named as proof; all are counted.
    package static let longestProof = 10

    /// The kind of the reason.
    package let kind: RiskKind
    /// The number of occurrences.
    package let count: Int64
    /// The current points, at least 1; they decay with time.
    package let points: Int64
    /// The instant of the last occurrence; `nil` for a current state.
    package let lastAt: Instant?
    /// The transactions that prove it, the newest first.
    package let transactions: [TransactionID]
    /// The other customers who prove it, sorted by name.
    package let customers: [CustomerID]
}

/// A kind of reason to review a customer.
///
/// Purchases or names can prove each of them; none is a judgment. The shop decides what follows from it, in its guards
/// and refund policies.
package enum RiskKind: String, Hashable, Sendable, CaseIterable {
    /// Several of the customer's purchases were refunded.
    case repeatedRefunds = "repeated_refunds"
    /// A purchase was refunded after its goods had been used.
    case refundAfterUse = "refund_after_use"
    /// An Apple Account with which the customer buys has several customers.
    case sharedAccount = "shared_account"
    /// Other customers of the same Apple Accounts had refunds too.
    case refunderRing = "refunder_ring"
    /// The customer bought faster than a person does.
    case fastPurchases = "fast_purchases"
    /// One Apple Account paid in several storefronts or currencies within a short time.
    case storefrontJump = "storefront_jump"
    /// The customer paid less for a coin than the catalog's minimum.
    case cheapCoins = "cheap_coins"
    /// The customer, or another customer of the same Apple Account, owes coins.
    case coinDebt = "coin_debt"
}
