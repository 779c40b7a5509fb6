package import Ledger
import Notation
import Synchronization

/// The keys with which the API is called: makes, lists and revokes them, and finds the key that a request bears.
///
/// Each process remembers the keys that it has seen for some seconds. What this object revokes it forgets at once; what
/// another process revokes is noticed when that time is over.
package final class AccessKeyService: Sendable {
    /// How long a key that was read counts as it was read.
    package static let freshness = Span.seconds(5)
    /// The most keys that are remembered; a shop has a few dozen.
    private static let cacheCapacity = 4096
    /// How exact the last use is.
    private static let useStep: Int64 = 60_000
    /// How many random bytes a key's name is made of.
    private static let nameBytes = 9

    private struct CachedKey {
        let key: AccessKey
        let readAt: Instant
    }

    private struct State {
        var keys: [ContentDigest: CachedKey] = [:]
        /// Uses that are not in the database yet.
        var uses: [AccessKeyID: Instant] = [:]
        /// Uses that are.
        var noted: [AccessKeyID: Instant] = [:]
        /// How many revocations there were; whoever read a key before one of them may have read what counts no longer.
        var revocations = 0

        /// Forgets a key, and lets nobody remember it who is reading it now.
        mutating func forget(_ digest: ContentDigest) {
            self.revocations += 1
            self.keys[digest] = nil
        }

        /// Remembers a key, unless one was revoked since it was read.
        mutating func remember(_ key: AccessKey, _ digest: ContentDigest, at now: Instant, before revocations: Int) {
            guard self.revocations == revocations else { return }
            if self.keys.count >= AccessKeyService.cacheCapacity { self.keys = [:] }
            self.keys[digest] = CachedKey(key: key, readAt: now)
        }

        /// The key of a digest, if it was read not long ago; takes note of its use.
        mutating func fresh(_ digest: ContentDigest, at now: Instant) -> AccessKey? {
            guard let remembered = self.keys[digest], remembered.readAt <= now,
                now < remembered.readAt + AccessKeyService.freshness
            else { return nil }
            self.use(remembered.key.id, at: now)
            return remembered.key
        }

        /// Takes note of a use, to the minute.
        mutating func use(_ id: AccessKeyID, at now: Instant) {
            let minute = Instant(milliseconds: now.milliseconds - now.milliseconds % AccessKeyService.useStep)
            guard self.noted[id] != minute else { return }
            if self.noted.count >= AccessKeyService.cacheCapacity { self.noted = [:] }
            self.noted[id] = minute
            self.uses[id] = minute
        }
    }

    /// The apps that are served, by name.
    package let apps: Set<AppName>
    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let state = Mutex(State())

    /// The keys in a repository; the ambient's time is real time, whatever clock the ledger and its `audit` follow.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog? = nil, apps: Set<AppName>) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit ?? AuditLog(repository: repository, ambient: ambient)
        self.apps = apps
    }

    /// Makes a key, and returns it with the text that is shown once.
    package func create(
        _ draft: AccessKeyDraft,
        by name: String,
        reason: String? = nil
    ) async throws(AccessKeyError) -> CreatedAccessKey {
        if let app = draft.app, !self.apps.contains(app) { throw .appUnknown }
        let format = AccessKeyFormat(draft.grant)
        let text = format.make(randomBytes: self.ambient.randomBytes(AccessKeyFormat.randomByteCount))
        let key = AccessKey(
            id: Self.name(self.ambient.randomBytes(Self.nameBytes)),
            app: draft.app,
            grant: draft.grant,
            title: draft.title,
            digest: ContentDigest(of: Array(text.utf8)),
            createdAt: self.ambient.now(),
            createdBy: name
        )
        let made = CreatedAccessKey(key: key, text: text)
        do throws(RepositoryError) {
            // Together with the entry: a key that is not in the log must not work.
            try await self.audit.enter(Self.record(.keyCreate, key, by: name, reason)) { () throws(RepositoryError) in
                try await IdempotentWork.deciding { _ in
                    made
                } by: { () throws(RepositoryError) in
                    try await self.repository.add(key)
                }
            }
        } catch {
            throw .storage(error)
        }
        return made
    }

    /// The keys of an app, or all, newest first, after one of them.
    package func list(
        of app: AppName?,
        after id: AccessKeyID? = nil,
        limit: Int
    ) async throws(RepositoryError) -> [AccessKey] {
        try await self.repository.accessKeys(of: app, after: id, limit: limit)
    }

    /// Revokes a key, which must be one of an app where one is given, and returns it as it is then.
    ///
    /// One that was revoked stays as it is, and is nothing done.
    package func revoke(
        _ id: AccessKeyID,
        of app: AppName? = nil,
        by name: String,
        reason: String? = nil
    ) async throws(AccessKeyError) -> ActionResult<AccessKey> {
        let revoked: ActionResult<AccessKey>?
        do throws(RepositoryError) {
            revoked = try await self.revoked(id, of: app, by: name, reason)
        } catch {
            throw .storage(error)
        }
        guard let revoked else { throw .unknown }
        self.state.withLock { $0.forget(revoked.digest) }
        return revoked
    }

    /// Revokes a key; `nil` where there is none.
    private func revoked(
        _ id: AccessKeyID,
        of app: AppName?,
        by name: String,
        _ reason: String?
    ) async throws(RepositoryError) -> ActionResult<AccessKey>? {
        guard let known = try await self.repository.accessKey(id), app == nil || known.app == app else { return nil }
        let record = Self.record(.keyRevoke, known, by: name, reason)
        if known.revocation != nil {
            try await self.audit.add(record, .nothing)
            return ActionResult(known, nothing: .keyRevoked)
        }
        let revocation = AccessKey.Revocation(at: self.ambient.now(), by: name)
        let result: @Sendable (AccessKey?) -> ActionResult<AccessKey>? = { revoked in
            revoked.map { ActionResult($0, nothing: $0.revocation == revocation ? nil : .keyRevoked) }
        }
        // Together with the entry, so that no revocation is without one.
        let key = try await self.audit.enter(record) { (revoked: AccessKey?) in
            result(revoked).map { $0.nothing == nil ? .done : .nothing }
        } by: { () throws(RepositoryError) in
            try await IdempotentWork.deciding(result) { () throws(RepositoryError) in
                try await self.repository.revokeAccessKey(id, revocation)
            }
        }
        return result(key)
    }

    private static func record(
        _ action: AuditAction,
        _ key: AccessKey,
        by name: String,
        _ reason: String?
    ) -> AuditRecord {
        AuditRecord(
            by: name,
            action,
            on: key.id.rawValue,
            reason: reason,
            details: ["app": key.app?.rawValue ?? "*", "grant": "\(key.grant.words)"]
        )
    }

    /// The key that a text is, revoked or not, and takes note of its use.
    package func find(_ text: [UInt8]) async throws(RepositoryError) -> AccessKey? {
        guard let format = AccessKeyFormat(of: text), format != .customer else { return nil }
        let digest = ContentDigest(of: text)
        let now = self.ambient.now()
        let (remembered, revocations) = self.state.withLock { ($0.fresh(digest, at: now), $0.revocations) }
        if let remembered { return remembered }
        guard let key = try await self.repository.accessKey(digest) else { return nil }
        if key.revocation == nil {
            self.state.withLock { state in
                state.remember(key, digest, at: now, before: revocations)
                state.use(key.id, at: now)
            }
        }
        return key
    }

    /// Writes down when keys were used; returns how many were.
    @discardableResult
    package func writeUses() async throws(RepositoryError) -> Int {
        let uses = self.state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
        guard !uses.isEmpty else { return 0 }
        do {
            try await self.repository.noteUse(of: uses)
        } catch {
            // Nothing depends on it but a person's picture; what comes later is noted again.
            throw error
        }
        return uses.count
    }

    /// Makes a customer whom no shop has named, and the token with which his app speaks for him, which is shown once.
    package func mintCustomer(in app: AppName) async throws(RepositoryError) -> MintedCustomer {
        guard let customer = CustomerID.anonymous(self.ambient.randomBytes(16)) else {
            preconditionFailure("Hexadecimal digits make a customer id.")
        }
        let token = AccessKeyFormat.customer.make(
            randomBytes: self.ambient.randomBytes(AccessKeyFormat.randomByteCount)
        )
        let record = CustomerTokenRecord(
            digest: ContentDigest(of: Array(token.utf8)),
            app: app,
            customer: customer,
            mintedAt: self.ambient.now()
        )
        let minted = MintedCustomer(customer: customer, token: token)
        try await IdempotentWork.deciding { _ in
            minted
        } by: { () throws(RepositoryError) in
            try await self.repository.add(record)
        }
        return minted
    }

    private static func name(_ random: [UInt8]) -> AccessKeyID {
        AccessKeyID("key_" + Hexadecimal.text(random))
    }
}

/// A customer whom no shop has named, with the token that is shown once.
package struct MintedCustomer: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The token with which an app speaks for the customer.
    package let token: String
}
