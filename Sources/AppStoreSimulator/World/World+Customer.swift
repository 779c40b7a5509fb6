import AppStore
public import Foundation

extension World {
    /// Returns the customer of this name, whom the first call creates; a storefront moves the customer there.
    @discardableResult
    public func customer(_ name: String, storefront: WorldStorefront? = nil) throws(WorldError) -> WorldCustomer {
        try self.change { state throws(WorldError) in
            let index = try state.customer(name, storefront: storefront)
            return state.customers[index].customer
        }
    }

    /// All customers, in the order of creation.
    public var customers: [WorldCustomer] {
        self.look { $0.customers.map(\.customer) }
    }

    /// Buys a product, as if in the app.
    ///
    /// A subscriber who buys another product of the group changes plan: immediately for an upgrade or a crossgrade of
    /// the same length, otherwise at the next renewal, and the method returns the purchase that runs until then. A
    /// non-consumable that the customer owns is returned again. `bundleId` is required only where several apps sell the
    /// product.
    @discardableResult
    public func buy(
        _ productId: String,
        by customer: WorldCustomer,
        quantity: Int = 1,
        appAccountToken: UUID? = nil,
        in bundleId: String? = nil
    ) throws(WorldError) -> WorldPurchase {
        let action = WorldAction.buy(
            productId,
            by: customer.name,
            quantity: quantity == 1 ? nil : quantity,
            token: appAccountToken?.uuidString.lowercased(),
            in: bundleId
        )
        guard let purchase = try self.perform(action).purchases.first else { throw .nothingPending }
        return purchase
    }

    /// Turns off the auto-renewal of a subscription; any product of its group identifies it.
    ///
    /// During grace or billing retry the subscription ends immediately.
    public func cancel(
        _ productId: String,
        of customer: WorldCustomer,
        in bundleId: String? = nil
    ) throws(WorldError) {
        try self.perform(.cancel(productId, of: customer.name, in: bundleId))
    }

    /// Turns on the auto-renewal of a subscription again.
    public func reenable(
        _ productId: String,
        of customer: WorldCustomer,
        in bundleId: String? = nil
    ) throws(WorldError) {
        try self.perform(.reenable(productId, of: customer.name, in: bundleId))
    }

    /// Declines the customer's card from now on: purchases are refused and renewals fail.
    public func declineCard(of customer: WorldCustomer) throws(WorldError) {
        try self.perform(.declineCard(of: customer.name))
    }

    /// Makes the customer's card valid again; subscriptions in grace or billing retry are billed immediately.
    public func repairCard(of customer: WorldCustomer) throws(WorldError) {
        try self.perform(.repairCard(of: customer.name))
    }

    /// Returns all transactions of a customer, renewals included, in their order.
    public func transactions(of customer: WorldCustomer) -> [WorldPurchase] {
        self.look { state in
            guard let index = state.customerIndices[customer.name] else { return [] }
            return state.customers[index].transactions.map { state.purchase($0) }
        }
    }

    /// Returns the actual state of all subscriptions of a customer.
    public func subscriptions(of customer: WorldCustomer) -> [WorldSubscription] {
        self.look { state in
            guard let index = state.customerIndices[customer.name] else { return [] }
            return state.customers[index].subscriptions.map {
                let subscription = state.subscriptions[$0]
                let renewal = subscription.renewal
                return WorldSubscription(
                    originalTransactionId: subscription.originalId,
                    customer: customer,
                    productId: state.product(renewal.product, of: subscription.app).id,
                    nextProductId: state.product(renewal.nextProduct, of: subscription.app).id,
                    phase: renewal.phase,
                    autoRenews: renewal.autoRenews,
                    expiresAt: Timestamp(milliseconds: renewal.expiresAt),
                    graceEndsAt: renewal.graceEndsAt.map { Timestamp(milliseconds: $0) },
                    isFamilyShared: state.transactions[subscription.latest].ownership == .familyShared,
                    isCommitted: subscription.isCommitted
                )
            }
        }
    }
}
