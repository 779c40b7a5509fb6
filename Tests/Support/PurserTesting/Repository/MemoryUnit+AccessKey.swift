import Ledger

extension MemoryUnit {
    /// Stores a new key.
    func add(_ key: AccessKey) throws {
        self.open { memory in memory.access.add(key) }
    }

    /// The key of this digest.
    func accessKey(_ digest: ContentDigest) throws -> AccessKey? {
        self.open { memory in memory.access.accessKey(digest) }
    }

    /// The key of this name.
    func accessKey(_ id: AccessKeyID) throws -> AccessKey? {
        self.open { memory in memory.access.accessKey(id) }
    }

    /// The keys of an app, or all, newest first, after one of them.
    func accessKeys(
        of app: AppName?,
        after id: AccessKeyID?,
        limit: Int
    ) throws -> [AccessKey] {
        self.open { memory in memory.access.accessKeys(of: app, after: id, limit: limit) }
    }

    /// Revokes a key.
    func revokeAccessKey(
        _ id: AccessKeyID,
        _ revocation: AccessKey.Revocation
    ) throws -> AccessKey? {
        self.open { memory in memory.access.revokeAccessKey(id, revocation) }
    }

    /// Records the uses of keys.
    func noteUse(of keys: [AccessKeyID: Instant]) throws {
        self.open { memory in memory.access.noteUse(of: keys) }
    }

    /// Stores a token that was made for a customer.
    func add(_ token: CustomerTokenRecord) throws {
        self.open { memory in memory.access.add(token) }
    }

    /// Returns the customer of a token.
    func customer(ofToken digest: ContentDigest, app: AppName) throws -> CustomerID? {
        self.open { memory in memory.access.customer(ofToken: digest, app: app) }
    }

    /// Returns the customer of a token, and the last recorded use of the token.
    func use(ofToken digest: ContentDigest, app: AppName) throws -> (customer: CustomerID, seenAt: Instant)? {
        self.memory.access.use(ofToken: digest, app: app)
    }

    /// Records the use of a token.
    func noteUse(ofToken digest: ContentDigest, app: AppName, at now: Instant) throws {
        self.memory.access.noteUse(ofToken: digest, app: app, at: now)
    }

    /// Removes tokens of customers of whom nothing is kept.
    func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) throws -> (removed: Int, isDone: Bool) {
        self.open { memory in
            let people = memory.people
            return memory.access.removeUnusedCustomerTokens(seenBefore: instant, limit: limit) { token in
                people[token.app]?.known.contains(token.customer) ?? false
            }
        }
    }

    /// Returns the number of a customer's tokens.
    func customerTokenCount(of customer: CustomerID, app: AppName) throws -> Int {
        self.open { memory in memory.access.customerTokenCount(of: customer, app: app) }
    }

    /// Removes all tokens of a customer.
    func removeCustomerTokens(of customer: CustomerID, app: AppName) throws -> Int {
        self.open { memory in memory.access.removeCustomerTokens(of: customer, app: app) }
    }

    /// Begins a request that may be a repetition.
    func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) throws -> IdempotencyStatus {
        self.open { memory in
            memory.access.begin(request, maximum: maximum, at: now, leaseEnd: leaseEnd, keptUntil: keptUntil)
        }
    }

    /// Stores the answer to a request that was begun.
    func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws {
        let stands = self.open { memory in
            guard memory.access.stands(lease) else { return false }
            memory.access.end(lease, answer)
            return true
        }
        guard stands else { throw RepositoryError.leaseLost }
    }

    /// Takes back that a request was begun.
    func abandon(_ lease: IdempotentLease) throws {
        self.open { memory in memory.access.abandon(lease) }
    }

    /// Deletes expired answers.
    func forgetAnswers(at now: Instant, limit: Int) throws -> Int {
        self.open { memory in memory.access.forgetAnswers(at: now, limit: limit) }
    }
}
