package import Ledger

extension ForwardingRepository {
    package func fulfillment(_ id: FulfillmentID, of app: AppName) async throws(RepositoryError) -> Fulfillment? {
        try await self.base.fulfillment(id, of: app)
    }

    package func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedFulfillment] {
        try await self.base.fulfillments(of: app, matching: filter, after: position, limit: limit)
    }

    package func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant? {
        try await self.base.oldestOpenPurchase(of: app)
    }

    package func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.suspendedFulfillmentCount(of: app, limit: limit)
    }

    package func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> FulfillmentLeases {
        try await self.base.leaseFulfillments(of: app, at: now, until: until, limit: limit)
    }

    package func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Fulfillment? {
        try await self.base.conclude(lease, outcome, at: now)
    }

    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> FulfillmentAnswer? {
        try await self.base.perform(action, on: id, of: app, at: now, workersAt: workersAt, catalog: catalog)
    }
}
