package import Ledger

extension SQLRepository {
    /// Stores a new key.
    package func add(_ key: AccessKey) async throws(RepositoryError) {
        try await self.write { session in try session.add(key) }
    }

    /// Returns the key with this digest.
    package func accessKey(_ digest: ContentDigest) async throws(RepositoryError) -> AccessKey? {
        try await self.read { session in try session.accessKey(digest) }
    }

    /// Returns the key with this name.
    package func accessKey(_ id: AccessKeyID) async throws(RepositoryError) -> AccessKey? {
        try await self.read { session in try session.accessKey(id) }
    }

    /// Returns the keys of an app, or of all apps, newest first, after one of them.
    package func accessKeys(
        of app: AppName?,
        after id: AccessKeyID?,
        limit: Int
    ) async throws(RepositoryError) -> [AccessKey] {
        try await self.read { session in try session.accessKeys(of: app, after: id, limit: limit) }
    }

    /// Revokes a key.
    package func revokeAccessKey(
        _ id: AccessKeyID,
        _ revocation: AccessKey.Revocation
    ) async throws(RepositoryError) -> AccessKey? {
        try await self.write { session in try session.revokeAccessKey(id, revocation) }
    }

    /// Records when keys were last used.
    package func noteUse(of keys: [AccessKeyID: Instant]) async throws(RepositoryError) {
        try await self.write { session in try session.noteUse(of: keys) }
    }

    /// Stores a token that was made for a customer.
    package func add(_ token: CustomerTokenRecord) async throws(RepositoryError) {
        try await self.write { session in try session.add(token) }
    }

    /// Returns the customer that a token identifies.
    package func customer(ofToken digest: ContentDigest, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.read { session in try session.mintedToken(digest, app: app)?.customer }
    }

    /// Returns the customer that a token identifies, and records its use.
    package func customer(
        ofToken digest: ContentDigest,
        app: AppName,
        usedAt now: Instant
    ) async throws(RepositoryError) -> CustomerID? {
        guard let token = try await self.read({ session in try session.mintedToken(digest, app: app) }) else {
            return nil
        }
        // Nearly every use finds that the use of this day is recorded already, and then needs no write.
        if token.seenAt < now - CustomerTokenRecord.noticedAfter {
            try? await self.write { session in try session.noteUse(ofToken: digest, app: app, at: now) }
        }
        return token.customer
    }

    /// Removes tokens of customers of whom no other data is stored.
    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) async throws(RepositoryError) -> (removed: Int, isDone: Bool) {
        try await self.write { session in
            try session.removeUnusedCustomerTokens(seenBefore: instant, limit: limit)
        }
    }

    /// Returns the number of tokens that identify a customer.
    package func customerTokenCount(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.read { session in try session.customerTokenCount(of: customer, app: app) }
    }

    /// Removes all tokens that identify a customer.
    package func removeCustomerTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.removeCustomerTokens(of: customer, app: app) }
    }

    /// Begins a request that may be repeated.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) async throws(RepositoryError) -> IdempotencyStatus {
        try await self.write { session in
            try session.begin(request, maximum: maximum, at: now, leaseEnd: leaseEnd, keptUntil: keptUntil)
        }
    }

    /// Stores the answer to a request whose answer no transaction decided.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) async throws(RepositoryError) {
        try await self.write { session in try session.end(lease, answer) }
    }

    /// Deletes the record that a request was begun.
    package func abandon(_ lease: IdempotentLease) async throws(RepositoryError) {
        try await self.write { session in try session.abandon(lease) }
    }

    /// Deletes answers whose retention has ended.
    package func forgetAnswers(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.forgetAnswers(at: now, limit: limit) }
    }
}

extension Query {
    private static let accessKeyColumns =
        "name, digest, app, kind, reach, title, created_at, created_by, revoked_at, revoked_by, used_at"

    /// The SQL of the statements on API keys, customers' tokens and stored answers.
    var accessKeySQL: String {
        switch self {
        case .insertAccessKey:
            """
            INSERT INTO access_key (\(Self.accessKeyColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .accessKeyByDigest: "SELECT \(Self.accessKeyColumns) FROM access_key WHERE digest = ?"
        case .accessKeyByName: "SELECT \(Self.accessKeyColumns) FROM access_key WHERE name = ?"
        case .accessKeyNumber: "SELECT id FROM access_key WHERE name = ?"
        case .accessKeysBefore:
            "SELECT \(Self.accessKeyColumns) FROM access_key WHERE id < ? ORDER BY id DESC LIMIT ?"
        case .accessKeysOfApp:
            "SELECT \(Self.accessKeyColumns) FROM access_key WHERE app = ? AND id < ? ORDER BY id DESC LIMIT ?"
        case .revokeAccessKey:
            "UPDATE access_key SET revoked_at = ?, revoked_by = ? WHERE name = ? AND revoked_at IS NULL"
        case .useAccessKey:
            "UPDATE access_key SET used_at = ? WHERE name = ? AND ifnull(used_at, 0) < ?"
        case .insertCustomerToken:
            "INSERT INTO customer_token (app, digest, customer, minted_at, seen_at) VALUES (?, ?, ?, ?, ?)"
        case .customerByMintedToken: "SELECT customer, seen_at FROM customer_token WHERE app = ? AND digest = ?"
        case .useCustomerToken: "UPDATE customer_token SET seen_at = ? WHERE app = ? AND digest = ? AND seen_at < ?"
        case .unusedCustomerTokens:
            """
            SELECT app, digest, customer FROM customer_token WHERE is_kept = 0 AND seen_at < ? ORDER BY seen_at LIMIT ?
            """
        case .keepCustomerToken: "UPDATE customer_token SET is_kept = 1 WHERE app = ? AND digest = ?"
        case .deleteCustomerToken: "DELETE FROM customer_token WHERE app = ? AND digest = ?"
        case .customerTokenCount: "SELECT count(*) FROM customer_token WHERE app = ? AND customer = ?"
        case .deleteCustomerTokens: "DELETE FROM customer_token WHERE app = ? AND customer = ?"
        case .idempotentRequest:
            """
            SELECT content, lease_end, kept_until, lease, status, headers, body FROM idempotent_request
            WHERE sender = ? AND name = ?
            """
        case .idempotentLease: "SELECT lease FROM idempotent_request WHERE sender = ? AND name = ?"
        case .idempotentRequestCount:
            "SELECT count(*) FROM (SELECT 1 FROM idempotent_request WHERE sender = ? LIMIT ?) AS found"
        case .putIdempotentRequest:
            """
            INSERT INTO idempotent_request (sender, name, content, lease_end, kept_until, lease) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (sender, name) DO UPDATE SET content = excluded.content, lease_end = excluded.lease_end,
            kept_until = excluded.kept_until, lease = excluded.lease, status = NULL, headers = NULL, body = NULL
            """
        case .answerIdempotentRequest:
            """
            UPDATE idempotent_request SET status = ?, headers = ?, body = ?
            WHERE sender = ? AND name = ? AND lease = ? AND status IS NULL
            """
        case .abandonIdempotentRequest:
            "DELETE FROM idempotent_request WHERE sender = ? AND name = ? AND lease = ? AND status IS NULL"
        case .forgetIdempotentRequests:
            """
            DELETE FROM idempotent_request WHERE id IN
            (SELECT id FROM idempotent_request WHERE kept_until <= ? ORDER BY kept_until LIMIT ?)
            """
        default: self.catalogSQL
        }
    }
}
