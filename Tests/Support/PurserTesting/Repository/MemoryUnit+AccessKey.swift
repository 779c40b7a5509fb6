package import Ledger

extension MemoryUnit {
    /// Stores a new key.
    package func add(_ key: AccessKey) throws {
        try self.open { memory in memory.access.add(key) }
    }

    /// The key of this digest.
    package func accessKey(_ digest: ContentDigest) throws -> AccessKey? {
        try self.open { memory in memory.access.accessKey(digest) }
    }

    /// The key of this name.
    package func accessKey(_ id: AccessKeyID) throws -> AccessKey? {
        try self.open { memory in memory.access.accessKey(id) }
    }

    /// The keys of an app, or all, newest first, after one of them.
    package func accessKeys(
        of app: AppName?,
        after id: AccessKeyID?,
        limit: Int
    ) throws -> [AccessKey] {
        try self.open { memory in memory.access.accessKeys(of: app, after: id, limit: limit) }
    }

    /// Revokes a key.
    package func revokeAccessKey(
        _ id: AccessKeyID,
        _ revocation: AccessKey.Revocation
    ) throws -> AccessKey? {
        try self.open { memory in memory.access.revokeAccessKey(id, revocation) }
    }

    /// Records the uses of keys.
    package func noteUse(of keys: [AccessKeyID: Instant]) throws {
        try self.open { memory in memory.access.noteUse(of: keys) }
    }

    /// Stores a token that was made for a customer.
    package func add(_ token: CustomerTokenRecord) throws {
        try self.open { memory in memory.access.add(token) }
    }

    /// Returns the customer of a token.
    package func customer(ofToken digest: ContentDigest, app: AppName) throws -> CustomerID? {
        try self.open { memory in memory.access.customer(ofToken: digest, app: app) }
    }

    /// Returns the customer of a token and records its use.
    package func customer(
        ofToken digest: ContentDigest,
        app: AppName,
        usedAt now: Instant
    ) throws -> CustomerID? {
        try self.open { memory in
            memory.access.noteUse(ofToken: digest, app: app, at: now)
            return memory.access.customer(ofToken: digest, app: app)
        }
    }

    /// Removes tokens of customers of whom nothing is kept.
    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) throws -> (removed: Int, isDone: Bool) {
        try self.open { memory in
            let people = memory.people
            return memory.access.removeUnusedCustomerTokens(seenBefore: instant, limit: limit) { token in
                people[token.app]?.known.contains(token.customer) ?? false
            }
        }
    }

    /// Returns the number of a customer's tokens.
    package func customerTokenCount(of customer: CustomerID, app: AppName) throws -> Int {
        try self.open { memory in memory.access.customerTokenCount(of: customer, app: app) }
    }

    /// Removes all tokens of a customer.
    package func removeCustomerTokens(of customer: CustomerID, app: AppName) throws -> Int {
        try self.open { memory in memory.access.removeCustomerTokens(of: customer, app: app) }
    }

    /// Begins a request that may be a repetition.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) throws -> IdempotencyStatus {
        try self.open { memory in
            memory.access.begin(request, maximum: maximum, at: now, leaseEnd: leaseEnd, keptUntil: keptUntil)
        }
    }

    /// Stores the answer to a request that was begun.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws {
        let stands = try self.open { memory in
            guard memory.access.stands(lease) else { return false }
            memory.access.end(lease, answer)
            return true
        }
        guard stands else { throw .leaseLost }
    }

    /// Takes back that a request was begun.
    package func abandon(_ lease: IdempotentLease) throws {
        try self.open { memory in memory.access.abandon(lease) }
    }

    /// Deletes expired answers.
    package func forgetAnswers(at now: Instant, limit: Int) throws -> Int {
        try self.open { memory in memory.access.forgetAnswers(at: now, limit: limit) }
    }
}
