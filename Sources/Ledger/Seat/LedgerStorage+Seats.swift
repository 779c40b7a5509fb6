/// The seats of subscriptions.
extension LedgerStorage {
    /// Returns the seats of a subscription at an instant.
    package func seats(
        of id: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy,
        at now: Instant
    ) throws -> SeatGroup? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let original = try self.original(id, scope: scope)
        else { return nil }
        var people = CustomerCache(self)
        return try self.group(of: original, in: scope, gracePolicy, at: now, people: &people).group
    }

    /// Returns the original transaction id of the subscription of a seat.
    package func subscription(
        of seat: SeatID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> OriginalTransactionID? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let number = try self.original(ofSeat: seat, scope: scope)
        else { return nil }
        return try self.original(self.original(number).root).id
    }

    /// Returns the seats of a customer in any subscription, oldest first.
    package func seats(of customer: CustomerID, app: AppName, environment: StoreEnvironment) throws -> [Seat] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        var people = CustomerCache(self)
        let stored = try self.people(in: customer, app: app).flatMap { person in
            try self.seats(ofMember: person, people: &people)
        }
        return stored.filter { $0.scope == scope.number }.map(\.seat)
            .sorted { ($0.invitedAt, $0.id) < ($1.invitedAt, $1.id) }
    }

    /// Carries out a request on a subscription, or only returns what it would change.
    package func carryOut(
        _ request: SeatRequest,
        on id: OriginalTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<SeatOutcome, SeatRefusal> {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            let original = try self.original(id, scope: scope)
        else { return .failure(.unknownSubscription) }
        let context = RecordingContext(scope: scope, now: request.at, catalog: catalog)
        guard isPreview else {
            let result = try self.carryOut(request, on: original, context)
            // The answer follows a commit, even where nothing had to change.
            try self.countRepeat()
            return result
        }
        return try self.preview { try self.carryOut(request, on: original, context) }
    }

    private func carryOut(
        _ request: SeatRequest,
        on original: OriginalRecord,
        _ context: RecordingContext
    ) throws -> Result<SeatOutcome, SeatRefusal> {
        var people = CustomerCache(self)
        let scope = context.scope
        let loaded = try self.group(of: original, in: scope, context.gracePolicy, at: context.now, people: &people)
        var group = loaded.group
        var request = request
        var member: CustomerID?
        if let asked = request.member {
            if asked.isErased { return .failure(.customerGone) }
            if let holder = try self.holder(asked, app: scope.app) { request = request.naming(holder.name) }
            member = request.member
        }
        switch group.carryOut(request) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let found):
            if case .recordClaim = request.kind, let claimID = found.claimID,
                let unclaimedAt = try self.unclaimedAt(claimID, scope: scope)
            {
                _ = group.unclaim([claimID], at: unclaimedAt)
            }
            let seat = group.seats.first { $0.id == found.id } ?? found
            guard group != loaded.group else { return .success(SeatOutcome(seat: seat, group: group)) }
            let number = try member.map { try self.number(of: $0, app: scope.app) }
            let before = seat.isKept ? [] : try self.activeEntitlements(of: seat.member, on: context)
            try self.save(seat, of: loaded.originals[seat.id] ?? original.number, member: number, scope: scope)
            try self.publish(from: loaded.group, to: group, root: original.root, on: context)
            let after = try Set(before.isEmpty ? [] : self.activeEntitlements(of: seat.member, on: context))
            return .success(SeatOutcome(seat: seat, group: group, lost: before.filter { !after.contains($0) }))
        }
    }

    /// Publishes the changes of seats, and of the entitlements of members who got or lost one.
    private func publish(
        from before: SeatGroup,
        to after: SeatGroup,
        root: Int64,
        on context: RecordingContext
    ) throws {
        let drafts = after.drafts(since: before, environment: context.environment)
        guard !drafts.isEmpty else { return }
        if context.isPublished {
            var people = CustomerCache(self)
            try self.write(drafts, about: root, on: context, people: &people)
        }
        try self.noticingHoldings {
            try self.derive([root], on: context, isNews: false)
            try self.publishEntitlements(on: context, at: context.now)
        }
    }

    private func activeEntitlements(
        of member: CustomerID?,
        on context: RecordingContext
    ) throws -> [EntitlementName] {
        guard let member else { return [] }
        let holdings = try self.holdings(
            of: member,
            app: context.app,
            environments: [context.environment],
            gracePolicy: context.gracePolicy,
            at: context.now
        )
        return holdings.entitlements(at: context.now, environment: context.environment, catalog: context.catalog)
            .filter(\.isActive).map(\.name)
    }

    /// Returns the group of an original's chain, with the original of each seat.
    private func group(
        of original: OriginalRecord,
        in scope: Scope,
        _ gracePolicy: GracePolicy,
        at now: Instant,
        people: inout CustomerCache
    ) throws -> (group: SeatGroup, originals: [SeatID: Int64]) {
        let chain = try self.chain(of: original, scope: scope)
        let stored = try self.seats(of: chain.members, people: &people)
        let group = SeatGroup(
            of: try chain.owned(by: &people),
            named: try self.original(original.root).id,
            seats: stored.map(\.seat),
            at: now,
            environment: scope.environment,
            gracePolicy: gracePolicy
        )
        return (group, Dictionary(stored.map { ($0.seat.id, $0.original) }) { first, _ in first })
    }
}

