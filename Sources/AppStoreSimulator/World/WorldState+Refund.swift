import AppStore

extension WorldState {
    /// Lets a customer ask for a refund in the app.
    ///
    /// The developer is asked about what is used up and what renews; the request is decided when he answers, or when
    /// his time is over.
    mutating func requestRefund(
        _ place: Int,
        reason: ConsumptionRequestReason,
        text: String
    ) throws(WorldError) {
        let transaction = self.transactions[place]
        guard transaction.ownership == .purchased, transaction.source == nil else { throw .notRefundable }
        guard transaction.condition.revocation == nil else { throw .alreadyRefunded }
        guard self.openRefund(of: place) == nil else { throw .refundAlreadyRequested }
        let conduct = self.apps[transaction.app].conduct
        let kind = self.product(of: transaction).kind
        let isAsked =
            switch kind {
            case .consumable, .autoRenewable: true
            case .nonConsumable, .nonRenewing: conduct.asksConsumptionForAllKinds
            }
        let request = self.add(
            RefundFacts(
                transaction: place,
                requestedAt: self.now,
                reason: reason,
                text: text,
                asksDeveloper: isAsked
            )
        )
        guard isAsked else {
            self.note(
                .customer(self.customers[transaction.customer].customer),
                "asks for a refund",
                transaction: place
            )
            self.decideRefund(request)
            return
        }
        let end = self.now + conduct.consumptionWindowMilliseconds
        self.refunds[request].scheduled = self.agenda.add(.refundDecided(request: request), at: end)
        let running = transaction.subscription.flatMap { subscription in
            self.subscriptions[subscription].latest == place
                && self.subscriptions[subscription].renewal.autoRenews ? subscription : nil
        }
        let stopped = conduct.refundRequestStopsRenewal ? running : nil
        if let stopped, conduct.renewalStatusComesFirst {
            self.stopRenewal(stopped)
        }
        self.emit(.consumptionRequest, nil, transaction: place, byCustomer: true, refundReason: reason)
        if let stopped, !conduct.renewalStatusComesFirst {
            self.stopRenewal(stopped)
        }
    }

    /// Takes a request for a refund, now the newest of its transaction, and answers its place.
    mutating func add(_ refund: RefundFacts) -> Int {
        self.refundPlaces[refund.transaction] = self.refunds.count
        self.refunds.append(refund)
        return self.refunds.count - 1
    }

    /// Takes what the developer says about a refund request; an answer outside the window, or with no request, changes
    /// nothing.
    mutating func answerConsumption(_ place: Int, preference: RefundPreference?, consumedPercentage: Int?) {
        guard let request = self.openRefund(of: place) else {
            self.note(.developer, "sends consumption information that nobody asked for", transaction: place)
            return
        }
        self.note(.developer, "sends consumption information", transaction: place)
        self.refunds[request].answers.append(
            RefundFacts.Answer(at: self.now, preference: preference, consumedPercentage: consumedPercentage)
        )
        if let scheduled = self.refunds[request].scheduled {
            self.agenda.cancel(scheduled)
            self.refunds[request].scheduled = nil
        }
        self.decideRefund(request)
    }

    /// Decides a refund request; the app's server hears of it at once, or so long after the request as was seen in the field.
    mutating func decideRefund(_ request: Int) {
        let facts = self.refunds[request]
        let place = facts.transaction
        let outcome = self.outcome(of: facts)
        self.refunds[request].scheduled = nil
        self.refunds[request].outcome = outcome
        self.refunds[request].decidedAt = self.now
        if case .refunded = outcome, let order = facts.commerce {
            self.giveBack(order, of: place)
        } else if case .refunded(let percentage) = outcome {
            let isAppIssue = facts.reason == .fulfillmentIssue || facts.reason == .unsatisfiedWithPurchase
            self.takeBack(place, percentage: percentage, reason: isAppIssue ? .appIssue : .other)
            self.pay(back: place, percentage: percentage)
        }
        let conduct = self.apps[self.transactions[place].app].conduct
        let delay =
            self.transactions[place].subscription == nil
            ? conduct.refundNoticeDelayMilliseconds : conduct.subscriptionRefundNoticeDelayMilliseconds
        let instant = facts.requestedAt + delay
        if instant > self.now {
            self.refunds[request].scheduled = self.agenda.add(.refundNoticed(request: request), at: instant)
        } else {
            self.noticeRefund(request)
        }
    }

