import Ledger

extension Session {
    /// The chains that are due, earliest first.
    func dueChains(at now: Instant, limit: Int) throws -> [DueChain] {
        try self.all(.dueChains, [.instant(now), .integer(Int64(limit))]) { row in
            DueChain(
                app: AppName(try row.text()),
                environment: try row.coded(StoreEnvironment.self),
                originalTransactionID: OriginalTransactionID(try row.identifier()),
                dueAt: try row.instant()
            )
        }
    }

    /// When the next chain is due.
    func nextChainDueAt() throws -> Instant? {
        try self.first(.nextChainDue, [.integer(.min)]) { row in try row.instant() }
    }

    /// Lets time pass over a chain, one change after the other.
    func advance(_ due: DueChain, at now: Instant, catalogue: Catalogue) throws {
        let name = ScopeName(app: due.app, environment: due.environment)
        guard let scope = try self.knownScope(name) else { return }
        for _ in 0..<DueChain.maximumSteps {
            guard let original = try self.original(due.originalTransactionID, scope: scope),
                let dueAt = original.dueAt, dueAt <= now
            else { return }
            let chain = try self.chain(of: original, scope: scope)
            var people = People(session: self)
            let occasion = Occasion(
                scope: scope,
                environment: due.environment,
                // What was never told of is told as it is now.
                now: chain.toldAt == nil ? now : dueAt,
                catalogue: catalogue,
                cause: nil
            )
            let owned = try chain.owned(by: &people)
            try self.noticingHoldings {
                try self.tell(from: [chain], to: chain, owned: owned, on: occasion, people: &people)
                try self.tellRights(on: occasion, at: now)
            }
        }
    }
}
