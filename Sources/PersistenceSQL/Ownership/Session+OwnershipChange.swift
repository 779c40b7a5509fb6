package import Ledger

extension Session {
    /// Carries out an ownership change, or only returns what it would transfer.
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
        guard isPreview else {
            let result = try self.change(change, of: app, catalog: catalog)
            if case .erase = change.kind { self.connection.noteErasure() }
            // The answer follows a commit, even where nothing had to change.
            try self.run(.transactions.countRepeat)
            return result
        }
        return try self.preview { try self.change(change, of: app, catalog: catalog) }
    }

    /// Returns an ownership change, and whether it has been undone.
    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) throws -> (change: OwnershipChange, isUndone: Bool)? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.storedChange(id, app: app).map { ($0.change, $0.isUndone) }
    }

    /// Carries out an ownership change, and returns the transfers.
    private func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
        let number = try self.app(app)
        if try self.storedChange(change.id, app: number) != nil { return .success([]) }
        // Events have the time of the change, even where the decision is dated later to follow the one before.
        let now = change.changedAt
        let change = change.following(try self.lastDecision(before: change, of: app))
        do {
            let (_, transfers) = try self.noticingTransfersAndHoldings {
                let touched = try self.apply(change, app: app, number: number)
                for (scope, originals) in touched.originals.sorted(by: { $0.key.number < $1.key.number }) {
                    let context = RecordingContext(
                        scope: scope,
                        now: now,
                        catalog: catalog,
                        change: (touched.change, change.id)
                    )
                    try self.derive(originals, on: context, isNews: false)
                }
                try self.publishEntitlements(at: now, app: app, catalog: catalog)
            }
            return .success(transfers)
        } catch let refusal as OwnershipRefusal {
            return .failure(refusal)
        }
    }

    /// Returns when the last decision was made before a change; `nil` where there is none.
    ///
    /// It considers decisions on the same chains, and an undone one of the same name, whose place the new one takes.
    private func lastDecision(before change: OwnershipChange, of app: AppName) throws -> Instant? {
        guard case .decide(let decision, let environment) = change.kind,
            let scope = try self.knownScope(ScopeName(app: app, environment: environment))
        else { return nil }
        let key: [SQLValue] = [.integer(scope.number), .identifier(decision.transactionID.rawValue)]
        var dates = try self.all(.decisions.latestDecision, key) { row in try row.instant() }
        var people = CustomerCache(self)
        var roots: Set<Int64> = []
        for number in try self.originals(namedBy: decision.transactionID, scope: scope) {
            let original = try self.original(number)
            guard roots.insert(original.root).inserted else { continue }
            let chain = try self.chain(of: original, scope: scope)
            dates += try self.decisions(of: chain, scope: scope, people: &people).map(\.decidedAt)
        }
        return dates.max()
    }

    private func noticingTransfersAndHoldings<Answer>(
        _ work: () throws -> Answer
    ) throws -> (answer: Answer, transfers: [OwnershipTransfer]) {
        try self.noticingHoldings { try self.collectingTransfers(work) }
    }

    /// Publishes the effects of an ownership change on entitlements.
    private func publishEntitlements(at now: Instant, app: AppName, catalog: Catalog) throws {
        guard let scope = self.noticed?.scope else { return }
        let context = RecordingContext(scope: scope, now: now, catalog: catalog)
        try self.publishEntitlements(on: context, at: now)
    }

    // MARK: Each action

    /// The rows that an ownership change may have changed.
    private struct Touched {
        /// The number of the change.
        let change: Int64
        /// The originals to derive again.
        var originals: [Scope: Set<Int64>] = [:]
    }

    private func apply(_ change: OwnershipChange, app: AppName, number: Int64) throws -> Touched {
        switch change.kind {
        case .decide(let decision, let environment):
            return try self.decide(decision, environment, change, app: app, number: number)
        case .merge(let customer, let other): return try self.merge(customer, into: other, change, app: number)
        case .erase(let customer): return try self.erase(customer, change, app: app, number: number)
        case .undo(let id): return try self.undo(id, change, app: number)
        }
    }

    private func decide(
        _ decision: Decision,
        _ environment: StoreEnvironment,
        _ change: OwnershipChange,
        app: AppName,
        number: Int64
    ) throws -> Touched {
        if decision.customer.isErased { throw OwnershipRefusal.customerGone }
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else {
            throw OwnershipRefusal.unknownTransaction
        }
        let originals = try self.originals(namedBy: decision.transactionID, scope: scope)
        guard !originals.isEmpty else { throw OwnershipRefusal.unknownTransaction }
        let customer = try self.number(of: decision.customer, app: number)
        _ = try self.record(decision, scope: scope)
        let stored = try self.insert(
            .ownership.insertChange,
            Self.values(of: change, app: number, kind: 0)
                + [
                    .integer(scope.number), .identifier(decision.transactionID.rawValue),
                    .integer(decision.reach.code), .integer(customer), .null, .null,
                ] + Self.end(of: change)
        )
        return Touched(change: stored, originals: [scope: originals])
    }

    private func merge(
        _ customer: CustomerID,
        into other: CustomerID,
        _ change: OwnershipChange,
        app: Int64
    ) throws -> Touched {
        if customer.isErased || other.isErased { throw OwnershipRefusal.customerGone }
        guard let from = try self.metCustomer(customer, app: app) else {
            throw customer == other ? OwnershipRefusal.mergedIntoItself : OwnershipRefusal.unknownCustomer
        }
        if try self.storedCustomer(from).mergedInto != nil { throw OwnershipRefusal.customerGone }
        let into = try self.number(of: other, app: app)
        if try self.countingCustomer(into).number == from { throw OwnershipRefusal.mergedIntoItself }
        for person in [from, into] { try self.noticeHoldings(ofPerson: person, app: app) }
        try self.run(.ownership.mergeCustomer, [.integer(into), .integer(from)])
        // The holder of a minted token has proved no identity, and could otherwise act for a named customer from now
        // on.
        try self.removeCustomerTokens(of: customer, app: app)
        if !customer.isReserved { try self.removeCustomerTokens(of: other, app: app) }
        let stored = try self.insert(
            .ownership.insertChange,
            Self.values(of: change, app: app, kind: 1)
                + [.null, .null, .null, .integer(from), .integer(into), .null] + Self.end(of: change)
        )
        // Coins stay with the customer who received them, and both are one customer now.
        let counting = try self.countingCustomer(into).number
        try self.mergeWallets(of: from, into: counting, app: app, key: change.id.rawValue, at: change.changedAt)
        try self.mergeRisks(of: from, into: counting, app: app, at: change.changedAt)
        try self.reviewOrders(of: self.everybody(whoIs: counting), app: app, at: change.changedAt)
        let originals = try self.originals(concerning: from, app: app)
        try self.forgetFamilies(of: from, in: originals.keys)
        return Touched(change: stored, originals: originals)
    }

    private func erase(
        _ customer: CustomerID,
        _ change: OwnershipChange,
        app name: AppName,
        number app: Int64
    ) throws -> Touched {
        if customer.isErased { throw OwnershipRefusal.customerGone }
        guard let number = try self.metCustomer(customer, app: app) else { throw OwnershipRefusal.unknownCustomer }
        if try self.storedCustomer(number).mergedInto != nil { throw OwnershipRefusal.customerGone }
        let others = try self.everybody(whoIs: number).dropFirst()
            .map { (number: $0, name: try self.customer($0)) }.sorted { $0.name < $1.name }
        var names: [ErasedName] = []
        for (place, person) in ([(number: number, name: customer)] + others).enumerated() {
            guard let nameless = CustomerID.erased(by: change.id, number: place + 1) else {
                throw RepositoryError.corrupt
            }
            try self.run(
                .ownership.renameCustomer,
                [.identifier(nameless.rawValue), .instant(change.changedAt), .integer(person.number)]
            )
            for (query, name) in [(SQLStatement.names.deleteName, person.name), (.names.insertName, nameless)] {
                try self.run(query, [.integer(app), .digest(of: name), .integer(person.number)])
            }
            names.append(ErasedName(number: person.number, name: person.name, nameless: nameless))
        }
        try self.forget(names, app: app)
        try self.forgetReceipts(of: names.map(\.number), app: app)
        // A worker that ran while the personal fields were erased may have written about the customer since.
        for person in names { try self.forgetJudgments(of: person.number, app: name) }
        let stored = try self.insert(
            .ownership.insertChange,
            Self.values(of: change, app: app, kind: 2)
                + [.null, .null, .null, .integer(number), .null, .null] + Self.end(of: change)
        )
        return Touched(change: stored, originals: try self.originals(concerning: number, app: app))
    }

    private func undo(_ id: OwnershipChangeID, _ change: OwnershipChange, app: Int64) throws -> Touched {
        guard let earlier = try self.storedChange(id, app: app) else { throw OwnershipRefusal.unknownChange }
        var originals: [Scope: Set<Int64>] = [:]
        switch earlier.change.kind {
        case .erase, .undo: throw OwnershipRefusal.irreversible
        case .decide(let decision, let environment):
            if earlier.isUndone { throw OwnershipRefusal.alreadyUndone }
            let name = ScopeName(app: try self.appName(app), environment: environment)
            guard let scope = try self.knownScope(name) else { throw RepositoryError.corrupt }
            try self.run(
                .decisions.withdrawDecision,
                [
                    .integer(scope.number), .identifier(decision.transactionID.rawValue),
                    .instant(decision.decidedAt), .integer(decision.reach.code),
                    .integer(try self.number(of: decision.customer, app: app)),
                ]
            )
            originals[scope] = try self.originals(namedBy: decision.transactionID, scope: scope)
        case .merge(let customer, _):
            if earlier.isUndone { throw OwnershipRefusal.alreadyUndone }
            guard let from = try self.knownCustomer(customer, app: app) else { throw RepositoryError.corrupt }
            // Purchases that belong to the other customer until now may change their owner again.
            originals = try self.originals(concerning: from, app: app)
            try self.forgetFamilies(of: from, in: originals.keys)
            try self.noticeHoldings(ofPerson: from, app: app)
            let people = try self.everybody(whoIs: self.countingCustomer(from).number)
            try self.run(.ownership.mergeCustomer, [.null, .integer(from)])
            try self.reviewOrders(of: people, app: app, at: change.changedAt)
        }
        try self.run(.ownership.markUndone, [.integer(earlier.number)])
        let stored = try self.insert(
            .ownership.insertChange,
            Self.values(of: change, app: app, kind: 3)
                + [.null, .null, .null, .null, .null, .integer(earlier.number)] + Self.end(of: change)
        )
        return Touched(change: stored, originals: originals)
    }

    private static func values(of change: OwnershipChange, app: Int64, kind: Int64) -> [SQLValue] {
        [.integer(app), .text(change.id.rawValue), .integer(kind)]
    }

    private static func end(of change: OwnershipChange) -> [SQLValue] {
        [.instant(change.changedAt), .text(change.by), change.note.map(SQLValue.text) ?? .null]
    }

    // MARK: What it concerns

    /// Returns the originals that an operator's id may mean: the one of the transaction, and the one with that id.
    private func originals(namedBy id: TransactionID, scope: Scope) throws -> Set<Int64> {
        var originals: Set<Int64> = []
        if let home = try self.home(of: id, scope: scope) { originals.insert(home) }
        if let named = try self.original(OriginalTransactionID(id.rawValue), scope: scope) {
            originals.insert(named.number)
        }
        return originals
    }

    /// Returns the originals whose owner can change when a customer is merged or erased: all originals of the customer and
    /// of their canonical customer, and all that follow Apple Accounts which they used.
    private func originals(concerning customer: Int64, app: Int64) throws -> [Scope: Set<Int64>] {
        var found: [Scope: Set<Int64>] = [:]
        let people = Set(try self.everybody(whoIs: try self.countingCustomer(customer).number))
        for scope in try self.scopes(of: app) {
            for person in people {
                let key: [SQLValue] = [.integer(person), .integer(scope.number)]
                let owned = try self.all(.ownership.ownedOriginals, key) { row in try row.integer() }
                found[scope, default: []].formUnion(owned)
                var accounts = Set(
                    try self.all(.ownership.familyAccounts, key) { row in AppTransactionID(try row.identifier()) }
                )
                for number in owned {
                    let chain = try self.chain(of: try self.original(number), scope: scope)
                    accounts.formUnion(
                        chain.transactions.values.compactMap { $0.record.current.appTransactionID }
                    )
                }
                for account in accounts {
                    let reading: [SQLValue] = [.integer(scope.number), .identifier(account.rawValue)]
                    let readers = try self.all(.ownership.accountReaders, reading) { row in try row.integer() }
                    found[scope, default: []].formUnion(readers)
                }
            }
        }
        return found
    }

    /// Deletes the Apple Accounts that a customer and their canonical customer used for purchases shared by a family; the
    /// submissions derive them again.
    private func forgetFamilies(of customer: Int64, in scopes: some Sequence<Scope>) throws {
        let people = try self.everybody(whoIs: try self.countingCustomer(customer).number)
        for scope in scopes {
            for person in people {
                let key: [SQLValue] = [.integer(person), .integer(scope.number)]
                try self.run(.ownership.deleteFamilyAccounts, key)
                try self.run(.ownership.forgetFamilyAccounts, key)
            }
        }
    }
}
