/// Loads and saves the tokens of customers, and the answers to idempotent requests.
package protocol AccessKeyStorage: CustomerStorage {
    /// Returns tokens that were last used before an instant and that no check has kept, least recently used first.
    func unusedCustomerTokens(seenBefore instant: Instant, limit: Int) throws -> [UnusedCustomerToken]

    /// Keeps an unused token, so that it is not checked again.
    func keep(_ token: UnusedCustomerToken) throws

    /// Deletes an unused token.
    func delete(_ token: UnusedCustomerToken) throws

    /// Returns the number of tokens that identify a customer.
    func customerTokenCount(of customer: CustomerID, app: Int64) throws -> Int

    /// Removes all tokens that identify a customer, and returns how many there were.
    @discardableResult
    func removeCustomerTokens(of customer: CustomerID, app: Int64) throws -> Int

    /// Returns a request that was begun; `nil` when it was not, or when it is deleted.
    func begunRequest(_ request: IdempotentRequest) throws -> BegunRequest?

    /// Returns the number of the newest lease of a request; `nil` when it was not begun, or when it is deleted.
    func leaseNumber(of request: IdempotentRequest) throws -> Int64?

    /// Returns the number of stored requests of the sender of a request, counting no further than `limit`.
    func requestCount(ofSenderOf request: IdempotentRequest, limit: Int) throws -> Int

    /// Saves that a request has begun, without an answer.
    func begin(_ lease: IdempotentLease, leaseEnd: Instant, keptUntil: Instant) throws

    /// Saves the answer to a request, unless it has one.
    func answer(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws
}

/// A token of a customer that was not used for a long time.
package struct UnusedCustomerToken: Hashable, Sendable {
    /// The number of the app.
    package let app: Int64
    /// The SHA-256 of the token.
    package let digest: [UInt8]
    /// The customer whom the token identifies; `nil` where the stored name is none.
    package let customer: CustomerID?

    /// Creates a token with these values.
    package init(app: Int64, digest: [UInt8], customer: CustomerID?) {
        self.app = app
        self.digest = digest
        self.customer = customer
    }
}

/// A request that was begun, as the repository stores it.
package struct BegunRequest: Sendable {
    /// The SHA-256 of the request's content.
    package let content: [UInt8]
    /// The instant at which the lease ends.
    package let leaseEnd: Instant
    /// The instant until which the answer is stored.
    package let keptUntil: Instant
    /// The number of the lease.
    package let lease: Int64
    /// The answer; `nil` as long as there is none.
    package let answer: IdempotentResponse?

    /// Creates a request with these values.
    package init(content: [UInt8], leaseEnd: Instant, keptUntil: Instant, lease: Int64, answer: IdempotentResponse?) {
        self.content = content
        self.leaseEnd = leaseEnd
        self.keptUntil = keptUntil
        self.lease = lease
        self.answer = answer
    }

    /// Returns what a caller learns who begins a request with the same key; `nil` where they carry it out.
    func status(for request: IdempotentRequest, at now: Instant) -> IdempotencyStatus? {
        guard self.keptUntil > now, self.answer != nil || self.leaseEnd > now else { return nil }
        guard self.content == request.content.bytes else { return .otherContent }
        return self.answer.map(IdempotencyStatus.answered) ?? .inProgress
    }
}

extension LedgerStorage {
    /// Begins a request that may be repeated.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) throws -> IdempotencyStatus {
        let earlier = try self.begunRequest(request)
        if let status = earlier?.status(for: request, at: now) { return status }
        if let maximum, earlier == nil {
            guard try self.requestCount(ofSenderOf: request, limit: maximum) < maximum else { return .tooMany }
        }
        let number = IdempotentLease.number(after: earlier?.lease, at: now)
        let lease = IdempotentLease(request: request, number: number)
        try self.begin(lease, leaseEnd: leaseEnd, keptUntil: keptUntil)
        return .begun(lease)
    }

    /// Throws where a lease is no longer valid: another request has begun since, or it was abandoned.
    package func require(_ lease: IdempotentLease) throws {
        guard try self.leaseNumber(of: lease.request) == lease.number else { throw RepositoryError.leaseLost }
    }

    /// Stores the answer to a request that was begun, unless it has one.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws {
        try self.require(lease)
        try self.answer(lease, answer)
    }

    /// Removes tokens of customers of whom no other data is stored.
    ///
    /// A customer with other data stays known permanently, so each token needs one check only.
    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) throws -> (removed: Int, isDone: Bool) {
        let found = try self.unusedCustomerTokens(seenBefore: instant, limit: limit)
        var removed = 0
        for token in found {
            // A token that cannot be read is kept, or it would come before all others in every round.
            if let customer = token.customer, try self.knownCustomer(customer, app: token.app) == nil {
                try self.delete(token)
                removed += 1
            } else {
                try self.keep(token)
            }
        }
        return (removed, found.count < limit)
    }

    /// Returns the number of a customer, creating it where only a token identifies them so far; `nil` where the
    /// customer is unknown.
    package func metCustomer(_ customer: CustomerID, app: Int64) throws -> Int64? {
        if let known = try self.knownCustomer(customer, app: app) { return known }
        return try self.customerTokenCount(of: customer, app: app) > 0 ? self.number(of: customer, app: app) : nil
    }
}
