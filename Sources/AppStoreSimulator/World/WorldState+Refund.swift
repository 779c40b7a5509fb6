import AppStore

extension WorldState {
    /// Requests a refund for a customer in the app.
    ///
    /// The store sends a consumption request for consumables and auto-renewable subscriptions; it decides when the
    /// developer answers, or when the window ends.
    mutating func requestRefund(
        _ index: Int,
        reason: ConsumptionRequestReason,
        text: String
    ) throws(WorldError) {
        let transaction = self.transactions[index]
        guard transaction.ownership == .purchased, transaction.source == nil else { throw .notRefundable }
        guard transaction.condition.revocation == nil else { throw .alreadyRefunded }
        guard self.openRefund(of: index) == nil else { throw .refundAlreadyRequested }
        let behavior = self.apps[transaction.app].behavior
        let kind = self.product(of: transaction).kind
        let isAsked =
            switch kind {
            case .consumable, .autoRenewable: true
            case .nonConsumable, .nonRenewing: behavior.asksConsumptionForAllKinds
            }
        let request = self.add(
            RefundFacts(
                transaction: index,
                requestedAt: self.now,
                reason: reason,
                text: text,
                asksDeveloper: isAsked
            )
        )
        guard isAsked else {
            self.note(
                .customer(self.customers[transaction.customer].customer),
                "requests a refund",
                transaction: index
            )
            self.decideRefund(request)
            return
        }
        let end = self.now + behavior.consumptionWindowMilliseconds
        self.refunds[request].scheduled = self.agenda.add(.refundDecided(request: request), at: end)
        let running = transaction.subscription.flatMap { subscription in
            self.subscriptions[subscription].latest == index
                && self.subscriptions[subscription].renewal.autoRenews ? subscription : nil
        }
        let stopped = behavior.refundRequestStopsRenewal ? running : nil
        if let stopped, behavior.renewalStatusComesFirst {
            self.stopRenewal(stopped)
        }
        self.emit(.consumptionRequest, nil, transaction: index, byCustomer: true, refundReason: reason)
        if let stopped, !behavior.renewalStatusComesFirst {
            self.stopRenewal(stopped)
        }
    }

    /// Adds a refund request, now the latest of its transaction, and returns its index.
    mutating func add(_ refund: RefundFacts) -> Int {
        self.refundIndices[refund.transaction] = self.refunds.count
        self.refunds.append(refund)
        return self.refunds.count - 1
    }

    /// Receives the developer's answer to a refund request; an answer outside the window, or without a request, changes
    /// nothing.
    mutating func answerConsumption(_ index: Int, preference: RefundPreference?, consumedPercentage: Int?) {
        guard let request = self.openRefund(of: index) else {
            self.note(.developer, "sends consumption information without a request", transaction: index)
            return
        }
        self.note(.developer, "sends consumption information", transaction: index)
        self.refunds[request].answers.append(
            RefundFacts.Answer(at: self.now, preference: preference, consumedPercentage: consumedPercentage)
        )
        if let scheduled = self.refunds[request].scheduled {
            self.agenda.cancel(scheduled)
            self.refunds[request].scheduled = nil
        }
        self.decideRefund(request)
    }

    /// Decides a refund request; the app's server receives the notification at once, or after the configured time.
    mutating func decideRefund(_ request: Int) {
        let facts = self.refunds[request]
        let index = facts.transaction
        let outcome = self.outcome(of: facts)
        self.refunds[request].scheduled = nil
        self.refunds[request].outcome = outcome
        self.refunds[request].decidedAt = self.now
        if case .refunded = outcome, let order = facts.commerce {
            self.giveBack(order, of: index)
        } else if case .refunded(let percentage) = outcome {
            let isAppIssue = facts.reason == .fulfillmentIssue || facts.reason == .unsatisfiedWithPurchase
            self.revokeTransaction(index, percentage: percentage, reason: isAppIssue ? .appIssue : .other)
            self.pay(back: index, percentage: percentage)
        }
        let behavior = self.apps[self.transactions[index].app].behavior
        let delay =
            self.transactions[index].subscription == nil
            ? behavior.refundNoticeDelayMilliseconds : behavior.subscriptionRefundNoticeDelayMilliseconds
        let instant = facts.requestedAt + delay
        if instant > self.now {
            self.refunds[request].scheduled = self.agenda.add(.refundNoticed(request: request), at: instant)
        } else {
            self.noticeRefund(request)
        }
    }

    /// Sends the notification of the decision on a refund request.
    mutating func noticeRefund(_ request: Int) {
        let index = self.refunds[request].transaction
        self.refunds[request].scheduled = nil
        switch self.refunds[request].outcome {
        case .refunded: self.announceRefund(of: index)
        case .declined:
            self.noticeDecline(of: index)
        case nil: break
        }
    }