    /// Tells the app's server how a refund request was decided.
    mutating func noticeRefund(_ request: Int) {
        let place = self.refunds[request].transaction
        self.refunds[request].scheduled = nil
        switch self.refunds[request].outcome {
        case .refunded: self.announceRefund(of: place)
        case .declined:
            self.noticeDecline(of: place)
        case nil: break
        }
    }

    /// Tells that a refund was declined.
    ///
    /// Auto-renew stays off unless a switch says otherwise, which ends a subscription whose payment failed as the
    /// customer's own cancellation would.
    private mutating func noticeDecline(of place: Int) {
        let stopped = self.transactions[place].subscription.flatMap { subscription in
            let facts = self.subscriptions[subscription]
            return facts.renewedBeforeRefund && !facts.renewal.isOver ? subscription : nil
        }
        guard let stopped else { return self.emit(.refundDeclined, nil, transaction: place) }
        if self.apps[self.transactions[place].app].conduct.declineRestoresAutoRenew {
            self.subscriptions[stopped].renewal.autoRenews = true
            self.subscriptions[stopped].renewedBeforeRefund = false
            self.scheduleEndOfPeriod(of: stopped)
            self.emit(.refundDeclined, nil, transaction: place)
        } else {
            self.emit(.refundDeclined, nil, transaction: place)
            guard self.subscriptions[stopped].renewal.isInBillingRetry else { return }
            self.expire(stopped, intent: .customerCanceled, subtype: .voluntary)
        }
    }

    /// Refunds a transaction without a request, as support does.
    mutating func refund(
        _ place: Int,
        percentage: Int?,
        reason: TransactionRevocationReason
    ) throws(WorldError) {
        let transaction = self.transactions[place]
        guard transaction.ownership == .purchased, transaction.source == nil else { throw .notRefundable }
        guard transaction.condition.revocation == nil else { throw .alreadyRefunded }
        if let percentage, !(1...100_000).contains(percentage) { throw .invalidPercentage(percentage) }
        self.takeBack(place, percentage: percentage, reason: reason)
        self.pay(back: place, percentage: percentage)
        self.announceRefund(of: place)
    }

    /// Takes a refund back, as the store does after a dispute; auto-renew is as before the refund unless a switch says
    /// otherwise.
    mutating func reverseRefund(_ place: Int) throws(WorldError) {
        let transaction = self.transactions[place]
        guard let revocation = transaction.condition.revocation, !revocation.endsSharing else { throw .notRefunded }
        if let request = self.refundPlaces[place], self.refunds[request].outcome != nil,
            let scheduled = self.refunds[request].scheduled
        {
            // Nobody is told of a reversal before the refund.
            self.agenda.cancel(scheduled)
            self.noticeRefund(request)
        }
        self.transactions[place].condition.revocation = nil
        self.returnItems(of: place)
        self.takeAgain(place)
        self.touch(place)
        if let subscription = transaction.subscription {
            self.reinstate(subscription, with: place)
        }
        self.emit(.refundReversed, nil, transaction: place)
        if let subscription = transaction.subscription {
            self.shareAgain(subscription)
        } else if self.product(of: transaction).isFamilyShareable,
            self.customers[transaction.customer].sharesPurchases
        {
            for member in self.relatives(of: transaction.customer) {
                self.share(place, with: member)
            }
        }
    }

    private func openRefund(of place: Int) -> Int? {
        guard let request = self.refundPlaces[place], self.refunds[request].outcome == nil else { return nil }
        return request
    }

    private mutating func stopRenewal(_ place: Int) {
        self.subscriptions[place].renewal.autoRenews = false
        self.subscriptions[place].renewedBeforeRefund = true
        if !self.subscriptions[place].renewal.isInBillingRetry {
            self.scheduleEndOfPeriod(of: place)
        }
        self.emit(.didChangeRenewalStatus, .autoRenewDisabled, subscription: place)
    }

    /// What becomes of a request: what the customer wrote for a test, else what the developer prefers, else the store's
    /// habit.
    private func outcome(of request: RefundFacts) -> RefundFacts.Outcome {
        if let order = request.commerce {
            // The developer has asked for it himself; only his answer, or a test, declines it.
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
            let grants = self.apps[self.transactions[request.transaction].app].conduct.grantsUnansweredRefunds
            return grants || !request.answers.isEmpty ? .refunded(percentage: nil) : .declined
        }
    }

