extension LedgerStorage {
    /// Records a rescission of consent, enters it in the audit log, and returns whether it is new.
    ///
    /// What it sets in motion is derived whenever it is read, because the customers of the account, their consents and
    /// the catalog may become known later.
    func hear(
        _ rescission: ConsentRescission,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws -> Bool {
        guard try self.put(rescission, scope: context.scope) else { return false }
        let users = try self.bindings(of: rescission.account, scope: context.scope, people: &people)
        let draft = rescission.draft(
            about: Set(users.map(\.customer)),
            of: context.app,
            environment: context.scope.environment,
            at: context.now
        )
        _ = try self.append(draft, within: nil)
        return true
    }

    /// Resolves what a rescission of consent set in motion.
    package func resolveRescission(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws -> (rescission: RecordedRescission, isNew: Bool)? {
        // The answer follows a commit, even where nothing has to change.
        try self.countRepeat()
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)),
            var rescission = try self.rescission(of: account, app: app, environment: environment)
        else { return nil }
        let isNew = rescission.resolve(at: now)
        if isNew, let resolvedAt = rescission.resolvedAt {
            try self.putResolved(at: resolvedAt, rescissionOf: account, scope: scope)
        }
        return (rescission, isNew)
    }
}
