import Ledger

extension MemoryUnit {
    /// Stores a new request to extend renewal dates, or returns the stored one with its id.
    func create(_ order: RenewalExtension) throws -> RenewalExtension {
        self.open { memory in memory.appStoreRequests.create(order) }
    }

    /// The order to extend renewal dates of this id.
    func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> RenewalExtension? {
        self.open { memory in memory.appStoreRequests.order(id, app: app, environment: environment) }
    }

    /// The orders to extend renewal dates of which nothing has come yet, oldest first, after one of them.
    func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) throws -> [RenewalExtension] {
        self.open { memory in
            let open = memory.appStoreRequests.orders.filter {
                $0.app == app && $0.environment == environment && $0.completion == nil
            }
            let sorted = open.sorted { ($0.orderedAt, $0.id) < ($1.orderedAt, $1.id) }
            let rest = sorted.drop { next in
                order.map { (next.orderedAt, next.id) <= ($0.orderedAt, $0.id) } ?? false
            }
            return Array(rest.prefix(limit))
        }
    }

    /// Stores the state of a request to extend renewal dates.
    func keep(_ order: RenewalExtension) throws {
        self.open { memory in memory.appStoreRequests.keep(order) }
    }

    /// The orders to extend renewal dates, newest first.
    func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> [RenewalExtension] {
        self.open { memory in
            let orders = memory.appStoreRequests.orders.filter { $0.app == app && $0.environment == environment }
            return Array(orders.sorted { ($0.orderedAt, $0.id) > ($1.orderedAt, $1.id) }.prefix(limit))
        }
    }

    /// Stores the failure of a renewal extension.
    func keep(_ failure: ExtensionFailure) throws {
        self.open { memory in _ = memory.appStoreRequests.failures.insert(failure) }
    }

    /// The renewal dates that could not be extended since an order was given.
    func failures(
        of order: RenewalExtension,
        limit: Int
    ) throws -> [ExtensionFailure] {
        self.open { memory in
            guard case .product(let product, _) = order.target else { return [] }
            let failures = memory.appStoreRequests.failures.filter {
                $0.app == order.app && $0.environment == order.environment && $0.productID == product
                    && $0.at >= order.orderedAt
            }
            return Array(
                failures.sorted { ($0.at, $0.originalTransactionID) < ($1.at, $1.originalTransactionID) }.prefix(limit)
            )
        }
    }

    /// Stores the signing of an offer, unless that exceeds a limit.
    func keep(_ signed: SignedOffer, within limit: OfferLimit?) throws -> Bool {
        self.open { memory in
            if let limit {
                let earlier = memory.appStoreRequests.signatures(
                    of: signed.offer,
                    signed.productID,
                    for: signed.customer,
                    app: signed.app,
                    since: limit.start(at: signed.signedAt)
                )
                guard earlier.count < limit.count else { return false }
            }
            memory.appStoreRequests.offers.append(signed)
            return true
        }
    }

    /// Takes back that an offer was signed.
    func discard(_ signed: SignedOffer) throws {
        self.open { memory in memory.appStoreRequests.offers.removeAll { $0 == signed } }
    }

    /// Returns the instants at which an offer of a product was signed for a customer since an instant.
    func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) throws -> [Instant] {
        self.open { memory in
            memory.appStoreRequests.signatures(of: offer, productID, for: customer, app: app, since: since)
        }
    }
}
