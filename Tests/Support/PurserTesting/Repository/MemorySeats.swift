import Ledger

/// The seats of members of `InMemoryRepository`.
struct MemorySeats: Sendable {
    /// A seat of an original, by the name under which its member got it.
    struct Entry {
        let original: OriginalTransactionID
        var seat: Seat
        /// When its next call to Apple is due; `nil` for no call.
        var dueAt: Instant?
        /// The failed attempts of that call.
        var attempts: Int64 = 0
    }

    /// The seats in each environment, in the order in which they were made.
    var kept: [MemoryState.Scope: [Entry]] = [:]
    /// When Apple ended each claim.
    var unclaimed: [MemoryState.Scope: [SeatClaimID: Instant]] = [:]

    /// Replaces the name of a member.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, of app: AppName) {
        for (scope, entries) in self.kept where scope.app == app {
            self.kept[scope] = entries.map { entry in
                var entry = entry
                if entry.seat.member == customer { entry.seat.member = other }
                return entry
            }
        }
    }

    /// Replaces a seat, whose member stays the one of its entry.
    fileprivate mutating func put(_ seat: Seat, of original: OriginalTransactionID, in scope: MemoryState.Scope) {
        // Apple has these calls in the Sandbox alone.
        let isCalled = scope.environment == .sandbox && seat.nextCall != nil
        var entry = Entry(original: original, seat: seat, dueAt: isCalled ? DueWork.atOnce : nil)
        guard let place = self.kept[scope]?.firstIndex(where: { $0.seat.id == seat.id }) else {
            self.kept[scope, default: []].append(entry)
            return
        }
        entry.seat.member = self.kept[scope]?[place].seat.member ?? seat.member
        self.kept[scope]?[place] = entry
    }
}

extension MemoryState {
    /// The seats of a scope, by canonical customers.
    func seats(in scope: Scope) -> [MemorySeats.Entry] {
        (self.seats.kept[scope] ?? []).map { entry in
            var entry = entry
            entry.seat.member = entry.seat.member.map { self.people[scope.app]?.resolved($0) ?? $0 }
            return entry
        }
    }

    /// The seats of the subscription that an original belongs to; `nil` for an unknown one.
    func seatGroup(
        of original: OriginalTransactionID,
        in scope: Scope,
        gracePolicy: GracePolicy,
        at now: Instant
    ) -> SeatGroup? {
        guard let facts = self.facts[scope], facts.knows(original) else { return nil }
        let members = facts.members(of: original)
        return SeatGroup(
            of: self.chain(of: original, in: scope),
            named: facts.root(of: original),
            seats: self.seats(in: scope).filter { members.contains($0.original) }.map(\.seat),
            at: now,
            environment: scope.environment,
            gracePolicy: gracePolicy
        )
    }

    /// Carries out a request on a subscription.
    mutating func carryOut(
        _ asked: SeatRequest,
        on original: OriginalTransactionID,
        in scope: Scope,
        catalog: Catalog
    ) -> Result<SeatOutcome, SeatRefusal> {
        let before = self.seatGroup(of: original, in: scope, gracePolicy: catalog.gracePolicy, at: asked.at)
        guard let before else { return .failure(.unknownSubscription) }
        var request = asked
        if let member = asked.member {
            if member.isErased { return .failure(.customerGone) }
            request = asked.naming(self.people[scope.app]?.resolved(member) ?? member)
        }
        var group = before
        switch group.carryOut(request) {
        case .failure(let refusal): return .failure(refusal)
        case .success(let found):
            if case .recordClaim = request.kind, let claim = found.claimID,
                let instant = self.seats.unclaimed[scope]?[claim]
            {
                _ = group.unclaim([claim], at: instant)
            }
            let seat = group.seats.first { $0.id == found.id } ?? found
            guard group != before else { return .success(SeatOutcome(seat: seat, group: group)) }
            if let member = request.member { self.people[scope.app, default: MemoryCustomerIdentities()].meet(member) }
            let had = seat.isKept ? [] : self.active(seat.member, in: scope, catalog: catalog, at: asked.at)
            self.seats.put(seat, of: original, in: scope)
            self.writeSeats(from: before, to: group, of: original, in: scope, at: asked.at, cause: nil)
            for root in self.rootsWithOtherClaims(in: scope) {
                self.publish(of: root, in: scope, at: asked.at, catalog: catalog, cause: nil)
            }
            self.publishEntitlements(at: asked.at, catalog: catalog)
            let has = self.active(seat.member, in: scope, catalog: catalog, at: asked.at)
            return .success(SeatOutcome(seat: seat, group: group, lost: had.filter { !has.contains($0) }))
        }
    }

