import AppStore

/// One entry of reports: a sale or a refund.
struct ReportEntry: Sendable {
    /// The kind of entry.
    enum Kind: Sendable {
        /// The store charged a customer, or charged a refunded amount again.
        case sale
        /// The store refunded.
        case refund
    }

    /// The transaction's index.
    let transaction: Int
    /// The instant, in milliseconds since 1970.
    let at: Int64
    /// The kind of entry.
    let kind: Kind
    /// The quantity, in hundredths; negative for a refund, a fraction for a partial refund.
    let hundredths: Int64
}

/// A refund of a transaction, or the reversal of one after a dispute.
struct RefundEntry: Sendable {
    /// The transaction's index.
    let transaction: Int
    /// The instant, in milliseconds since 1970.
    let at: Int64
    /// The share of the paid amount, in thousandths of a percent; negative for a reversal.
    let share: Int
    /// Whether it is the credit for the rest of a period that an upgrade ended.
    var isCredit = false
}

extension WorldState {
    /// The paid service in a group after which the higher rate applies, in milliseconds.
    private static let yearOfService = 365 * CivilDate.millisecondsPerDay

    /// Records a refund; `percentage` is in thousandths of a percent, `nil` for the whole amount.
    ///
    /// The part that an upgrade has credited is not refunded again, and neither are seats.
    mutating func pay(back index: Int, percentage: Int?) {
        let hasSeats = self.transactions[index].condition.seats != nil
        let credited = self.refundEntries.reduce(0) {
            $0 + ($1.transaction == index && ($1.isCredit || hasSeats) ? $1.share : 0)
        }
        let share = min(percentage ?? 100_000, 100_000 - credited)
        guard share > 0 else { return }
        self.refundEntries.append(RefundEntry(transaction: index, at: self.now, share: share))
    }

    /// Records the credit for the rest of a period that an upgrade ends: the remaining share of the paid amount.
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

    /// Records the reversal of a transaction's refund.
    mutating func takeAgain(_ index: Int) {
        let share = self.refundEntries.reduce(0) { $0 + ($1.transaction == index && !$1.isCredit ? $1.share : 0) }
        guard share > 0 else { return }
        self.refundEntries.append(RefundEntry(transaction: index, at: self.now, share: -share))
    }

    /// Returns all entries of a time range, in milliseconds since 1970, in the order of transactions.
    ///
    /// Sandbox purchases and family shares are not counted; of restored transactions only non-consumables are.
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

    /// Returns the unit price of a transaction, in milliunits; 0 for a restored one.
    func unitPrice(of index: Int) -> Int64 {
        let facts = self.transactions[index]
        return facts.source == nil ? facts.price.milliunits / Int64(max(facts.quantity, 1)) : 0
    }

    /// Returns the developer's proceeds for one unit of a transaction, in milliunits of whole cents: 70 percent of the
    /// price, or 85 percent after a year of service, without a deduction of tax.
    func unitProceeds(of index: Int) -> Int64 {
        Self.proceeds(
            of: self.unitPrice(of: index),
            currency: self.transactions[index].price.currency,
            percent: self.hasYearOfService(index) ? 85 : 70
        )
    }

    /// Returns a share of a price in milliunits, in whole cents: rounded up in US dollars, to the nearest elsewhere, as
    /// in Apple's price tables.
    static func proceeds(of milliunits: Int64, currency: String, percent: Int64) -> Int64 {
        let exact = milliunits * percent
        return (exact + (currency == "USD" ? 999 : 500)) / 1000 * 10
    }

    /// Returns whether a year of service in the group was paid before a transaction began; after a longer gap the count
    /// restarts.
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

    /// Returns the offer that set the price of a transaction.
    func offer(of facts: TransactionFacts) -> WorldOffer? {
        facts.offer.map { self.product(of: facts).offers[$0.index] }
    }

    /// Returns Apple's number of a product, the same as in receipts.
    func reportNumber(of facts: TransactionFacts) -> String {
        String(World.itemNumber(of: self.product(of: facts), in: self.apps[facts.app], seed: self.seed))
    }
}
