/// The difference between the figures of a chain and those of the chains from which it was made.
///
/// Only the periods whose evidence differs, and those beside them, are derived, so that what a renewal costs does not
/// depend on the number of earlier periods.
package struct FigureChange: Hashable, Sendable {
    /// The rows to add to those that are stored.
    package let rows: FigureRows

    /// Creates the change from some chains to the one into which they were merged.
    ///
    /// - Parameters:
    ///   - former: The chains before.
    ///   - chain: The chain now.
    ///   - sales: The change of its sales; `nil` where its sales cannot have changed.
    ///   - environment: The environment of the chain.
    package init(
        from former: [DerivedChain],
        to chain: DerivedChain,
        sales: SaleChange?,
        in environment: StoreEnvironment
    ) {
        var tally = FigureTally()
        let now = SubscriptionFigures(chain, in: environment)
        let before = former.map { SubscriptionFigures($0, in: environment) }
        let first = former.count == 1 ? Self.firstChange(from: (former[0].chain, before[0]), to: (chain.chain, now)) : 0
        // Sales that cannot have changed stay where they are, unless the cohort of their money has changed.
        let isSameCohort = former.count == 1 && before[0].cohort == now.cohort
        let known = former.count == 1 ? nil : sales
        tally.factor = -1
        for (place, figures) in before.enumerated() {
            figures.add(to: &tally, from: first)
            Self.addShared(former[place], to: &tally)
            guard !isSameCohort, figures.cohort != nil else { continue }
            Self.add(known?.former[place] ?? former[place].chain.sales(in: environment), of: figures.cohort, to: &tally)
        }
        for sales in sales?.former ?? [] {
            Self.add(sales, to: &tally)
            if isSameCohort { Self.add(sales, of: now.cohort, to: &tally) }
        }
        tally.factor = 1
        now.add(to: &tally, from: first)
        Self.addShared(chain, to: &tally)
        Self.add(sales?.current ?? [], to: &tally)
        if isSameCohort {
            Self.add(sales?.current ?? [], of: now.cohort, to: &tally)
        } else if now.cohort != nil {
            Self.add(known?.current ?? chain.chain.sales(in: environment), of: now.cohort, to: &tally)
        }
        self.rows = tally.rows
    }

    /// Returns the figures of a whole chain.
    package static func figures(of chain: Chain, in environment: StoreEnvironment) -> FigureRows {
        var tally = FigureTally()
        let derived = DerivedChain(chain)
        let sales = chain.sales(in: environment)
        let figures = SubscriptionFigures(derived, in: environment)
        Self.add(sales, to: &tally)
        Self.add(sales, of: figures.cohort, to: &tally)
        figures.add(to: &tally)
        Self.addShared(derived, to: &tally)
        return tally.rows
    }

    /// Returns the place of the first period whose figures may differ.
    private static func firstChange(
        from before: (chain: Chain, figures: SubscriptionFigures),
        to now: (chain: Chain, figures: SubscriptionFigures)
    ) -> Int {
        guard before.figures.cohort == now.figures.cohort else { return 0 }
        let (old, new) = (before.figures, now.figures)
        let common = min(old.periods.count, new.periods.count)
        let equal =
            (0..<common).first {
                old.periods[$0] != new.periods[$0] || old.undoneRefunds[$0] != new.undoneRefunds[$0]
                    || old.retentionRequests[$0] != new.retentionRequests[$0]
            } ?? common
        // The end of the last equal period depends on the one after it.
        let isSame = old.periods.count == equal && new.periods.count == equal
        var first = isSame ? equal : max(equal - 1, 0)
        guard before.chain.renewals != now.chain.renewals || before.chain.earlierRenewals != now.chain.earlierRenewals
        else { return first }
        var ends = Set(Self.differences(between: old.renewals, new.renewals).compactMap(\.renewalAt))
        ends.formUnion((before.chain.renewals + now.chain.renewals).compactMap(\.renewalAt))
        if let place = new.periods.prefix(equal).firstIndex(where: { ends.contains($0.endsAt) }) {
            first = min(first, place)
        }
        // Later evidence can date a charge in billing grace, until which the period before counts as in grace.
        let moved = (0..<equal).first {
            old.begins[$0] != new.begins[$0] || old.statedEnds[$0] != new.statedEnds[$0]
        }
        if let moved { first = min(first, max(moved - 1, 0)) }
        return first
    }

    /// Returns what is between the first and the last difference of two lists.
    private static func differences(between old: [RenewalEvidence], _ new: [RenewalEvidence]) -> [RenewalEvidence] {
        let common = min(old.count, new.count)
        let equal = (0..<common).first { old[$0] != new[$0] } ?? common
        let rest = common - equal
        let equalAtEnd = (0..<rest).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? rest
        return Array(old[equal..<(old.count - equalAtEnd)]) + new[equal..<(new.count - equalAtEnd)]
    }

    /// Adds the figures of sales, which are all that a purchase has.
    private static func add(_ sales: [Sale], to tally: inout FigureTally) {
        var paid: [TransactionID: Sale] = [:]
        // The numbers of refunds in force: a sale counts as refunded once, also where it is refunded in parts.
        var refunded: [TransactionID: Int] = [:]
        for sale in sales.sorted(by: { $0.cursor < $1.cursor }) {
            if case .excluded = sale.part { continue }
            let group = Self.group(of: sale)
            switch sale.direction {
            case .sale:
                if paid[sale.transactionID] == nil {
                    paid[sale.transactionID] = sale
                    Self.add(sale, group, to: &tally)
                } else {
                    Self.add(sale, (.reversedRefunds, .reversedAmount), at: sale.at, group, &tally)
                    let day = paid[sale.transactionID]?.at ?? sale.at
                    let rest = (refunded[sale.transactionID] ?? 0) - 1
                    refunded[sale.transactionID] = rest
                    if rest == 0 { tally.add(-1, to: .refundsOfSales, at: day, group) }
                    tally.add(-Self.amount(of: sale), to: .refundAmountOfSales, at: day, group)
                }
            case .refund where sale.part == .credit:
                Self.add(sale, (.credits, .creditAmount), at: sale.at, group, &tally)
            case .refund:
                Self.add(sale, (.refunds, .refundAmount), at: sale.at, group, &tally)
                let day = sales.first { $0.transactionID == sale.transactionID && $0.direction == .sale }?.at ?? sale.at
                let count = (refunded[sale.transactionID] ?? 0) + 1
                refunded[sale.transactionID] = count
                if count == 1 { tally.add(1, to: .refundsOfSales, at: day, group) }
                tally.add(Self.amount(of: sale), to: .refundAmountOfSales, at: day, group)
            }
        }
    }

    private static func add(_ sale: Sale, _ group: FigureGroup, to tally: inout FigureTally) {
        let figures: (Figure, Figure) =
            switch sale.period {
            case .new: (.newSales, .newAmount)
            case .renewal: (.renewalSales, .renewalAmount)
            case .none: (.oneTimeSales, .oneTimeAmount)
            }
        Self.add(sale, figures, at: sale.at, group, &tally)
        if sale.hasOffer { Self.add(sale, (.offerSales, .offerAmount), at: sale.at, group, &tally) }
        if sale.part == .unpriced { tally.add(1, to: .unpricedSales, at: sale.at, group) }
    }

    /// Adds one sale or refund, and its money without a sign.
    private static func add(
        _ sale: Sale,
        _ figures: (count: Figure, amount: Figure),
        at instant: Instant,
        _ group: FigureGroup,
        _ tally: inout FigureTally
    ) {
        tally.add(1, to: figures.count, at: instant, group)
        tally.add(Self.amount(of: sale), to: figures.amount, at: instant, group)
    }

    /// Adds the money of sales, less that of refunds, to the cohort of their subscription.
    private static func add(
        _ sales: [Sale],
        of cohort: CohortKey?,
        to tally: inout FigureTally
    ) {
        guard let cohort else { return }
        for sale in sales {
            if case .excluded = sale.part { continue }
            guard let currency = sale.price?.currency, sale.direction == .sale || sale.part != .credit else { continue }
            let amount = sale.direction == .sale ? Self.amount(of: sale) : -Self.amount(of: sale)
            tally.add(CohortSum(amountMilliunits: amount), to: cohort.money(in: currency))
        }
    }

    /// Returns the money of a sale or refund without a sign.
    private static func amount(of sale: Sale) -> Int64 {
        min(Int64(clamping: sale.amountMilliunits.magnitude), FigureRows.maximumAmount)
    }

    private static func group(of sale: Sale) -> FigureGroup {
        FigureGroup(product: sale.product, storefront: sale.storefront, currency: sale.price?.currency)
    }

    /// Adds the stock of periods that a family or an organization shares with the account.
    private static func addShared(_ chain: DerivedChain, to tally: inout FigureTally) {
        for (place, period) in chain.purchases.enumerated() {
            let snapshot = period.snapshot
            guard snapshot.kind == .autoRenewable, !period.isPaid else { continue }
            let group = FigureGroup(
                product: snapshot.productID,
                storefront: snapshot.storefront,
                currency: snapshot.price?.currency
            )
            // Periods of one chain do not run at the same time.
            let next = place + 1 < chain.purchases.count ? chain.purchases[place + 1].begunAt : period.endsAt
            let end = min(period.endsAt, snapshot.revocation?.revokedAt ?? period.endsAt, next)
            tally.add(1, to: .shared, during: (period.begunAt, end), group)
        }
    }
}
