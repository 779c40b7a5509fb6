extension LedgerStorage {
    /// Publishes the changes of a chain since it was last published, and sets its next due time.
    func publish(
        from before: [PriorChain],
        to chain: ChainRecord,
        value: DerivedChain,
        claims: [TransactionID: Claim],
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws {
        let owned = OwnedChain(chain: value.chain, claims: claims)
        let derivation = try EventDerivation(
            from: before.compactMap { $0.published(on: context) },
            to: owned,
            purchases: value.purchases,
            at: context.now,
            environment: context.environment,
            gracePolicy: context.gracePolicy,
            change: context.change?.id
        ) { isLoss in
            // An event that no sink receives and that ends no entitlement needs no number.
            guard context.isPublished || isLoss else { return 0 }
            return try self.nextTransferNumber()
        }
        for transfer in derivation.transfers {
            try self.insert(transfer, root: chain.root, on: context, people: people)
            self.note(transfer)
        }
        let settled = try self.evaluateFulfillments(
            in: chain,
            before: before.map(\.record),
            owned: owned,
            purchases: value.purchases,
            on: context,
            people: &people
        )
        let drafts = derivation.drafts + settled.drafts
        if context.isPublished, !drafts.isEmpty {
            try self.write(drafts, about: chain.root, on: context, people: &people)
        }
        try self.keepHoldings(in: chain, derivation, on: context, people: &people)
        var askAt = value.chain.nextAskAt(derivation.asks, askedAt: chain.askedAt)
        if settled.asksApple { askAt = min(askAt ?? context.now, context.now) }
        self.note(.stateChanges, dueAt: derivation.dueAt)
        self.note(.chainChecks, dueAt: askAt)
        try self.putPublished(chain.root, at: context.now, dueAt: derivation.dueAt, askAt: askAt)
    }

    /// Publishes the changes that time causes in a chain, one after the other.
    package func advance(_ due: DueChain, at now: Instant, catalog: Catalog) throws {
        let name = ScopeName(app: due.app, environment: due.environment)
        guard let scope = try self.knownScope(name) else { return }
        for _ in 0..<DueChain.maximumSteps {
            guard let original = try self.original(due.originalTransactionID, scope: scope),
                let dueAt = original.dueAt, dueAt <= now
            else { return }
            let chain = try self.chain(of: original, scope: scope)
            var people = CustomerCache(self)
            // A chain that was never published is published in its current state.
            let at = chain.publishedAt == nil ? now : dueAt
            let context = RecordingContext(scope: scope, now: at, catalog: catalog)
            let prior = try PriorChain(chain, people: &people)
            try self.noticingHoldings {
                try self.publish(
                    from: [prior],
                    to: chain,
                    value: prior.derived,
                    claims: prior.claims,
                    on: context,
                    people: &people
                )
                try self.publishEntitlements(on: context, at: now)
            }
        }
    }

    /// Saves beside a chain what each of its owners holds in it.
    ///
    /// Where a customer owns purchases in several originals of the chain, the first original has the holding; the
    /// others have an empty one. Customers with whom the same purchases are shared hold the same, so all members of a
    /// multiseat subscription need one derivation, and what a member holds already is not saved again: one more member
    /// reads the group, but writes only their own rows.
    private func keepHoldings(
        in chain: ChainRecord,
        _ derivation: EventDerivation,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws {
        var originals: [Int64: Set<Int64>] = [:]
        var shared: [Int64: Set<TransactionID>] = [:]
        for (id, transaction) in chain.transactions {
            if let owner = transaction.owner { originals[owner, default: []].insert(transaction.original) }
            for other in transaction.sharedWith {
                originals[other, default: []].insert(transaction.original)
                shared[other, default: []].insert(id)
            }
        }
        if !shared.isEmpty {
            for owner in chain.transactions.values.compactMap(\.owner) { shared[owner] = nil }
        }
        var forms: [Set<TransactionID>: [UInt8]] = [:]
        for (owner, originals) in originals {
            let guest = shared[owner]
            var form = guest.flatMap { forms[$0] } ?? []
            if form.isEmpty {
                let timed = derivation.holding(of: try people.name(owner))
                form = try self.form(of: timed, gracePolicy: context.gracePolicy, app: context.scope.app)
                if let guest { forms[guest] = form }
            }
            for (place, original) in originals.sorted().enumerated() {
                let own = place == 0 ? form : []
                if guest != nil, try self.form(of: owner, scope: context.scope, original: original) == own { continue }
                try self.noticeHoldings(of: owner, at: original, becoming: own, in: context.scope)
                try self.put(own, of: owner, scope: context.scope, original: original)
            }
        }
    }
}

extension PriorChain {
    /// Returns the chain as it was last published; `nil` where it never was.
    fileprivate func published(on context: RecordingContext) -> PublishedChain? {
        self.record.publishedAt.map { publishedAt in
            PublishedChain(
                OwnedChain(chain: self.derived.chain, claims: self.claims),
                purchases: self.derived.purchases,
                at: publishedAt,
                environment: context.environment,
                gracePolicy: context.gracePolicy
            )
        }
    }
}
