package import Ledger
import Notation
import Synchronization

/// The use cases of API keys: creates, lists and revokes keys, and finds the key that a request carries.
///
/// Each process caches the keys that it has read for `freshness`. This object removes a key from its own cache as soon
/// as it revokes the key; a revocation by another process takes effect when the cached entry expires.
package final class AccessKeyService: Sendable {
    /// The time for which a cached key is used before it is read again.
    package static let freshness = Span.seconds(5)
    /// The maximum number of cached keys; a shop has a few dozen.
    private static let cacheCapacity = 4096
    /// The resolution of a key's last use, in milliseconds.
    private static let useStep: Int64 = 60_000
    /// The number of random bytes in a key's id.
    private static let nameBytes = 9

    private struct CachedKey {
        let key: AccessKey
        let readAt: Instant
    }

    private struct State {
        var keys: [ContentDigest: CachedKey] = [:]
        /// Last uses that are not in the database yet.
        var uses: [AccessKeyID: Instant] = [:]
        /// Last uses that are in the database.
        var noted: [AccessKeyID: Instant] = [:]
        /// The number of revocations so far.
        ///
        /// A key that was read before the newest revocation may be outdated and is not cached.
        var revocations = 0

        /// Removes a key from the cache, and prevents reads that are in progress from caching it.
        mutating func forget(_ digest: ContentDigest) {
            self.revocations += 1
            self.keys[digest] = nil
        }

        /// Caches a key, unless a key was revoked since this one was read.
        mutating func remember(_ key: AccessKey, _ digest: ContentDigest, at now: Instant, before revocations: Int) {
            guard self.revocations == revocations else { return }
            if self.keys.count >= AccessKeyService.cacheCapacity { self.keys = [:] }
            self.keys[digest] = CachedKey(key: key, readAt: now)
        }

        /// Returns the cached key with this digest, unless its entry has expired, and records the use.
        mutating func fresh(_ digest: ContentDigest, at now: Instant) -> AccessKey? {
            guard let remembered = self.keys[digest], remembered.readAt <= now,
                now < remembered.readAt + AccessKeyService.freshness
            else { return nil }
            self.use(remembered.key.id, at: now)
            return remembered.key
        }

        /// Records a use, to the minute.
        mutating func use(_ id: AccessKeyID, at now: Instant) {
            let minute = Instant(milliseconds: now.milliseconds - now.milliseconds % AccessKeyService.useStep)
            guard self.noted[id] != minute else { return }
            if self.noted.count >= AccessKeyService.cacheCapacity { self.noted = [:] }
            self.noted[id] = minute
            self.uses[id] = minute
        }
    }

    /// The names of the apps that the server serves.
    package let apps: Set<AppName>
    private let repository: any Repository
    private let ambient: Ambient
    private let audit: AuditLog
    private let state = Mutex(State())

    /// Creates the service of the keys in a repository.
    ///
    /// The ambient's time is real time, independent of the clock of the ledger and its `audit`.
    package init(repository: any Repository, ambient: Ambient, audit: AuditLog? = nil, apps: Set<AppName>) {
        self.repository = repository
        self.ambient = ambient
        self.audit = audit ?? AuditLog(repository: repository, ambient: ambient)
        self.apps = apps
    }

    /// Creates a key, and returns it with its text, which is shown only once.
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
            // In one transaction with the audit entry: a key without an entry must not work.
            try await self.audit.enter(Self.record(.keyCreate, key, by: name, reason)) { () throws(RepositoryError) in
                try await IdempotentWork.deciding { _ in
                    made
                } by: { () throws(RepositoryError) in
                    try await self.repository.write { unit in try unit.add(key) }
                }
            }
        } catch {
            throw .storage(error)
        }
        return made
    }

    /// Lists the keys of an app, or all keys, newest first, after a given key.
    package func list(
        of app: AppName?,
        after id: AccessKeyID? = nil,
        limit: Int
    ) async throws(RepositoryError) -> [AccessKey] {
        try await self.repository.read { view in try view.accessKeys(of: app, after: id, limit: limit) }
    }

    /// Returns a key, revoked or not.
    package func key(_ id: AccessKeyID) async throws(AccessKeyError) -> AccessKey {
        let key: AccessKey?
        do throws(RepositoryError) {
            key = try await self.repository.read { view in try view.accessKey(id) }
        } catch {
            throw .storage(error)
        }
        guard let key else { throw .unknown }
        return key
    }

    /// Revokes a key and returns its new state.
    ///
    /// If an app is given, the key must belong to that app. A key that was revoked before stays unchanged, and the
    /// result says that there was no change.
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

    /// Revokes a key; returns `nil` if the key does not exist.
    private func revoked(
        _ id: AccessKeyID,
        of app: AppName?,
        by name: String,
        _ reason: String?
    ) async throws(RepositoryError) -> ActionResult<AccessKey>? {
        let revocation = AccessKey.Revocation(at: self.ambient.now(), by: name)
        return try await IdempotentWork.deciding {
            $0
        } by: { () throws(RepositoryError) in
            // In one transaction with the audit entry, so that every revocation has one.
            try await self.repository.write { unit -> ActionResult<AccessKey>? in
                guard var key = try unit.accessKey(id), app == nil || key.app == app else { return nil }
                let isDone = key.revocation == nil
                if isDone {
                    guard let revoked = try unit.revokeAccessKey(id, revocation) else { return nil }
                    key = revoked
                }
                try self.audit.add(Self.record(.keyRevoke, key, by: name, reason), isDone ? .done : .nothing, to: unit)
                return ActionResult(key, nothing: isDone ? nil : .keyRevoked)
            }
        }
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

    /// Returns the key with this text, revoked or not, and records its use.
    package func find(_ text: [UInt8]) async throws(RepositoryError) -> AccessKey? {
        guard let format = AccessKeyFormat(of: text), format != .customer else { return nil }
        let digest = ContentDigest(of: text)
        let now = self.ambient.now()
        let (remembered, revocations) = self.state.withLock { ($0.fresh(digest, at: now), $0.revocations) }
        if let remembered { return remembered }
        guard let key = try await self.repository.read({ view in try view.accessKey(digest) }) else { return nil }
        if key.revocation == nil {
            self.state.withLock { state in
                state.remember(key, digest, at: now, before: revocations)
                state.use(key.id, at: now)
            }
        }
        return key
    }

    /// Writes the recorded uses of keys to the database; returns how many it wrote.
    @discardableResult
    package func writeUses() async throws(RepositoryError) -> Int {
        let uses = self.state.withLock { state in
            defer { state.uses = [:] }
            return state.uses
        }
        guard !uses.isEmpty else { return 0 }
        do {
            try await self.repository.write { unit in try unit.noteUse(of: uses) }
        } catch {
            // Only what an operator sees depends on this; the next use is recorded again.
            throw error
        }
        return uses.count
    }

    /// Creates a customer whom the shop has not identified, and the token that authenticates the customer's app, which
    /// is shown only once.
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
            try await self.repository.write { unit in try unit.add(record) }
        }
        return minted
    }

    private static func name(_ random: [UInt8]) -> AccessKeyID {
        AccessKeyID("key_" + Hexadecimal.text(random))
    }
}

/// A customer whom the shop has not identified, with a token that is shown only once.
package struct MintedCustomer: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// The token with which an app acts for the customer.
    package let token: String
}
