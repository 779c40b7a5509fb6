import AppStore
import AppStoreSimulator
import Ledger

extension Invariant {
    /// Everything genuine that the store emits is accepted, and what it would sign now says what its last notification
    /// said.
    static let consistency = Invariant("consistency") { scene in
        var wrong = scene.troubles("consistency")
        var newest: [String: WorldNotification] = [:]
        var renewals: [String: WorldNotification] = [:]
        for notification in scene.world.notifications(from: 0) {
            guard let payload = notification.transactionPayload, let id = payload.transactionId else { continue }
            newest[id] = notification
            if notification.renewalInfoPayload != nil { renewals[payload.originalTransactionId ?? ""] = notification }
        }
        for chain in scene.chains {
            for transaction in chain.periods {
                guard let received = newest[transaction.transactionId]?.transactionPayload,
                    let now = chain.payloads[transaction.transactionId]
                else { continue }
                // Of the transactions of one period of seats the store speaks of one, and members hear less.
                let isBeside = now.additionalTransactionReason != nil || now.inAppOwnershipType == .assigned
                let mayMove = transaction.isFamilyShared || isBeside || chain.isCutShort(transaction, since: received)
                if let field = received.difference(from: now, endMayMove: mayMove) {
                    wrong.append(
                        "\(chain.name): \(field) of \(transaction.transactionId) changed without a notification"
                    )
                }
            }
            guard let received = renewals[chain.original]?.renewalInfoPayload, let now = chain.renewal,
                chain.transactions.last?.isFamilyShared == false
            else { continue }
            if let field = received.difference(from: now) {
                wrong.append("\(chain.name): \(field) of its renewal changed without a notification")
            }
        }
        return wrong
    }

    /// Nothing waits any more: no delivery, and nothing held back but what is not ours.
    static let liveness = Invariant("liveness") { scene in
        var wrong = scene.troubles("liveness")
        if scene.world.deliveries.contains(where: { $0.nextAttemptAt != nil }) {
            wrong.append("a delivery is still due")
        }
        for (reason, count) in try await scene.server.repository.read({ view in try view.heldCounts() })
        where reason != .notOurs {
            wrong.append("\(count) pieces of evidence wait: \(reason.rawValue)")
        }
        if let dueAt = try await scene.server.repository.read({ view in try view.nextHeldDueAt() }) {
            wrong.append("held evidence is due at \(dueAt.milliseconds)")
        }
        return wrong
    }
}

extension TransactionPayload {
    /// The first field that differs from another payload's; what the store changes silently is passed over: a token
    /// that the developer sets, and that an upgrade took the place of the period.
    ///
    /// Of what a family shares the end moves silently where members do not hear everything, and so does the end of a
    /// period that the tester cut short.
    fileprivate func difference(from other: Self, endMayMove: Bool) -> String? {
        if self.productId != other.productId { return "productId" }
        if self.purchaseDate != other.purchaseDate { return "purchaseDate" }
        if self.expiresDate != other.expiresDate, !endMayMove { return "expiresDate" }
        if self.revocationDate != other.revocationDate { return "revocationDate" }
        if self.revocationType != other.revocationType { return "revocationType" }
        if self.revocationPercentage != other.revocationPercentage { return "revocationPercentage" }
        if self.quantity != other.quantity { return "quantity" }
        if self.price != other.price { return "price" }
        if self.offerType != other.offerType || self.offerIdentifier != other.offerIdentifier { return "offer" }
        if self.webOrderLineItemId != other.webOrderLineItemId { return "webOrderLineItemId" }
        return self.inAppOwnershipType == other.inAppOwnershipType ? nil : "inAppOwnershipType"
    }
}

extension RenewalInfoPayload {
    /// The first field that differs from another payload's, of those that never change silently.
    fileprivate func difference(from other: Self) -> String? {
        if self.productId != other.productId { return "productId" }
        if self.autoRenewProductId != other.autoRenewProductId { return "autoRenewProductId" }
        if self.autoRenewStatus != other.autoRenewStatus { return "autoRenewStatus" }
        if self.expirationIntent != other.expirationIntent { return "expirationIntent" }
        if self.isInBillingRetryPeriod != other.isInBillingRetryPeriod { return "isInBillingRetryPeriod" }
        if self.gracePeriodExpiresDate != other.gracePeriodExpiresDate { return "gracePeriodExpiresDate" }
        return self.renewalDate == other.renewalDate ? nil : "renewalDate"
    }
}