    /// Ends the seats of claims that Apple ended; returns the originals of those seats, and whether anything is new.
    mutating func end(
        _ unclaim: SeatUnclaim,
        of intake: Intake,
        in scope: Scope
    ) -> (originals: Set<OriginalTransactionID>, isNew: Bool) {
        var isNew = false
        for claim in unclaim.claims {
            let known = self.seats.unclaimed[scope]?[claim]
            if let known, known <= unclaim.at { continue }
            self.seats.unclaimed[scope, default: [:]][claim] = unclaim.at
            isNew = true
        }
        let claims = Set(unclaim.claims)
        let found = self.seats(in: scope).filter { $0.seat.claimID.map(claims.contains) ?? false }
        let roots = Set(found.compactMap { self.facts[scope]?.root(of: $0.original) })
        for root in roots {
            let before = self.seatGroup(
                of: root,
                in: scope,
                gracePolicy: intake.catalog.gracePolicy,
                at: intake.receivedAt
            )
            guard let before else { continue }
            var group = before
            for seat in group.unclaim(claims, at: unclaim.at) { self.seats.put(seat, of: root, in: scope) }
            guard intake.publishesEvents else { continue }
            let cause = intake.evidence.last?.digest
            self.writeSeats(from: before, to: group, of: root, in: scope, at: intake.receivedAt, cause: cause)
        }
        return (roots, isNew)
    }

    /// Ends the seats of a customer whose name was erased.
    mutating func endSeats(ofErased customer: CustomerID, app: AppName, by change: OwnershipChange) {
        for scope in self.seats.kept.keys where scope.app == app {
            let found = self.seats(in: scope).filter { $0.seat.member == customer }
            for root in Set(found.compactMap { self.facts[scope]?.root(of: $0.original) }) {
                let now = change.changedAt
                let before = self.seatGroup(of: root, in: scope, gracePolicy: GracePolicy(), at: now)
                guard let before else { continue }
                var group = before
                for seat in group.erase(customer, at: now, by: change.by) {
                    self.seats.put(seat, of: root, in: scope)
                }
                self.writeSeats(from: before, to: group, of: root, in: scope, at: now, cause: nil)
            }
        }
    }

    private mutating func writeSeats(
        from before: SeatGroup,
        to after: SeatGroup,
        of original: OriginalTransactionID,
        in scope: Scope,
        at now: Instant,
        cause: EvidenceDigest?
    ) {
        let drafts = after.drafts(since: before, environment: scope.environment)
        let root = self.facts[scope]?.root(of: original)
        self.outbox.write(drafts, in: scope, about: root, at: now, cause: cause)
    }

    private func active(
        _ member: CustomerID?,
        in scope: Scope,
        catalog: Catalog,
        at now: Instant
    ) -> [EntitlementName] {
        guard let member else { return [] }
        let ledger = self.ledger(of: member, in: scope)
        let grants = scope.environment == .production ? self.grants(of: member, app: scope.app) : []
        let holdings = CustomerHoldings(
            byEnvironment: [scope.environment: ledger.holdings(at: now, gracePolicy: catalog.gracePolicy)],
            grants: grants
        )
        return holdings.entitlements(at: now, environment: scope.environment, catalog: catalog).filter(\.isActive)
            .map(\.name)
    }
}
