import AppStore
package import Ledger
import Metrics
import Synchronization

/// Metrics of ingested evidence, once it is on disk: each notification, purchase and refund counts once, however often
/// it comes.
///
/// Evidence that is old when it becomes known does not count, because it says nothing about today; evidence from
/// Apple's history is an example. Imports do not count either. The counters of an app and environment are looked up
/// once and cached: looking one up by its labels takes longer than counting.
final class IntakeMetrics: Sendable {
    /// The maximum age of evidence that counts.
    private static let maximumAge = Span.days(1)
    /// The label value for a type or storefront that this version does not know, and for a product that the catalog
    /// does not have.
    private static let other = "other"

    /// The maximum number of products, and of storefronts, of an app and environment that are counted by name: ten apps
    /// in two environments fit into the registry.
    private static let maximumNames = 48

    private struct Scope: Hashable {
        let app: AppName
        let environment: StoreEnvironment

        /// The labels of everything that is counted in the scope.
        var labels: [(String, String)] { [("app", self.app.rawValue), ("environment", self.environment.rawValue)] }
    }

    private struct Entry {
        let untilReceipt: Timer
        let untilCommit: Timer
        let subscriptions: Counter
        var types: [String: Counter] = [:]
        var purchases: [Goods: Counter] = [:]
        var names: Set<Goods> = []

        /// Returns the goods by which something is counted: the first ones by name, all further ones together.
        mutating func counted(_ goods: Goods) -> Goods {
            if goods == goods.other || self.names.contains(goods) { return goods }
            guard self.names.count(where: { $0.other == goods.other }) < IntakeMetrics.maximumNames else {
                return goods.other
            }
            self.names.insert(goods)
            return goods
        }
    }

    /// The goods by which purchases and refunds are counted.
    private enum Goods: Hashable {
        case product(String)
        case storefront(String)

        /// The same goods without a name.
        var other: Self {
            switch self {
            case .product: .product(IntakeMetrics.other)
            case .storefront: .storefront(IntakeMetrics.other)
            }
        }

        func purchases(_ labels: [(String, String)]) -> Counter {
            switch self {
            case .product(let name):
                Counter(label: "purser_purchases_total", dimensions: labels + [("product", name)])
            case .storefront(let code):
                Counter(label: "purser_storefront_purchases_total", dimensions: labels + [("storefront", code)])
            }
        }

        func refunds(_ labels: [(String, String)]) -> Counter {
            switch self {
            case .product(let name):
                Counter(label: "purser_refunds_total", dimensions: labels + [("product", name)])
            case .storefront(let code):
                Counter(label: "purser_storefront_refunds_total", dimensions: labels + [("storefront", code)])
            }
        }
    }

    private let entries = Mutex<[Scope: Entry]>([:])

    /// Creates empty metrics.
    init() {}

    /// Counts a notification by its type, unless it was known or is old.
    func noteNotification(_ recorded: RecordingResult, of intake: Intake) {
        guard recorded.isNotificationNew, let notification = intake.notification,
            notification.signedAt >= intake.receivedAt - Self.maximumAge
        else { return }
        let type = NotificationType(rawValue: notification.type).isKnown ? notification.type : Self.other
        self.countNotification(type, in: Scope(app: intake.app, environment: intake.environment))
    }

    /// Counts a version 1 notification by its type each time that it is acknowledged: it does not show whether it came
    /// before.
    func noteNotification(_ old: NotificationV1, of app: AppName, in environment: StoreEnvironment) {
        let type = NotificationV1.types.contains(old.type) ? old.type : Self.other
        self.countNotification(type, in: Scope(app: app, environment: environment))
    }

    private func countNotification(_ type: String, in scope: Scope) {
        let counter = self.entries.withLock { entries in
            if let known = entries[scope]?.types[type] { return known }
            var entry = entries[scope] ?? Self.entry(of: scope)
            let made = Counter(label: "purser_notification_types_total", dimensions: scope.labels + [("type", type)])
            entry.types[type] = made
            entries[scope] = entry
            return made
        }
        counter.increment()
    }

