import AppStore
import Ledger
import Metrics
import Synchronization

/// Counts what is taken in, once it is on disk: each notification, purchase and refund once, however often it comes.
///
/// What is old when it becomes known is left out, because it says nothing of today: what was missed and is read in Apple's
/// history, for example. Imports do not come here. The counters of an app and environment are found once and kept: looking
/// one up by its labels takes longer than counting.
final class IntakeFigures: Sendable {
    /// How old at most is what counts.
    private static let maximumAge = Span.days(1)
    /// The type of notifications whose type this version does not know.
    private static let otherType = "other"

    private struct Scope: Hashable {
        let app: AppName
        let environment: StoreEnvironment

        /// The labels of everything that is counted in it.
        var labels: [(String, String)] { [("app", self.app.rawValue), ("environment", self.environment.rawValue)] }
    }

    private struct Entry {
        let purchases: Counter
        let untilReceipt: Timer
        let untilCommit: Timer
        var types: [String: Counter] = [:]
    }

    private let entries = Mutex<[Scope: Entry]>([:])

    /// No figures yet.
    init() {}

    /// Counts a notification by its type, unless it was known or is old.
    func noteNotification(_ recorded: Recorded, of intake: Intake) {
        guard recorded.isNotificationNew, let notification = intake.notification,
            notification.signedAt >= intake.receivedAt - Self.maximumAge
        else { return }
        let type = NotificationType(rawValue: notification.type).isKnown ? notification.type : Self.otherType
        let scope = Scope(app: intake.app, environment: intake.environment)
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

    /// Takes note of how long something new took that was sent or submitted just now: from Apple's signature of a
    /// notification until it was here, and from then until it was on disk.
    func noteDelay(_ recorded: Recorded, of intake: Intake, untilCommit: Duration) {
        guard recorded.isNew else { return }
        let entry = self.entry(of: intake)
        if recorded.isNotificationNew, let notification = intake.notification {
            entry.untilReceipt.recordMilliseconds(max(0, (intake.receivedAt - notification.signedAt).milliseconds))
        }
        entry.untilCommit.record(duration: untilCommit)
    }

    /// Counts the purchases and refunds that became known with a recorded unit.
    func notePurchases(_ recorded: Recorded, of intake: Intake) {
        guard !recorded.transactions.isEmpty || !recorded.revoked.isEmpty else { return }
        let oldest = intake.receivedAt - Self.maximumAge
        let bought = intake.transactions.filter { snapshot in
            snapshot.ownership == .purchased && snapshot.purchaseAt >= oldest
                && recorded.transactions.contains(snapshot.transactionID)
        }
        if !bought.isEmpty {
            self.entry(of: intake).purchases.increment(by: Int64(Set(bought.map(\.transactionID)).count))
        }
        guard !recorded.revoked.isEmpty else { return }
        var left = recorded.revoked
        for snapshot in intake.transactions.reversed() where left.contains(snapshot.transactionID) {
            guard let revocation = snapshot.revocation,
                case .refunded(let share)? = RefundNews(snapshot)?.words.first?.kind,
                revocation.revokedAt >= oldest || Self.isSaid(of: snapshot, in: intake, since: oldest)
            else { continue }
            left.remove(snapshot.transactionID)
            self.noteRefund(
                snapshot,
                revocation,
                share: share,
                in: Scope(app: intake.app, environment: intake.environment)
            )
        }
    }

    private func noteRefund(_ snapshot: TransactionSnapshot, _ revocation: Revocation, share: Int64, in scope: Scope) {
        Counter(
            label: "purser_refunds_total",
            dimensions: scope.labels + [("product", snapshot.productID.rawValue)]
        ).increment()
        // Of a refund in part whose share Apple has not said the amount is not known.
        let isKnown = revocation.percentageMilliunits != nil || revocation.type != "REFUND_PRORATED"
        guard isKnown, let price = snapshot.price, price.amountMilliunits > 0 else { return }
        let amount = Int128(price.amountMilliunits) * Int128(share) / Int128(RuleValue.wholeShare)
        Counter(
            label: "purser_refunded_milliunits_total",
            dimensions: scope.labels + [("currency", price.currency)]
        ).increment(by: Int64(clamping: amount))
    }

    /// Returns whether Apple's notification in a unit says, since an instant, that a transaction was refunded.
    private static func isSaid(of snapshot: TransactionSnapshot, in intake: Intake, since oldest: Instant) -> Bool {
        guard let refund = intake.refund, refund.transactionID == snapshot.transactionID,
            let word = refund.words.first, case .refunded = word.kind
        else { return false }
        return (intake.notification?.signedAt ?? word.signedAt) >= oldest
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
            purchases: Counter(label: "purser_purchases_total", dimensions: scope.labels),
            untilReceipt: Timer(label: "purser_intake_delay_seconds", dimensions: scope.labels + [("part", "apple")]),
            untilCommit: Timer(label: "purser_intake_delay_seconds", dimensions: scope.labels + [("part", "commit")])
        )
    }
}
