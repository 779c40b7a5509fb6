extension LedgerStorage {
    /// Carries out an ownership change, or only returns what it would transfer.
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
        guard isPreview else {
            let result = try self.carryOut(change, of: app, catalog: catalog)
            if case .erase = change.kind { self.noteErasure() }
            // The answer follows a commit, even where nothing had to change.
            try self.countRepeat()
            return result
        }
        return try self.preview { try self.carryOut(change, of: app, catalog: catalog) }
    }

    /// Returns an ownership change, and whether it has been undone.
    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) throws -> (change: OwnershipChange, isUndone: Bool)? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.ownershipChange(id, app: app).map { ($0.change, $0.isUndone) }
    }

    /// Carries out an ownership change, and returns the transfers.
    private func carryOut(
        _ change: OwnershipChange,
        of name: AppName,
        catalog: Catalog
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
        let app = try self.app(name)
        if try self.ownershipChange(change.id, app: app) != nil { return .success([]) }
        // Events have the time of the change, even where the decision is dated later to follow the one before.
        let now = change.changedAt
        let change = change.following(try self.lastDecision(before: change, of: name))
        let writer = OwnershipChangeWriter(self, change: change, of: name, app: app)
        do {
            let (_, transfers) = try self.noticingHoldings {
                try self.collectingTransfers {
                    let written = try writer.write()
                    for (scope, originals) in written.originals.sorted(by: { $0.key.number < $1.key.number }) {
                        let context = RecordingContext(
                            scope: scope,
                            now: now,
                            catalog: catalog,
                            change: (written.change, change.id)
                        )
                        try self.derive(originals, on: context, isNews: false)
                    }
                    guard let scope = self.noticed?.scope else { return }
                    let context = RecordingContext(scope: scope, now: now, catalog: catalog)
                    try self.publishEntitlements(on: context, at: now)
                }
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
        var dates = [try self.lastDecision(on: decision.transactionID, scope: scope)].compactMap(\.self)
        var people = CustomerCache(self)
        for chain in try self.chains(of: self.originals(namedBy: decision.transactionID, scope: scope), scope: scope) {
            dates += try self.decisions(of: chain, scope: scope, people: &people).map(\.decidedAt)
        }
        return dates.max()
    }
}

extension ChainStorage {
    /// Returns the originals that an operator's ID may mean: the one of the transaction, and the one with that ID.
    func originals(namedBy id: TransactionID, scope: Scope) throws -> Set<Int64> {
        let home = try self.home(of: id, scope: scope)
        let named = try self.original(OriginalTransactionID(id.rawValue), scope: scope)?.number
        return Set([home, named].compactMap(\.self))
    }
}
