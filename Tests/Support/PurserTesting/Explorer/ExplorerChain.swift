import AppStore
import AppStoreSimulator

/// The world's true state of all transactions with one original transaction id, to compare with the received evidence.
struct ExplorerChain: Sendable {
    /// The id of the chain's first transaction.
    let original: String
    /// The customer.
    let customer: String
    /// Every transaction in its order, handed out again ones included.
    let transactions: [WorldPurchase]
    /// The subscription; `nil` for other products.
    let subscription: WorldSubscription?
    /// The newest renewal info that the store would sign now.
    let renewal: RenewalInfoPayload?
    /// The payloads that the store would sign now, by transaction id.
    let payloads: [String: TransactionPayload]

    /// The transactions that are not repetitions for a restore.
    var periods: [WorldPurchase] { self.transactions.filter { !$0.isRestored } }

    /// The period that is paid for at an instant.
    func running(at now: Timestamp) -> WorldPurchase? {
        self.periods.last { period in
            guard let end = period.expiresAt else { return false }
            return period.revokedAt == nil && !period.isUpgraded && period.purchasedAt <= now && now < end
        }
    }

    /// The product that the customer may use at an instant, by the store's own records.
    func accessibleProduct(at now: Timestamp) -> String? {
        guard let subscription else {
            // A purchase that was given out again is the same purchase.
            return self.periods.first { $0.revokedAt == nil && !self.isUsedUp($0) }?.productId
        }
        if let running = self.running(at: now) { return running.productId }
        if subscription.phase == .gracePeriod, let end = subscription.graceEndsAt, now < end {
            return subscription.productId
        }
        return nil
    }

    /// Whether a refund was reversed of a period that another purchase had taken the place of by then.
    ///
    /// Whether such a period gives anything again when that other purchase is refunded too, Apple does not say; the
    /// world gives it back, the ledger's rules do not.
    var isReversedAfterReplacement: Bool {
        self.periods.contains { period in
            period.revokedAt == nil && !period.isUpgraded
                && self.periods.contains { other in
                    other.productId != period.productId && other.purchasedAt > period.purchasedAt
                        && period.expiresAt.map { other.purchasedAt < $0 } ?? false
                }
        }
    }

    /// Whether the server has heard the newest of everything that decides what the customer may use.
    ///
    /// Of `isUpgraded` it need not have heard: the successor says it.
    func isFullyReceived(_ received: ExplorerReceived) -> Bool {
        for transaction in self.periods {
            guard let word = received.newest(transaction.transactionId),
                let now = self.payloads[transaction.transactionId],
                word.purchaseDate == now.purchaseDate,
                word.expiresDate == now.expiresDate || self.isCutShort(transaction, since: word),
                word.revocationDate == now.revocationDate, word.revocationPercentage == now.revocationPercentage
            else { return false }
        }
        guard self.subscription != nil else { return true }
        guard let word = received.renewals[self.original], let now = self.renewal else { return false }
        return word.autoRenewStatus == now.autoRenewStatus && word.expirationIntent == now.expirationIntent
            && word.isInBillingRetryPeriod == now.isInBillingRetryPeriod
            && word.gracePeriodExpiresDate == now.gracePeriodExpiresDate && word.renewalDate == now.renewalDate
            && word.productId == now.productId && word.autoRenewProductId == now.autoRenewProductId
    }

    /// Whether the latest period that has begun was revoked.
    func isLatestRevoked(at now: Timestamp) -> Bool {
        let begun = self.periods.filter { $0.purchasedAt <= now && !$0.isUpgraded }
        let latest = begun.map(\.purchasedAt).max()
        // What a family shares again begins with the same period once more; then the newer transaction is the latest.
        return begun.last { $0.purchasedAt == latest }?.revokedAt != nil
    }

    /// Whether a period ends earlier than was said, because the tester let the next begin at once; the next one says
    /// it.
    func isCutShort(_ period: WorldPurchase, since word: TransactionPayload) -> Bool {
        guard let end = period.expiresAt, let received = word.expiresDate, end < received else { return false }
        return self.periods.contains { $0.purchasedAt == end }
    }

    private func isUsedUp(_ purchase: WorldPurchase) -> Bool {
        ExplorerShop.worldCatalog.product(purchase.productId)?.kind != .nonConsumable
    }
}
