/// Reads access keys, customer tokens and the answers to idempotent requests.
package protocol AccessKeyReads {
    /// Returns the customer that a token identifies, with the last recorded use of the token; `nil` for an unknown
    /// token.
    func use(ofToken digest: ContentDigest, app: AppName) throws -> (customer: CustomerID, seenAt: Instant)?

    /// Returns the key with this digest, revoked or not.
    func accessKey(_ digest: ContentDigest) throws -> AccessKey?

    /// Returns the key with this identifier, revoked or not.
    func accessKey(_ id: AccessKeyID) throws -> AccessKey?

    /// Returns the keys of an app, or those that hold for all apps, newest first, starting after one of them.
    ///
    /// The keys of an app are those that belong to it; keys for all apps are not among them. An unknown `id` gives an
    /// empty list.
    func accessKeys(of app: AppName?, after id: AccessKeyID?, limit: Int) throws -> [AccessKey]

    /// Returns the customer whom a token identifies.
    func customer(ofToken digest: ContentDigest, app: AppName) throws -> CustomerID?

    /// Returns the number of tokens that identify a customer.
    func customerTokenCount(of customer: CustomerID, app: AppName) throws -> Int
}

/// Stores access keys, customer tokens and the answers to idempotent requests.
package protocol AccessKeyWrites {
    /// Records the use of a customer's token.
    func noteUse(ofToken digest: ContentDigest, app: AppName, at now: Instant) throws

    /// Stores a new key.
    func add(_ key: AccessKey) throws

    /// Revokes a key and returns it as it is then; `nil` when it does not exist.
    ///
    /// An earlier revocation stays unchanged.
    func revokeAccessKey(_ id: AccessKeyID, _ revocation: AccessKey.Revocation) throws -> AccessKey?

    /// Records when keys were last used; an instant earlier than the recorded one changes nothing.
    func noteUse(of keys: [AccessKeyID: Instant]) throws

    /// Stores a token that the server created for a customer, until it is removed.
    ///
    /// The token makes the customer known; the repository stores nothing else about them until there is something to
    /// store. A merge removes the token, both when the customer is merged into another one and when a named customer is
    /// merged into this one.
    func add(_ token: CustomerTokenRecord) throws

    /// Removes tokens that were last used before an instant and whose customers have no other data, least recently used
    /// first.
    ///
    /// Returns how many it removed.
    ///
    /// The method examines at most `limit` tokens; `isDone` states whether these were all.
    func removeUnusedCustomerTokens(seenBefore instant: Instant, limit: Int) throws -> (removed: Int, isDone: Bool)

    /// Removes all tokens of a customer and returns how many there were.
    func removeCustomerTokens(of customer: CustomerID, app: AppName) throws -> Int

    /// Begins a request that may be a repetition, unless another caller is processing it or has answered it.
    ///
    /// The caller that begins gets a lease until `leaseEnd`. After `leaseEnd` or `keptUntil` another caller may begin;
    /// from then on every write under the first lease fails with `leaseLost`. With a `maximum`, the repository stores
    /// at most that many requests of one sender at a time.
    func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) throws -> IdempotencyStatus

    /// Stores the answer to a request whose answer no transaction decided.
    ///
    /// A request that has an answer keeps it. Fails with `leaseLost` when the lease is no longer valid.
    func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws

    /// Deletes a begun request that was not carried out, so that it may begin again.
    ///
    /// A request that has an answer stays, and so does one that another caller has begun since.
    func abandon(_ lease: IdempotentLease) throws

    /// Deletes at most `limit` answers that have expired, and returns how many it deleted.
    func forgetAnswers(at now: Instant, limit: Int) throws -> Int
}

extension Repository {
    /// Returns the customer that a token identifies, and records its use where the last recorded one is old.
    ///
    /// Nearly every use finds that the use of this day is recorded already, and then needs no write.
    package func customer(
        ofToken digest: ContentDigest,
        app: AppName,
        usedAt now: Instant
    ) async throws(RepositoryError) -> CustomerID? {
        guard let token = try await self.read({ view in try view.use(ofToken: digest, app: app) }) else { return nil }
        if token.seenAt < now - CustomerTokenRecord.noticedAfter {
            try? await self.write { unit in try unit.noteUse(ofToken: digest, app: app, at: now) }
        }
        return token.customer
    }
}

/// A token that the server created for a customer without a name given by the shop.
package struct CustomerTokenRecord: Hashable, Sendable {
    /// The shortest time between two records of a token's use.
    package static let noticedAfter = Span.days(1)
    /// How long an unused token is stored when the repository has no other data about its customer.
    ///
    /// The app then gets another token. Such a long pause is rare, and no data is lost.
    package static let keptFor = Span.days(400)

    /// The SHA-256 of the token; the token itself is shown once.
    package let digest: ContentDigest
    /// The app.
    package let app: AppName
    /// The customer whom the token identifies.
    package let customer: CustomerID
    /// The instant at which the token was created.
    package let mintedAt: Instant

    /// Creates a token with these values.
    package init(digest: ContentDigest, app: AppName, customer: CustomerID, mintedAt: Instant) {
        self.digest = digest
        self.app = app
        self.customer = customer
        self.mintedAt = mintedAt
    }
}
