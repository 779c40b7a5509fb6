import Ledger

extension Books {
    /// Tells of every chain that a unit may have changed.
    mutating func tell(
        _ changed: Set<OriginalTransactionID>,
        awaited: [AccountToken],
        of intake: Intake,
        in scope: Scope
    ) {
        var roots = Set(changed.compactMap { self.facts[scope]?.root(of: $0) })
        let cause = intake.evidence.last?.digest
        for (other, facts) in self.facts where other.app == scope.app {
            let bearing = awaited.reduce(into: Set()) { $0.formUnion(facts.roots(bearing: $1)) }
            if other == scope {
                roots.formUnion(bearing)
                continue
            }
            for root in facts.inOrder(bearing) {
                self.tell(of: root, in: other, for: intake, cause: cause)
            }
            if !bearing.isEmpty { self.tellOthers(in: other, for: intake, cause: cause) }
        }
        for root in self.facts[scope]?.inOrder(roots) ?? [] {
            self.tell(of: root, in: scope, for: intake, cause: cause)
        }
        if !roots.isEmpty { self.tellOthers(in: scope, for: intake, cause: cause) }
    }

    /// Tells of the chains that a unit did not touch and whose owners are others all the same, because it showed who
    /// uses an Apple Account.
    private mutating func tellOthers(in scope: Scope, for intake: Intake, cause: EvidenceDigest?) {
        for root in self.rootsWithOtherClaims(in: scope) {
            self.tell(of: root, in: scope, for: intake, cause: cause)
        }
    }

    /// The roots of the chains whose claims are not those that were told of last, in the order in which they became known.
    func rootsWithOtherClaims(in scope: Scope) -> [OriginalTransactionID] {
        let told = self.outbox.claimsTold(in: scope)
        let claims = Dictionary(
            self.chains(in: scope).flatMap { owned in owned.claims.map { ($0.key, $0.value) } }
        ) { first, _ in first }
        let roots = told.filter { chain in chain.claims.contains { claims[$0.key] != $0.value } }.map(\.root)
        return self.facts[scope]?.inOrder(Set(roots)) ?? []
    }

    /// Tells what had fallen due in the chains of a unit of which nothing is told.
    mutating func tellWhatIsDue(before intake: Intake, in scope: Scope) {
        for id in intake.originals.sorted() {
            guard let root = self.facts[scope]?.root(of: id),
                let dueAt = self.outbox.dueAt(of: root, in: scope), dueAt <= intake.receivedAt
            else { continue }
            let due = DueChain(
                app: scope.app,
                environment: scope.environment,
                originalTransactionID: root,
                dueAt: dueAt
            )
            self.advance(due, at: intake.receivedAt, catalogue: intake.catalogue)
        }
    }

    /// Lets time pass over a chain.
    mutating func advance(_ due: DueChain, at now: Instant, catalogue: Catalogue) {
        let scope = Scope(app: due.app, environment: due.environment)
        guard let root = self.facts[scope]?.root(of: due.originalTransactionID) else { return }
        for _ in 0..<DueChain.maximumSteps {
            guard let dueAt = self.outbox.dueAt(of: root, in: scope), dueAt <= now else { return }
            self.tell(of: root, in: scope, at: dueAt, catalogue: catalogue, cause: nil)
            self.tellRights(at: now, dated: dueAt, catalogue: catalogue)
        }
    }

    private mutating func tell(
        of root: OriginalTransactionID,
        in scope: Scope,
        for intake: Intake,
        cause: EvidenceDigest?
    ) {
        self.tell(
            of: root,
            in: scope,
            at: intake.receivedAt,
            catalogue: intake.catalogue,
            cause: cause,
            isTold: intake.tellsEvents,
            shown: Shown(
                doubted: intake.doubted,
                vouched: intake.vouched,
                asksApple: intake.asksApple
            )
        )
    }

    /// Tells what has become of a chain.
    mutating func tell(
        of root: OriginalTransactionID,
        in scope: Scope,
        at now: Instant,
        catalogue: Catalogue,
        cause: EvidenceDigest?,
        isTold: Bool = true,
        change: OwnershipChangeID? = nil,
        shown: Shown = Shown()
    ) {
        let owned = self.chain(of: root, in: scope)
        let members = Set(self.facts[scope]?.members(of: root) ?? [root])
        let known = self.outbox.transactionsTold(of: members, in: scope)
        let holders = self.outbox.tell(
            of: BooksOutbox.Subject(root: root, members: members, scope: scope, owned: owned),
            at: now,
            access: catalogue.access,
            cause: cause,
            isTold: isTold,
            change: change
        )
        self.settleDeliveries(
            of: owned,
            root: root,
            in: scope,
            known: known,
            shown: shown,
            at: now,
            catalogue: catalogue,
            cause: cause,
            isTold: isTold
        )
        for holder in holders { self.rights.touch(holder, in: scope) }
        self.moveRefunds(of: owned, in: scope, at: now)
    }
}
