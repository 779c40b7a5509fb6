package import Ledger

extension Session {
    /// Returns the customer that a token identifies.
    package func customer(ofToken digest: ContentDigest, app: AppName) throws -> CustomerID? {
        try self.use(ofToken: digest, app: app)?.customer
    }

    /// Stores a new key.
    package func add(_ key: AccessKey) throws {
        let app = try key.app.map { try self.app($0) }
        let grant = key.grant.stored
        try self.run(
            .insertAccessKey,
            [
                .text(key.id.rawValue), .bytes(key.digest.bytes), .optional(app), .integer(grant.kind),
                .integer(grant.reach), .text(key.title), .instant(key.createdAt), .text(key.createdBy),
                .instant(key.revocation?.at), key.revocation.map { .text($0.by) } ?? .null, .instant(key.lastUsedAt),
            ]
        )
    }

    /// Returns the key with this digest.
    package func accessKey(_ digest: ContentDigest) throws -> AccessKey? {
        try self.accessKeys(.accessKeyByDigest, [.bytes(digest.bytes)]).first
    }

    /// Returns the key with this name.
    package func accessKey(_ id: AccessKeyID) throws -> AccessKey? {
        try self.accessKeys(.accessKeyByName, [.text(id.rawValue)]).first
    }

    /// Returns the keys of an app, or of all apps, newest first, after one of them.
    package func accessKeys(of app: AppName?, after id: AccessKeyID?, limit: Int) throws -> [AccessKey] {
        var start = Int64.max
        if let id {
            guard let number = try self.first(.accessKeyNumber, [.text(id.rawValue)], read: { try $0.integer() }) else {
                return []
            }
            start = number
        }
        guard let app else {
            return try self.accessKeys(.accessKeysBefore, [.integer(start), .integer(Int64(limit))])
        }
        guard let number = try self.knownApp(app) else { return [] }
        return try self.accessKeys(
            .accessKeysOfApp,
            [.integer(number), .integer(start), .integer(Int64(limit))]
        )
    }

    /// Revokes a key.
    package func revokeAccessKey(_ id: AccessKeyID, _ revocation: AccessKey.Revocation) throws -> AccessKey? {
        try self.run(.revokeAccessKey, [.instant(revocation.at), .text(revocation.by), .text(id.rawValue)])
        return try self.accessKey(id)
    }

    /// Records when keys were last used.
    package func noteUse(of keys: [AccessKeyID: Instant]) throws {
        for (id, instant) in keys {
            try self.run(.useAccessKey, [.instant(instant), .text(id.rawValue), .instant(instant)])
        }
    }

    /// Stores a token that was made for a customer.
    package func add(_ token: CustomerTokenRecord) throws {
        let values: [SQLValue] = [
            .integer(try self.app(token.app)), .bytes(token.digest.bytes), .text(token.customer.rawValue),
        ]
        try self.run(.insertCustomerToken, values + [.instant(token.mintedAt), .instant(token.mintedAt)])
    }

    /// Returns the customer that a token identifies, and when the token was last seen according to the database.
    package func use(ofToken digest: ContentDigest, app: AppName) throws -> (customer: CustomerID, seenAt: Instant)? {
        guard let app = try self.knownApp(app) else { return nil }
        let found = try self.first(.customerByMintedToken, [.integer(app), .bytes(digest.bytes)]) { row in
            (customer: CustomerID(try row.text()), seenAt: try row.instant())
        }
        guard let found else { return nil }
        guard let customer = found.customer else { throw RepositoryError.corrupt }
        return (customer, found.seenAt)
    }

    /// Records the use of a token.
    package func noteUse(ofToken digest: ContentDigest, app: AppName, at now: Instant) throws {
        guard let app = try self.knownApp(app) else { return }
        let noticed = now - CustomerTokenRecord.noticedAfter
        try self.run(
            .useCustomerToken,
            [.instant(now), .integer(app), .bytes(digest.bytes), .instant(noticed)]
        )
    }

