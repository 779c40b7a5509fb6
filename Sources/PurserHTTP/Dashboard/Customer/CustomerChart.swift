import Ledger
import PurserService

/// The purchases of a customer as rows of a time line: one row for each product.
///
/// Bars are paid periods, with what happened between them: grace, and the time in which the App Store retried the
/// charge. Dots are single purchases, thin lines changes of the price.
struct CustomerChart {
    /// The least time between two periods that is drawn.
    private static let leastGap = Span.hours(1)

    private let overview: CustomerOverview
    private let catalog: Catalog
    private let visit: DashboardVisit
    private let app: DashboardApp
    private var marks: [String: [TimelineChart.Mark]] = [:]

    /// Returns the chart of a customer's purchases.
    static func chart(
        _ overview: CustomerOverview,
        lines: [PurchaseLine],
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> TimelineChart {
        var chart = Self(overview: overview, catalog: app.app.catalog, visit: visit, app: app)
        for line in lines { chart.add(line) }
        for owned in overview.ledger.chains where owned.chain.isSubscription { chart.addUnpaid(owned) }
        let rows = chart.marks.map { TimelineChart.Row(name: $0.key, marks: $0.value) }
        // The product that was bought first is at the top.
        let ordered = rows.sorted { left, right in
            let first = (left.marks.map(\.at).min() ?? overview.at, right.marks.map(\.at).min() ?? overview.at)
            return first.0 != first.1 ? first.0 < first.1 : left.name < right.name
        }
        return TimelineChart(rows: Array(ordered.suffix(TimelineChart.maximumRows)), now: overview.at)
    }

    private init(overview: CustomerOverview, catalog: Catalog, visit: DashboardVisit, app: DashboardApp) {
        self.overview = overview
        self.catalog = catalog
        self.visit = visit
        self.app = app
    }

    private mutating func add(_ mark: TimelineChart.Mark, to product: ProductID) {
        self.marks[product.rawValue, default: []].append(mark)
    }

    /// Adds a purchase.
    private mutating func add(_ line: PurchaseLine) {
        let product = line.productID.rawValue
        let link = line.transactionIDs.first.map { self.app.path("transactions", $0.rawValue) }
        let price = DashboardNumbers.money(line.price)
        var label: String?
        if line.isRefunded {
            label = line.refundedShare.map { self.visit.text("timelineRefundedShare", DashboardNumbers.share($0)) }
            label = label ?? self.visit.text("timelineRefunded")
        }
        guard let endsAt = line.endsAt else {
            let key = line.isRefunded ? "timelineSingleRefunded" : "timelineSingle"
            self.add(
                TimelineChart.Mark(
                    shape: .dot,
                    at: line.purchasedAt,
                    color: line.isRefunded ? "sbad" : "s4",
                    label: label,
                    says: self.visit.text(key, product, line.purchasedAt.dayText, price, label ?? ""),
                    link: link
                ),
                to: line.productID
            )
            return
        }
        let isOffer = line.offer != nil
        let key = line.isRefunded ? "timelinePeriodRefunded" : isOffer ? "timelinePeriodOffer" : "timelinePeriod"
        if label == nil {
            label = isOffer ? self.visit.text("timelineOffer") : self.visit.text("timelineUntil", endsAt.dayText)
        }
        let shown = line.revocation.map { min(max($0.revokedAt, line.beginsAt), endsAt) } ?? endsAt
        self.add(
            TimelineChart.Mark(
                shape: .bar(until: shown),
                at: line.beginsAt,
                color: line.isRefunded ? "sbad" : isOffer ? "s3" : "s1",
                label: label,
                says: self.visit.text(key, product, line.beginsAt.dayText, endsAt.dayText, price, label ?? ""),
                link: link
            ),
            to: line.productID
        )
    }

    /// Adds what is between the paid periods of a subscription: grace, retry, and changes of the price.
    private mutating func addUnpaid(_ owned: OwnedChain) {
        let own = self.overview.ledger.ownPurchases(in: owned)
        for (earlier, later) in zip(own, own.dropFirst()) {
            if later.snapshot.reason == .renewal, later.begunAt - earlier.endsAt > Self.leastGap {
                self.addGap(of: owned, after: earlier, until: later.begunAt)
            }
            self.addPriceChange(from: earlier.snapshot, to: later.snapshot)
        }
        guard let last = own.last, own.last?.key == owned.chain.purchases.last?.key, last.endsAt < self.overview.at
        else { return }
        let state = owned.chain.state(
            at: self.overview.at,
            environment: self.overview.ledger.environment,
            gracePolicy: self.catalog.gracePolicy
        )
        guard state.phase == .grace || state.phase == .retry else { return }
        self.addGap(of: owned, after: last, until: state.phase == .grace ? state.until ?? self.overview.at : nil)
    }

    /// Adds the time between the end of a period and the next payment; without an end it lasts until now.
    private mutating func addGap(of owned: OwnedChain, after purchase: Purchase, until: Instant?) {
        let end = until ?? self.overview.at
        let start = purchase.endsAt
        let evidence = owned.chain.renewals.map(RenewalEvidence.init) + owned.chain.earlierRenewals
        let graceEnd = evidence.filter { $0.renewalAt == start }.compactMap(\.gracePeriodExpiresAt).max() ?? start
        let change = min(max(graceEnd, start), end)
        if change > start { self.addGap(isGrace: true, from: start, to: change, purchase) }
        if end > change { self.addGap(isGrace: false, from: change, to: end, purchase) }
    }

    private mutating func addGap(
        isGrace: Bool,
        from start: Instant,
        to end: Instant,
        _ purchase: Purchase
    ) {
        let product = purchase.snapshot.productID
        let says = self.visit.text(
            isGrace ? "timelineGraceSays" : "timelineRetrySays",
            product.rawValue,
            start.dayText,
            end.dayText
        )
        self.add(
            TimelineChart.Mark(
                shape: .bar(until: end),
                at: start,
                color: isGrace ? "s2" : "s5",
                label: self.visit.text(isGrace ? "timelineGrace" : "timelineRetry"),
                says: says
            ),
            to: product
        )
    }

    private mutating func addPriceChange(from earlier: TransactionSnapshot, to later: TransactionSnapshot) {
        guard earlier.productID == later.productID, earlier.offer == nil, later.offer == nil,
            let before = earlier.price, let after = later.price, before.currency == after.currency, before != after
        else { return }
        let says = self.visit.text(
            "timelinePriceSays",
            later.productID.rawValue,
            later.purchaseAt.dayText,
            DashboardNumbers.money(before),
            DashboardNumbers.money(after)
        )
        self.add(
            TimelineChart.Mark(shape: .tick, at: later.purchaseAt, color: "s6", says: says),
            to: later.productID
        )
    }
}
