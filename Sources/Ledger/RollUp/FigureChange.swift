/// The difference between the figures of a chain and those of the chains from which it was made.
///
/// Only the periods whose evidence differs, and those beside them, are derived, so that what a renewal costs does not
/// depend on the number of earlier periods.
package struct FigureChange: Hashable, Sendable {
    /// The rows to add to those that are stored.
    package private(set) var rows = FigureRows()

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
        if let sales {
            for former in sales.former { Self.add(former, to: &self.rows, times: -1) }
            Self.add(sales.current, to: &self.rows, times: 1)
        }
        let now = SubscriptionFigures(chain, in: environment)
        let before = former.map { SubscriptionFigures($0, in: environment) }
        let first = former.count == 1 ? Self.firstChange(from: (former[0].chain, before[0]), to: (chain.chain, now)) : 0
        for figures in before { figures.add(to: &self.rows, from: first, times: -1) }
        now.add(to: &self.rows, from: first, times: 1)
        if former.count == 1, before[0].cohort == now.cohort {
            // The sales that cannot have changed stay where they are.
            for sales in sales?.former ?? [] { Self.add(sales, of: now.cohort, to: &self.rows, times: -1) }
            Self.add(sales?.current ?? [], of: now.cohort, to: &self.rows, times: 1)
        } else {
            let all = former.count == 1 ? nil : sales
            for (place, figures) in before.enumerated() where figures.cohort != nil {
                let sales = all?.former[place] ?? former[place].chain.sales(in: environment)
                Self.add(sales, of: figures.cohort, to: &self.rows, times: -1)
            }
            if now.cohort != nil {
                let sales = all?.current ?? chain.chain.sales(in: environment)
                Self.add(sales, of: now.cohort, to: &self.rows, times: 1)
            }
        }
        for former in former { Self.addShared(former, to: &self.rows, times: -1) }
        Self.addShared(chain, to: &self.rows, times: 1)
    }

    /// Returns the figures of a whole chain.
    package static func figures(of chain: Chain, in environment: StoreEnvironment) -> FigureRows {
        var rows = FigureRows()
        let derived = DerivedChain(chain)
        let sales = chain.sales(in: environment)
        let figures = SubscriptionFigures(derived, in: environment)
        Self.add(sales, to: &rows, times: 1)
        Self.add(sales, of: figures.cohort, to: &rows, times: 1)
        figures.add(to: &rows, times: 1)
        Self.addShared(derived, to: &rows, times: 1)
        return rows
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
        let evidence = (
            old: Set(SubscriptionFigures.evidence(of: before.chain)),
            new: Set(SubscriptionFigures.evidence(of: now.chain))
        )
        var ends = Set(evidence.old.symmetricDifference(evidence.new).compactMap(\.renewalAt))
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

    /// Adds the figures of sales, which are all that a purchase has.
    private static func add(_ sales: [Sale], to rows: inout FigureRows, times factor: Int64) {
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
                    Self.add(sale, group, to: &rows, times: factor)
                } else {
                    Self.add(sale, (.reversedRefunds, .reversedAmount), at: sale.at, group, &rows, times: factor)
                    let day = paid[sale.transactionID]?.at ?? sale.at
                    let rest = (refunded[sale.transactionID] ?? 0) - 1
                    refunded[sale.transactionID] = rest
                    if rest == 0 { rows.add(-factor, to: .refundsOfSales, at: day, group) }
                    rows.add(-Self.amount(of: sale) * factor, to: .refundAmountOfSales, at: day, group)
                }
            case .refund where sale.part == .credit:
                Self.add(sale, (.credits, .creditAmount), at: sale.at, group, &rows, times: factor)
            case .refund:
                Self.add(sale, (.refunds, .refundAmount), at: sale.at, group, &rows, times: factor)
                let day = sales.first { $0.transactionID == sale.transactionID && $0.direction == .sale }?.at ?? sale.at
                let count = (refunded[sale.transactionID] ?? 0) + 1
                refunded[sale.transactionID] = count
                if count == 1 { rows.add(factor, to: .refundsOfSales, at: day, group) }
                rows.add(Self.amount(of: sale) * factor, to: .refundAmountOfSales, at: day, group)
            }
        }
    }

    private static func add(_ sale: Sale, _ group: FigureGroup, to rows: inout FigureRows, times factor: Int64) {
        let figures: (Figure, Figure) =
            switch sale.period {
            case .new: (.newSales, .newAmount)
            case .renewal: (.renewalSales, .renewalAmount)
            case .none: (.oneTimeSales, .oneTimeAmount)
            }
        Self.add(sale, figures, at: sale.at, group, &rows, times: factor)
        if sale.hasOffer { Self.add(sale, (.offerSales, .offerAmount), at: sale.at, group, &rows, times: factor) }
        if sale.part == .unpriced { rows.add(factor, to: .unpricedSales, at: sale.at, group) }
    }

    /// Adds one sale or refund, and its money without a sign.
    private static func add(
        _ sale: Sale,
        _ figures: (count: Figure, amount: Figure),
        at instant: Instant,
        _ group: FigureGroup,
        _ rows: inout FigureRows,
        times factor: Int64
    ) {
        rows.add(factor, to: figures.count, at: instant, group)
        rows.add(Self.amount(of: sale) * factor, to: figures.amount, at: instant, group)
    }

    /// Adds the money of sales, less that of refunds, to the cohort of their subscription.
    private static func add(
        _ sales: [Sale],
        of cohort: CohortKey?,
        to rows: inout FigureRows,
        times factor: Int64
    ) {
        guard let cohort else { return }
        for sale in sales {
            if case .excluded = sale.part { continue }
            guard let currency = sale.price?.currency, sale.direction == .sale || sale.part != .credit else { continue }
            let amount = sale.direction == .sale ? Self.amount(of: sale) : -Self.amount(of: sale)
            rows.add(CohortSum(amountMilliunits: amount), times: factor, to: cohort.money(in: currency))
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
    private static func addShared(_ chain: DerivedChain, to rows: inout FigureRows, times factor: Int64) {
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
            rows.add(factor, to: .shared, during: (period.begunAt, end), group)
        }
    }
}
