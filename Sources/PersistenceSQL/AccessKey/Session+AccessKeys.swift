package import Ledger

extension Session {
    /// Stores a new key.
    package func add(_ key: AccessKey) throws {
        let app = try key.app.map { try self.app($0) }
        let grant = key.grant.stored
        try self.run(
            .accessKeys.insertAccessKey,
            [
                .text(key.id.rawValue), .bytes(key.digest.bytes), .optional(app), .integer(grant.kind),
                .integer(grant.reach), .text(key.title), .instant(key.createdAt), .text(key.createdBy),
                .instant(key.revocation?.at), key.revocation.map { .text($0.by) } ?? .null, .instant(key.lastUsedAt),
            ]
        )
    }

    /// Returns the key with this digest.
    package func accessKey(_ digest: ContentDigest) throws -> AccessKey? {
        try self.accessKeys(.accessKeys.accessKeyByDigest, [.bytes(digest.bytes)]).first
    }

    /// Returns the key with this name.
    package func accessKey(_ id: AccessKeyID) throws -> AccessKey? {
        try self.accessKeys(.accessKeys.accessKeyByName, [.text(id.rawValue)]).first
    }

    /// Returns the keys of an app, or of all apps, newest first, after one of them.
    package func accessKeys(of app: AppName?, after id: AccessKeyID?, limit: Int) throws -> [AccessKey] {
        var start = Int64.max
        if let id {
            guard
                let number = try self.first(
                    .accessKeys.accessKeyNumber,
                    [.text(id.rawValue)],
                    read: { try $0.integer() }
                )
            else {
                return []
            }
            start = number
        }
        guard let app else {
            return try self.accessKeys(.accessKeys.accessKeysBefore, [.integer(start), .integer(Int64(limit))])
        }
        guard let number = try self.knownApp(app) else { return [] }
        return try self.accessKeys(
            .accessKeys.accessKeysOfApp,
            [.integer(number), .integer(start), .integer(Int64(limit))]
        )
    }

    /// Revokes a key.
    package func revokeAccessKey(_ id: AccessKeyID, _ revocation: AccessKey.Revocation) throws -> AccessKey? {
        try self.run(.accessKeys.revokeAccessKey, [.instant(revocation.at), .text(revocation.by), .text(id.rawValue)])
        return try self.accessKey(id)
    }

    /// Records when keys were last used.
    package func noteUse(of keys: [AccessKeyID: Instant]) throws {
        for (id, instant) in keys {
            try self.run(.accessKeys.useAccessKey, [.instant(instant), .text(id.rawValue), .instant(instant)])
        }
    }

    private func accessKeys(_ query: SQLStatement, _ values: [SQLValue]) throws -> [AccessKey] {
        let found = try self.all(query, values) { row -> (key: AccessKey, app: Int64?) in
            let id = AccessKeyID(try row.text())
            guard let digest = ContentDigest(try row.bytes()) else { throw RepositoryError.corrupt }
            let app = try row.optionalInteger()
            let grant = try AccessKey.Grant(kind: try row.integer(), reach: try row.integer())
            let title = try row.text()
            let createdAt = try row.instant()
            let createdBy = try row.text()
            let revokedAt = try row.optionalInstant()
            let revokedBy = try row.optionalText()
            let key = AccessKey(
                id: id,
                app: nil,
                grant: grant,
                title: title,
                digest: digest,
                createdAt: createdAt,
                createdBy: createdBy,
                revocation: revokedAt.map { AccessKey.Revocation(at: $0, by: revokedBy ?? "") },
                lastUsedAt: try row.optionalInstant()
            )
            return (key, app)
        }
        return try found.map { key, app in key.belonging(to: try app.map { try self.appName($0) }) }
    }
}

extension AccessScope {
    /// The bit of the scope in the stored number, which never changes its meaning.
    var bit: Int64 {
        switch self {
        case .read: 1
        case .write: 2
        case .admin: 4
        }
    }
}

extension OperatorRole: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .viewer: 0
        case .support: 1
        case .finance: 2
        case .admin: 3
        }
    }
}

extension AccessKey.Grant {
    /// The numbers in the database.
    var stored: (kind: Int64, reach: Int64) {
        switch self {
        case .secret(let scopes): (0, scopes.reduce(0) { $0 | $1.bit })
        case .publishable: (1, 0)
        case .operator(let role): (2, role.code)
        }
    }

    /// Creates the reach from its stored numbers.
    init(kind: Int64, reach: Int64) throws(RepositoryError) {
        switch kind {
        case 0: self = .secret(Set(AccessScope.allCases.filter { reach & $0.bit != 0 }))
        case 1: self = .publishable
        case 2:
            guard let role = OperatorRole.allCases.first(where: { $0.code == reach }) else { throw .corrupt }
            self = .operator(role)
        default: throw .corrupt
        }
    }
}
