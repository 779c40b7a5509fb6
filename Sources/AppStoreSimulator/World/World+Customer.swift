import AppStore
public import Foundation

extension World {
    /// The customer of this name, who comes to life when first named; a storefront given moves the customer there.
    @discardableResult
    public func customer(_ name: String, storefront: WorldStorefront? = nil) throws(WorldError) -> WorldCustomer {
        try self.change { state throws(WorldError) in try state.customer(name, storefront: storefront) }
    }

    /// All customers, in the order they came.
    public var customers: [WorldCustomer] {
        self.look { $0.customers.map(\.customer) }
    }

    /// Buys a product, as if in the app.
    ///
    /// A subscriber who buys another product of the group changes plan: upwards, or sideways at the same length, at
    /// once; else at the next renewal, and the answer is the purchase that runs until then. An owned non-consumable is
    /// handed out again. `bundleId` is needed only where several apps sell the product.
    @discardableResult
    public func buy(
        _ productId: String,
        by customer: WorldCustomer,
        quantity: Int = 1,
        appAccountToken: UUID? = nil,
        in bundleId: String? = nil
    ) throws(WorldError) -> WorldPurchase {
        try self.change { state throws(WorldError) in
            let place = try state.buy(
                productId,
                by: customer,
                quantity: quantity,
                appAccountToken: appAccountToken?.uuidString.lowercased(),
                in: bundleId
            )
            return state.transactions[place].purchase(by: customer, in: state.apps[state.transactions[place].app])
        }
    }

    /// Turns the auto-renewal of a subscription off; any product of its group names it.
    ///
    /// In grace or billing retry the subscription ends at once.
    public func cancel(
        _ productId: String,
        of customer: WorldCustomer,
        in bundleId: String? = nil
    ) throws(WorldError) {
        try self.change { state throws(WorldError) in try state.cancel(productId, of: customer, in: bundleId) }
    }

    /// Turns the auto-renewal of a subscription on again.
    public func reenable(
        _ productId: String,
        of customer: WorldCustomer,
        in bundleId: String? = nil
    ) throws(WorldError) {
        try self.change { state throws(WorldError) in try state.reenable(productId, of: customer, in: bundleId) }
    }

    /// Lets the customer's card be declined from now on: purchases are refused and renewals fail.
    public func declineCard(of customer: WorldCustomer) throws(WorldError) {
        try self.change { state throws(WorldError) in try state.declineCard(of: customer) }
    }

    /// Lets the customer's card pay again; what is in grace or billing retry is billed at once.
    public func repairCard(of customer: WorldCustomer) throws(WorldError) {
        try self.change { state throws(WorldError) in try state.repairCard(of: customer) }
    }

    /// All transactions of a customer, renewals included, in their order.
    public func transactions(of customer: WorldCustomer) -> [WorldPurchase] {
        self.look { state in
            guard let place = state.customerPlaces[customer.name] else { return [] }
            return state.customers[place].transactions.map {
                state.transactions[$0].purchase(by: customer, in: state.apps[state.transactions[$0].app])
            }
        }
    }

    /// The truth about all subscriptions of a customer.
    public func subscriptions(of customer: WorldCustomer) -> [WorldSubscription] {
        self.look { state in
            guard let place = state.customerPlaces[customer.name] else { return [] }
            return state.customers[place].subscriptions.map {
                let subscription = state.subscriptions[$0]
                return WorldSubscription(
                    originalTransactionId: subscription.originalId,
                    customer: customer,
                    productId: subscription.product.id,
                    nextProductId: subscription.nextProduct.id,
                    phase: subscription.phase,
                    autoRenews: subscription.autoRenews,
                    expiresAt: Timestamp(milliseconds: subscription.expiresAt),
                    graceEndsAt: subscription.graceEndsAt.map { Timestamp(milliseconds: $0) }
                )
            }
        }
    }
}
