/// Writes one ownership change, and finds the originals whose owners it may change.
struct OwnershipChangeWriter {
    /// What was written.
    struct Written {
        /// The number of the change.
        let change: Int64
        /// The originals to derive again.
        let originals: [Scope: Set<Int64>]
    }

    private let storage: any LedgerStorage
    private let change: OwnershipChange
    private let name: AppName
    private let app: Int64

    /// Creates a writer of a change in an app, which is given by its name and its number.
    init(_ storage: any LedgerStorage, change: OwnershipChange, of name: AppName, app: Int64) {
        self.storage = storage
        self.change = change
        self.name = name
        self.app = app
    }

    /// Writes the change.
    ///
    /// - Throws: `OwnershipRefusal`, where it is refused.
    func write() throws -> Written {
        switch self.change.kind {
        case .decide(let decision, let environment): try self.decide(decision, environment)
        case .merge(let customer, let other): try self.merge(customer, into: other)
        case .erase(let customer): try self.erase(customer)
        case .undo(let id): try self.undo(id)
        }
    }

    // MARK: Each action

    private func decide(_ decision: Decision, _ environment: StoreEnvironment) throws -> Written {
        if decision.customer.isErased { throw OwnershipRefusal.customerGone }
        guard let scope = try self.storage.knownScope(ScopeName(app: self.name, environment: environment)) else {
            throw OwnershipRefusal.unknownTransaction
        }
        let originals = try self.storage.originals(namedBy: decision.transactionID, scope: scope)
        guard !originals.isEmpty else { throw OwnershipRefusal.unknownTransaction }
        let customer = try self.storage.number(of: decision.customer, app: self.app)
        _ = try self.storage.record(decision, scope: scope)
        return Written(
            change: try self.insert(OwnershipChangeSubjects(scope: scope, customer: customer)),
            originals: [scope: originals]
        )
    }

    private func merge(_ customer: CustomerID, into other: CustomerID) throws -> Written {
        if customer.isErased || other.isErased { throw OwnershipRefusal.customerGone }
        guard let from = try self.storage.metCustomer(customer, app: self.app) else {
            throw customer == other ? OwnershipRefusal.mergedIntoItself : OwnershipRefusal.unknownCustomer
        }
        if try self.storage.storedCustomer(from).mergedInto != nil { throw OwnershipRefusal.customerGone }
        let into = try self.storage.number(of: other, app: self.app)
        if try self.storage.countingCustomer(into).number == from { throw OwnershipRefusal.mergedIntoItself }
        for person in [from, into] { try self.storage.noticeHoldings(ofPerson: person, app: self.app) }
        try self.storage.putMerge(of: from, into: into)
        // The holder of a minted token has proved no identity, and could otherwise act for a named customer from now
        // on.
        try self.storage.removeCustomerTokens(of: customer, app: self.app)
        if !customer.isReserved { try self.storage.removeCustomerTokens(of: other, app: self.app) }
        let change = try self.insert(OwnershipChangeSubjects(customer: from, other: into))
        // Coins stay with the customer who received them, and both are one customer now.
        let (counting, now) = (try self.storage.countingCustomer(into).number, self.change.changedAt)
        try self.storage.mergeWallets(of: from, into: counting, app: self.app, key: self.change.id.rawValue, at: now)
        try self.storage.mergeRisks(of: from, into: counting, app: self.app, at: now)
        try self.storage.reviewOrders(of: self.storage.everybody(whoIs: counting), app: self.app, at: now)
        return Written(change: change, originals: try self.originalsForgettingFamilies(of: from))
    }

