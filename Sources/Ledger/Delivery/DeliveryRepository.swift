/// Keeps what is to be handed over, and what has become of it.
///
/// Deliveries are made and judged by `Repository.record` and whatever else changes a chain, in the same unit of work. Each
/// method is one whole unit of work, as those of `Repository` are.
package protocol DeliveryRepository: Sendable {
    /// A delivery.
    func delivery(_ id: DeliveryID, of app: AppName) async throws(RepositoryError) -> Delivery?

    /// The deliveries of an app after a place, in the order in which they were made; the place starts at 0.
    func deliveries(
        of app: AppName,
        matching filter: DeliveryFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedDelivery]

    /// When the oldest purchase was made of those that are paid and not handed over; those that are suspended and wait for
    /// a person are left out.
    func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant?

    /// Counts the fulfillments and revocations of goods that are suspended and wait for a person, up to a limit for each.
    func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int

    /// Leases what is to be done to one worker, the longest due first.
    ///
    /// Instants are those of workers, by real time. Nobody else gets it before `until`; after it, the lease is worth nothing.
    /// What cannot be read is put off and named, and keeps nothing else waiting.
    func leaseDeliveries(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> DeliveryLeases

    /// Takes note of what came of a lease, tells it, and returns the delivery as it is then; `nil` when the lease is over.
    func conclude(
        _ lease: DeliveryLease,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Delivery?

    /// Does something with a delivery and tells it; `nil` when it is not known.
    ///
    /// Whatever lease there is on it is over where the act changes something. `workersAt` is the instant by real time, by
    /// which leases go: until one runs out a worker may be at it.
    func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> DeliveryAnswer?
}

extension DeliveryRepository {
    /// Does something with a delivery where the books go by real time.
    package func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> DeliveryAnswer? {
        try await self.act(act, on: id, of: app, at: now, workersAt: now, catalogue: catalogue)
    }
}

/// Which deliveries are asked for.
package struct DeliveryFilter: Hashable, Sendable {
    /// Those that stand here.
    package var state: DeliveryState?
    /// Those of this customer.
    package var customer: CustomerID?

    /// A filter; all deliveries without either.
    package init(state: DeliveryState? = nil, customer: CustomerID? = nil) {
        self.state = state
        self.customer = customer
    }
}

/// A delivery and its place among those of its app.
package struct PlacedDelivery: Hashable, Sendable {
    /// Its place; a later one was made later.
    package let position: Int64
    /// The delivery.
    package let delivery: Delivery

    /// A delivery at a place.
    package init(position: Int64, delivery: Delivery) {
        self.position = position
        self.delivery = delivery
    }
}

/// What came of an act upon a delivery, and the delivery as it is then.
package struct DeliveryAnswer: Hashable, Sendable {
    /// How the act was taken.
    package let outcome: DeliveryStep.Outcome
    /// The delivery.
    package let delivery: Delivery

    /// An answer of these values.
    package init(_ outcome: DeliveryStep.Outcome, _ delivery: Delivery) {
        self.outcome = outcome
        self.delivery = delivery
    }
}
