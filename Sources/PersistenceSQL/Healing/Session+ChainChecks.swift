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

    /// Saves that a chain was checked with Apple, and when the next check is due.
    package func putAsked(_ root: Int64, at askedAt: Instant, next: Instant?, isAboutEverything: Bool) throws {
        try self.run(
            isAboutEverything ? .healing.putAsked : .healing.putAskedInPart,
            [.instant(askedAt), .instant(next), .integer(root)]
        )
    }

    /// Saves the position up to which Apple's history of a chain's customer was read.
    package func putRevision(_ revision: String, of root: Int64) throws {
        try self.run(.healing.putRevision, [.integer(root), .text(revision)])
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
