package import AppStore
package import Ledger
package import Logging

/// The use cases of ingesting what Apple signed: verifies it, maps it to the ledger's types, and records or holds it.
///
/// Notifications from Apple, submissions of apps and held evidence that has become due take the same path, so the same
/// evidence has the same effect however it came. When a method returns, its result is on disk.
package struct Ingest: Sendable {
    /// The id of a submission while the id of its transaction cannot be read.
    static let unreadableID = TransactionID("")
    /// The maximum time by which a signed date may be ahead of the server's clock before the evidence waits.
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
    let unknownFields = UnknownFieldMetrics()
    let logger: Logger

    /// Creates the ingest of this repository.
    ///
    /// `revocation` is `nil` if a simulated App Store signs; at most `quarantineLimit` objects wait for one reason.
    ///
    /// A failure to store evidence is noted in `outage`, and fulfillments that were booked into wallets are added to
    /// `booked`. `receipts` stores the receipts of apps without a key. `legacyUsage` counts the formats in which
    /// evidence came. `clocks` receives signed dates that are ahead of the server's clock.
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

    /// Ingests a version 2 notification in its compact form.
    ///
    /// `isSent` is false for one that was read in Apple's history.
    package func notification(
        _ compact: [UInt8],
        for app: ServedApp,
        isSent: Bool = true
    ) async throws(IngestError) -> IngestOutcome {
        try await self.notification(compact, for: app, releasing: nil, isSent: isSent)
    }

    /// Ingests a transaction that an app or a shop's server submits for a customer, in its compact form.
    ///
    /// The `tokens` are assigned to the customer from now on.
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
                    // The reader of the transaction determines its id.
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
        ).expiring(at: verified.payload.expiresDate.map { Instant($0) }, asOf: now)
    }
}

extension Ingest {
    /// Ingests a notification, which may be a held one.
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
            // A held notification was acknowledged, so it must not be stored where newer ones displace it.
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
            if recorded.isNotificationNew { self.unknownFields.note(verified, of: app) }
            if isSent { self.metrics.noteDelay(recorded, of: intake, untilCommit: ContinuousClock.now - begin) }
            // A notification from Apple's history is too old to say what Apple sends now.
            if isSent || held != nil { self.metrics.noteNotification(recorded, of: intake) }
        }
        try await self.noteExtension(verified, for: app)
        return outcome
    }

    /// Ingests a transaction, which may be a held one.
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
        if case .recorded(let recorded) = outcome {
            if !recorded.transactions.isEmpty { self.unknownFields.note(verified, of: app) }
            if held == nil {
                self.metrics.noteDelay(recorded, of: intake, untilCommit: ContinuousClock.now - begin)
            }
        }
        return outcome
    }

    /// Returns the unit of work in which a transaction is recorded.
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

    /// Records a unit of work, and notes an outage if it cannot be stored.
    func record(_ intake: Intake, for app: ServedApp) async throws(IngestError) -> IngestOutcome {
        RequestOrigins.shared.note(intake)
        do {
            var recorded = try await self.repository.ingest(intake)
            recorded.environment = intake.environment
            await self.note(recorded, of: intake, for: app)
            return .recorded(recorded)
        } catch {
            self.outage.note(at: self.ambient.now())
            throw .storage(error)
        }
    }
}
