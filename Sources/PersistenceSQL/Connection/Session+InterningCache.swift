package import Ledger

extension Session {
    /// Returns the numbers of an app and environment, or `nil` when nothing was recorded in them yet.
    package func knownScope(_ name: ScopeName) throws -> Scope? {
        try self.interningCache.scopes.value(of: name) {
            try self.first(.interned.scopeByName, [.text(name.app.rawValue), .integer(name.environment.code)]) { row in
                Scope(number: try row.integer(), app: try row.integer(), name: name)
            }
        }
    }

    /// Returns the numbers of an app and environment, creating it if necessary.
    package func scope(_ name: ScopeName) throws -> Scope {
        if let known = try self.knownScope(name) { return known }
        let app = try self.app(name.app)
        return Scope(
            number: try self.insert(.interned.insertScope, [.integer(app), .integer(name.environment.code)]),
            app: app,
            name: name
        )
    }

    /// Returns the environment of a scope's number; `nil` when no scope has this number.
    func knownEnvironment(ofScope number: Int64) throws -> StoreEnvironment? {
        try self.first(.interned.environmentOfScope, [.integer(number)]) { row in try row.coded(StoreEnvironment.self) }
    }

    /// Returns the app and environment with a number.
    package func scope(numbered number: Int64) throws -> Scope {
        let found = try self.first(.interned.scopeByNumber, [.integer(number)]) { row in
            (app: try row.integer(), environment: try row.coded(StoreEnvironment.self))
        }
        guard let found else { throw RepositoryError.corrupt }
        let name = ScopeName(app: try self.appName(found.app), environment: found.environment)
        return Scope(number: number, app: found.app, name: name)
    }

    /// Returns the environments of scopes by their numbers, each looked up once; unknown numbers are left out.
    func environments(ofScopes numbers: [Int64]) throws -> [Int64: StoreEnvironment] {
        var environments: [Int64: StoreEnvironment] = [:]
        for number in numbers where environments[number] == nil {
            environments[number] = try self.knownEnvironment(ofScope: number)
        }
        return environments
    }

    /// Returns the environments of an app in which anything was recorded.
    package func scopes(of app: Int64) throws -> [Scope] {
        let name = try self.appName(app)
        return try [StoreEnvironment.production, .sandbox, .xcode].compactMap { environment in
            try self.knownScope(ScopeName(app: name, environment: environment))
        }
    }

    /// Returns the number of an app, or `nil` when nothing was recorded for it yet.
    package func knownApp(_ name: AppName) throws -> Int64? {
        try self.interningCache.apps.value(of: name) {
            try self.first(.interned.appByName, [.text(name.rawValue)]) { row in try row.integer() }
        }
    }

    /// Returns the number of an app, creating it if necessary.
    package func app(_ name: AppName) throws -> Int64 {
        try self.knownApp(name) ?? self.insert(.interned.insertApp, [.text(name.rawValue)])
    }

    /// Returns the name of an app.
    package func appName(_ number: Int64) throws -> AppName {
        guard let name = try self.first(.interned.appName, [.integer(number)], read: { row in try row.text() }) else {
            throw RepositoryError.corrupt
        }
        return AppName(name)
    }

    /// Returns the number of a string that repeats, creating it if necessary.
    func number(ofInternedString text: String, app: Int64) throws -> Int64 {
        try self.interningCache.internedStringNumbers.value(of: InternedString(app: app, text: Identifier(text))) {
            let values: [SQLValue] = [.integer(app), .text(text)]
            return try self.first(.interned.internedStringByText, values) { row in try row.integer() }
                ?? self.insert(.interned.insertInternedString, values)
        }
    }

    /// Returns the number of a string that repeats, or `nil` when it is not stored yet.
    func knownInternedString(_ text: String, app: Int64) throws -> Int64? {
        try self.interningCache.internedStringNumbers.value(of: InternedString(app: app, text: Identifier(text))) {
            try self.first(.interned.internedStringByText, [.integer(app), .text(text)]) { row in try row.integer() }
        }
    }

    /// Returns the string with a number.
    func internedString(_ number: Int64) throws -> String {
        let internedString = try self.interningCache.internedStrings.value(of: number) {
            try self.first(.interned.internedStringText, [.integer(number)]) { row in try row.text() }
        }
        guard let internedString else { throw RepositoryError.corrupt }
        return internedString
    }

    /// Returns the number of an offer, creating it if necessary.
    func number(of offer: Offer, app: Int64) throws -> Int64 {
        let stored = StoredOffer(
            app: app,
            type: Int64(offer.type),
            identifier: try offer.identifier.map { try self.number(ofInternedString: $0, app: app) },
            discountType: try offer.discountType.map { try self.number(ofInternedString: $0, app: app) },
            period: try offer.period.map { try self.number(ofInternedString: $0, app: app) }
        )
        return try self.interningCache.offerNumbers.value(of: stored) {
            let values: [SQLValue] = [
                .integer(app), .integer(stored.type), .optional(stored.identifier), .optional(stored.discountType),
                .optional(stored.period),
            ]
            return try self.first(.interned.offerByTerms, values) { row in try row.integer() }
                ?? self.insert(
                    .interned.insertOffer,
                    values
                )
        }
    }

    /// Returns the offer with a number.
    func offer(_ number: Int64) throws -> Offer {
        let offer = try self.interningCache.offers.value(of: number) {
            let terms = try self.first(.interned.offerTerms, [.integer(number)]) { row in
                (
                    type: try row.integer(), identifier: try row.optionalInteger(),
                    discountType: try row.optionalInteger(), period: try row.optionalInteger()
                )
            }
            return try terms.map { terms in
                Offer(
                    type: Int(terms.type),
                    identifier: try terms.identifier.map(self.internedString),
                    discountType: try terms.discountType.map(self.internedString),
                    period: try terms.period.map(self.internedString)
                )
            }
        }
        guard let offer else { throw RepositoryError.corrupt }
        return offer
    }

    /// Returns the number of a header, creating it if necessary.
    func number(ofHeader bytes: [UInt8], digest: EvidenceDigest, app: Int64) throws -> Int64 {
        try self.interningCache.headers.value(of: AppDigest(app: app, digest: digest)) {
            let key: [SQLValue] = [.integer(app), .bytes(digest.bytes)]
            return try self.first(.evidence.headerByDigest, key) { row in try row.integer() }
                ?? self.insert(.evidence.insertHeader, key + [.bytes(bytes)])
        }
    }
}
