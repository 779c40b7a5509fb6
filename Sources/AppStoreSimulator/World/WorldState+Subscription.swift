import AppStore

extension WorldState {
    /// Turns auto-renew off; in grace or billing retry the subscription ends at once.
    mutating func cancel(_ productId: String, of customer: WorldCustomer, in bundleId: String?) throws(WorldError) {
        let place = try self.runningSubscription(of: customer, productId, in: bundleId)
        let subscription = self.subscriptions[place]
        guard subscription.autoRenews else { throw .alreadyCancelled }
        self.subscriptions[place].autoRenews = false
        if subscription.phase == .active {
            self.scheduleEndOfPeriod(of: place)
        }
        self.emit(
            .didChangeRenewalStatus,
            .autoRenewDisabled,
            subscription: place,
            actor: .customer(customer),
            text: "cancels \(subscription.product.id)"
        )
        if subscription.isInBillingRetry {
            let text = "\(subscription.product.id) ends, for its period is over"
            self.expire(place, intent: .customerCanceled, subtype: .voluntary, text: text)
        }
    }

    /// Turns auto-renew on again.
    mutating func reenable(_ productId: String, of customer: WorldCustomer, in bundleId: String?) throws(WorldError) {
        let place = try self.runningSubscription(of: customer, productId, in: bundleId)
        guard !self.subscriptions[place].autoRenews else { throw .alreadyRenewing }
        self.subscriptions[place].autoRenews = true
        self.scheduleEndOfPeriod(of: place)
        self.emit(
            .didChangeRenewalStatus,
            .autoRenewEnabled,
            subscription: place,
            actor: .customer(customer),
            text: "takes the cancellation of \(self.subscriptions[place].product.id) back"
        )
    }

    /// Lets a customer's card be declined from now on.
    mutating func declineCard(of customer: WorldCustomer) throws(WorldError) {
        let place = try self.place(of: customer)
        self.customers[place].canPay = false
        self.note(.customer(customer), "has a card that is declined")
    }

    /// Lets a customer's card pay again; what could not be billed is billed at once.
    mutating func repairCard(of customer: WorldCustomer) throws(WorldError) {
        let place = try self.place(of: customer)
        self.customers[place].canPay = true
        self.note(.customer(customer), "has a card that pays")
        for subscription in self.customers[place].subscriptions where self.subscriptions[subscription].isInBillingRetry
        {
            self.recover(subscription)
        }
    }

    /// Takes a product off sale: nobody can buy it any more, and no subscription renews into it.
    mutating func removeFromSale(_ productId: String, in bundleId: String?) throws(WorldError) {
        let (product, app) = try self.product(productId, in: bundleId)
        self.withdrawn.insert(ProductPlace(app: app, product: product.id))
        self.note(.appStore, "sells \(product.id) no more")
    }

    private func runningSubscription(
        of customer: WorldCustomer,
        _ productId: String,
        in bundleId: String?
    ) throws(WorldError) -> Int {
        let place = try self.place(of: customer)
        let (product, app) = try self.product(productId, in: bundleId)
        guard let group = product.group,
            let subscription = self.subscription(of: place, app: app, group: group),
            self.subscriptions[subscription].phase != .expired,
            self.subscriptions[subscription].phase != .revoked
        else { throw .notSubscribed(productId) }
        return subscription
    }
}
