extension LedgerStorage {
    /// Records one unit, and publishes the changes of entitlements.
    package func record(_ intake: Intake) throws -> RecordingResult {
        try self.noticingHoldings { try self.recordNoticing(intake) }
    }

    /// Returns what recording a unit would do, without recording it.
    package func preview(_ intake: Intake) throws -> OwnershipPreview {
        try self.preview {
            let (recorded, transfers) = try self.collectingTransfers { try self.record(intake) }
            return OwnershipPreview(
                recorded: recorded,
                transfers: transfers,
                ledger: try intake.submission.map {
                    try self.ledger(of: $0.customer, app: intake.app, environment: intake.environment)
                }
            )
        }
    }

    private func recordNoticing(_ intake: Intake) throws -> RecordingResult {
        let scope = try self.scope(ScopeName(app: intake.app, environment: intake.environment))
        let writtenBefore = try self.writtenCount()
        if !intake.publishesEvents { try self.publishWhatIsDue(before: intake, scope: scope) }
        let positions = try self.insert(intake.evidence, app: scope.app)
        var isNew = !positions.isEmpty
        let isNotificationNew = try self.recordNotification(of: intake, positions: positions, scope: scope)
        if let digest = intake.releasedHold { isNew = try self.releaseHeld(digest, app: scope.app) || isNew }
        var context = RecordingContext(
            scope: scope,
            now: intake.receivedAt,
            catalog: intake.catalog,
            isPublished: intake.publishesEvents,
            cause: try intake.evidence.last.map { object in
                try positions[object.digest] ?? self.position(of: object.digest, app: scope.app)
            }
        )
        context.doubted = intake.doubted
        context.vouched = intake.vouched
        context.asksApple = intake.asksApple
        var facts = FactRecorder(self, on: context)
        var wasSubmittedBefore = false
        for submission in intake.submissions {
            let customer = try self.number(of: submission.customer, app: scope.app)
            let outcome = try self.record(submission, by: customer, scope: scope)
            if submission == intake.submission { wasSubmittedBefore = outcome.wasSubmittedBefore }
            isNew = outcome.isNew || isNew
            if outcome.isNew { facts.submitted.append(submission.transactionID) }
        }
        for decision in intake.decisions {
            guard try self.record(decision, scope: scope) else { continue }
            isNew = true
            facts.decided.append(decision.transactionID)
        }
        for fact in intake.importFacts { isNew = try self.record(fact, scope: scope) || isNew }
        if let unclaim = intake.unclaim {
            let ended = try self.end(unclaim, on: context)
            isNew = ended.isNew || isNew
            facts.seated = ended.originals
        }
        if let owner = intake.tokenOwner, !intake.customerTokens.isEmpty {
            let customer = try self.number(of: owner, app: scope.app)
            for token in intake.customerTokens {
                guard try self.assign(token, to: customer, app: scope.app) else { continue }
                isNew = true
                facts.tokens.append(token)
            }
        }
        isNew = try facts.record(intake) || isNew
        isNew = try self.hearRefunds(in: intake, on: context) || isNew
        try self.publishEntitlements(on: context, at: intake.receivedAt)
        let claim = try intake.submission.map { try self.claim(on: $0.transactionID, scope: scope) }
        let finish = try self.finish(intake, scope: scope, wasSubmittedBefore: wasSubmittedBefore)
        // A duplicate too is acknowledged by a commit of its own, so it must write something.
        if try self.writtenCount() == writtenBefore { try self.countRepeat() }
        return RecordingResult(
            isNew: isNew || isNotificationNew,
            claim: claim,
            wasSubmittedBefore: wasSubmittedBefore,
            finish: finish,
            isNotificationNew: isNotificationNew,
            transactions: facts.met,
            revoked: facts.revoked
        )
    }

    /// Publishes the due changes of a unit's chains before an unpublished unit, so that they are not suppressed with
    /// it.
    private func publishWhatIsDue(before intake: Intake, scope: Scope) throws {
        for id in intake.originals.sorted() {
            guard let original = try self.original(id, scope: scope) else { continue }
            let root = try self.original(original.root)
            guard let dueAt = root.dueAt, dueAt <= intake.receivedAt else { continue }
            let due = DueChain(
                app: intake.app,
                environment: intake.environment,
                originalTransactionID: root.id,
                dueAt: dueAt
            )
            try self.advance(due, at: intake.receivedAt, catalog: intake.catalog)
        }
    }

    /// Records the notification of a unit, and passes a new one on to the sinks that relay Apple's notifications;
    /// returns whether it is new.
    private func recordNotification(
        of intake: Intake,
        positions: [EvidenceDigest: Int64],
        scope: Scope
    ) throws -> Bool {
        guard let notification = intake.notification else { return false }
        let position =
            try positions[notification.evidence] ?? self.position(of: notification.evidence, app: scope.app)
        guard try self.insert(notification, at: position, receivedAt: intake.receivedAt, scope: scope) else {
            return false
        }
        let chain = intake.originals.min()?.rawValue ?? notification.uuid
        try self.passOn(notification, at: position, chain: chain, scope: scope)
        return true
    }

    /// Records a submission: it is new when the customer has not submitted the transaction before, or restores it again
    /// after `Submission.restoreRepeats`.
    private func record(
        _ submission: Submission,
        by customer: Int64,
        scope: Scope
    ) throws -> (isNew: Bool, wasSubmittedBefore: Bool) {
        let known = try self.lastSubmission(
            of: submission.transactionID,
            by: customer,
            intent: submission.intent,
            scope: scope
        )
        if known.isAny, let last = known.last, !submission.isNew(after: last.submittedAt) {
            try self.repeatSubmission(submission, by: customer, sequence: last.sequence, scope: scope)
            return (false, true)
        }
        try self.insert(submission, by: customer, scope: scope)
        return (true, known.isAny)
    }

    /// Returns whether an app may finish what a unit submits, by the fulfillments of the purchases.
    private func finish(_ intake: Intake, scope: Scope, wasSubmittedBefore: Bool) throws -> FulfillmentFinish? {
        guard intake.catalog.fulfillment != nil else { return nil }
        return FulfillmentFinish.joined(
            try intake.finishing.compactMap { submission in
                try self.finish(
                    submission,
                    scope: scope,
                    wasSubmittedBefore: submission == intake.submission && wasSubmittedBefore,
                    at: intake.receivedAt
                )
            }
        )
    }
}
