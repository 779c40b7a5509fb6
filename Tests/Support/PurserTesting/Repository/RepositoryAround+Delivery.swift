package import Ledger

extension RepositoryAround {
    package func delivery(_ id: DeliveryID, of app: AppName) async throws(RepositoryError) -> Delivery? {
        try await self.base.delivery(id, of: app)
    }

    package func deliveries(
        of app: AppName,
        matching filter: DeliveryFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedDelivery] {
        try await self.base.deliveries(of: app, matching: filter, after: position, limit: limit)
    }

    package func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant? {
        try await self.base.oldestOpenPurchase(of: app)
    }

    package func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.suspendedFulfillmentCount(of: app, limit: limit)
    }

    package func leaseDeliveries(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> DeliveryLeases {
        try await self.base.leaseDeliveries(of: app, at: now, until: until, limit: limit)
    }

    package func conclude(
        _ lease: DeliveryLease,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Delivery? {
        try await self.base.conclude(lease, outcome, at: now)
    }

    package func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> DeliveryAnswer? {
        try await self.base.act(act, on: id, of: app, at: now, workersAt: workersAt, catalogue: catalogue)
    }
}
