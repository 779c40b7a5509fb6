package import Ledger

extension SQLRepository {
    /// Keeps a new key.
    package func add(_ key: AccessKey) async throws(RepositoryError) {
        try await self.write { session in try session.add(key) }
    }

    /// The key of this digest.
    package func accessKey(_ digest: AccessDigest) async throws(RepositoryError) -> AccessKey? {
        try await self.read { session in try session.accessKey(digest) }
    }

    /// The key of this name.
    package func accessKey(_ id: AccessKeyID) async throws(RepositoryError) -> AccessKey? {
        try await self.read { session in try session.accessKey(id) }
    }

    /// The keys of an app, or all, newest first, after one of them.
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

    /// Takes note of when keys were used.
    package func noteUse(of keys: [AccessKeyID: Instant]) async throws(RepositoryError) {
        try await self.write { session in try session.noteUse(of: keys) }
    }

    /// Keeps a token that was made for a customer.
    package func add(_ token: CustomerTokenRecord) async throws(RepositoryError) {
        try await self.write { session in try session.add(token) }
    }

    /// Whom a token stands for.
    package func customer(ofToken digest: AccessDigest, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.read { session in try session.mintedToken(digest, app: app)?.customer }
    }

    /// Whom a token stands for that is used.
    package func customer(
        ofToken digest: AccessDigest,
        app: AppName,
        usedAt now: Instant
    ) async throws(RepositoryError) -> CustomerID? {
        guard let token = try await self.read({ session in try session.mintedToken(digest, app: app) }) else {
            return nil
        }
        // Nearly every use finds that today's is written down already, and then the writer is left alone.
        if token.seenAt < now - CustomerTokenRecord.noticedAfter {
            try? await self.write { session in try session.noteUse(ofToken: digest, app: app, at: now) }
        }
        return token.customer
    }

    /// Removes tokens of customers of whom nothing is kept.
    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) async throws(RepositoryError) -> (removed: Int, isDone: Bool) {
        try await self.write { session in
            try session.removeUnusedCustomerTokens(seenBefore: instant, limit: limit)
        }
    }

    /// How many tokens stand for a customer.
    package func customerTokenCount(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.read { session in try session.customerTokenCount(of: customer, app: app) }
    }

    /// Lets no token stand for a customer any more.
    package func removeCustomerTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.removeCustomerTokens(of: customer, app: app) }
    }

    /// Begins a request that may be a repetition.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) async throws(RepositoryError) -> IdempotentTurn {
        try await self.write { session in
            try session.begin(request, maximum: maximum, at: now, leaseEnd: leaseEnd, keptUntil: keptUntil)
        }
    }

    /// Keeps the answer to a request of which no transaction decided the answer.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentAnswer) async throws(RepositoryError) {
        try await self.write { session in try session.end(lease, answer) }
    }

    /// Takes back that a request was begun.
    package func abandon(_ lease: IdempotentLease) async throws(RepositoryError) {
        try await self.write { session in try session.abandon(lease) }
    }

    /// Forgets answers whose time is over.
    package func forgetAnswers(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { session in try session.forgetAnswers(at: now, limit: limit) }
    }
}