    /// Sends the notification of a declined refund.
    ///
    /// Auto-renew stays off unless a switch changes this; that ends a subscription whose payment failed, as the
    /// customer's own cancellation would.
    private mutating func noticeDecline(of index: Int) {
        let stopped = self.transactions[index].subscription.flatMap { subscription in
            let facts = self.subscriptions[subscription]
            return facts.renewedBeforeRefund && !facts.renewal.isOver ? subscription : nil
        }
        guard let stopped else { return self.emit(.refundDeclined, nil, transaction: index) }
        if self.apps[self.transactions[index].app].behavior.declineRestoresAutoRenew {
            self.subscriptions[stopped].renewal.autoRenews = true
            self.subscriptions[stopped].renewedBeforeRefund = false
            self.scheduleEndOfPeriod(of: stopped)
            self.emit(.refundDeclined, nil, transaction: index)
        } else {
            self.emit(.refundDeclined, nil, transaction: index)
            guard self.subscriptions[stopped].renewal.isInBillingRetry, !self.subscriptions[stopped].isCommitted else {
                return
            }
            self.expire(stopped, intent: .customerCanceled, subtype: .voluntary)
        }
    }

    /// Refunds a transaction without a request, as support does.
    mutating func refund(
        _ index: Int,
        percentage: Int?,
        reason: TransactionRevocationReason
    ) throws(WorldError) {
        let transaction = self.transactions[index]
        guard transaction.ownership == .purchased, transaction.source == nil else { throw .notRefundable }
        guard transaction.condition.revocation == nil else { throw .alreadyRefunded }
        if let percentage, !(1...100_000).contains(percentage) { throw .invalidPercentage(percentage) }
        self.revokeTransaction(index, percentage: percentage, reason: reason)
        self.pay(back: index, percentage: percentage)
        self.announceRefund(of: index)
    }

    /// Reverses a refund, as the store does after a dispute; auto-renew returns to its state before the refund unless a
    /// switch changes this.
    mutating func reverseRefund(_ index: Int) throws(WorldError) {
        let transaction = self.transactions[index]
        let hasRefundedSeats = transaction.ownership == .purchased && transaction.condition.seats?.revokedCount ?? 0 > 0
        guard transaction.condition.revocation.map({ $0.cause == .refund }) ?? hasRefundedSeats else {
            throw .notRefunded
        }
        if let request = self.refundIndices[index], self.refunds[request].outcome != nil,
            let scheduled = self.refunds[request].scheduled
        {
            // The reversal is never sent before the refund.
            self.agenda.cancel(scheduled)
            self.noticeRefund(request)
        }
        self.returnSeats(of: index)
        self.transactions[index].condition.revocation = nil
        self.returnItems(of: index)
        self.takeAgain(index)
        self.touch(index)
        if let subscription = transaction.subscription {
            self.reinstate(subscription, with: index)
        }
        self.emit(.refundReversed, nil, transaction: index)
        if let subscription = transaction.subscription {
            self.shareAgain(subscription)
        } else if self.product(of: transaction).isFamilyShareable,
            self.customers[transaction.customer].sharesPurchases
        {
            for member in self.relatives(of: transaction.customer) {
                self.share(index, with: member)
            }
        }
    }

    private func openRefund(of index: Int) -> Int? {
        guard let request = self.refundIndices[index], self.refunds[request].outcome == nil else { return nil }
        return request
    }

    private mutating func stopRenewal(_ index: Int) {
        self.subscriptions[index].renewal.autoRenews = false
        self.subscriptions[index].renewedBeforeRefund = true
        if !self.subscriptions[index].renewal.isInBillingRetry {
            self.scheduleEndOfPeriod(of: index)
        }
        self.emit(.didChangeRenewalStatus, .autoRenewDisabled, subscription: index)
    }

    /// Returns the outcome of a request: the one that the customer's text requests in a test, else the developer's
    /// preference, else the store's default.
    private func outcome(of request: RefundFacts) -> RefundFacts.Outcome {
        if let order = request.commerce {
            // The developer requested this refund; only the developer's answer, or a test, declines it.
            let isDeclined = order.isDeclined || request.answers.first?.preference == .decline
            return isDeclined ? .declined : .refunded(percentage: nil)
        }
        // Apple reads the text in tests only, and only beside the reason "other".
        if request.reason == .other, self.apps[self.transactions[request.transaction].app].environment == .sandbox {
            switch request.text {
            case "DECLINE", "REJECT": return .declined
            case "GRANT_PRORATED": return self.prorated(request)
            default: break
            }
        }
        switch request.answers.first?.preference {
        case .decline?: return .declined
        case .grantProrated?: return self.prorated(request)
        case .grantFull?: return .refunded(percentage: nil)
        default:
            let grants = self.apps[self.transactions[request.transaction].app].behavior.grantsUnansweredRefunds
            return grants || !request.answers.isEmpty ? .refunded(percentage: nil) : .declined
        }
    }