    /// Records the delay of new evidence that was sent or submitted now: from Apple's signature of a notification until
    /// its arrival, and from then until it was on disk.
    func noteDelay(_ recorded: RecordingResult, of intake: Intake, untilCommit: Duration) {
        guard recorded.isNew else { return }
        let entry = self.entry(of: intake)
        if recorded.isNotificationNew, let notification = intake.notification {
            entry.untilReceipt.recordMilliseconds(max(0, (intake.receivedAt - notification.signedAt).milliseconds))
        }
        entry.untilCommit.record(duration: untilCommit)
    }

    /// Counts the purchases and refunds that a recorded unit of work made known.
    func notePurchases(_ recorded: RecordingResult, of intake: Intake) {
        guard !recorded.transactions.isEmpty || !recorded.revoked.isEmpty else { return }
        let oldest = intake.receivedAt - Self.maximumAge
        let bought = intake.transactions.filter { snapshot in
            snapshot.ownership == .purchased && snapshot.purchaseAt >= oldest
                && recorded.transactions.contains(snapshot.transactionID)
        }
        var counted: Set<TransactionID> = []
        for snapshot in bought where counted.insert(snapshot.transactionID).inserted {
            for goods in self.goods(of: snapshot, in: intake) { self.purchases(of: goods, in: intake).increment() }
            // Apple sends a notification of every such purchase, whatever its version; of other goods it may not.
            if snapshot.kind == .autoRenewable { self.entry(of: intake).subscriptions.increment() }
        }
        guard !recorded.revoked.isEmpty else { return }
        var left = recorded.revoked
        for snapshot in intake.transactions.reversed() where left.contains(snapshot.transactionID) {
            guard let revocation = snapshot.revocation,
                case .refunded(let share)? = RefundUpdate(snapshot)?.signedRefunds.first?.kind,
                revocation.revokedAt >= oldest || Self.isSaid(of: snapshot, in: intake, since: oldest)
            else { continue }
            left.remove(snapshot.transactionID)
            self.noteRefund(snapshot, revocation, share: share, of: intake)
        }
    }

    private func noteRefund(
        _ snapshot: TransactionSnapshot,
        _ revocation: Revocation,
        share: Int64,
        of intake: Intake
    ) {
        let scope = Scope(app: intake.app, environment: intake.environment)
        for goods in self.goods(of: snapshot, in: intake) { goods.refunds(scope.labels).increment() }
        // The amount of a partial refund whose share Apple has not stated is unknown.
        let isKnown = revocation.percentageMilliunits != nil || revocation.type != "REFUND_PRORATED"
        guard isKnown, let price = snapshot.price, price.amountMilliunits > 0 else { return }
        let amount = Int128(price.amountMilliunits) * Int128(share) / Int128(RuleValue.wholeShare)
        Counter(
            label: "purser_refunded_milliunits_total",
            dimensions: scope.labels + [("currency", price.currency)]
        ).increment(by: Int64(clamping: amount))
    }

    /// Returns whether Apple's notification in a unit of work states a refund of a transaction since an instant.
    private static func isSaid(of snapshot: TransactionSnapshot, in intake: Intake, since oldest: Instant) -> Bool {
        guard let refund = intake.refund, refund.transactionID == snapshot.transactionID,
            let signedRefund = refund.signedRefunds.first, case .refunded = signedRefund.kind
        else { return false }
        return (intake.notification?.signedAt ?? signedRefund.signedAt) >= oldest
    }

