package import AppStore
package import Ledger
package import Logging

/// Takes in what Apple signed: verifies it, maps it to the ledger's terms, and records it or holds it back.
///
/// The same path serves what Apple sends, what apps submit and what was held and has become due, so the same evidence
/// has the same effect however it came. When a method returns, what it says is on disk.
package struct Ingest: Sendable {
    /// What a submission names while the id of its transaction cannot be read.
    static let unreadableID = TransactionID("")
    /// How far a signed date may be ahead of our clock before the evidence waits for the clock.
    package static let futureTolerance = Span.minutes(5)

    let repository: any Repository
    let ambient: Ambient
    let revocation: RevocationChecker?
    let quarantineLimit: Int
    let outage: OutageNote
    let booked: BookedFulfillments?
    let receipts: ReceiptStorage?
    let legacyUsage: LegacyUsageCounter?
    let clocks: StoreClockComparison?
    let metrics = IntakeMetrics()
    let logger: Logger

    /// Takes in into this repository; `revocation` is `nil` where a simulated App Store signs, and at most
    /// `quarantineLimit` objects wait for one reason.
    ///
    /// What cannot be kept is noted as an outage, and what was fulfilled by being booked among `booked`. Receipts of
    /// apps that have no key are kept by `receipts`. In which form things came is counted in `legacyUsage`. `clocks` is
    /// told of signed dates ahead of ours.
    package init(
        repository: any Repository,
        ambient: Ambient,
        revocation: RevocationChecker?,
        quarantineLimit: Int = HeldEvidence.maximumWaiting,
        outage: OutageNote = OutageNote(),
        booked: BookedFulfillments? = nil,
        receipts: ReceiptStorage? = nil,
        legacyUsage: LegacyUsageCounter? = nil,
        clocks: StoreClockComparison? = nil,
        logger: Logger
    ) {
        self.repository = repository
        self.quarantineLimit = quarantineLimit
        self.ambient = ambient
        self.revocation = revocation
        self.outage = outage
        self.booked = booked
        self.receipts = receipts
        self.legacyUsage = legacyUsage
        self.clocks = clocks
        self.logger = logger
    }

    /// Takes in a notification of version 2 in its compact form.
    ///
    /// `isSent` is false for one that was read in Apple's history.
    package func notification(
        _ compact: [UInt8],
        for app: ServedApp,
        isSent: Bool = true
    ) async throws(IngestError) -> IngestOutcome {
        try await self.notification(compact, for: app, releasing: nil, isSent: isSent)
    }

    /// Takes in a transaction that an app or a shop's server submits for a customer, in its compact form.
    ///
    /// From now on `tokens` stand for the customer.
    package func purchase(
        _ compact: [UInt8],
        by customer: CustomerID,
        intent: Submission.Intent,
        tokens: [AccountToken],
        for app: ServedApp
    ) async throws(IngestError) -> SubmittedPurchase {
        let now = self.ambient.now()
        let verified: VerifiedObject<TransactionPayload>
        do {
            verified = try app.verifier.transaction(compact)
        } catch {
            guard let hold = Hold(error) else { throw IngestError(error) }
            return SubmittedPurchase(
                outcome: try await self.hold(
                    compact,
                    kind: .transaction,
                    hold,
                    // Which transaction it is, whoever can read it says.
                    submission: Submission(
                        customer: customer,
                        transactionID: Self.unreadableID,
                        intent: intent,
                        submittedAt: now
                    ),
                    tokens: tokens,
                    now: now,
                    for: app,
                    releasing: nil
                ),
                transactionID: nil,
                environment: nil,
                kind: nil
            )
        }
        self.legacyUsage?.note(.signedTransaction, version: nil, of: app.name, at: now)
        let submission = verified.payload.transactionId.map {
            Submission(customer: customer, transactionID: TransactionID($0), intent: intent, submittedAt: now)
        }
        let outcome = try await self.transaction(
            verified,
            compact: compact,
            submission: submission,
            tokens: tokens,
            for: app,
            releasing: nil
        )
        return SubmittedPurchase(
            outcome: outcome,
            transactionID: submission?.transactionID,
            environment: verified.payload.environment.flatMap { StoreEnvironment(rawValue: $0.rawValue) },
            kind: verified.payload.type.flatMap { TransactionSnapshot.Kind(rawValue: $0.rawValue) }
        )
    }
}

