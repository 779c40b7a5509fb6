package import Ledger

extension Session {
    /// Returns the stored form of a customer's holding in an original; `nil` for none.
    package func form(of owner: Int64, scope: Scope, original: Int64) throws -> [UInt8]? {
        self.group?.loaded.keepNothing(ofNew: owner, in: scope)
        if let known = try self.remembered(Self.holdings, LocalID(scope.number, owner)) {
            return known[original] ?? nil
        }
        return try self.first(.entitlements.holding, Self.values(of: owner, scope, original)) { row in
            try row.optionalBytes()
        } ?? nil
    }

    /// Returns the stored form of a customer's holding in each original in which they own something.
    package func forms(of owner: Int64, scope: Scope) throws -> [(original: Int64, form: [UInt8]?)] {
        self.group?.loaded.keepNothing(ofNew: owner, in: scope)
        return try self.load(Self.holdings, LocalID(scope.number, owner)).sorted { $0.key < $1.key }
            .map { (original: $0.key, form: $0.value) }
    }

    /// The stored forms of what customers hold.
    static let holdings = Lookup<LocalID<Int64>, [Int64: [UInt8]?]>(
        .entitlements.holdings,
        in: \.holdings,
        none: [:],
        by: \.ownerFirst
    ) { forms, row in
        let original = try row.integer()
        forms[original] = .some(try row.optionalBytes())
    }

    /// Saves the form of a customer's holding in an original.
    package func put(_ form: [UInt8], of owner: Int64, scope: Scope, original: Int64) throws {
        try self.saving { group in
            group.loaded.holdings.change(LocalID(scope.number, owner)) { $0[original] = .some(form) }
            group.put(.owned, Self.values(of: owner, scope, original) + [.bytes(form)])
        }
    }

    /// Saves that a customer owns something in an original; a holding in it stays.
    package func insertOwned(_ share: Share, scope: Scope) throws {
        let key = Self.values(of: share.owner, scope, share.original)
        try self.saving { group in
            group.loaded.keepNothing(ofNew: share.owner, in: scope)
            group.loaded.holdings.change(LocalID(scope.number, share.owner)) { forms in
                if forms[share.original] == nil { forms[share.original] = .some(nil) }
            }
            if group.rows.row(.owned, key) == nil { group.put(.owned, key + [.null]) }
        }
    }

    /// Saves that a customer owns nothing in an original any more.
    package func deleteOwned(_ share: Share, scope: Scope) throws {
        try self.saving { group in
            group.loaded.holdings.change(LocalID(scope.number, share.owner)) { $0[share.original] = nil }
            group.delete(.owned, Self.values(of: share.owner, scope, share.original))
        }
    }

    private static func values(of owner: Int64, _ scope: Scope, _ original: Int64) -> [SQLValue] {
        [.integer(owner), .integer(scope.number), .integer(original)]
    }

    /// Returns what the entitlements of a customer depend on besides chains.
    package func holderState(of owner: Int64, scope: Scope) throws -> HolderState {
        self.group?.loaded.keepNothing(ofNew: owner, in: scope)
        guard let state = try self.load(Self.holderStates, LocalID(scope.number, owner)) else {
            throw RepositoryError.corrupt
        }
        return state
    }

    /// What the entitlements of customers depend on besides chains.
    static let holderStates = Lookup<LocalID<Int64>, HolderState?>(
        .entitlements.holderState,
        in: \.holderStates,
        none: nil
    ) { state, row in
        state = HolderState(
            isCounting: try row.optionalInteger() == nil,
            isGranted: try row.flag(),
            isSeveral: try row.flag(),
            publishedAt: try row.optionalInstant()
        )
    }

    /// Returns when a customer's entitlements are due next.
    package func entitlementsDueAt(of owner: Int64, scope: Scope) throws -> Instant? {
        let key: [SQLValue] = [.integer(owner), .integer(scope.number)]
        return try self.first(.entitlements.entitlementsDueAt, key) { row in try row.instant() }
    }

    /// Saves when a customer's entitlements were published and are due next; without a date they are not due.
    package func putEntitlementsDue(_ dueAt: Instant?, publishedAt: Instant, of owner: Int64, scope: Scope) throws {
        let key: [SQLValue] = [.integer(owner), .integer(scope.number)]
        try self.saving { group in
            group.loaded.holderStates.change(LocalID(scope.number, owner)) { state in
                state = state.map { state in
                    HolderState(
                        isCounting: state.isCounting,
                        isGranted: state.isGranted,
                        isSeveral: state.isSeveral,
                        publishedAt: dueAt == nil ? nil : publishedAt
                    )
                }
            }
            guard let dueAt else { return group.delete(.dueEntitlements, key) }
            group.put(.dueEntitlements, key + [.instant(publishedAt), .instant(dueAt)])
        }
    }

    /// Returns the customers whose entitlements are due, earliest first.
    package func dueEntitlements(at now: Instant, limit: Int) throws -> [DueEntitlements] {
        try self.all(.entitlements.dueEntitlements, [.instant(now), .integer(Int64(limit))]) { row in
            let app = AppName(try row.text())
            let environment = try row.coded(StoreEnvironment.self)
            guard let customer = CustomerID(try row.identifier()) else { throw RepositoryError.corrupt }
            return DueEntitlements(app: app, environment: environment, customer: customer, dueAt: try row.instant())
        }
    }
}

extension LocalID<Int64> {
    /// The number of an owner before that of the app and environment.
    fileprivate var ownerFirst: [SQLValue] { [.integer(self.id), .integer(self.place)] }
}