    /// Returns the refunded share: by the remaining time for a subscription, by the developer's consumption information
    /// for anything else, or half.
    private func prorated(_ request: RefundFacts) -> RefundFacts.Outcome {
        let transaction = self.transactions[request.transaction]
        let share: Int
        if let end = transaction.condition.expiresAt, transaction.subscription != nil {
            let length = max(end - transaction.purchasedAt, 1)
            let left = min(max(end - self.now, 0), length)
            share = Int(left * 100_000 / length)
        } else if let consumed = request.answers.first?.consumedPercentage {
            share = 100_000 - consumed
        } else {
            share = 50_000
        }
        // Without remaining time there is nothing to refund.
        guard share > 0 else { return .declined }
        return .refunded(percentage: share)
    }

    /// Refunds a transaction; the refund of the latest period ends its subscription.
    mutating func revokeTransaction(_ index: Int, percentage: Int?, reason: TransactionRevocationReason) {
        self.revokeItems(of: index, percentage: percentage)
        self.transactions[index].condition.revocation = Revocation(
            at: self.now,
            reason: reason,
            percentage: percentage,
            cause: .refund
        )
        self.touch(index)
        guard let subscription = self.transactions[index].subscription,
            !self.continueWithoutRefunded(index, subscription), self.subscriptions[subscription].latest == index
        else { return }
        self.endRefunded(subscription)
    }

    /// Sends the notification of a refund, to the members of the family and the group too.
    mutating func announceRefund(of index: Int) {
        let transaction = self.transactions[index]
        self.emit(.refund, nil, transaction: index)
        if self.survivor(of: index) == nil { self.revokeShares(of: index) }
        if let subscription = transaction.subscription { self.releaseSeats(of: subscription) }
        // A period that had ended before its refund has already had its EXPIRED.
        guard let subscription = transaction.subscription,
            self.apps[transaction.app].behavior.announcesExpiryAfterRefund,
            self.subscriptions[subscription].renewal.phase == .revoked,
            let end = transaction.condition.expiresAt, let refundedAt = transaction.condition.revocation?.at,
            refundedAt < end
        else { return }
        self.subscriptions[subscription].renewal.expirationIntent = .customerCanceled
        self.emit(.expired, .voluntary, subscription: subscription)
    }

    /// Ends a subscription after the refund of its latest period.
    ///
    /// After the refund of a renewal that was charged early, the current period continues to its end.
    private mutating func endRefunded(_ index: Int) {
        let subscription = self.subscriptions[index]
        if subscription.renewal.autoRenews {
            self.subscriptions[index].renewedBeforeRefund = true
        }
        self.subscriptions[index].renewal.autoRenews = false
        self.choose(subscription.renewal.product, asNextOf: index)
        self.subscriptions[index].isCharged = false
        self.forgetPriceIncrease(of: index)
        let running = self.customers[subscription.customer].transactions.last {
            let transaction = self.transactions[$0]
            guard transaction.subscription == index, transaction.source == nil,
                transaction.condition.revocation == nil, !transaction.condition.isUpgraded,
                let expiresAt = transaction.condition.expiresAt
            else { return false }
            return transaction.purchasedAt <= self.now && self.now < expiresAt
        }
        if let running, let expiresAt = self.transactions[running].condition.expiresAt {
            self.subscriptions[index].latest = running
            self.subscriptions[index].renewal.product = self.transactions[running].product
            self.subscriptions[index].renewal.commitment = nil
            self.subscriptions[index].renewal.expiresAt = expiresAt
            self.subscriptions[index].renewal.phase = .active
            self.scheduleEndOfPeriod(of: index)
        } else {
            self.subscriptions[index].renewal.phase = .revoked
            self.subscriptions[index].renewal.graceEndsAt = nil
            self.schedule(nil, at: 0, for: index)
        }
    }

    /// Restores a refunded period of its subscription, unless the subscription has continued since.
    private mutating func reinstate(_ index: Int, with transaction: Int) {
        let subscription = self.subscriptions[index]
        let facts = self.transactions[transaction]
        guard let expiresAt = facts.condition.expiresAt, !facts.condition.isUpgraded else { return }
        let isLatest = self.first(ofPeriod: subscription.latest) == self.first(ofPeriod: transaction)
        let isRefundedEnd = subscription.renewal.phase == .revoked && isLatest
        let isEarlyCharge =
            subscription.renewal.phase == .active && facts.purchasedAt == subscription.renewal.expiresAt
        guard isRefundedEnd || isEarlyCharge else { return }
        self.subscriptions[index].latest = transaction
        self.subscriptions[index].renewal.product = facts.product
        self.subscriptions[index].renewal.commitment = facts.condition.commitment
        self.choose(facts.product, asNextOf: index)
        self.subscriptions[index].renewal.expiresAt = expiresAt
        guard self.now < expiresAt else {
            self.subscriptions[index].renewal.phase = .expired
            self.subscriptions[index].renewal.expirationIntent = .customerCanceled
            return
        }
        let restores = self.apps[subscription.app].behavior.reversalRestoresAutoRenew
        self.subscriptions[index].renewal.autoRenews = restores && subscription.renewedBeforeRefund
        self.subscriptions[index].renewal.phase = .active
        self.subscriptions[index].renewal.expirationIntent = nil
        self.scheduleEndOfPeriod(of: index)
    }
}
