package import Ledger

extension Session {
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
        let writtenBefore = try self.connection.writtenCount()
        if !intake.publishesEvents { try self.publishWhatIsDue(before: intake, scope: scope) }
        var positions: [EvidenceDigest: Int64] = [:]
        var isNew = try self.record(intake.evidence, app: scope.app, positions: &positions)
        var isNotificationNew = false
        if let notification = intake.notification {
            let evidence = try self.position(of: notification.evidence, app: scope.app, known: positions)
            let receivedAt = intake.receivedAt
            if try self.record(notification, in: evidence, receivedAt: receivedAt, scope: scope) {
                isNew = true
                isNotificationNew = true
                try self.passOn(notification, at: evidence, of: intake, app: scope.app)
            }
        }
        if let digest = intake.releasedHold {
            let released = try self.change(.held.releaseHeld, [.integer(scope.app), .bytes(digest.bytes)])
            isNew = released > 0 || isNew
        }
        let context = RecordingContext(
            scope: scope,
            environment: intake.environment,
            now: intake.receivedAt,
            catalog: intake.catalog,
            isPublished: intake.publishesEvents,
            cause: try intake.evidence.last.map { object in
                try self.position(of: object.digest, app: scope.app, known: positions)
            },
            doubted: intake.doubted,
            vouched: intake.vouched,
            asksApple: intake.asksApple
        )
        var facts = FactRecorder(session: self, context: context)
        var wasSubmittedBefore = false
        for submission in intake.submissions {
            let customer = try self.number(of: submission.customer, app: scope.app)
            let outcome = try self.record(submission, customer: customer, scope: scope)
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
        let claim = try intake.submission.map { submission in
            try self.claim(on: submission.transactionID, scope: scope)
        }
        var finish: FulfillmentFinish?
        if intake.catalog.fulfillment != nil {
            finish = FulfillmentFinish.joined(
                try intake.finishing.compactMap { submission in
                    try self.finish(
                        submission,
                        app: intake.app,
                        scope: scope,
                        wasSubmittedBefore: submission == intake.submission && wasSubmittedBefore,
                        at: intake.receivedAt
                    )
                }
            )
        }
        // A duplicate too is acknowledged by a commit of its own, so it must write something.
        if try self.connection.writtenCount() == writtenBefore { try self.run(.transactions.countRepeat) }
        return RecordingResult(
            isNew: isNew,
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

    /// Records signed objects, parts before wholes; returns whether one was new.
    private func record(
        _ evidence: [SignedEvidence],
        app: Int64,
        positions: inout [EvidenceDigest: Int64]
    ) throws -> Bool {
        var isNew = false
        for object in evidence {
            let header = try self.number(ofHeader: object.header, digest: object.headerDigest, app: app)
            let inserted = try self.connection.insert(
                .evidence.insertEvidence,
                [
                    .integer(app), .integer(object.kind.code), .integer(header), .instant(object.signedAt),
                    .bytes(object.digest.bytes), .bytes(object.signature), .bytes(object.payload),
                ]
            )
            guard let whole = inserted else { continue }
            isNew = true
            positions[object.digest] = whole
            for (ordinal, part) in object.parts.enumerated() {
                let position = try self.position(of: part.digest, app: app, known: positions)
                try self.run(
                    .evidence.insertPart,
                    [.integer(whole), .integer(Int64(ordinal)), .integer(Int64(part.offset)), .integer(position)]
                )
            }
        }
        return isNew
    }

    /// Returns the position of evidence that other rows refer to; throws where it is not stored.
    private func position(
        of digest: EvidenceDigest,
        app: Int64,
        known positions: [EvidenceDigest: Int64]
    ) throws -> Int64 {
        if let known = positions[digest] { return known }
        let position = try self.first(.evidence.evidencePosition, [.integer(app), .bytes(digest.bytes)]) { row in
            try row.integer()
        }
        guard let position else { throw RepositoryError.corrupt }
        return position
    }

    private func record(
        _ notification: NotificationEvidence,
        in evidence: Int64,
        receivedAt: Instant,
        scope: Scope
    ) throws -> Bool {
        let inserted = try self.change(
            .evidence.insertNotification,
            [
                .integer(scope.number),
                .uuid(notification.uuid),
                .integer(evidence),
                .integer(try self.number(ofInternedString: notification.type, app: scope.app)),
                .optional(try notification.subtype.map { try self.number(ofInternedString: $0, app: scope.app) }),
                .optionalIdentifier(notification.transactionID?.rawValue),
                .instant(notification.signedAt),
                .instant(receivedAt),
            ]
        )
        if inserted > 0 { return true }
        let repeated: [SQLValue] = [.instant(receivedAt), .integer(scope.number), .uuid(notification.uuid)]
        try self.run(.evidence.repeatNotification, repeated)
        return false
    }

    /// Adds a notification to the sinks that relay Apple's notifications.
    private func passOn(
        _ notification: NotificationEvidence,
        at evidence: Int64,
        of intake: Intake,
        app: Int64
    ) throws {
        let chain = intake.originals.min()?.rawValue ?? notification.uuid
        let stream = EventStreamNumber(notification: evidence)
        for sink in try self.sinks(of: app)
        where sink.receives(notification, chain: chain, in: intake.environment) {
            self.note(.eventStreams, dueAt: DueWork.atOnce)
            try self.run(
                .sinks.addPending,
                [.integer(sink.number), .integer(stream.rawValue), .integer(1), .integer(evidence)]
            )
        }
    }

    private func record(
        _ submission: Submission,
        customer: Int64,
        scope: Scope
    ) throws -> (isNew: Bool, wasSubmittedBefore: Bool) {
        let subject: [SQLValue] = [
            .integer(scope.number), .identifier(submission.transactionID.rawValue), .integer(customer),
        ]
        let wasSubmittedBefore = try self.first(.ownership.hasSubmitted, subject) { _ in true } ?? false
        if wasSubmittedBefore {
            let last = try self.first(.ownership.lastSubmission, subject + [.integer(submission.intent.code)]) { row in
                (sequence: try row.integer(), submittedAt: try row.instant())
            }
            let isLater =
                submission.intent == .restore
                && last.map { submission.submittedAt >= $0.submittedAt + Submission.restoreRepeats } ?? true
            if let last, !isLater {
                let key = subject + [.integer(submission.intent.code), .integer(last.sequence)]
                try self.run(.ownership.repeatSubmission, [.instant(submission.submittedAt)] + key)
                return (false, true)
            }
        }
        let sequence = try self.first(.transactions.countSubmission, []) { row in try row.integer() }
        guard let sequence else { throw RepositoryError.corrupt }
        try self.run(
            .ownership.insertSubmission,
            subject + [
                .integer(submission.intent.code), .integer(sequence), .instant(submission.submittedAt),
                .optional(submission.transfer?.code),
            ]
        )
        return (true, wasSubmittedBefore)
    }

    /// Assigns a token to a customer and returns whether that is new; an assigned token keeps its customer.
    func assign(_ token: AccountToken, to customer: Int64, app: Int64) throws -> Bool {
        guard try self.customer(withToken: token, app: app) == nil else { return false }
        try self.run(.names.insertToken, [.integer(app), .digest(of: token), .integer(customer)])
        try self.run(.ownership.addToken, [.tokens([token]), .integer(customer)])
        return true
    }

    private func claim(on transaction: TransactionID, scope: Scope) throws -> Claim {
        let values: [SQLValue] = [.integer(scope.number), .identifier(transaction.rawValue)]
        let stored = try self.first(.chains.claim, values) { row in
            (
                owner: try row.optionalInteger(), reason: try row.coded(Claim.Reason.self),
                home: try row.integer()
            )
        }
        guard let stored, let owner = stored.owner else { return .unclaimed }
        let key: [SQLValue] = [.integer(stored.home), .identifier(transaction.rawValue)]
        let shared = try self.all(.ownership.sharesOf, key) { row in try row.integer() }.map(self.customer).sorted()
        return Claim(owner: try self.customer(owner), reason: stored.reason, sharedWith: shared)
    }
}