/// The seats of members, where other changes of the ledger end or read them.
extension LedgerStorage {
    /// Returns the members of a chain; it reads nothing for a chain whose members the app does not invite.
    func seatMembers(of chain: ChainRecord, people: inout CustomerCache) throws -> [SeatMember] {
        let isInviting = chain.transactions.values.contains { transaction in
            transaction.record.current.seats?.invitations == .developer
        }
        guard isInviting else { return [] }
        return try self.seats(of: chain.members, people: &people).compactMap { stored in
            guard let original = chain.originals[stored.original] else { return nil }
            return SeatMember(stored.seat, of: original.id)
        }
    }

    /// Ends the seats of claims that Apple ended, and returns whether that is new, and the originals of those seats.
    ///
    /// Claims that are not recorded yet are remembered, because the answer to a claim may be recorded after Apple's
    /// notification that ends it.
    func end(_ unclaim: SeatUnclaim, on context: RecordingContext) throws -> (isNew: Bool, originals: [Int64]) {
        var people = CustomerCache(self)
        let scope = context.scope
        var isNew = false
        var ended: [Int64: Set<SeatClaimID>] = [:]
        for claim in Set(unclaim.claims) {
            isNew = try self.putUnclaimed(claim, at: unclaim.at, scope: scope) || isNew
            for stored in try self.seats(claimedBy: claim, scope: scope, people: &people) {
                ended[try self.original(stored.original).root, default: []].insert(claim)
            }
        }
        for (root, claims) in ended.sorted(by: { $0.key < $1.key }) {
            let original = try self.original(root)
            let loaded = try self.group(of: original, in: scope, context.gracePolicy, at: context.now, people: &people)
            var group = loaded.group
            for seat in group.unclaim(claims, at: unclaim.at) {
                try self.save(seat, of: loaded.originals[seat.id] ?? root, member: nil, scope: scope)
            }
            let drafts = group.drafts(since: loaded.group, environment: scope.environment)
            if context.isPublished, !drafts.isEmpty {
                try self.write(drafts, about: root, on: context, people: &people)
            }
        }
        return (isNew, ended.keys.sorted())
    }

    /// Ends the seats of customers whose names were erased, and publishes it; the caller derives the chains again.
    func endSeats(ofErased customers: [Int64], at now: Instant, by: String) throws {
        var people = CustomerCache(self)
        var scopes: [Int64: Int64] = [:]
        for customer in customers {
            for stored in try self.seats(ofMember: customer, people: &people) {
                scopes[try self.original(stored.original).root] = stored.scope
            }
        }
        for (root, number) in scopes.sorted(by: { $0.key < $1.key }) {
            let scope = try self.scope(numbered: number)
            let original = try self.original(root)
            let loaded = try self.group(of: original, in: scope, GracePolicy(), at: now, people: &people)
            var group = loaded.group
            for customer in Set(try customers.map { try people.canonicalCustomer($0) }) {
                for seat in group.erase(customer, at: now, by: by) {
                    try self.save(seat, of: loaded.originals[seat.id] ?? root, member: nil, scope: scope)
                }
            }
            let drafts = group.drafts(since: loaded.group, environment: scope.environment)
            try self.write(drafts, about: root, on: RecordingContext(scope: scope, now: now), people: &people)
        }
    }
}
