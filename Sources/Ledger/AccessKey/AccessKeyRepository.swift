/// Keeps who may call, and what was answered to requests that may come again.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol AccessKeyRepository: Sendable {
    /// Keeps a new key.
    func add(_ key: AccessKey) async throws(RepositoryError)

    /// The key of this digest, revoked or not.
    func accessKey(_ digest: ContentDigest) async throws(RepositoryError) -> AccessKey?

    /// The key of this name, revoked or not.
    func accessKey(_ id: AccessKeyID) async throws(RepositoryError) -> AccessKey?

    /// The keys of an app, or of the whole installation's all, newest first, after one of them.
    ///
    /// The keys of an app are those that belong to it; those of all apps are not among them. After a key that is not
    /// there comes nothing.
    func accessKeys(
        of app: AppName?,
        after id: AccessKeyID?,
        limit: Int
    ) async throws(RepositoryError) -> [AccessKey]

    /// Revokes a key and returns it as it is then; `nil` when there is none. What was revoked before stays as it was.
    func revokeAccessKey(
        _ id: AccessKeyID,
        _ revocation: AccessKey.Revocation
    ) async throws(RepositoryError) -> AccessKey?

    /// Takes note of when keys were used; an earlier instant than the one known changes nothing.
    func noteUse(of keys: [AccessKeyID: Instant]) async throws(RepositoryError)

    /// Keeps a token that was made for a customer, until it is removed.
    ///
    /// Nothing else is kept of the customer until there is something to keep. A customer who has a token is known.
    /// It ends when the customer is merged into another one, and when somebody with a name is merged into him.
    func add(_ token: CustomerTokenRecord) async throws(RepositoryError)

    /// Whom a token stands for.
    func customer(ofToken digest: ContentDigest, app: AppName) async throws(RepositoryError) -> CustomerID?

    /// Whom a token stands for that is used at an instant, which is written down at most once in
    /// `CustomerTokenRecord.noticedAfter`.
    ///
    /// How long a token is kept depends on the note; the answer does not, so a note that cannot be written is left out.
    func customer(
        ofToken digest: ContentDigest,
        app: AppName,
        usedAt now: Instant
    ) async throws(RepositoryError) -> CustomerID?

    /// Removes tokens of customers of whom nothing is kept and who were not seen since an instant, earliest seen first;
    /// returns how many. At most `limit` tokens are looked at; `isDone` says whether these were all.
    func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) async throws(RepositoryError) -> (removed: Int, isDone: Bool)

    /// How many tokens stand for a customer.
    func customerTokenCount(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int

    /// Lets no token stand for a customer any more, and returns how many did.
    func removeCustomerTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int

    /// Begins a request that may be a repetition, unless somebody is at it or has done it.
    ///
    /// Who begins gets a lease until `leaseEnd`; after that, or after `keptUntil`, somebody else may begin, and what is
    /// written under the first lease from then on fails with `leaseLost`. With a `maximum` no more than so many of a
    /// sender are kept at a time.
    func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) async throws(RepositoryError) -> IdempotencyStatus

    /// Keeps the answer to a request of which no transaction decided the answer.
    ///
    /// What has an answer keeps it. Fails with `leaseLost` where the lease does not stand any more.
    func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) async throws(RepositoryError)

    /// Takes back that a request was begun, because it was not done. What has an answer stays, and so does what
    /// somebody else has begun since.
    func abandon(_ lease: IdempotentLease) async throws(RepositoryError)

    /// Forgets answers whose time is over, at most so many, and returns how many.
    func forgetAnswers(at now: Instant, limit: Int) async throws(RepositoryError) -> Int
}

/// A token that the server made for a customer whom no shop has named.
package struct CustomerTokenRecord: Hashable, Sendable {
    /// How often at most the server writes down that a token is in use.
    package static let noticedAfter = Span.days(1)
    /// How long a token stays that is not used, where nothing is kept of its customer.
    ///
    /// Its app gets another one then; so long a rest is rare, and nothing is lost with it.
    package static let keptFor = Span.days(400)

    /// The SHA-256 of the token, which is shown once.
    package let digest: ContentDigest
    /// The app.
    package let app: AppName
    /// Whom it stands for.
    package let customer: CustomerID
    /// When it was made.
    package let mintedAt: Instant

    /// A token of these parts.
    package init(digest: ContentDigest, app: AppName, customer: CustomerID, mintedAt: Instant) {
        self.digest = digest
        self.app = app
        self.customer = customer
        self.mintedAt = mintedAt
    }
}
