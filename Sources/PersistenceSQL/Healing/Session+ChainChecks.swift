package import Ledger

extension Session {
    /// Returns the chains that are due for a check with Apple, earliest first.
    package func dueChainChecks(at now: Instant, limit: Int) throws -> [ChainCheck] {
        try self.all(.healing.dueChainChecks, [.instant(now), .integer(Int64(limit))]) { row in
            ChainCheck(
                app: AppName(try row.text()),
                environment: try row.coded(StoreEnvironment.self),
                originalTransactionID: OriginalTransactionID(try row.identifier()),
                dueAt: try row.instant(),
                revision: try row.optionalText(),
                isAboutEverything: try row.optionalInteger() != nil
            )
        }
    }

    /// Records that a chain was checked with Apple, and schedules the next check.
    package func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) throws {
        let name = ScopeName(app: check.app, environment: check.environment)
        guard let scope = try self.knownScope(name),
            let original = try self.original(check.originalTransactionID, scope: scope)
        else { return }
        let stored = try self.chain(of: original, scope: scope)
        let chain = stored.value
        let askedAt = chain.checkServes(until: askedAt)
        let asks =
            chain.isSubscription
            ? chain.state(at: askedAt, environment: check.environment, gracePolicy: gracePolicy).heals : []
        var next = chain.nextAskAt(asks, askedAt: askedAt)
        if !chain.isSubscription, try self.awaitsApple(stored, of: check.app) {
            next = min(askedAt + FulfillmentPolicy.asksAgain, next ?? askedAt + FulfillmentPolicy.asksAgain)
        }
        self.note(.chainChecks, dueAt: next)
        try self.run(
            check.isAboutEverything ? .healing.putAsked : .healing.putAskedInPart,
            [.instant(askedAt), .instant(next), .integer(stored.root)]
        )
        if let revision { try self.run(.healing.putRevision, [.integer(stored.root), .text(revision)]) }
    }

    /// Returns whether a fulfillment of a chain waits until Apple has confirmed the purchase.
    private func awaitsApple(_ chain: ChainRecord, of app: AppName) throws -> Bool {
        var people = CustomerCache(self)
        return try self.fulfillments(of: chain.members, app: app, people: &people).contains(
            where: \.fulfillment.awaitsApple
        )
    }

    /// Postpones the check of a chain.
    package func putOff(_ check: ChainCheck, until: Instant) throws {
        let name = ScopeName(app: check.app, environment: check.environment)
        guard let scope = try self.knownScope(name),
            let original = try self.original(check.originalTransactionID, scope: scope)
        else { return }
        try self.run(.healing.postponeCheck, [.instant(until), .integer(original.root)])
        self.note(.chainChecks, dueAt: until)
    }

    /// Schedules a check of those chains of an app and environment whose numbers are in a range.
    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        numbers: ClosedRange<Int64>,
        at now: Instant
    ) throws {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return }
        let bounds: [SQLValue] = [.integer(numbers.lowerBound - 1), .integer(numbers.upperBound)]
        self.note(.chainChecks, dueAt: now)
        try self.run(.healing.askAboutAll, [.instant(now)] + bounds + [.integer(scope.number)])
    }

    /// Schedules a complete check of those of some chains that are known.
    package func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return }
        for chain in chains {
            guard let original = try self.original(chain, scope: scope) else { continue }
            self.note(.chainChecks, dueAt: now)
            try self.run(.healing.askAbout, [.instant(now), .instant(now), .integer(original.root)])
        }
    }

    /// Returns the highest number of an original; 0 when there is none.
    package func newestOriginal() throws -> Int64 {
        try self.first(.healing.newestOriginal, [.integer(0)]) { row in try row.integer() } ?? 0
    }
}
