/// Reads fulfillments.
package protocol FulfillmentReads {
    /// Returns whether a fulfillment of an app is due.
    func hasDueFulfillment(of app: AppName, at now: Instant) throws -> Bool

    /// Returns a fulfillment; `nil` when it does not exist.
    func fulfillment(_ id: FulfillmentID, of app: AppName) throws -> Fulfillment?

    /// Returns the fulfillments of an app after a position, in the order of creation; 0 starts at the beginning.
    func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) throws -> [PositionedFulfillment]

    /// Returns the date of the oldest purchase that is paid and not fulfilled, without suspended fulfillments.
    func oldestOpenPurchase(of app: AppName) throws -> Instant?

    /// Returns the number of suspended fulfillments and revocations of goods, up to a limit for each.
    func suspendedFulfillmentCount(of app: AppName, limit: Int) throws -> Int
}

/// Stores fulfillments.
///
/// `EvidenceWrites.record`, and every other method that changes a chain, creates and evaluates fulfillments in the same
/// unit of work.
package protocol FulfillmentWrites {
    /// Leases due calls to one worker, the longest due first.
    ///
    /// Instants are in real time. No other worker gets the same call before `until`; after it the lease is invalid.
    /// Fulfillments that cannot be read are postponed and named in the result, and do not delay others.
    func leaseFulfillments(of app: AppName, at now: Instant, until: Instant, limit: Int) throws -> FulfillmentLeases

    /// Records the result of a lease, publishes it, and returns the fulfillment as it is then; `nil` when the lease has
    /// ended.
    func conclude(_ lease: FulfillmentLease, _ outcome: FulfillmentOutcome, at now: Instant) throws -> Fulfillment?

    /// Performs an action on a fulfillment and publishes the result; `nil` when the fulfillment does not exist.
    ///
    /// An action that changes something ends the current lease. `workersAt` is the current instant of real time, which
    /// leases follow: a worker may be sending until its lease ends.
    func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) throws -> FulfillmentAnswer?
}

extension Repository {
    /// Performs `leaseFulfillments` as one unit of work, after a read where nothing is due, so that nothing is written then.
    package func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> FulfillmentLeases {
        guard try await self.read({ view in try view.hasDueFulfillment(of: app, at: now) }) else {
            return FulfillmentLeases()
        }
        return try await self.write { unit in try unit.leaseFulfillments(of: app, at: now, until: until, limit: limit) }
    }
}

extension FulfillmentWrites {
    /// Performs an action on a fulfillment, in a ledger that follows real time.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        catalog: Catalog
    ) throws -> FulfillmentAnswer? {
        try self.perform(action, on: id, of: app, at: now, workersAt: now, catalog: catalog)
    }
}

/// A filter for fulfillments.
package struct FulfillmentFilter: Hashable, Sendable {
    /// The state; `nil` for all.
    package var state: FulfillmentState?
    /// The customer; `nil` for all.
    package var customer: CustomerID?

    /// Creates a filter; by default it matches all fulfillments.
    package init(state: FulfillmentState? = nil, customer: CustomerID? = nil) {
        self.state = state
        self.customer = customer
    }
}

/// A fulfillment with its position among those of its app.
package struct PositionedFulfillment: Hashable, Sendable {
    /// The position; it grows in the order of creation.
    package let position: Int64
    /// The fulfillment.
    package let fulfillment: Fulfillment

    /// Creates a fulfillment at a position.
    package init(position: Int64, fulfillment: Fulfillment) {
        self.position = position
        self.fulfillment = fulfillment
    }
}

/// The result of an action on a fulfillment, with the fulfillment as it is then.
package struct FulfillmentAnswer: Hashable, Sendable {
    /// How the action ended.
    package let outcome: FulfillmentStep.Outcome
    /// The fulfillment.
    package let fulfillment: Fulfillment

    /// Creates an answer with these values.
    package init(_ outcome: FulfillmentStep.Outcome, _ fulfillment: Fulfillment) {
        self.outcome = outcome
        self.fulfillment = fulfillment
    }
}
