import AppStore

extension WorldState {
    /// Returns a notification in its readable form.
    func notification(_ index: Int) -> WorldNotification {
        let facts = self.notifications[index]
        let content: WorldNotification.Content
        var transactionId: String?
        switch facts.subject {
        case .transaction(let transaction, let condition, let renewal):
            transactionId = self.transactions[transaction].id
            content = .transaction(
                self.payload(ofTransaction: transaction, condition, signedAt: facts.signedAt),
                renewal.map { self.payload(ofRenewal: $0, transaction: transaction, signedAt: facts.signedAt) },
                renewal?.status,
                facts.refundReason
            )
        case .app: content = .app
        case .massExtension(let order): content = .massExtension(self.summary(of: order))
        case .copy(let copy): content = .copy(self.payload(of: copy, signedAt: facts.signedAt))
        case .externalPurchase(_, let token): content = .externalPurchase(token)
        case .unclaimedSeats(let index, let claims):
            let originalId = self.subscriptions[index].originalId
            content = .unclaimedSeats(originalTransactionId: originalId, claims)
        }
        return WorldNotification(
            index: index,
            type: facts.type,
            subtype: facts.subtype,
            signedAt: Timestamp(milliseconds: facts.signedAt),
            customer: self.customer(of: facts).map { self.customers[$0].customer },
            app: self.apps[self.app(of: facts)],
            transactionId: transactionId,
            isByCustomer: facts.isByCustomer,
            content: content,
            seed: self.seed,
            signer: self.signer
        )
    }

    /// Returns an entry of the journal in its readable form.
    func journalEntry(_ facts: JournalFacts) -> WorldJournalEntry {
        let at = Timestamp(milliseconds: facts.at)
        guard let index = facts.notification else {
            return WorldJournalEntry(
                at: at,
                actor: facts.note?.actor ?? .appStore,
                text: facts.note?.text ?? "",
                transactionId: facts.note?.transaction.map { self.transactions[$0].id },
                notification: nil,
                notificationUUID: nil
            )
        }
        let notification = self.notification(index)
        let customer = notification.isByCustomer ? notification.customer : nil
        return WorldJournalEntry(
            at: at,
            actor: customer.map { .customer($0) } ?? .appStore,
            text: notification.sentence,
            transactionId: notification.transactionId,
            notification: notification.name,
            notificationUUID: notification.uuid
        )
    }

    /// Returns a notification with its delivery attempts.
    func delivery(_ index: Int) -> WorldDelivery {
        let facts = self.notifications[index]
        return WorldDelivery(
            notification: self.notification(index),
            attempts: facts.attempts,
            nextAttemptAt: facts.nextAttemptAt.map { Timestamp(milliseconds: $0) }
        )
    }

    private func summary(of index: Int) -> NotificationSummary {
        let order = self.massExtensions[index]
        let app = self.apps[order.product.app]
        return NotificationSummary.with {
            $0.environment = AppStoreEnvironment(rawValue: app.environment.rawValue)
            $0.appAppleId = app.behavior.namesAppleIdentifier ? app.appAppleId : nil
            $0.bundleId = app.bundleId
            $0.productId = self.product(order.product.product, of: order.product.app).id
            $0.requestIdentifier = order.requestIdentifier
            $0.storefrontCountryCodes = order.storefronts
            $0.succeededCount = Int64(order.succeeded)
            $0.failedCount = Int64(order.failed)
        }
    }
}

extension RenewalFacts {
    /// Apple's status of the subscription.
    var status: SubscriptionStatus {
        switch self.phase {
        case .active: .active
        case .expired: .expired
        case .billingRetry: .inBillingRetry
        case .gracePeriod: .inBillingGracePeriod
        case .revoked: .revoked
        }
    }
}
