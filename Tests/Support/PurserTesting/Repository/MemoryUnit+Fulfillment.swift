import Ledger

extension MemoryUnit {
    /// A fulfillment.
    func fulfillment(_ id: FulfillmentID, of app: AppName) throws -> Fulfillment? {
        self.open { memory in
            memory.fulfillments.place(of: id, app: app).map { memory.fulfillments.all[$0].fulfillment }
        }
    }

    /// The fulfillments of an app after a place.
    func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedFulfillment] {
        self.open { memory in
            let people = memory.people[app] ?? MemoryCustomerIdentities()
            let wanted = filter.customer.map { people.resolved($0) }
            let fitting = memory.fulfillments.all.enumerated().filter { index, kept in
                guard kept.scope.app == app, Int64(index) + 1 > position else { return false }
                if let state = filter.state, kept.fulfillment.state != state { return false }
                guard let wanted else { return true }
                return kept.fulfillment.customer.map { people.resolved($0) } == wanted
            }
            return fitting.prefix(limit).map { index, kept in
                PositionedFulfillment(position: Int64(index) + 1, fulfillment: kept.fulfillment)
            }
        }
    }

    /// Returns the instant of the oldest purchase that is paid, not fulfilled and not suspended.
    func oldestOpenPurchase(of app: AppName) throws -> Instant? {
        self.open { memory in
            memory.fulfillments.all
                .filter { $0.scope.app == app && $0.fulfillment.state.isOpen && $0.fulfillment.state != .suspended }
                .map(\.fulfillment.purchasedAt).min()
        }
    }

    /// Counts the fulfillments and revocations of goods that are suspended, up to a limit for each.
    func suspendedFulfillmentCount(of app: AppName, limit: Int) throws -> Int {
        self.open { memory in
            let states = memory.fulfillments.all.filter { $0.scope.app == app }.map(\.fulfillment.state)
            return [FulfillmentState.suspended, .revocationSuspended].reduce(0) { sum, state in
                sum + min(limit, states.count { $0 == state })
            }
        }
    }

    /// Returns whether something is to be done.
    func hasDueFulfillment(of app: AppName, at now: Instant) throws -> Bool {
        var copy = self.memory
        return !copy.leaseFulfillments(of: app, at: now, until: now, limit: 1).isEmpty
    }

    /// Leases what is to be done to one worker.
    func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) throws -> FulfillmentLeases {
        // Nothing is unreadable here.
        self.open { memory in
            FulfillmentLeases(memory.leaseFulfillments(of: app, at: now, until: until, limit: limit))
        }
    }

    /// Stores the outcome of a lease.
    func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) throws -> Fulfillment? {
        self.open { memory in memory.conclude(lease, outcome, at: now) }
    }

    /// Does something with a fulfillment.
    func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) throws -> FulfillmentAnswer? {
        self.open { memory in
            memory.perform(action, on: id, of: app, at: now, workersAt: workersAt, catalog: catalog)
        }
    }
}

/// The fulfillments of `InMemoryRepository`.
struct MemoryFulfillments: Sendable {
    /// A fulfillment, when a worker may take it, and the lease on it.
    struct Entry {
        let scope: MemoryState.Scope
        var work: FulfillmentJob

        /// The fulfillment.
        var fulfillment: Fulfillment { self.work.fulfillment }
    }

    /// All fulfillments in the order in which they were made.
    var all: [Entry] = []
    /// The number of leases so far.
    var leases: Int64 = 0

    /// The place of a fulfillment.
    func place(of id: FulfillmentID, app: AppName) -> Int? {
        self.all.firstIndex { $0.fulfillment.id == id && $0.scope.app == app }
    }

    /// Stores an evaluated fulfillment.
    mutating func keep(_ fulfillment: Fulfillment, in scope: MemoryState.Scope) {
        guard let place = self.place(of: fulfillment.id, app: scope.app) else {
            self.all.append(Entry(scope: scope, work: FulfillmentJob(fulfillment)))
            return
        }
        self.all[place].work.settle(fulfillment)
    }
}
