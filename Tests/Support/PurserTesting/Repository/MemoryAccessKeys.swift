import Ledger
import Notation

/// The access keys, tokens and idempotent answers of `InMemoryRepository`.
struct MemoryAccessKeys: Sendable {
    /// A request, identified by its sender and the key that the sender gave it.
    private struct Name: Hashable {
        let sender: ContentDigest
        let key: RequestKey
    }

    /// The state of a request.
    private struct Begun {
        let content: ContentDigest
        let leaseEnd: Instant
        let keptUntil: Instant
        let lease: Int64
        var answer: IdempotentResponse?
    }

    /// Keys in the order in which they were made.
    private var keys: [AccessKey] = []
    private var tokens: [CustomerTokenRecord] = []
    /// The recorded instants at which tokens were last used.
    private var seenAt: [CustomerTokenRecord: Instant] = [:]
    /// The tokens whose customers were found to have other records.
    private var keptTokens: Set<CustomerTokenRecord> = []
    private var requests: [Name: Begun] = [:]

    /// Stores a new key.
    mutating func add(_ key: AccessKey) {
        self.keys.append(key)
    }

    /// The key of this digest.
    func accessKey(_ digest: ContentDigest) -> AccessKey? {
        self.keys.first { $0.digest == digest }
    }

    /// The key of this name.
    func accessKey(_ id: AccessKeyID) -> AccessKey? {
        self.keys.first { $0.id == id }
    }

    /// The keys of an app, or all, newest first, after one of them.
    func accessKeys(of app: AppName?, after id: AccessKeyID?, limit: Int) -> [AccessKey] {
        var keys = self.keys[...]
        if let id {
            guard let place = self.keys.firstIndex(where: { $0.id == id }) else { return [] }
            keys = self.keys[..<place]
        }
        return Array(keys.reversed().filter { app == nil || $0.app == app }.prefix(limit))
    }

    /// Revokes a key.
    mutating func revokeAccessKey(_ id: AccessKeyID, _ revocation: AccessKey.Revocation) -> AccessKey? {
        guard let place = self.keys.firstIndex(where: { $0.id == id }) else { return nil }
        self.keys[place] = self.keys[place].with(revocation: revocation)
        return self.keys[place]
    }

    /// Records the uses of keys.
    mutating func noteUse(of used: [AccessKeyID: Instant]) {
        for (place, key) in self.keys.enumerated() {
            if let instant = used[key.id] { self.keys[place] = key.with(lastUsedAt: instant) }
        }
    }

    /// Stores a token that was made for a customer.
    mutating func add(_ token: CustomerTokenRecord) {
        self.tokens.append(token)
    }

    /// Returns the customer of a token.
    func customer(ofToken digest: ContentDigest, app: AppName) -> CustomerID? {
        self.tokens.first { $0.digest == digest && $0.app == app }?.customer
    }

    /// Returns the customer of a token, and the last recorded use of the token.
    func use(ofToken digest: ContentDigest, app: AppName) -> (customer: CustomerID, seenAt: Instant)? {
        self.tokens.first { $0.digest == digest && $0.app == app }
            .map { ($0.customer, self.seenAt[$0] ?? $0.mintedAt) }
    }

    /// Records the use of a token.
    mutating func noteUse(ofToken digest: ContentDigest, app: AppName, at now: Instant) {
        guard let token = self.tokens.first(where: { $0.digest == digest && $0.app == app }),
            self.seenAt[token] ?? token.mintedAt < now - CustomerTokenRecord.noticedAfter
        else { return }
        self.seenAt[token] = now
    }

    /// Removes tokens of customers of whom nothing is kept.
    mutating func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int,
        isKept: (CustomerTokenRecord) -> Bool
    ) -> (removed: Int, isDone: Bool) {
        let found = self.tokens.filter { !self.keptTokens.contains($0) }
            .map { (token: $0, seenAt: self.seenAt[$0] ?? $0.mintedAt) }
            .filter { $0.seenAt < instant }.sorted { $0.seenAt < $1.seenAt }.prefix(limit).map(\.token)
        let unused = found.filter { !isKept($0) }
        self.keptTokens.formUnion(found.filter(isKept))
        self.tokens.removeAll(where: unused.contains)
        return (unused.count, found.count < limit)
    }

    /// Returns the number of a customer's tokens.
    func customerTokenCount(of customer: CustomerID, app: AppName) -> Int {
        self.tokens.count { $0.customer == customer && $0.app == app }
    }

    /// Removes all tokens of a customer.
    mutating func removeCustomerTokens(of customer: CustomerID, app: AppName) -> Int {
        let count = self.tokens.count
        self.tokens.removeAll { $0.customer == customer && $0.app == app }
        return count - self.tokens.count
    }

    /// Deletes the answers that contain a customer's id.
    mutating func forgetAnswers(naming customer: CustomerID) {
        let name = JSONText.quoted(customer)
        self.requests = self.requests.filter { _, request in
            guard let body = request.answer?.body else { return true }
            return !body.indices.contains { body[$0...].starts(with: name) }
        }
    }

    /// Begins a request that may be a repetition.
    mutating func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) -> IdempotencyStatus {
        let name = Name(sender: request.sender, key: request.key)
        if let earlier = self.requests[name], earlier.keptUntil > now,
            earlier.answer != nil || earlier.leaseEnd > now
        {
            guard earlier.content == request.content else { return .otherContent }
            return earlier.answer.map(IdempotencyStatus.answered) ?? .inProgress
        }
        if let maximum, self.requests[name] == nil,
            self.requests.count(where: { $0.key.sender == request.sender }) >= maximum
        {
            return .tooMany
        }
        let lease = IdempotentLease(
            request: request,
            number: IdempotentLease.number(after: self.requests[name]?.lease, at: now)
        )
        self.requests[name] = Begun(
            content: request.content,
            leaseEnd: leaseEnd,
            keptUntil: keptUntil,
            lease: lease.number
        )
        return .begun(lease)
    }

    /// Whether a lease stands still.
    func stands(_ lease: IdempotentLease) -> Bool {
        self.requests[Name(sender: lease.request.sender, key: lease.request.key)]?.lease == lease.number
    }

    /// Stores the answer to a request that was begun.
    mutating func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) {
        let name = Name(sender: lease.request.sender, key: lease.request.key)
        guard self.stands(lease), self.requests[name]?.answer == nil else { return }
        self.requests[name]?.answer = answer
    }

    /// Takes back that a request was begun.
    mutating func abandon(_ lease: IdempotentLease) {
        let name = Name(sender: lease.request.sender, key: lease.request.key)
        guard self.stands(lease), self.requests[name]?.answer == nil else { return }
        self.requests[name] = nil
    }

    /// Deletes expired answers.
    mutating func forgetAnswers(at now: Instant, limit: Int) -> Int {
        let over = self.requests.filter { $0.value.keptUntil <= now }.sorted { $0.value.keptUntil < $1.value.keptUntil }
        for (name, _) in over.prefix(limit) { self.requests[name] = nil }
        return min(limit, over.count)
    }
}