    /// Returns the goods of a transaction: its product, if the catalog has it, and its storefront, if Apple has it.
    private func goods(of snapshot: TransactionSnapshot, in intake: Intake) -> [Goods] {
        let isKnown = intake.catalog.products[snapshot.productID] != nil
        let storefront = snapshot.storefront.flatMap { StorefrontCode.contains($0) ? $0 : nil }
        let goods: [Goods] = [
            .product(isKnown ? snapshot.productID.rawValue : Self.other), .storefront(storefront ?? Self.other),
        ]
        let scope = Scope(app: intake.app, environment: intake.environment)
        return self.entries.withLock { entries in
            var entry = entries[scope] ?? Self.entry(of: scope)
            let counted = goods.map { entry.counted($0) }
            entries[scope] = entry
            return counted
        }
    }

    private func purchases(of goods: Goods, in intake: Intake) -> Counter {
        let scope = Scope(app: intake.app, environment: intake.environment)
        return self.entries.withLock { entries in
            var entry = entries[scope] ?? Self.entry(of: scope)
            if let known = entry.purchases[goods] { return known }
            let made = goods.purchases(scope.labels)
            entry.purchases[goods] = made
            entries[scope] = entry
            return made
        }
    }

    private func entry(of intake: Intake) -> Entry {
        let scope = Scope(app: intake.app, environment: intake.environment)
        return self.entries.withLock { entries in
            if let known = entries[scope] { return known }
            let made = Self.entry(of: scope)
            entries[scope] = made
            return made
        }
    }

    private static func entry(of scope: Scope) -> Entry {
        Entry(
            untilReceipt: Timer(label: "purser_intake_delay_seconds", dimensions: scope.labels + [("part", "apple")]),
            untilCommit: Timer(label: "purser_intake_delay_seconds", dimensions: scope.labels + [("part", "commit")]),
            subscriptions: Counter(label: "purser_subscription_purchases_total", dimensions: scope.labels)
        )
    }
}

extension Ingest {
    /// Counts what a recorded unit of work made known: purchases, refunds, and the fulfillments that were booked into
    /// wallets or refused by the Sandbox policy.
    ///
    /// Only this method can count a booking: no fulfiller answers and the shop does not call. It reads the fulfillment
    /// only of products with coins, and of Sandbox purchases, by the fulfillment's id; one that cannot be read now is
    /// missing only in the metrics.
    func note(_ recorded: RecordingResult, of intake: Intake, for app: ServedApp) async {
        guard recorded.isNew else { return }
        self.metrics.notePurchases(recorded, of: intake)
        guard intake.catalog.fulfillment != nil else { return }
        let metrics = FulfillmentMetrics()
        let ids = intake.transactions.filter { transaction in
            let product = intake.catalog.products[transaction.productID]
            let hasCoins = product?.coins(for: transaction).isEmpty == false
            return hasCoins || (intake.environment == .sandbox && transaction.kind != .autoRenewable)
        }
        .map { FulfillmentID($0.transactionID, in: intake.environment) }
        guard !ids.isEmpty else { return }
        let fulfillments = try? await self.repository.read { view in
            ids.compactMap { try? view.fulfillment($0, of: intake.app) }
        }
        for fulfillment in fulfillments ?? [] {
            if fulfillment.isRefusedBySandbox(at: intake.receivedAt) { metrics.noteSandboxRefused(fulfillment) }
            guard fulfillment.isBooked(at: intake.receivedAt) else { continue }
            metrics.noteConfirmed(fulfillment, takesProduction: app.takesProduction)
            self.booked?.note(fulfillment)
        }
    }
}

/// The metrics of held evidence, recorded at each scrape.
package enum HeldMetrics {
    /// Records the counts by reason; if they cannot be read now, the metrics keep their last values, because the health
    /// check reports the database's failure.
    package static func record(from repository: any Repository) async {
        guard let counts = try? await repository.read({ view in try view.heldCounts() }) else { return }
        for reason in HeldEvidence.Reason.allCases {
            Gauge(label: "purser_held_evidence", dimensions: [("reason", reason.rawValue)]).record(counts[reason] ?? 0)
        }
    }
}
