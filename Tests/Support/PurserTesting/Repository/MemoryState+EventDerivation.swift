import Ledger

extension MemoryState {
    /// Publishes the changes of every chain that a unit may have changed.
    mutating func publish(
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
                self.publish(of: root, in: other, for: intake, cause: cause)
            }
            if !bearing.isEmpty { self.publishOthers(in: other, for: intake, cause: cause) }
        }
        for root in self.facts[scope]?.inOrder(roots) ?? [] {
            self.publish(of: root, in: scope, for: intake, cause: cause)
        }
        if !roots.isEmpty { self.publishOthers(in: scope, for: intake, cause: cause) }
    }

    /// Publishes the changes of the chains that a unit did not touch and whose owners are others all the same, because
    /// it showed who uses an Apple Account.
    private mutating func publishOthers(in scope: Scope, for intake: Intake, cause: EvidenceDigest?) {
        for root in self.rootsWithOtherClaims(in: scope) {
            self.publish(of: root, in: scope, for: intake, cause: cause)
        }
    }

    /// The roots of the chains whose claims are not those that were published last, in the order in which they became
    /// known.
    func rootsWithOtherClaims(in scope: Scope) -> [OriginalTransactionID] {
        let published = self.outbox.claimsPublished(in: scope)
        let claims = Dictionary(
            self.chains(in: scope).flatMap { owned in owned.claims.map { ($0.key, $0.value) } }
        ) { first, _ in first }
        let roots = published.filter { chain in chain.claims.contains { claims[$0.key] != $0.value } }.map(\.root)
        return self.facts[scope]?.inOrder(Set(roots)) ?? []
    }

    /// Publishes what had fallen due in the chains of a unit that itself publishes nothing.
    mutating func publishWhatIsDue(before intake: Intake, in scope: Scope) {
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
            self.advance(due, at: intake.receivedAt, catalog: intake.catalog)
        }
    }

    /// Publishes the changes of a chain that time causes.
    mutating func advance(_ due: DueChain, at now: Instant, catalog: Catalog) {
        let scope = Scope(app: due.app, environment: due.environment)
        guard let root = self.facts[scope]?.root(of: due.originalTransactionID) else { return }
        for _ in 0..<DueChain.maximumSteps {
            guard let dueAt = self.outbox.dueAt(of: root, in: scope), dueAt <= now else { return }
            self.publish(of: root, in: scope, at: dueAt, catalog: catalog, cause: nil)
            self.publishEntitlements(at: now, dated: dueAt, catalog: catalog)
        }
    }

    private mutating func publish(
        of root: OriginalTransactionID,
        in scope: Scope,
        for intake: Intake,
        cause: EvidenceDigest?
    ) {
        self.publish(
            of: root,
            in: scope,
            at: intake.receivedAt,
            catalog: intake.catalog,
            cause: cause,
            isPublished: intake.publishesEvents,
            shown: Shown(
                doubted: intake.doubted,
                vouched: intake.vouched,
                asksApple: intake.asksApple
            )
        )
    }

    /// Publishes what has become of a chain.
    mutating func publish(
        of root: OriginalTransactionID,
        in scope: Scope,
        at now: Instant,
        catalog: Catalog,
        cause: EvidenceDigest?,
        isPublished: Bool = true,
        change: OwnershipChangeID? = nil,
        shown: Shown = Shown()
    ) {
        let owned = self.chain(of: root, in: scope)
        let members = Set(self.facts[scope]?.members(of: root) ?? [root])
        let known = self.outbox.transactionsPublished(of: members, in: scope)
        let holders = self.outbox.publish(
            of: MemoryOutbox.Subject(root: root, members: members, scope: scope, owned: owned),
            at: now,
            gracePolicy: catalog.gracePolicy,
            cause: cause,
            isPublished: isPublished,
            change: change
        )
        self.evaluateFulfillments(
            of: owned,
            root: root,
            in: scope,
            known: known,
            shown: shown,
            at: now,
            catalog: catalog,
            cause: cause,
            isPublished: isPublished
        )
        for holder in holders { self.entitlements.touch(holder, in: scope) }
        self.moveRefunds(of: owned, in: scope, at: now)
    }
}