    /// A share by the time left of a subscription, by what the developer says was consumed of anything else, or half.
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
        // Nothing left is nothing to give back.
        guard share > 0 else { return .declined }
        return .refunded(percentage: share)
    }

    /// Takes a transaction back; the refund of the latest period ends its subscription.
    mutating func takeBack(_ place: Int, percentage: Int?, reason: TransactionRevocationReason) {
        self.takeBackItems(of: place, percentage: percentage)
        self.transactions[place].condition.revocation = Revocation(
            at: self.now,
            reason: reason,
            percentage: percentage,
            endsSharing: false
        )
        self.touch(place)
        if let subscription = self.transactions[place].subscription, self.subscriptions[subscription].latest == place {
            self.endRefunded(subscription)
        }
    }

    private mutating func announceRefund(of place: Int) {
        let transaction = self.transactions[place]
        self.emit(.refund, nil, transaction: place)
        self.revokeShares(of: place)
        // A period that was over when it was refunded has had its EXPIRED.
        guard let subscription = transaction.subscription,
            self.apps[transaction.app].conduct.announcesExpiryAfterRefund,
            self.subscriptions[subscription].renewal.phase == .revoked,
            let end = transaction.condition.expiresAt, let refundedAt = transaction.condition.revocation?.at,
            refundedAt < end
        else { return }
        self.subscriptions[subscription].renewal.expirationIntent = .customerCanceled
        self.emit(.expired, .voluntary, subscription: subscription)
    }

    /// The refund of the latest period ends a subscription, except that of a renewal charged ahead: then the running
    /// period stays until its end.
    private mutating func endRefunded(_ place: Int) {
        let subscription = self.subscriptions[place]
        if subscription.renewal.autoRenews {
            self.subscriptions[place].renewedBeforeRefund = true
        }
        self.subscriptions[place].renewal.autoRenews = false
        self.choose(subscription.renewal.product, asNextOf: place)
        self.subscriptions[place].isCharged = false
        self.forgetPriceIncrease(of: place)
        let running = self.customers[subscription.customer].transactions.last {
            let transaction = self.transactions[$0]
            guard transaction.subscription == place, transaction.source == nil,
                transaction.condition.revocation == nil, !transaction.condition.isUpgraded,
                let expiresAt = transaction.condition.expiresAt
            else { return false }
            return transaction.purchasedAt <= self.now && self.now < expiresAt
        }
        if let running, let expiresAt = self.transactions[running].condition.expiresAt {
            self.subscriptions[place].latest = running
            self.subscriptions[place].renewal.product = self.transactions[running].product
            self.subscriptions[place].renewal.commitment = nil
            self.subscriptions[place].renewal.expiresAt = expiresAt
            self.subscriptions[place].renewal.phase = .active
            self.scheduleEndOfPeriod(of: place)
        } else {
            self.subscriptions[place].renewal.phase = .revoked
            self.subscriptions[place].renewal.graceEndsAt = nil
            self.schedule(nil, at: 0, for: place)
        }
    }

    /// Gives a refunded period back to its subscription, unless the subscription has moved on since.
    private mutating func reinstate(_ place: Int, with transaction: Int) {
        let subscription = self.subscriptions[place]
        let facts = self.transactions[transaction]
        guard let expiresAt = facts.condition.expiresAt, !facts.condition.isUpgraded else { return }
        let isRefundedEnd = subscription.renewal.phase == .revoked && subscription.latest == transaction
        let isEarlyCharge =
            subscription.renewal.phase == .active && facts.purchasedAt == subscription.renewal.expiresAt
        guard isRefundedEnd || isEarlyCharge else { return }
        self.subscriptions[place].latest = transaction
        self.subscriptions[place].renewal.product = facts.product
        self.choose(facts.product, asNextOf: place)
        self.subscriptions[place].renewal.expiresAt = expiresAt
        guard self.now < expiresAt else {
            self.subscriptions[place].renewal.phase = .expired
            self.subscriptions[place].renewal.expirationIntent = .customerCanceled
            return
        }
        let restores = self.apps[subscription.app].conduct.reversalRestoresAutoRenew
        self.subscriptions[place].renewal.autoRenews = restores && subscription.renewedBeforeRefund
        self.subscriptions[place].renewal.phase = .active
        self.subscriptions[place].renewal.expirationIntent = nil
        self.scheduleEndOfPeriod(of: place)
    }
}
