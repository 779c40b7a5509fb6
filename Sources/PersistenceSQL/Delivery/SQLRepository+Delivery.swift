package import Ledger

extension SQLRepository {
    /// A delivery.
    package func delivery(_ id: DeliveryID, of app: AppName) async throws(RepositoryError) -> Delivery? {
        try await self.read { session in
            var people = People(session: session)
            return try session.storedDelivery(id, of: app, people: &people)?.delivery
        }
    }

    /// The deliveries of an app after a place.
    package func deliveries(
        of app: AppName,
        matching filter: DeliveryFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedDelivery] {
        try await self.read { session in
            try session.deliveries(of: app, matching: filter, after: position, limit: limit)
        }
    }

    /// When the oldest purchase was made of those that are paid and not handed over.
    package func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant? {
        try await self.read { session in try session.oldestOpenPurchase(of: app) }
    }

    /// Counts the fulfillments and revocations of goods that are suspended, up to a limit for each.
    package func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.read { session in try session.suspendedFulfillmentCount(of: app, limit: limit) }
    }

    /// Leases what is to be done to one worker.
    package func leaseDeliveries(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> DeliveryLeases {
        // Nothing is written as long as nothing is due.
        guard try await self.read({ session in try session.hasDueDelivery(of: app, at: now) }) else {
            return DeliveryLeases()
        }
        return try await self.write { session in
            try session.leaseDeliveries(of: app, at: now, until: until, limit: limit)
        }
    }

    /// Takes note of what came of a lease.
    package func conclude(
        _ lease: DeliveryLease,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Delivery? {
        try await self.write { session in try session.conclude(lease, outcome, at: now) }
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
        try await self.write { session in
            let answer = try session.act(
                act,
                on: id,
                of: app,
                at: now,
                workersAt: workersAt,
                catalogue: catalogue
            )
            // What is answered follows a commit, also where nothing had to be done.
            try session.run(.countRepeat)
            return answer
        }
    }
}

extension Query {
    private static let columns = "id, scope, transaction_id, original, owner, due_at, lease, goods, standing"

    /// The statement of what is to be handed over.
    var deliverySQL: String {
        switch self {
        case .deliveriesOfOriginal: "SELECT \(Self.columns) FROM delivery WHERE original = ? ORDER BY id"
        case .deliveryByTransaction: "SELECT \(Self.columns) FROM delivery WHERE scope = ? AND transaction_id = ?"
        case .deliveriesOfApp: "SELECT \(Self.columns) FROM delivery WHERE app = ? AND id > ? ORDER BY id LIMIT ?"
        case .deliveriesInState:
            "SELECT \(Self.columns) FROM delivery WHERE app = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .deliveriesOfOwner: "SELECT \(Self.columns) FROM delivery WHERE owner = ? AND id > ? ORDER BY id LIMIT ?"
        case .deliveriesOfOwnerInState:
            "SELECT \(Self.columns) FROM delivery WHERE owner = ? AND state = ? AND id > ? ORDER BY id LIMIT ?"
        case .dueDeliveries:
            "SELECT \(Self.columns) FROM delivery WHERE app = ? AND due_at <= ? ORDER BY due_at LIMIT ?"
        case .oldestOpenDelivery:
            """
            SELECT open_since FROM delivery WHERE app = ? AND open_since >= ? AND state <> ? ORDER BY open_since LIMIT 1
            """
        case .deliveryCountInState:
            "SELECT count(*) FROM (SELECT 1 FROM delivery WHERE app = ? AND state = ? LIMIT ?) AS found"
        case .countedDeliveries: "SELECT goods FROM delivery WHERE owner = ? AND scope = ? AND counts_at >= ?"
        case .insertDelivery:
            """
            INSERT INTO delivery (app, scope, transaction_id, original, owner, state, due_at, lease, open_since, counts_at,
            goods, standing) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .putDelivery:
            """
            UPDATE delivery SET owner = ?, state = ?, due_at = ?, lease = ?, open_since = ?, counts_at = ?, standing = ?
            WHERE id = ?
            """
        case .putOffDelivery: "UPDATE delivery SET due_at = ? WHERE id = ?"
        default: self.refundSQL
        }
    }
}