    /// Removes tokens of customers of whom no other data is stored.
    ///
    /// A customer with other data stays known permanently, so each token needs one check only.
    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) throws -> (removed: Int, isDone: Bool) {
        let found = try self.all(.unusedCustomerTokens, [.instant(instant), .integer(Int64(limit))]) { row in
            (app: try row.integer(), digest: try row.bytes(), customer: CustomerID(try row.text()))
        }
        var removed = 0
        for token in found {
            let key: [SQLValue] = [.integer(token.app), .bytes(token.digest)]
            guard let customer = token.customer else {
                // A token that cannot be read is marked as kept, or it would come before all others in every round.
                try self.run(.keepCustomerToken, key)
                continue
            }
            if try self.knownCustomer(customer, app: token.app) == nil {
                try self.run(.deleteCustomerToken, key)
                removed += 1
            } else {
                try self.run(.keepCustomerToken, key)
            }
        }
        return (removed, found.count < limit)
    }

    /// Returns the number of tokens that identify a customer.
    package func customerTokenCount(of customer: CustomerID, app: AppName) throws -> Int {
        guard let app = try self.knownApp(app) else { return 0 }
        return try self.customerTokenCount(of: customer, app: app)
    }

    /// Returns the number of tokens that identify a customer.
    func customerTokenCount(of customer: CustomerID, app: Int64) throws -> Int {
        let values: [SQLValue] = [.integer(app), .text(customer.rawValue)]
        return Int(try self.first(.customerTokenCount, values) { row in try row.integer() } ?? 0)
    }

    /// Removes all tokens that identify a customer.
    package func removeCustomerTokens(of customer: CustomerID, app: AppName) throws -> Int {
        guard let app = try self.knownApp(app) else { return 0 }
        return try self.removeCustomerTokens(of: customer, app: app)
    }

    /// Removes all tokens that identify a customer.
    @discardableResult
    func removeCustomerTokens(of customer: CustomerID, app: Int64) throws -> Int {
        try self.change(.deleteCustomerTokens, [.integer(app), .text(customer.rawValue)])
    }

    /// Returns the number of a customer, creating it where only a token identifies them so far; `nil` where the customer is
    /// unknown.
    func metCustomer(_ customer: CustomerID, app: Int64) throws -> Int64? {
        if let known = try self.knownCustomer(customer, app: app) { return known }
        return try self.customerTokenCount(of: customer, app: app) > 0 ? self.number(of: customer, app: app) : nil
    }

    /// Begins a request that may be repeated.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) throws -> IdempotencyStatus {
        var earlier: Int64?
        let existingTurn = try self.first(.idempotentRequest, Self.name(of: request)) { row -> IdempotencyStatus? in
            let content = try row.bytes()
            let leaseEnd = try row.instant()
            let keptUntil = try row.instant()
            earlier = try row.integer()
            let status = try row.optionalInteger()
            let headers = try row.optionalText()
            let body = try row.optionalBytes()
            guard keptUntil > now, status != nil || leaseEnd > now else { return nil }
            guard content == request.content.bytes else { return .otherContent }
            guard let status, let headers else { return .inProgress }
            return .answered(
                IdempotentResponse(
                    status: Int(status),
                    headers: try RareJSON.value(headers, as: [IdempotentResponse.Field].self),
                    body: body
                )
            )
        }
        if let turn = existingTurn ?? nil { return turn }
        if let maximum, earlier == nil {
            let values: [SQLValue] = [.bytes(request.sender.bytes), .integer(Int64(maximum))]
            let count = try self.first(.idempotentRequestCount, values) { row in try row.integer() }
            guard count ?? 0 < Int64(maximum) else { return .tooMany }
        }
        let lease = IdempotentLease(
            request: request,
            number: IdempotentLease.number(after: earlier, at: now)
        )
        try self.run(
            .putIdempotentRequest,
            Self.name(of: request)
                + [.bytes(request.content.bytes), .instant(leaseEnd), .instant(keptUntil), .integer(lease.number)]
        )
        return .begun(lease)
    }

    /// Throws where a lease is no longer valid: another request has begun since, or it was abandoned.
    func require(_ lease: IdempotentLease) throws {
        let number = try self.first(.idempotentLease, Self.name(of: lease.request)) { row in try row.integer() }
        guard number == lease.number else { throw RepositoryError.leaseLost }
    }

    /// Stores the answer to a request that was begun, unless it has one.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) throws {
        try self.require(lease)
        let values: [SQLValue] = [
            .integer(Int64(answer.status)), try RareJSON.text(answer.headers), answer.body.map(SQLValue.bytes) ?? .null,
        ]
        try self.run(
            .answerIdempotentRequest,
            values + Self.name(of: lease.request) + [.integer(lease.number)]
        )
    }

    /// Deletes the record that a request was begun.
    package func abandon(_ lease: IdempotentLease) throws {
        try self.run(.abandonIdempotentRequest, Self.name(of: lease.request) + [.integer(lease.number)])
    }

    /// Deletes answers whose retention has ended.
    package func forgetAnswers(at now: Instant, limit: Int) throws -> Int {
        try self.change(.forgetIdempotentRequests, [.instant(now), .integer(Int64(limit))])
    }

    private static func name(of request: IdempotentRequest) -> [SQLValue] {
        [.bytes(request.sender.bytes), .text(request.key.rawValue)]
    }

    private func accessKeys(_ query: Query, _ values: [SQLValue]) throws -> [AccessKey] {
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
