/// Saves checks of chains with Apple.
package protocol HealingStorage {
    /// Saves that a chain was checked with Apple, and when the next check is due.
    ///
    /// A check about everything that was scheduled while a check in part ran stays due.
    func putAsked(_ root: Int64, at askedAt: Instant, next: Instant?, isAboutEverything: Bool) throws

    /// Saves the position up to which Apple's history of a chain's customer was read.
    func putRevision(_ revision: String, of root: Int64) throws
}

extension LedgerStorage {
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
        // A fulfillment may wait until Apple has confirmed the purchase.
        if !chain.isSubscription, try self.fulfillments(of: stored, app: check.app).contains(where: \.awaitsApple) {
            next = min(askedAt + FulfillmentPolicy.asksAgain, next ?? askedAt + FulfillmentPolicy.asksAgain)
        }
        self.note(.chainChecks, dueAt: next)
        try self.putAsked(stored.root, at: askedAt, next: next, isAboutEverything: check.isAboutEverything)
        if let revision { try self.putRevision(revision, of: stored.root) }
    }
}
