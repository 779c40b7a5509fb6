/// Keeps what is to be fulfilled, and what has become of it.
///
/// Fulfillments are made and judged by `Repository.record` and whatever else changes a chain, in the same unit of work.
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol FulfillmentRepository: Sendable {
    /// A fulfillment.
    func fulfillment(_ id: FulfillmentID, of app: AppName) async throws(RepositoryError) -> Fulfillment?

    /// The fulfillments of an app after a place, in the order in which they were made; the place starts at 0.
    func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedFulfillment]

    /// When the oldest purchase was made of those that are paid and not fulfilled; those that are suspended and wait
    /// for a person are left out.
    func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant?

    /// Counts the fulfillments and revocations of goods that are suspended and wait for a person, up to a limit for
    /// each.
    func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int

    /// Leases what is to be done to one worker, the longest due first.
    ///
    /// Instants are those of workers, by real time. Nobody else gets it before `until`; after it, the lease is worth
    /// nothing. What cannot be read is put off and named, and keeps nothing else waiting.
    func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> FulfillmentLeases

    /// Takes note of what came of a lease, tells it, and returns the fulfillment as it is then; `nil` when the lease is
    /// over.
    func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Fulfillment?

    /// Does something with a fulfillment and tells it; `nil` when it is not known.
    ///
    /// Whatever lease there is on it is over where the action changes something. `workersAt` is the instant by real
    /// time, by which leases go: until one runs out a worker may be at it.
    func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> FulfillmentAnswer?
}

extension FulfillmentRepository {
    /// Does something with a fulfillment where the ledger goes by real time.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> FulfillmentAnswer? {
        try await self.perform(action, on: id, of: app, at: now, workersAt: now, catalog: catalog)
    }
}

/// Which fulfillments are asked for.
package struct FulfillmentFilter: Hashable, Sendable {
    /// Those that stand here.
    package var state: FulfillmentState?
    /// Those of this customer.
    package var customer: CustomerID?

    /// A filter; all fulfillments without either.
    package init(state: FulfillmentState? = nil, customer: CustomerID? = nil) {
        self.state = state
        self.customer = customer
    }
}

/// A fulfillment and its place among those of its app.
package struct PositionedFulfillment: Hashable, Sendable {
    /// Its place; a later one was made later.
    package let position: Int64
    /// The fulfillment.
    package let fulfillment: Fulfillment

    /// A fulfillment at a place.
    package init(position: Int64, fulfillment: Fulfillment) {
        self.position = position
        self.fulfillment = fulfillment
    }
}

/// What came of an action upon a fulfillment, and the fulfillment as it is then.
package struct FulfillmentAnswer: Hashable, Sendable {
    /// How the action was taken.
    package let outcome: FulfillmentStep.Outcome
    /// The fulfillment.
    package let fulfillment: Fulfillment

    /// An answer of these values.
    package init(_ outcome: FulfillmentStep.Outcome, _ fulfillment: Fulfillment) {
        self.outcome = outcome
        self.fulfillment = fulfillment
    }
}
