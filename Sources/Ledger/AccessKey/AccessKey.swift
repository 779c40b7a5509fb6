/// A key with which somebody calls the API.
///
/// What is kept is a digest: the key itself is shown once. SHA-256 is enough, and no slow hash is needed, because a key
/// is 256 random bits: there is nothing to guess that a slow hash would make dearer.
package struct AccessKey: Hashable, Sendable {
    /// What a key is for, and how much it may do.
    package enum Grant: Hashable, Sendable {
        /// A shop's backend, for these purposes.
        case secret(Set<AccessScope>)
        /// An app in the field: its own customer and the products.
        case publishable
        /// A person or a tool of the shop, in a role.
        case `operator`(OperatorRole)
    }

    /// Its name for people, which is no secret.
    package let id: AccessKeyID
    /// The app that it belongs to; `nil` for all apps of the installation.
    package let app: AppName?
    /// What it is for.
    package let grant: Grant
    /// What its maker calls it.
    package let title: String
    /// The SHA-256 of the key.
    package let digest: ContentDigest
    /// When it was made.
    package let createdAt: Instant
    /// Who made it.
    package let createdBy: String
    /// When it was revoked, if it was.
    package let revocation: Revocation?
    /// When it was used last, to the minute.
    package let lastUsedAt: Instant?

    /// The end of a key.
    package struct Revocation: Hashable, Sendable {
        /// When.
        package let at: Instant
        /// Who did it.
        package let by: String

        /// A revocation at an instant by somebody.
        package init(at: Instant, by: String) {
            self.at = at
            self.by = by
        }
    }

    /// A key of these parts.
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

    /// The same key, revoked or used.
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

    /// The same key as one of an app.
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

/// The name of a key for people; it is no secret and opens nothing.
package typealias AccessKeyID = Identifier<AccessKey>

/// What a secret key may be used for.
package enum AccessScope: String, Hashable, Sendable, CaseIterable {
    /// To ask.
    case read
    /// To submit and to change what belongs to customers.
    case write
    /// To change how the shop works: its catalog, its keys, whose a purchase is.
    case admin
}

/// What a person of the shop does, and therefore may do.
package enum OperatorRole: String, Hashable, Sendable, CaseIterable {
    /// Looks.
    case viewer
    /// Looks, and helps customers.
    case support
    /// Looks, and works on what concerns money.
    case finance
    /// Does everything.
    case admin

    /// What the role may be used for.
    package var scopes: Set<AccessScope> {
        switch self {
        case .viewer, .finance: [.read]
        case .support: [.read, .write]
        case .admin: [.read, .write, .admin]
        }
    }
}

/// A SHA-256 by which something secret, or something long, is known again.
///
/// The ledger imports no cryptography; whoever asks computes it.
package struct ContentDigest: Hashable, Sendable {
    /// The number of bytes in a digest.
    package static let byteCount = 32

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A digest of these bytes, or `nil` when there are not exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }
}
