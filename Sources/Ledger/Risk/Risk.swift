/// The reasons to look twice at a customer, each with its points.
///
/// They are a function of what is known of him and of the Apple accounts that he buys with: whatever order it arrived
/// in, the same reasons. Reasons follow the payer's Apple account too, so that somebody who buys with a victim's token
/// and has the money refunded weighs on himself; what another customer did on an account of his own never counts.
package struct Risk: Hashable, Sendable {
    /// The reasons, the heaviest first, then by name.
    package let reasons: [RiskReason]

    /// The points of all reasons.
    package var points: Int64 { self.reasons.reduce(0) { $0 + $1.points } }

    /// How long it takes until a reason weighs half.
    package static let halfLife = Span.days(90)
    /// From how many refunds on they are a reason.
    package static let refundsFrom: Int64 = 2
    /// From which share on a purchase counts as used, in thousandths of a percent.
    package static let usedFrom: Int64 = 50_000
    /// How long after the purchase a refund of what was used is a reason.
    package static let useWindow = Span.days(30)
    /// How many purchases within `handWindow` are more than a person makes.
    package static let handLimit = 10
    /// Within which time purchases are counted.
    package static let handWindow = Span.minutes(10)
    /// Within which time one Apple account pays in one storefront.
    package static let storefrontWindow = Span.days(14)

    /// What one occurrence of a kind weighs while it is new.
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

    /// The most that all occurrences of one kind weigh together.
    package static let heaviestKind: Int64 = 60

    /// The most that all reasons weigh together.
    package static var heaviest: Int64 { self.heaviestKind * Int64(RiskKind.allCases.count) }

    /// The reasons to look twice at a customer.
    ///
    /// - Parameters:
    ///   - customer: Whom.
    ///   - payments: His purchases, and those of others on the Apple accounts that he buys with.
    ///   - accounts: The Apple accounts that he buys with, and whom each serves.
    ///   - debtors: Who of all these owes coins.
    ///   - now: The instant at which it is asked.
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

    /// The reasons to look twice at an Apple account.
    ///
    /// They are those of a customer who made all purchases with it. Whom it serves are all named, and weigh from the
    /// second on; so do those among them who had refunds.
    ///
    /// - Parameters:
    ///   - account: Which.
    ///   - customers: Whom it serves.
    ///   - payments: What was bought with it.
    ///   - refunds: Its refunds that still stand, whoever the customers are, each purchase once.
    ///   - debtors: Who of those whom it serves owes coins.
    ///   - now: The instant at which it is asked.
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

    /// The reasons that lie in purchases alone, each by itself.
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

    /// A reason of occurrences, each of which decays by itself; `nil` for none that weighs anything.
    private static func reason(
        _ kind: RiskKind,
        _ occurrences: [(at: Instant, transaction: TransactionID)],
        at now: Instant
    ) -> RiskReason? {
        let ordered = occurrences.sorted { left, right in
            left.at != right.at ? left.at > right.at : left.transaction > right.transaction
        }
        // In hundredths, so that many old ones still add up.
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

    /// A reason that holds as long as these customers are there; so many of them weigh nothing.
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

    /// What is left of a weight after a time: half after each half-life, and evenly less between them.
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

    /// Each purchase that was one too many within a short time.
    private static func bursts(of payments: Set<RiskPayment>) -> [(at: Instant, transaction: TransactionID)] {
        let ordered = payments.filter(\.isByHand).sorted(by: Self.precedes)
        return ordered.indices.dropFirst(Self.handLimit).compactMap { index in
            let payment = ordered[index]
            let isFast = payment.purchasedAt - ordered[index - Self.handLimit].purchasedAt < Self.handWindow
            return isFast ? (payment.purchasedAt, payment.transactionID) : nil
        }
    }

    /// Each purchase of an Apple account in another storefront or currency than the one shortly before.
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

/// One reason to look twice at a customer, with what shows it and how much it weighs today.
package struct RiskReason: Hashable, Sendable {
    /// The most transactions or customers that are named as proof; all are counted.
    package static let longestProof = 10

    /// What kind.
    package let kind: RiskKind
    /// How often.
    package let count: Int64
    /// What it weighs today, at least 1: less the longer ago it was.
    package let points: Int64
    /// When it happened last; `nil` for what holds today.
    package let lastAt: Instant?
    /// Transactions that show it, the newest first.
    package let transactions: [TransactionID]
    /// Other customers who show it, in the order of their names.
    package let customers: [CustomerID]
}

/// A kind of reason to look twice at a customer.
///
/// Each is something that can be shown by purchases or by names; none is a judgment. What follows from it is for the
/// shop to say, in its guards and refund policies.
package enum RiskKind: String, Hashable, Sendable, CaseIterable {
    /// Several of his purchases were refunded.
    case repeatedRefunds = "repeated_refunds"
    /// A purchase was refunded after what it brought had been used.
    case refundAfterUse = "refund_after_use"
    /// An Apple account that he buys with serves several customers.
    case sharedAccount = "shared_account"
    /// Others who buy with the same Apple accounts had refunds too.
    case refunderRing = "refunder_ring"
    /// He bought faster than a person does.
    case fastPurchases = "fast_purchases"
    /// One Apple account paid in several storefronts or currencies within a short time.
    case storefrontJump = "storefront_jump"
    /// He paid less for a coin than the catalog's least.
    case cheapCoins = "cheap_coins"
    /// He, or somebody who buys with the same Apple account, owes coins.
    case coinDebt = "coin_debt"
}
