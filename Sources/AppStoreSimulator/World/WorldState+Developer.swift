import AppStore

extension WorldState {
    /// Extends the renewal date of a running subscription by Apple's rules; returns the new end of its period.
    ///
    /// Follows Extend a Subscription Renewal Date.
    @discardableResult
    mutating func extendRenewal(_ index: Int, days: Int) throws(WorldError) -> Int64 {
        if let code = self.refusalToExtend(index) { throw .extensionRefused(code: code) }
        let subscription = self.subscriptions[index]
        let rate = self.apps[subscription.app].behavior.renewalRate
        let end = subscription.renewal.expiresAt + rate.milliseconds(ofDays: days)
        self.moveCommitment(of: index, by: end - subscription.renewal.expiresAt)
        self.subscriptions[index].renewal.expiresAt = end
        self.subscriptions[index].extendedAt.append(self.now)
        // Later periods are counted from the new end.
        self.subscriptions[index].anchoredAt = end
        self.subscriptions[index].periods = 0
        self.end(periodOf: subscription.latest, at: end)
        self.scheduleEndOfPeriod(of: index)
        self.emit(.renewalExtended, nil, subscription: index)
        return end
    }

    /// Returns Apple's error code for a renewal date that cannot be extended; `nil` when it can.
    func refusalToExtend(_ index: Int) -> Int64? {
        let subscription = self.subscriptions[index]
        if subscription.source != nil { return 4_030_007 }
        let year = 365 * CivilDate.millisecondsPerDay
        if subscription.extendedAt.filter({ self.now - $0 < year }).count >= 2 { return 4_030_005 }
        let latest = self.transactions[subscription.latest]
        guard subscription.renewal.phase == .active, !subscription.isCharged, latest.price.milliunits > 0,
            self.now < subscription.renewal.expiresAt
        else { return 4_030_004 }
        return nil
    }

    /// Requests an extension for all subscribers of a product; it runs after a delay.
    mutating func extendAllRenewals(
        of product: ProductIndex,
        days: Int,
        reason: Int,
        request: String,
        storefronts: [String]?
    ) {
        let index = self.massExtensions.count
        self.massExtensions.append(
            MassExtensionFacts(
                requestIdentifier: request,
                product: product,
                storefronts: storefronts,
                days: days,
                reason: reason
            )
        )
        self.note(.developer, "extends all renewals of \(self.product(product.product, of: product.app).id)")
        let delay = self.apps[product.app].behavior.massExtensionDelayMilliseconds
        if delay > 0 {
            self.agenda.add(.extensionRuns(request: index), at: self.now + delay)
        } else {
            self.runExtension(index)
        }
    }

    /// Extends every subscription of a request, and sends the summary.
    mutating func runExtension(_ index: Int) {
        let order = self.massExtensions[index]
        for subscription in self.subscriptions.indices {
            let facts = self.subscriptions[subscription]
            guard facts.app == order.product.app, facts.source == nil, !facts.renewal.isOver,
                facts.renewal.product == order.product.product,
                order.storefronts.map({ $0.contains(facts.storefront.code) }) ?? true
            else { continue }
            do {
                try self.extendRenewal(subscription, days: order.days)
                self.massExtensions[index].succeeded += 1
            } catch {
                self.massExtensions[index].failed += 1
                self.emit(.renewalExtension, .failure, subscription: subscription)
            }
        }
        self.massExtensions[index].completedAt = self.now
        self.emit(.renewalExtension, .summary, about: .massExtension(index))
    }

    /// Sends a test notification and returns its token.
    ///
    /// Follows Request a Test Notification.
    mutating func requestTestNotification(of app: Int) throws(WorldError) -> String {
        guard self.apps[app].notificationURL != nil else { throw .noNotificationURL }
        let token = "\(self.mint.uuid())_\(self.now)"
        self.testNotifications[token] = self.notifications.count
        self.emit(.test, nil, about: .app(app))
        return token
    }

    /// Sets the account token of a chain's purchases and of its later renewals.
    ///
    /// Follows Set App Account Token.
    mutating func setAppAccountToken(_ index: Int, _ token: String) {
        self.note(.developer, "sets an account token", transaction: index)
        self.transactions[index].condition.appAccountToken = token
        self.touch(index)
        if let subscription = self.transactions[index].subscription {
            let latest = self.subscriptions[subscription].latest
            self.transactions[latest].condition.appAccountToken = token
            self.touch(latest)
            self.subscriptions[subscription].renewal.appAccountToken = token
        }
    }

    /// Finishes a transaction on the app's behalf.
    ///
    /// Follows Finish Transaction.
    mutating func finish(_ index: Int) {
        self.transactions[index].isFinished = true
        self.note(.developer, "finishes a transaction", transaction: index)
    }
}

/// An extension of the renewal dates of all subscribers of a product.
///
/// Follows Apple's Extend Subscription Renewal Dates for All Active Subscribers.
struct MassExtensionFacts: Sendable {
    /// The developer's identifier of the request.
    let requestIdentifier: String
    /// The indices of the app and the product.
    let product: WorldState.ProductIndex
    /// The storefronts, by alpha-3 code; `nil` for all.
    let storefronts: [String]?
    /// The number of days.
    let days: Int
    /// The reason, as Apple's number.
    let reason: Int
    /// The number of extended subscriptions.
    var succeeded = 0
    /// The number of subscriptions that could not be extended.
    var failed = 0
    /// The instant of completion, in milliseconds since 1970.
    var completedAt: Int64?
}
