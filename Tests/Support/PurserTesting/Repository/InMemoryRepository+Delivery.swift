package import Ledger

extension InMemoryRepository {
    /// A delivery.
    package func delivery(_ id: DeliveryID, of app: AppName) async throws(RepositoryError) -> Delivery? {
        try self.open { books in
            books.deliveries.place(of: id, app: app).map { books.deliveries.all[$0].delivery }
        }
    }

    /// The deliveries of an app after a place.
    package func deliveries(
        of app: AppName,
        matching filter: DeliveryFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedDelivery] {
        try self.open { books in
            let people = books.people[app] ?? BooksPeople()
            let wanted = filter.customer.map { people.resolved($0) }
            let fitting = books.deliveries.all.enumerated().filter { index, kept in
                guard kept.scope.app == app, Int64(index) + 1 > position else { return false }
                if let state = filter.state, kept.delivery.state != state { return false }
                guard let wanted else { return true }
                return kept.delivery.customer.map { people.resolved($0) } == wanted
            }
            return fitting.prefix(limit).map { index, kept in
                PlacedDelivery(position: Int64(index) + 1, delivery: kept.delivery)
            }
        }
    }

    /// When the oldest purchase was made of those that are paid, not handed over and not suspended.
    package func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant? {
        try self.open { books in
            books.deliveries.all
                .filter { $0.scope.app == app && $0.delivery.state.isOpen && $0.delivery.state != .parked }
                .map(\.delivery.purchasedAt).min()
        }
    }

    /// Counts the fulfillments and revocations of goods that are suspended, up to a limit for each.
    package func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try self.open { books in
            let states = books.deliveries.all.filter { $0.scope.app == app }.map(\.delivery.state)
            return [DeliveryState.parked, .takeBackParked].reduce(0) { sum, state in
                sum + min(limit, states.count { $0 == state })
            }
        }
    }

    /// Leases what is to be done to one worker.
    package func leaseDeliveries(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> DeliveryLeases {
        // Nothing is unreadable here.
        try self.open { books in DeliveryLeases(books.leaseDeliveries(of: app, at: now, until: until, limit: limit)) }
    }

    /// Takes note of what came of a lease.
    package func conclude(
        _ lease: DeliveryLease,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Delivery? {
        try self.open { books in books.conclude(lease, outcome, at: now) }
    }

    /// Does something with a delivery.
    package func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> DeliveryAnswer? {
        try self.open { books in
            books.act(act, on: id, of: app, at: now, workersAt: workersAt, catalogue: catalogue)
        }
    }
}

/// What `InMemoryRepository` keeps of what is to be handed over.
struct BooksDeliveries: Sendable {
    /// A delivery, when a worker may take it, and the lease on it.
    struct Kept {
        let scope: Books.Scope
        var work: WorkedDelivery

        /// The delivery.
        var delivery: Delivery { self.work.delivery }
    }

    /// All deliveries in the order in which they were made.
    var all: [Kept] = []
    /// How many leases there were.
    var leases: Int64 = 0

    /// The place of a delivery.
    func place(of id: DeliveryID, app: AppName) -> Int? {
        self.all.firstIndex { $0.delivery.id == id && $0.scope.app == app }
    }

    /// Keeps a delivery that was judged.
    mutating func keep(_ delivery: Delivery, in scope: Books.Scope) {
        guard let place = self.place(of: delivery.id, app: scope.app) else {
            self.all.append(Kept(scope: scope, work: WorkedDelivery(delivery)))
            return
        }
        self.all[place].work.settle(delivery)
    }
}