extension Ingest {
    /// Takes in a notification, which may be one that was held.
    func notification(
        _ compact: [UInt8],
        for app: ServedApp,
        releasing held: HeldEvidence?,
        isSent: Bool
    ) async throws(IngestError) -> IngestOutcome {
        let begin = ContinuousClock.now
        let verified: VerifiedNotification
        do {
            verified = try app.verifier.notification(compact)
        } catch {
            if let hold = Hold(error) {
                let now = self.ambient.now()
                return try await self.hold(compact, kind: .notification, hold, now: now, for: app, releasing: held)
            }
            guard error.isAuthentic else { throw .refused(error) }
            // What is held was acknowledged, so it must not go where the oldest makes room.
            guard held == nil else { throw .notOurs(error) }
            try await self.keepOutside(compact, kind: .notification, error, for: app)
            throw .notOurs(error)
        }
        let now = self.ambient.now()
        if isSent {
            let version = verified.notification.payload.data?.bundleVersion
            self.legacyUsage?.note(.notificationV2, version: version, of: app.name, at: now)
        }
        let kind = SignedEvidence.Kind.notification
        let signedAt = Instant(
            [
                verified.notification.signedAt, verified.transaction?.signedAt, verified.renewalInfo?.signedAt,
                verified.appTransaction?.signedAt,
            ].compactMap(\.self).max() ?? verified.notification.signedAt
        )
        let objects = [
            verified.notification.object, verified.transaction?.object, verified.renewalInfo?.object,
            verified.appTransaction?.object,
        ].compactMap(\.self)
        let hold = try await self.reasonToHold(objects, signedAt: signedAt, now: now, releasing: held, for: app)
        if let hold {
            return try await self.hold(compact, kind: kind, hold, now: now, for: app, releasing: held)
        }
        var intake: Intake
        do {
            try NotificationRequirements.check(verified)
            intake = try Intake(verified, app: app.name, receivedAt: now)
            intake.catalog = app.catalog
        } catch {
            return try await self.hold(compact, kind: kind, Hold(error), now: now, for: app, releasing: held)
        }
        intake.releasedHold = held?.digest
        let outcome = try await self.record(intake, for: app)
        if case .recorded(let recorded) = outcome {
            if isSent { self.metrics.noteDelay(recorded, of: intake, untilCommit: ContinuousClock.now - begin) }
            // What is found in Apple's history came too late to say what Apple sends now.
            if isSent || held != nil { self.metrics.noteNotification(recorded, of: intake) }
        }
        try await self.noteExtension(verified, for: app)
        return outcome
    }

    /// Takes in a transaction, which may be one that was held.
    func transaction(
        _ verified: VerifiedObject<TransactionPayload>,
        compact: [UInt8],
        submission: Submission?,
        tokens: [AccountToken],
        for app: ServedApp,
        releasing held: HeldEvidence?
    ) async throws(IngestError) -> IngestOutcome {
        let now = self.ambient.now()
        let signedAt = Instant(verified.signedAt)
        func wait(_ hold: Hold) async throws(IngestError) -> IngestOutcome {
            try await self.hold(
                compact,
                kind: .transaction,
                hold,
                submission: submission,
                tokens: tokens,
                now: now,
                for: app,
                releasing: held
            )
        }
        let begin = ContinuousClock.now
        let hold = try await self.reasonToHold(
            [verified.object],
            signedAt: signedAt,
            now: now,
            releasing: held,
            for: app
        )
        if let hold { return try await wait(hold) }
        let intake: Intake
        do {
            intake = try Self.intake(verified, submission, tokens, at: now, for: app, releasing: held)
        } catch {
            return try await wait(Hold(error))
        }
        let outcome = try await self.record(intake, for: app)
        if held == nil, case .recorded(let recorded) = outcome {
            self.metrics.noteDelay(recorded, of: intake, untilCommit: ContinuousClock.now - begin)
        }
        return outcome
    }

    /// The unit that a transaction is recorded in.
    static func intake(
        _ verified: VerifiedObject<TransactionPayload>,
        _ submission: Submission?,
        _ tokens: [AccountToken],
        at now: Instant,
        for app: ServedApp,
        releasing held: HeldEvidence?
    ) throws(MissingPartError) -> Intake {
        var intake = try Intake(verified, app: app.name, receivedAt: now)
        intake.catalog = app.catalog
        intake.submission = submission.map { $0.resolved(by: app.catalog.transfer, intake) }
        intake.asksApple = app.askable.contains(intake.environment)
        intake.customerTokens = tokens
        intake.releasedHold = held?.digest
        return intake
    }

    /// Records a unit, and notes an outage where it cannot be kept.
    func record(_ intake: Intake, for app: ServedApp) async throws(IngestError) -> IngestOutcome {
        RequestOrigins.shared.note(intake)
        do {
            var recorded = try await self.repository.record(intake)
            recorded.environment = intake.environment
            await self.note(recorded, of: intake, for: app)
            return .recorded(recorded)
        } catch {
            self.outage.note(at: self.ambient.now())
            throw .storage(error)
        }
    }
}
