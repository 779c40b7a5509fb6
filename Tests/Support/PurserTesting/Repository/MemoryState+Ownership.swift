import Ledger

extension MemoryState {
    /// Carries out an action on ownership and returns what it moved.
    mutating func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog
    ) -> Result<[OwnershipTransfer], OwnershipRefusal> {
        let key = MemoryOwnershipChanges.Key(app: app, id: change.id)
        if self.changes.done[key] != nil { return .success([]) }
        let now = change.changedAt
        let change = change.following(self.lastDecision(before: change, of: app))
        self.changes.done[key] = change
        if let refusal = self.apply(change, of: app) {
            self.changes.done[key] = nil
            return .failure(refusal)
        }
        let count = self.outbox.transferred.count
        let scopes = self.facts.keys.filter { $0.app == app }
            .sorted { $0.environment.rawValue < $1.environment.rawValue }
        for scope in scopes {
            for root in self.rootsWithOtherClaims(in: scope) {
                self.publish(
                    of: root,
                    in: scope,
                    at: now,
                    catalog: catalog,
                    cause: nil,
                    change: change.id
                )
            }
        }
        self.publishEntitlements(at: now, catalog: catalog)
        return .success(self.outbox.transferred.dropFirst(count).map(\.transfer))
    }

    /// Returns the instant of the decision that the next one must follow; `nil` when there is none.
    private func lastDecision(before change: OwnershipChange, of app: AppName) -> Instant? {
        guard case .decide(let decision, let environment) = change.kind else { return nil }
        let acts = self.changes.done.filter { $0.key.app == app }.compactMap { _, done -> Instant? in
            guard case .decide(let earlier, environment) = done.kind else { return nil }
            return earlier.transactionID == decision.transactionID ? done.changedAt : nil
        }
        let scope = Scope(app: app, environment: environment)
        let facts = self.facts[scope] ?? Facts()
        var names: Set<TransactionID> = [decision.transactionID]
        for original in facts.originals(namedBy: decision.transactionID) {
            names.formUnion(facts.members(of: original).map { TransactionID($0.rawValue) })
            names.formUnion(facts.chain(of: original).transactions.map(\.transactionID))
        }
        let known = (self.decisions[scope] ?? []).filter { names.contains($0.transactionID) }
        return (acts + known.map(\.decidedAt)).max()
    }

    private mutating func apply(_ change: OwnershipChange, of app: AppName) -> OwnershipRefusal? {
        switch change.kind {
        case .decide(let decision, let environment):
            let scope = Scope(app: app, environment: environment)
            if decision.customer.isErased { return .customerGone }
            guard let facts = self.facts[scope], !facts.originals(namedBy: decision.transactionID).isEmpty else {
                return .unknownTransaction
            }
            self.people[app, default: MemoryCustomerIdentities()].meet(decision.customer)
            self.decisions[scope, default: []].insert(decision)
        case .merge(let customer, let other):
            return self.merge(customer, into: other, as: change, of: app)
        case .erase(let customer):
            return self.erase(customer, as: change, of: app)
        case .undo(let id):
            return self.undo(id, of: app, at: change.changedAt)
        }
        return nil
    }

    private mutating func merge(
        _ customer: CustomerID,
        into other: CustomerID,
        as change: OwnershipChange,
        of app: AppName
    ) -> OwnershipRefusal? {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        if customer.isErased || other.isErased || people.mergedInto[customer] != nil { return .customerGone }
        if people.resolved(other) == customer { return .mergedIntoItself }
        guard self.knows(customer, app: app) else { return .unknownCustomer }
        self.people[app, default: MemoryCustomerIdentities()].meet(customer)
        for person in [customer, other] { self.touchEntitlements(of: person, app: app) }
        self.people[app, default: MemoryCustomerIdentities()].merge(customer, into: other)
        self.mergeWallets(of: customer, into: other, app: app, change)
        self.mergeRisks(of: customer, into: other, app: app, at: change.changedAt)
        self.reviewOrders(of: [other], app: app, at: change.changedAt)
        _ = self.access.removeCustomerTokens(of: customer, app: app)
        if !customer.isReserved { _ = self.access.removeCustomerTokens(of: other, app: app) }
        return nil
    }

    private mutating func erase(
        _ customer: CustomerID,
        as change: OwnershipChange,
        of app: AppName
    ) -> OwnershipRefusal? {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        if customer.isErased || people.mergedInto[customer] != nil { return .customerGone }
        guard self.knows(customer, app: app) else { return .unknownCustomer }
        self.people[app, default: MemoryCustomerIdentities()].meet(customer)
        let names = [customer] + people.merged(into: customer).subtracting([customer]).sorted()
        for (place, name) in names.enumerated() {
            guard let nameless = CustomerID.erased(by: change.id, number: place + 1) else { continue }
            self.forgetReceipts(of: name, app: app)
            self.forgetJudgments(of: MemoryCustomers.Key(app: app, customer: name))
            self.outbox.rename(name, to: nameless, of: app)
            self.entitlements.rename(name, to: nameless, of: app)
            self.profiles.rename(name, to: nameless, of: app)
            self.orders.rename(name, to: nameless, of: app)
            self.refunds.rename(name, to: nameless, of: app)
            self.people[app]?.erase(name, as: nameless, at: change.changedAt)
            self.grants.rename(name, to: nameless, app: app)
            self.wallets.rename(name, to: nameless, app: app)
            self.seats.rename(name, to: nameless, of: app)
            self.changes.rename(name, to: nameless, app: app)
            for scope in self.facts.keys where scope.app == app {
                self.facts[scope]?.rename(name, to: nameless)
                self.decisions[scope] = self.decisions[scope].map { decisions in
                    Set(decisions.map { $0.customer == name ? $0.naming(nameless) : $0 })
                }
            }
            self.held = self.held.map { held in
                held.app == app && held.submission?.customer == name ? held.submitted(by: nameless) : held
            }
            self.imports.rename(name, to: nameless, of: app)
            for (key, done) in self.changes.done where key.app == app {
                self.changes.done[key] = done.naming(nameless, insteadOf: name)
            }
            _ = self.access.removeCustomerTokens(of: name, app: app)
            self.access.forgetAnswers(naming: name)
            for (key, owner) in self.customers where key.app == app && owner == name {
                self.customers[key] = nameless
            }
        }
        if let nameless = CustomerID.erased(by: change.id) {
            self.endSeats(ofErased: nameless, app: app, by: change)
        }
        return nil
    }

    private mutating func undo(_ id: OwnershipChangeID, of app: AppName, at now: Instant) -> OwnershipRefusal? {
        let key = MemoryOwnershipChanges.Key(app: app, id: id)
        guard let earlier = self.changes.done[key] else { return .unknownChange }
        switch earlier.kind {
        case .erase, .undo: return .irreversible
        case .decide(let decision, let environment):
            guard self.changes.undone.insert(key).inserted else { return .alreadyUndone }
            self.decisions[Scope(app: app, environment: environment)]?.remove(decision)
        case .merge(let customer, _):
            guard self.changes.undone.insert(key).inserted else { return .alreadyUndone }
            self.touchEntitlements(of: customer, app: app)
            let other = self.people[app]?.resolved(customer) ?? customer
            self.people[app]?.separate(customer)
            self.reviewOrders(of: [customer, other], app: app, at: now)
        }
        return nil
    }

    /// Returns all evidence about one customer, the chains by ascending first transaction id.
    func ledger(of customer: CustomerID, in scope: Scope) -> CustomerLedger {
        let customer = self.people[scope.app]?.resolved(customer) ?? customer
        let chains = self.chains(in: scope)
            .filter { chain in chain.claims.values.contains { $0.serves(customer) } }
            .sorted { left, right in
                guard let left = left.chain.transactions.first, let right = right.chain.transactions.first else {
                    return false
                }
                return left.transactionID < right.transactionID
            }
        return CustomerLedger(customer: customer, environment: scope.environment, chains: chains)
    }

    /// Returns the chains of a customer that became known last, and whether these are all.
    func newestLedger(of customer: CustomerID, in scope: Scope, limit: Int) -> (ledger: CustomerLedger, isWhole: Bool) {
        let whole = self.ledger(of: customer, in: scope)
        let known = self.facts[scope]?.originalsInOrder ?? []
        func place(_ chain: OwnedChain) -> Int {
            let originals = chain.chain.transactions.map(\.current.originalTransactionID)
            return originals.compactMap { known.firstIndex(of: $0) }.max() ?? 0
        }
        let places = whole.chains.map(place)
        let last = Set(places.sorted().suffix(limit))
        let chains = zip(whole.chains, places).filter { last.contains($0.1) }.map(\.0)
        let ledger = CustomerLedger(customer: whole.customer, environment: whole.environment, chains: chains)
        return (ledger, chains.count == whole.chains.count)
    }

    /// Assigns a token to a customer, unless it is another customer's.
    mutating func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) -> Bool {
        let people = self.people[app] ?? MemoryCustomerIdentities()
        let key = AppToken(app: app, token: token)
        if let known = self.customers[key] { return people.resolved(known) == people.resolved(customer) }
        self.people[app, default: MemoryCustomerIdentities()].meet(customer)
        self.customers[key] = customer
        for (scope, facts) in self.facts where scope.app == app {
            for root in facts.inOrder(facts.roots(bearing: token)) {
                self.publish(of: root, in: scope, at: now, catalog: catalog, cause: nil)
            }
            for root in self.rootsWithOtherClaims(in: scope) {
                self.publish(of: root, in: scope, at: now, catalog: catalog, cause: nil)
            }
        }
        self.publishEntitlements(at: now, catalog: catalog)
        return true
    }

    /// Returns the Apple Accounts at which customers were seen in an environment.
    func bindings(in scope: Scope) -> [AppleAccountBinding] {
        guard let facts = self.facts[scope] else { return [] }
        let resolution = Ownership.resolution(on: facts.chains, facts: self.ownershipFacts(facts, scope: scope))
        return AppleAccountBinding.joined(resolution.bindings + resolution.familyBindings)
    }
}
