import Ledger

/// The renewal extensions and signed offers of `InMemoryRepository`.
struct MemoryAppStoreRequests: Sendable {
    /// The orders to extend renewal dates.
    var orders: [RenewalExtension] = []
    /// The failed extensions.
    var failures: Set<ExtensionFailure> = []
    /// The offers signed.
    var offers: [SignedOffer] = []

    /// The order of this id.
    func order(_ id: RenewalExtensionID, app: AppName, environment: StoreEnvironment) -> RenewalExtension? {
        self.orders.first { $0.id == id && $0.app == app && $0.environment == environment }
    }

    /// Stores a new request, or returns the stored one with its id.
    mutating func create(_ order: RenewalExtension) -> RenewalExtension {
        if let known = self.order(order.id, app: order.app, environment: order.environment) { return known }
        self.orders.append(order)
        return order
    }

    /// Stores the state of a request.
    mutating func keep(_ order: RenewalExtension) {
        let place = self.orders.firstIndex {
            $0.id == order.id && $0.app == order.app && $0.environment == order.environment
        }
        guard let place else {
            self.orders.append(order)
            return
        }
        let known = self.orders[place]
        self.orders[place].acceptedAt = known.acceptedAt ?? order.acceptedAt
        // What Apple has accepted once, no refusal of another attempt takes back.
        let keeps =
            if order.refusal != nil, known.acceptedAt != nil {
                true
            } else if known.refusal != nil, order.acceptedAt != nil {
                false
            } else {
                known.completion != nil
            }
        if !keeps {
            self.orders[place].completion = order.completion
            self.orders[place].refusal = order.refusal
        }
        self.orders[place].renewsAt = self.orders[place].renewsAt ?? order.renewsAt
    }

    /// Returns the instants at which an offer was signed for a customer since an instant.
    func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    )
        -> [Instant]
    {
        self.offers.filter {
            $0.offer == offer && $0.productID == productID && $0.customer == customer && $0.app == app
                && $0.signedAt >= since
        }.map(\.signedAt).sorted()
    }
}
