import AppStore

extension WorldState {
    private static let eventColumns = [
        "Event Date", "Event", "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID",
        "Subscription Group ID", "Standard Subscription Duration", "Subscription Offer Type",
        "Subscription Offer Duration", "Marketing Opt-In", "Marketing Opt-In Duration", "Preserved Pricing",
        "Proceeds Reason", "Subscription Offer Name", "Promotional Offer ID", "Consecutive Paid Periods",
        "Original Start Date", "Device", "Client", "State", "Country", "Previous Subscription Name",
        "Previous Subscription Apple ID", "Days Before Canceling", "Cancellation Reason", "Days Canceled", "Quantity",
        "Paid Service Days Recovered",
    ]

    /// Returns the rows of the subscription event report of a day, with counts.
    func subscriptionEventTally(_ period: ReportPeriod, isSplit: Bool) -> ReportTally {
        var tally = ReportTally(columns: Self.eventColumns, counting: ["Quantity"])
        let date = CivilDate(dayNumber: period.first).dashed
        for notification in self.notifications {
            guard (period.begin..<period.end).contains(notification.signedAt),
                case .transaction(let index, _, _) = notification.subject,
                self.reportedSubscription(of: index) != nil
            else { continue }
            let previous = self.previousTransaction(of: index)
            guard let event = self.event(notification, index, previous) else { continue }
            var values = self.subscriptionValues(index, isSplit: isSplit)
            let facts = self.transactions[index]
            values["Event Date"] = date
            values["Event"] = event
            values["Consecutive Paid Periods"] = String(self.consecutivePaidPeriods(before: index))
            let start = PacificTime.day(of: facts.originallyPurchasedAt)
            values["Original Start Date"] = CivilDate(dayNumber: start).dashed
            if let previous, self.transactions[previous].product != facts.product {
                values["Previous Subscription Name"] = self.product(of: self.transactions[previous]).id
                values["Previous Subscription Apple ID"] = self.reportNumber(of: self.transactions[previous])
            }
            if notification.type == .expired {
                values["Cancellation Reason"] = Self.reason(notification.subtype)
                values["Days Before Canceling"] = String(period.first - start)
            }
            tally.add(values, ["Quantity": 100])
        }
        return tally
    }

    private func previousTransaction(of index: Int) -> Int? {
        let facts = self.transactions[index]
        return self.customers[facts.customer].transactions.last {
            $0 < index && self.transactions[$0].subscription == facts.subscription
                && self.transactions[$0].source == nil
        }
    }

    private func consecutivePaidPeriods(before index: Int) -> Int {
        var count = 0
        var next: Int? = index
        while let current = next, self.transactions[current].price.milliunits > 0 {
            count += 1
            next = self.previousTransaction(of: current)
        }
        return count
    }

    /// Returns Apple's name of a notification's event; `nil` for events that the report does not count.
    private func event(_ notification: NotificationFacts, _ index: Int, _ previous: Int?) -> String? {
        switch notification.type {
        case .subscribed where notification.subtype == .resubscribe:
            let offer = self.offer(of: self.transactions[index])
            return offer?.kind == .promotional ? "Reactivation to Promotional Offer" : "Reactivate"
        case .subscribed: return self.start(index) ?? "Subscribe"
        case .offerRedeemed: return self.start(index)
        case .didRenew where notification.subtype == .billingRecovery: return "Renewal from Billing Retry"
        case .didRenew: return self.renewal(index, previous)
        case .didChangeRenewalPref: return notification.subtype == .upgrade ? "Upgrade" : nil
        case .didFailToRenew:
            let isInGrace = notification.subtype == .gracePeriod
            return isInGrace ? "Grace Period from Paid Subscription" : "Billing Retry from Paid Subscription"
        case .gracePeriodExpired: return "Billing Retry from Grace Period"
        case .expired: return notification.subtype == .billingRetry ? "Canceled from Billing Retry" : "Cancel"
        case .refund: return "Refund"
        default: return nil
        }
    }

    private func start(_ index: Int) -> String? {
        self.offer(of: self.transactions[index]).map { offer in
            switch offer.kind {
            case .introductory: "Start Introductory Offer"
            // No event of retention offers is known.
            case .promotional, .retention: "Start Promotional Offer"
            case .code: "Start Offer Code"
            case .winBack: "Start Win-Back Offer"
            }
        }
    }

    private func renewal(_ index: Int, _ previous: Int?) -> String {
        guard let previous else { return "Renew" }
        let facts = self.transactions[index]
        let earlier = self.transactions[previous]
        if facts.product != earlier.product {
            let isLower = (self.product(of: facts).level ?? 1) > (self.product(of: earlier).level ?? 1)
            return isLower ? "Downgrade" : "Crossgrade"
        }
        let isFirstPaid = facts.offer == nil && self.offer(of: earlier)?.kind == .introductory
        return isFirstPaid ? "Paid Subscription from Introductory Offer" : "Renew"
    }

    private static func reason(_ subtype: NotificationSubtype?) -> String {
        switch subtype {
        case .voluntary: "Canceled"
        case .billingRetry: "Billing issue"
        case .priceIncrease: "Price increase"
        case .productNotForSale: "Removed from Sale"
        default: "Other"
        }
    }
}
