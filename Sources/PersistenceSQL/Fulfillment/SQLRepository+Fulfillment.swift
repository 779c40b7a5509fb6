package import Ledger

extension SQLRepository {
    /// Returns a fulfillment.
    package func fulfillment(_ id: FulfillmentID, of app: AppName) async throws(RepositoryError) -> Fulfillment? {
        try await self.read { session in
            var people = CustomerCache(session: session)
            return try session.storedFulfillment(id, of: app, people: &people)?.fulfillment
        }
    }

    /// Returns the fulfillments of an app after a position.
    package func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedFulfillment] {
        try await self.read { session in
            try session.fulfillments(of: app, matching: filter, after: position, limit: limit)
        }
    }

    /// Returns when the oldest purchase was made that is paid and not fulfilled.
    package func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.oldestOpenPurchase(of: app) }
    }

    /// Counts the fulfillments and revocations of goods that are suspended, up to a limit for each.
    package func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.read { session in try session.suspendedFulfillmentCount(of: app, limit: limit) }
    }

    /// Leases due fulfillments and revocations to one worker.
    package func leaseFulfillments(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> FulfillmentLeases {
        // While nothing is due, nothing is written.
        guard try await self.read({ session in try session.hasDueFulfillment(of: app, at: now) }) else {
            return FulfillmentLeases()
        }
        return try await self.write { session in
            try session.leaseFulfillments(of: app, at: now, until: until, limit: limit)
        }
    }

    /// Records the outcome of a lease.
    package func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Fulfillment? {
        try await self.write { session in try session.conclude(lease, outcome, at: now) }
    }

    /// Performs an action on a fulfillment.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> FulfillmentAnswer? {
        try await self.write { session in
            let answer = try session.perform(
                action,
                on: id,
                of: app,
                at: now,
                workersAt: workersAt,
                catalog: catalog
            )
            // The answer follows a commit, even where nothing had to change.
            try session.run(.countRepeat)
            return answer
        }
    }
}

extension Query {
    private static let columns = "id, scope, transaction_id, original, owner, due_at, lease, goods, progress"

    /// The SQL of the statements on fulfillments.
    var fulfillmentSQL: String {
        switch self {
        case .fulfillmentsOfOriginal: "SELECT \(Self.columns) FROM fulfillment WHERE original = ? ORDER BY id"
        case .fulfillmentByTransaction: "SELECT \(Self.columns) FROM fulfillment WHERE scope = ? AND transaction_id = ?"
        case .fulfillmentsOfApp: "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND id > ? ORDER BY id LIMIT ?"
        case .fulfillmentsInState:
            "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .fulfillmentsOfOwner:
            "SELECT \(Self.columns) FROM fulfillment WHERE owner = ? AND id > ? ORDER BY id LIMIT ?"
        case .fulfillmentsOfOwnerInState:
            "SELECT \(Self.columns) FROM fulfillment WHERE owner = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .dueFulfillments:
            "SELECT \(Self.columns) FROM fulfillment WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
        case .oldestOpenFulfillment:
            """
            SELECT open_since FROM fulfillment WHERE app = ? AND open_since >= ? AND state <> ? ORDER BY open_since LIMIT 1
            """
        case .fulfillmentCountInState:
            "SELECT count(*) FROM (SELECT 1 FROM fulfillment WHERE app = ? AND state = ? LIMIT ?) AS found"
        case .countedFulfillments: "SELECT goods FROM fulfillment WHERE owner = ? AND scope = ? AND counts_at >= ?"
        case .insertFulfillment:
            """
            INSERT INTO fulfillment (app, scope, transaction_id, original, owner, state, due_at, lease, open_since, counts_at,
            goods, progress) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .putFulfillment:
            """
            UPDATE fulfillment SET owner = ?, state = ?, due_at = ?, lease = ?, open_since = ?, counts_at = ?, progress = ?
            WHERE id = ?
            """
        case .putOffFulfillment: "UPDATE fulfillment SET due_at = ? WHERE id = ?"
        default: self.refundSQL
        }
    }
}
