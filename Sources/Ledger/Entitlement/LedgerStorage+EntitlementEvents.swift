extension LedgerStorage {
    /// Does work during which `noticeHoldings` keeps the earlier holdings of customers.
    package func noticingHoldings<Answer>(_ work: () throws -> Answer) rethrows -> Answer {
        let outer = self.noticed
        self.noticed = PriorHoldings()
        defer { self.noticed = outer }
        return try work()
    }

    /// Keeps a customer's holdings in an environment before they change; once in each call of `noticingHoldings`.
    func noticeHoldings(of owner: Int64, in scope: Scope) throws {
        let holder = PriorHoldings.Holder(owner: owner, scope: scope)
        guard let noticed = self.noticed, noticed.rows[holder] == nil else { return }
        self.noticed?.rows[holder] = try self.rows(of: holder)
    }

    /// Remembers a customer's holdings before the holding of one of their originals changes to this one.
    ///
    /// A holding that gives no entitlement and gave none is skipped: a customer who bought coins a thousand times has a
    /// thousand such rows.
    func noticeHoldings(of owner: Int64, at original: Int64, becoming form: [UInt8], in scope: Scope) throws {
        guard self.noticed != nil else { return }
        if form.isEmpty {
            let former = try self.form(of: owner, scope: scope, original: original)
            guard former?.isEmpty == false else { return }
        }
        try self.noticeHoldings(of: owner, in: scope)
    }

    /// Remembers all holdings of a customer and of their canonical customer, because a merge or a grant is about to change
    /// them.
    func noticeHoldings(ofPerson person: Int64, app: Int64) throws {
        self.noticed?.changesPeople = true
        for scope in try self.scopes(of: app) {
            for owner in Set([person, try self.countingCustomer(person).number]) {
                try self.noticeHoldings(of: owner, in: scope)
            }
        }
    }

    /// Publishes the changes in the entitlements of every customer whose holdings were noticed since the work began.
    package func publishEntitlements(on context: RecordingContext, at now: Instant) throws {
        guard let noticed = self.noticed, !noticed.rows.isEmpty else { return }
        var people = CustomerCache(self)
        let holders = noticed.rows.sorted { left, right in
            if left.key.owner != right.key.owner { return left.key.owner < right.key.owner }
            return left.key.scope.environment.rawValue < right.key.scope.environment.rawValue
        }
        for (holder, before) in holders {
            let after: PriorHoldings.Rows
            if noticed.changesPeople {
                after = try self.rows(of: holder)
            } else {
                var rows = before
                rows.forms = try self.formsByOriginal(of: holder)
                after = rows
            }
            let isSame =
                before.forms == after.forms && before.grants == after.grants && before.isCounting == after.isCounting
            if isSame { continue }
            let catalog = context.catalog
            // Where only time has changed a chain, the customer's later changes must not be published ahead of it.
            let now = before.publishedAt == nil ? now : context.now
            let held = try self.holdings(before, and: after, of: holder, catalog: catalog, at: now, &people)
            if held.before.isSame(as: held.after) { continue }
            try self.publish(held.before, before.publishedAt, held.after, of: holder, on: context, at: now, &people)
        }
    }

    private func publish(
        _ before: CustomerHoldings,
        _ publishedAt: Instant?,
        _ after: CustomerHoldings,
        of holder: PriorHoldings.Holder,
        on context: RecordingContext,
        at now: Instant,
        _ people: inout CustomerCache
    ) throws {
        let derivation = EntitlementEventDerivation(
            of: try people.name(holder.owner),
            from: before,
            publishedAt: publishedAt,
            to: after,
            at: now,
            environment: holder.scope.environment,
            catalog: context.catalog,
            isPublished: context.isPublished
        )
        if !derivation.drafts.isEmpty {
            let own = RecordingContext(
                scope: holder.scope,
                now: context.now,
                catalog: context.catalog,
                cause: context.cause
            )
            // Each event belongs to a customer, so no chain's event stream is needed.
            try self.write(derivation.drafts, about: 0, on: own, people: &people)
        }
        self.note(.stateChanges, dueAt: derivation.dueAt)
        guard derivation.dueAt != nil || publishedAt != nil else { return }
        try self.putEntitlementsDue(
            derivation.dueAt,
            publishedAt: derivation.publishedAt,
            of: holder.owner,
            scope: holder.scope
        )
    }

    // MARK: What is held

    /// Returns the stored rows of a holder.
    private func rows(of holder: PriorHoldings.Holder) throws -> PriorHoldings.Rows {
        let state = try self.holderState(of: holder.owner, scope: holder.scope)
        var grants: [Grant] = []
        if holder.scope.environment == .production, state.isCounting {
            if state.isSeveral {
                grants = try self.everybody(whoIs: holder.owner).flatMap { try self.grants(of: $0) }
            } else if state.isGranted {
                grants = try self.grants(of: holder.owner)
            }
        }
        return PriorHoldings.Rows(
            forms: try self.formsByOriginal(of: holder),
            grants: grants.sorted { $0.id < $1.id }.map(\.redacted),
            publishedAt: state.publishedAt,
            isCounting: state.isCounting
        )
    }

    private func formsByOriginal(of holder: PriorHoldings.Holder) throws -> [Int64: [UInt8]?] {
        let forms = try self.forms(of: holder.owner, scope: holder.scope)
        return Dictionary(forms.map { ($0.original, $0.form) }) { first, _ in first }
    }

    /// Returns the holdings as they were published last, and as they are now.
    ///
    /// The holding that is stored beside a chain is the published one, even where it is out of date: changes that time
    /// causes are published when the chain is due. A stored holding in an unknown format was never published, so it counts
    /// as empty before; where no unit has written since, both sides are derived.
    private func holdings(
        _ before: PriorHoldings.Rows,
        and after: PriorHoldings.Rows,
        of holder: PriorHoldings.Holder,
        catalog: Catalog,
        at now: Instant,
        _ people: inout CustomerCache
    ) throws -> (before: CustomerHoldings, after: CustomerHoldings) {
        var held: (before: [Holding], after: [Holding]) = ([], [])
        for original in Set(before.forms.keys).union(after.forms.keys) {
            let former = before.forms[original] ?? nil
            let present = after.forms[original] ?? nil
            let formerHolding = try former.flatMap { try self.holding(in: $0, at: nil, gracePolicy: nil) }
            if before.forms[original] == after.forms[original] {
                let unread = try formerHolding ?? self.derivedHolding(of: holder, original, catalog, at: now, &people)
                if before.isCounting { held.before.append(unread) }
                if after.isCounting { held.after.append(unread) }
                continue
            }
            if before.isCounting, let formerHolding { held.before.append(formerHolding) }
            guard after.isCounting, let present else { continue }
            if let holding = try self.holding(in: present, at: nil, gracePolicy: nil) { held.after.append(holding) }
        }
        return (
            CustomerHoldings(
                byEnvironment: [holder.scope.environment: held.before.filter { !$0.isEmpty }],
                grants: before.grants
            ),
            CustomerHoldings(
                byEnvironment: [holder.scope.environment: held.after.filter { !$0.isEmpty }],
                grants: after.grants
            )
        )
    }

    private func derivedHolding(
        of holder: PriorHoldings.Holder,
        _ original: Int64,
        _ catalog: Catalog,
        at now: Instant,
        _ people: inout CustomerCache
    ) throws -> Holding {
        let owned = try self.chain(of: try self.original(original), scope: holder.scope).owned(by: &people)
        return owned.holding(
            of: try people.name(holder.owner),
            at: now,
            environment: holder.scope.environment,
            gracePolicy: catalog.gracePolicy
        )
    }

    // MARK: What is due

    /// Publishes the changes that time causes in a customer's entitlements, one change after the other.
    package func advance(_ due: DueEntitlements, at now: Instant, catalog: Catalog) throws {
        let name = ScopeName(app: due.app, environment: due.environment)
        guard let scope = try self.knownScope(name),
            let owner = try self.knownCustomer(due.customer, app: scope.app)
        else { return }
        let holder = PriorHoldings.Holder(owner: owner, scope: scope)
        var people = CustomerCache(self)
        for _ in 0..<DueEntitlements.maximumSteps {
            guard let dueAt = try self.entitlementsDueAt(of: owner, scope: scope), dueAt <= now else { return }
            let rows = try self.rows(of: holder)
            let held = try self.holdings(rows, and: rows, of: holder, catalog: catalog, at: now, &people)
            let context = RecordingContext(scope: scope, now: dueAt, catalog: catalog)
            try self.publish(held.before, rows.publishedAt, held.after, of: holder, on: context, at: dueAt, &people)
        }
    }
}

/// A customer's holdings before a unit of work, as they were last published.
package struct PriorHoldings: Sendable {
    /// A customer in an environment.
    struct Holder: Hashable, Sendable {
        /// The customer's number.
        let owner: Int64
        /// The app and environment.
        let scope: Scope
    }

    /// The stored rows of a holder.
    struct Rows: Sendable {
        /// The stored holding of each of the customer's originals; `nil` where none was published yet.
        var forms: [Int64: [UInt8]?]
        /// The grants of the customer and of customers merged into them, without reasons.
        var grants: [Grant]
        /// When the customer's entitlements were last published, where time alone will change them.
        let publishedAt: Instant?
        /// Whether the customer is canonical, and not merged into another.
        let isCounting: Bool
    }

    /// The rows of each holder.
    var rows: [Holder: Rows] = [:]
    /// One of the environments in which holdings were noticed.
    var scope: Scope? { self.rows.keys.first?.scope }
    /// Whether customers were merged, or a grant was changed.
    var changesPeople = false
}
