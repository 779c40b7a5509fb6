/// A key that authenticates a caller of the API.
///
/// The server stores only a digest; the key itself is shown once. SHA-256 is sufficient and no slow hash is needed: a
/// key is 256 random bits, which an attacker cannot guess however cheap a guess is.
package struct AccessKey: Hashable, Sendable {
    /// The kind of a key and its permissions.
    package enum Grant: Hashable, Sendable {
        /// A key for a shop's backend, with these scopes.
        case secret(Set<AccessScope>)
        /// A key for an installed app, which may read the products and the data of its own customer.
        case publishable
        /// A key for a person or a tool of the shop, with a role.
        case `operator`(OperatorRole)
    }

    /// The key's public identifier, which is not secret.
    package let id: AccessKeyID
    /// The app that it belongs to; `nil` for all apps of the installation.
    package let app: AppName?
    /// The kind of the key and its permissions.
    package let grant: Grant
    /// The title that its creator gave it.
    package let title: String
    /// The SHA-256 of the key.
    package let digest: ContentDigest
    /// The instant at which the key was created.
    package let createdAt: Instant
    /// The name of the operator or key that created it.
    package let createdBy: String
    /// The key's revocation; `nil` while the key is valid.
    package let revocation: Revocation?
    /// The instant of the key's last use, rounded to the minute; `nil` before the first use.
    package let lastUsedAt: Instant?

    /// The revocation of a key.
    package struct Revocation: Hashable, Sendable {
        /// The instant of the revocation.
        package let at: Instant
        /// The name of the operator or key that revoked it.
        package let by: String

        /// Creates a revocation.
        package init(at: Instant, by: String) {
            self.at = at
            self.by = by
        }
    }

    /// Creates a key with these values.
    package init(
        id: AccessKeyID,
        app: AppName?,
        grant: Grant,
        title: String,
        digest: ContentDigest,
        createdAt: Instant,
        createdBy: String,
        revocation: Revocation? = nil,
        lastUsedAt: Instant? = nil
    ) {
        self.id = id
        self.app = app
        self.grant = grant
        self.title = title
        self.digest = digest
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.revocation = revocation
        self.lastUsedAt = lastUsedAt
    }

    /// Returns the same key with this revocation or last use; `nil` leaves a value as it is.
    package func with(revocation: Revocation? = nil, lastUsedAt: Instant? = nil) -> Self {
        Self(
            id: self.id,
            app: self.app,
            grant: self.grant,
            title: self.title,
            digest: self.digest,
            createdAt: self.createdAt,
            createdBy: self.createdBy,
            revocation: self.revocation ?? revocation,
            lastUsedAt: [self.lastUsedAt, lastUsedAt].compactMap(\.self).max()
        )
    }

    /// Returns the same key, belonging to this app.
    package func belonging(to app: AppName?) -> Self {
        Self(
            id: self.id,
            app: app,
            grant: self.grant,
            title: self.title,
            digest: self.digest,
            createdAt: self.createdAt,
            createdBy: self.createdBy,
            revocation: self.revocation,
            lastUsedAt: self.lastUsedAt
        )
    }
}

/// The public identifier of a key; it is not secret and gives no access.
package typealias AccessKeyID = Identifier<AccessKey>

/// A permission of a secret key.
package enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// Permission to read.
    case read
    /// Permission to submit purchases and to change what belongs to customers.
    case write
    /// Permission to change the shop's setup: its catalog, its keys and the owners of purchases.
    case admin
}

/// The role of an operator, which decides their permissions.
package enum OperatorRole: String, Hashable, Sendable, CaseIterable {
    /// The operator reads.
    case viewer
    /// The operator reads and helps customers.
    case support
    /// The operator reads, and on the dashboard works on what concerns money.
    case finance
    /// The operator does everything.
    case admin

    /// The scopes of the role.
    package var scopes: Set<AccessScope> {
        switch self {
        case .viewer, .finance: [.read]
        case .support: [.read, .write]
        case .admin: [.read, .write, .admin]
        }
    }
}

/// A SHA-256 that identifies a secret or a long value.
///
/// The ledger imports no cryptography; the caller computes the hash.
package struct ContentDigest: Hashable, Sendable {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Creates a digest from these bytes; `nil` unless there are exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}
