import AppStore

extension WorldState {
    private static let describingColumns = [
        "App Name", "App Apple ID", "Subscription Name", "Subscription Apple ID", "Subscription Group ID",
        "Standard Subscription Duration", "Subscription Offer Name", "Promotional Offer ID", "Customer Price",
        "Customer Currency", "Developer Proceeds", "Proceeds Currency", "Preserved Pricing", "Proceeds Reason",
        "Client", "Device", "State", "Country",
    ]
    private static let countingColumns = [
        "Active Standard Price Subscriptions", "Active Free Trial Introductory Offer Subscriptions",
        "Active Pay Up Front Introductory Offer Subscriptions", "Active Pay As You Go Introductory Offer Subscriptions",
        "Free Trial Promotional Offer Subscriptions", "Pay Up Front Promotional Offer Subscriptions",
        "Pay As You Go Promotional Offer Subscriptions", "Free Trial Offer Code Subscriptions",
        "Pay Up Front Offer Code Subscriptions", "Pay As You Go Offer Code Subscriptions", "Marketing Opt-Ins",
        "Billing Retry", "Grace Period", "Subscribers", "Free Trial Win-Back Offers", "Pay Up Front Win-Back Offers",
        "Pay As You Go Win-Back Offers",
    ]

    /// Returns the rows of the subscription report: the subscriptions at the end of a day.
    func subscriptionTally(_ period: ReportPeriod, isSplit: Bool) -> ReportTally {
        var tally = ReportTally(
            columns: Self.describingColumns + Self.countingColumns,
            counting: Self.countingColumns
        )
        for (index, phase) in self.phases(at: period.end).sorted(by: { $0.key < $1.key }) {
            guard let latest = self.latestTransaction(of: index, before: period.end),
                let column = self.column(of: phase, latest)
            else { continue }
            let givesAccess = phase == .active || phase == .gracePeriod
            tally.add(
                self.subscriptionValues(latest, isSplit: isSplit),
                [column: 100, "Subscribers": givesAccess ? 100 : 0]
            )
        }
        return tally
    }

    /// Returns the last notified phase of each subscription before an instant, by its index.
    private func phases(at instant: Int64) -> [Int: WorldSubscription.Phase] {
        var phases: [Int: WorldSubscription.Phase] = [:]
        for notification in self.notifications where notification.signedAt < instant {
            guard case .transaction(let transaction, _, let renewal?) = notification.subject,
                let subscription = self.reportedSubscription(of: transaction)
            else { continue }
            phases[subscription] = renewal.phase
        }
        return phases
    }

    /// Returns the subscription of a transaction, if a customer pays for it in production.
    func reportedSubscription(of transaction: Int) -> Int? {
        let facts = self.transactions[transaction]
        guard let subscription = facts.subscription, self.subscriptions[subscription].source == nil,
            self.apps[facts.app].environment == .production
        else { return nil }
        return subscription
    }

    /// Returns the last transaction of a subscription that was charged before an instant.
    private func latestTransaction(of subscription: Int, before instant: Int64) -> Int? {
        self.customers[self.subscriptions[subscription].customer].transactions.last {
            let facts = self.transactions[$0]
            return facts.subscription == subscription && facts.source == nil && facts.chargedAt < instant
        }
    }

    /// Returns the column in which a subscription counts; `nil` for an ended one.
    private func column(of phase: WorldSubscription.Phase, _ latest: Int) -> String? {
        switch phase {
        case .expired, .revoked: return nil
        case .billingRetry: return "Billing Retry"
        case .gracePeriod: return "Grace Period"
        case .active: break
        }
        guard let offer = self.offer(of: self.transactions[latest]) else { return Self.countingColumns[0] }
        let mode = ReportValues.mode(offer)
        return switch offer.kind {
        case .introductory: "Active \(mode) Introductory Offer Subscriptions"
        // No column of retention offers is known.
        case .promotional, .retention: "\(mode) Promotional Offer Subscriptions"
        case .code: "\(mode) Offer Code Subscriptions"
        case .winBack: "\(mode) Win-Back Offers"
        }
    }
}
