package import Ledger

extension ForwardingRepository {
    package func add(_ key: AccessKey) async throws(RepositoryError) {
        try await self.base.add(key)
    }

    package func accessKey(_ digest: ContentDigest) async throws(RepositoryError) -> AccessKey? {
        try await self.base.accessKey(digest)
    }

    package func accessKey(_ id: AccessKeyID) async throws(RepositoryError) -> AccessKey? {
        try await self.base.accessKey(id)
    }

    package func accessKeys(
        of app: AppName?,
        after id: AccessKeyID?,
        limit: Int
    ) async throws(RepositoryError) -> [AccessKey] {
        try await self.base.accessKeys(of: app, after: id, limit: limit)
    }

    package func revokeAccessKey(
        _ id: AccessKeyID,
        _ revocation: AccessKey.Revocation
    ) async throws(RepositoryError) -> AccessKey? {
        try await self.base.revokeAccessKey(id, revocation)
    }

    package func noteUse(of keys: [AccessKeyID: Instant]) async throws(RepositoryError) {
        try await self.base.noteUse(of: keys)
    }

    package func add(_ token: CustomerTokenRecord) async throws(RepositoryError) {
        try await self.base.add(token)
    }

    package func customer(ofToken digest: ContentDigest, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.base.customer(ofToken: digest, app: app)
    }

    package func customer(
        ofToken digest: ContentDigest,
        app: AppName,
        usedAt now: Instant
    ) async throws(RepositoryError) -> CustomerID? {
        try await self.base.customer(ofToken: digest, app: app, usedAt: now)
    }

    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) async throws(RepositoryError) -> (removed: Int, isDone: Bool) {
        try await self.base.removeUnusedCustomerTokens(seenBefore: instant, limit: limit)
    }

    package func customerTokenCount(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.base.customerTokenCount(of: customer, app: app)
    }

    package func removeCustomerTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.base.removeCustomerTokens(of: customer, app: app)
    }

    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) async throws(RepositoryError) -> IdempotencyStatus {
        try await self.base.begin(
            request,
            maximum: maximum,
            at: now,
            leaseEnd: leaseEnd,
            keptUntil: keptUntil
        )
    }

    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) async throws(RepositoryError) {
        try await self.base.end(lease, answer)
    }

    package func abandon(_ lease: IdempotentLease) async throws(RepositoryError) {
        try await self.base.abandon(lease)
    }

    package func forgetAnswers(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        try await self.base.forgetAnswers(at: now, limit: limit)
    }
}

extension ForwardingRepository {
    package func count(_ uses: [LegacyUse]) async throws(RepositoryError) {
        try await self.base.count(uses)
    }

    package func legacyUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [LegacyUse] {
        try await self.base.legacyUses(of: app, since: day)
    }

    package func firstLegacyUseDay(of app: AppName) async throws(RepositoryError) -> CivilDay? {
        try await self.base.firstLegacyUseDay(of: app)
    }
}