    private func erase(_ customer: CustomerID) throws -> Written {
        if customer.isErased { throw OwnershipRefusal.customerGone }
        guard let number = try self.storage.metCustomer(customer, app: self.app) else {
            throw OwnershipRefusal.unknownCustomer
        }
        if try self.storage.storedCustomer(number).mergedInto != nil { throw OwnershipRefusal.customerGone }
        let others = try self.storage.everybody(whoIs: number).dropFirst()
            .map { (number: $0, name: try self.storage.customer($0)) }.sorted { $0.name < $1.name }
        var names: [ErasedName] = []
        for (place, person) in ([(number: number, name: customer)] + others).enumerated() {
            guard let nameless = CustomerID.erased(by: self.change.id, number: place + 1) else {
                throw RepositoryError.corrupt
            }
            let erased = ErasedName(number: person.number, name: person.name, nameless: nameless)
            try self.storage.rename(erased, at: self.change.changedAt, app: self.app)
            names.append(erased)
        }
        try self.storage.forget(names, app: self.app)
        try self.storage.forgetReceipts(of: names.map(\.number), app: self.app)
        try self.storage.endSeats(
            ofErased: names.map(\.number),
            at: self.change.changedAt,
            by: self.change.by
        )
        // A worker that ran while the personal fields were erased may have written about the customer since.
        for person in names { try self.storage.forgetJudgments(of: person.number, app: self.name) }
        return Written(
            change: try self.insert(OwnershipChangeSubjects(customer: number)),
            originals: try self.originals(concerning: number)
        )
    }

    private func undo(_ id: OwnershipChangeID) throws -> Written {
        guard let earlier = try self.storage.ownershipChange(id, app: self.app) else {
            throw OwnershipRefusal.unknownChange
        }
        let originals: [Scope: Set<Int64>]
        switch earlier.change.kind {
        case .erase, .undo: throw OwnershipRefusal.irreversible
        case .decide where earlier.isUndone, .merge where earlier.isUndone: throw OwnershipRefusal.alreadyUndone
        case .decide(let decision, let environment):
            let name = ScopeName(app: self.name, environment: environment)
            guard let scope = try self.storage.knownScope(name) else { throw RepositoryError.corrupt }
            try self.storage.withdraw(decision, scope: scope)
            originals = [scope: try self.storage.originals(namedBy: decision.transactionID, scope: scope)]
        case .merge(let customer, _):
            guard let from = try self.storage.knownCustomer(customer, app: self.app) else {
                throw RepositoryError.corrupt
            }
            // Purchases that belong to the other customer until now may change their owner again.
            originals = try self.originalsForgettingFamilies(of: from)
            try self.storage.noticeHoldings(ofPerson: from, app: self.app)
            let people = try self.storage.everybody(whoIs: self.storage.countingCustomer(from).number)
            try self.storage.putMerge(of: from, into: nil)
            try self.storage.reviewOrders(of: people, app: self.app, at: self.change.changedAt)
        }
        try self.storage.markUndone(earlier.number)
        return Written(
            change: try self.insert(OwnershipChangeSubjects(undone: earlier.number)),
            originals: originals
        )
    }

    private func insert(_ subjects: OwnershipChangeSubjects) throws -> Int64 {
        try self.storage.insert(self.change, concerning: subjects, app: self.app)
    }

    // MARK: What it concerns

    /// Returns the originals whose owner can change when a customer is merged or erased: all originals of the customer
    /// and of their canonical customer, and all that depend on Apple Accounts which they used.
    private func originals(concerning customer: Int64) throws -> [Scope: Set<Int64>] {
        var found: [Scope: Set<Int64>] = [:]
        let people = try self.storage.everybody(whoIs: self.storage.countingCustomer(customer).number)
        for scope in try self.storage.scopes(of: self.app) {
            for person in people {
                let owned = try self.storage.ownedOriginals(of: person, scope: scope)
                found[scope, default: []].formUnion(owned)
                for account in try self.storage.accountsUsed(by: person, owning: owned, scope: scope) {
                    let readers = try self.storage.readers(of: account, scope: scope)
                    found[scope, default: []].formUnion(readers.map(\.root))
                }
            }
        }
        return found
    }

    /// Does the same, and deletes the Apple Accounts that the customers used for purchases shared by a family; the
    /// submissions derive them again.
    private func originalsForgettingFamilies(of customer: Int64) throws -> [Scope: Set<Int64>] {
        let originals = try self.originals(concerning: customer)
        let people = try self.storage.everybody(whoIs: self.storage.countingCustomer(customer).number)
        for scope in originals.keys {
            for person in people { try self.storage.forgetFamilyAccounts(of: person, scope: scope) }
        }
        return originals
    }
}
