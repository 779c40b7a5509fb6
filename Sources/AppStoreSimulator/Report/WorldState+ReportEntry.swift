import AppStore

/// One thing that reports count: a sale, or money that was paid back.
struct ReportEntry: Sendable {
    /// What happened.
    enum Kind: Sendable {
        /// The store charged a customer, or charged again what it had paid back.
        case sale
        /// The store paid back.
        case refund
    }

    /// The transaction's place in the world.
    let transaction: Int
    /// When it happened, in milliseconds since 1970.
    let at: Int64
    /// What happened.
    let kind: Kind
    /// How many, in hundredths; negative where the store paid back, a fraction where it paid back a part.
    let hundredths: Int64
}

/// Money that the store gave back for a transaction, or took again after a dispute.
struct RefundEntry: Sendable {
    /// The transaction's place in the world.
    let transaction: Int
    /// When, in milliseconds since 1970.
    let at: Int64
    /// The share of what was paid, in thousandths of a percent; negative where it was taken again.
    let share: Int
    /// Whether it is the credit for the rest of a period that an upgrade ended.
    var isCredit = false
}

extension WorldState {
    /// How much paid service in a group makes the higher rate, in milliseconds.
    private static let yearOfService = 365 * CivilDate.millisecondsPerDay

    /// Notes that money was paid back; `percentage` is in thousandths of a percent, `nil` for all of it.
    ///
    /// What an upgrade has given back already is not given back again.
    mutating func pay(back index: Int, percentage: Int?) {
        let credited = self.refundEntries.reduce(0) { $0 + ($1.transaction == index && $1.isCredit ? $1.share : 0) }
        let share = min(percentage ?? 100_000, 100_000 - credited)
        guard share > 0 else { return }
        self.refundEntries.append(RefundEntry(transaction: index, at: self.now, share: share))
    }

    /// Notes the credit for what is left of a period that an upgrade ends: the share of its time, of what was paid for
    /// it.
    mutating func credit(forRestOf index: Int) {
        let facts = self.transactions[index]
        guard facts.source == nil, facts.ownership == .purchased, facts.price.milliunits > 0,
            let end = facts.condition.expiresAt
        else { return }
        let length = max(end - facts.purchasedAt, 1)
        let left = min(max(end - self.now, 0), length)
        let share = Int(left * 100_000 / length)
        guard share > 0 else { return }
        self.refundEntries.append(RefundEntry(transaction: index, at: self.now, share: share, isCredit: true))
    }

    /// Notes that what was paid back for a transaction was taken again.
    mutating func takeAgain(_ index: Int) {
        let share = self.refundEntries.reduce(0) { $0 + ($1.transaction == index && !$1.isCredit ? $1.share : 0) }
        guard share > 0 else { return }
        self.refundEntries.append(RefundEntry(transaction: index, at: self.now, share: -share))
    }

    /// Everything that reports count of a time, in milliseconds since 1970, in the order of its transactions.
    ///
    /// The Sandbox sells nothing, a family member pays nothing, and of what is restored only non-consumables are told.
    func reportEntries(in times: Range<Int64>) -> [ReportEntry] {
        var entries: [ReportEntry] = []
        for index in self.transactions.indices where times.contains(self.transactions[index].chargedAt) {
            guard self.isReported(index) else { continue }
            let facts = self.transactions[index]
            entries.append(
                ReportEntry(
                    transaction: index,
                    at: facts.chargedAt,
                    kind: .sale,
                    hundredths: Int64(facts.quantity) * 100
                )
            )
        }
        for refundEntry in self.refundEntries
        where times.contains(refundEntry.at) && self.isReported(refundEntry.transaction) {
            let quantity = Int64(self.transactions[refundEntry.transaction].quantity)
            let hundredths = (quantity * Int64(abs(refundEntry.share)) + 500) / 1000
            guard hundredths > 0 else { continue }
            entries.append(
                ReportEntry(
                    transaction: refundEntry.transaction,
                    at: refundEntry.at,
                    kind: refundEntry.share > 0 ? .refund : .sale,
                    hundredths: refundEntry.share > 0 ? -hundredths : hundredths
                )
            )
        }
        return entries
    }

    private func isReported(_ index: Int) -> Bool {
        let facts = self.transactions[index]
        guard facts.ownership == .purchased, self.apps[facts.app].environment == .production else { return false }
        return facts.source == nil || self.product(of: facts).kind == .nonConsumable
    }

    /// What one of a transaction cost, in milliunits; what was restored cost nothing.
    func unitPrice(of index: Int) -> Int64 {
        let facts = self.transactions[index]
        return facts.source == nil ? facts.price.milliunits / Int64(max(facts.quantity, 1)) : 0
    }

    /// What the developer gets for one of a transaction, in milliunits: 70 percent of the price, or 85 after a year of
    /// service, in cents; no tax is taken off.
    func unitProceeds(of index: Int) -> Int64 {
        Self.proceeds(
            of: self.unitPrice(of: index),
            currency: self.transactions[index].price.currency,
            percent: self.hasYearOfService(index) ? 85 : 70
        )
    }

    /// A share of a price in milliunits, in whole cents: the next higher one in US dollars, the nearest elsewhere, as
    /// Apple's tables of prices have it.
    static func proceeds(of milliunits: Int64, currency: String, percent: Int64) -> Int64 {
        let exact = milliunits * percent
        return (exact + (currency == "USD" ? 999 : 500)) / 1000 * 10
    }

    /// Whether a year of service in the group was paid for before a transaction began; after a longer gap it counts
    /// anew.
    func hasYearOfService(_ index: Int) -> Bool {
        let facts = self.transactions[index]
        guard let group = self.product(of: facts).group else { return false }
        let longestGap = self.apps[facts.app].behavior.streakGapMilliseconds
        var service: Int64 = 0
        var servedUntil = Int64.min
        for other in self.customers[facts.customer].transactions where other < index {
            let earlier = self.transactions[other]
            guard earlier.app == facts.app, earlier.ownership == .purchased, earlier.source == nil,
                self.product(of: earlier).group == group, let expiresAt = earlier.condition.expiresAt
            else { continue }
            if servedUntil != .min, earlier.purchasedAt - servedUntil > longestGap { service = 0 }
            let begin = max(earlier.purchasedAt, servedUntil)
            let end = min(expiresAt, earlier.condition.revocation?.at ?? .max, facts.purchasedAt)
            guard end > begin else { continue }
            if earlier.price.milliunits > 0 { service += end - begin }
            servedUntil = end
        }
        guard servedUntil != .min, facts.purchasedAt - servedUntil <= longestGap else { return false }
        return service >= Self.yearOfService
    }

    /// The offer that set the price of a transaction.
    func offer(of facts: TransactionFacts) -> WorldOffer? {
        facts.offer.map { self.product(of: facts).offers[$0.index] }
    }

    /// Apple's number of a product, the same as in receipts.
    func reportNumber(of facts: TransactionFacts) -> String {
        String(World.itemNumber(of: self.product(of: facts), in: self.apps[facts.app], seed: self.seed))
    }
}
