package import AppStore
package import Ledger
import Logging

extension Ingest {
    /// The result of a version 1 notification.
    package enum NotificationV1Outcome: Hashable, Sendable {
        /// The contents are recorded; the value is whether any of them was new.
        case recorded(isNew: Bool)
        /// The notification has the app's secret, but none of its contents could be confirmed, and nothing was
        /// recorded.
        case hint
        /// Notifications of its chain came too often; nothing was recorded.
        case tooOften
    }

    /// The timeout of Apple's confirmation; Apple waits for the answer to its notification.
    static var confirmationDeadline: Duration { .seconds(5) }

    /// Ingests a version 1 notification.
    ///
    /// The receipt in it is recorded if it is authentic. The fields beside the receipt are recorded if the secret is
    /// correct and the receipt contains the same purchase; for the rest Apple is asked, if there is a key, and it is
    /// ignored otherwise. The state in the notification counts, not its type, as for all evidence.
    ///
    /// If the app has a secret, a notification without it is neither read nor recorded. `admits` decides, before
    /// anything is recorded and before Apple is asked, whether notifications of a chain, given by its first
    /// transaction, may be recorded again now.
    package func notification(
        _ old: NotificationV1,
        for app: ServedApp,
        admits: (AppName, OriginalTransactionID) -> Bool = { _, _ in true }
    ) async throws(IngestError) -> NotificationV1Outcome {
        let now = self.ambient.now()
        let hasSecret = app.hasSecret(old)
        guard hasSecret || app.sharedSecrets.isEmpty else { throw .secretWrong }
        do throws(VerificationError) {
            try app.check(old.statedIdentities, in: old.environment, part: .notification)
        } catch {
            // Without the secret the sender is unknown, and there is nothing that should be sent again.
            throw hasSecret ? .notOurs(error) : .refused(error)
        }
        // Without the secret the sender is unknown.
        if hasSecret { self.legacyUsage?.note(.notificationV1, version: old.bundleVersion, of: app.name, at: now) }
        guard let base64 = old.answer.latestReceipt else {
            guard hasSecret else { throw .secretWrong }
            return try await self.confirmed(old, at: now, for: app, admits: admits)
        }
        let verified: (receipt: VerifiedReceipt, environment: StoreEnvironment)
        do {
            verified = try await self.verified(base64, at: now, for: app)
        } catch {
            guard hasSecret, case .refused = error else { throw error }
            self.logger.warning(
                "A notification of version 1 has the app's secret and a receipt that is refused.",
                metadata: ["app": "\(app.name)", "type": "\(old.type)", "code": "\(error.code)"]
            )
            return try await self.confirmed(old, at: now, for: app, admits: admits)
        }
        let (receipt, environment) = verified
        let first = ReceiptFacts(receipt) { app.catalog.products[$0]?.kind }.snapshots.first
        guard first.map({ admits(app.name, $0.originalTransactionID) }) ?? true else { return .tooOften }
        let outcome = try await self.take(old, beside: receipt, in: environment, hasSecret, at: now, for: app)
        self.note(outcome, of: old, in: environment, hasSecret, for: app)
        return outcome
    }

    /// Asks Apple about a notification that has the app's secret and no authentic receipt, and counts it.
    private func confirmed(
        _ old: NotificationV1,
        at now: Instant,
        for app: ServedApp,
        admits: (AppName, OriginalTransactionID) -> Bool
    ) async throws(IngestError) -> NotificationV1Outcome {
        guard Self.firstChain(of: old).map({ admits(app.name, $0) }) ?? true else { return .tooOften }
        let outcome = try await self.confirm(old, at: now, for: app)
        let environment = old.environment.flatMap { StoreEnvironment(rawValue: $0.rawValue) }
        self.note(outcome, of: old, in: environment, true, for: app)
        return outcome
    }

    /// Counts a notification by its type, once it need not be sent again.
    ///
    /// Without the secret only new contents count, because any customer can post their own receipt.
    private func note(
        _ outcome: NotificationV1Outcome,
        of old: NotificationV1,
        in environment: StoreEnvironment?,
        _ hasSecret: Bool,
        for app: ServedApp
    ) {
        guard let environment, hasSecret || outcome == .recorded(isNew: true) else { return }
        self.metrics.noteNotification(old, of: app.name, in: environment)
    }

    /// Records the authentic receipt of a notification with the fields beside it, and asks Apple about the rest.
    private func take(
        _ old: NotificationV1,
        beside receipt: VerifiedReceipt,
        in environment: StoreEnvironment,
        _ hasSecret: Bool,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> NotificationV1Outcome {
        let asksApple = app.askable.contains(environment)
        let reading = hasSecret ? NotificationV1Reading(old.answer, beside: receipt, asksApple: asksApple) : nil
        if reading == nil, !(old.answer.latestRows + old.answer.rows).isEmpty || !old.answer.renewals.isEmpty {
            self.logger.warning(
                "A notification of version 1 lacks the app's secret, so only the receipt in it counts.",
                metadata: ["app": "\(app.name)", "type": "\(old.type)"]
            )
        }
        var isNew = try await self.record(reading, beside: receipt, in: environment, at: now, for: app)
        guard let reading else { return .recorded(isNew: isNew) }
        let reports = ReportedRefundReading(old, beside: receipt, confirmed: reading.rows, at: now, app.catalog)
        isNew = try await self.record(reports.reports, in: environment, at: now, for: app) || isNew
        guard asksApple else {
            self.noteUnanswered(old, for: app)
            // Rows that the receipt does not confirm concern chains about which Apple is asked.
            let chains = (old.answer.latestRows + old.answer.rows)
                .filter { row in row.transactionID.map { reading.unconfirmed.contains(TransactionID($0)) } ?? false }
                .compactMap { ($0.originalTransactionID ?? $0.transactionID).map { OriginalTransactionID($0) } }
            _ = try await self.hasten(reading.unconfirmedRenewals.union(chains), in: environment, at: now, for: app)
            return .recorded(isNew: isNew)
        }
        let requestedTransaction = Self.requestedTransaction(in: old, hasSecret: hasSecret, of: environment, for: app)
        let checks = LegacyNotificationChecks(
            reading.unconfirmed.subtracting([requestedTransaction].compactMap(\.self).map { TransactionID($0) }),
            renewals: reading.unconfirmedRenewals,
            in: old
        )
        let hasMore = try await self.confirm(checks, in: environment, at: now, for: app)
        isNew = isNew || hasMore == .recorded(isNew: true)
        if let requestedTransaction {
            // A receipt that is older than any notification still retried was not made for this one.
            let madeAt = min(Instant(receipt.createdAt), now)
            let isOld = madeAt + RefundDeadlines(of: environment).late <= now
            let askedAt = isOld ? now : madeAt
            let isNewRequest = try await self.openRequest(
                requestedTransaction,
                in: environment,
                askedAt: askedAt,
                at: now,
                for: app
            )
            isNew = isNewRequest || isNew
        }
        return .recorded(isNew: isNew)
    }

    /// Returns the first chain in a notification without an authentic receipt.
    private static func firstChain(of old: NotificationV1) -> OriginalTransactionID? {
        let row = (old.answer.latestRows + old.answer.rows).first
        let id = old.originalTransactionID ?? row?.originalTransactionID ?? row?.transactionID
        return id.map { OriginalTransactionID($0) }
    }

    /// Records the receipt in a notification with the trusted fields beside it; returns whether any of it was new.
    private func record(
        _ reading: NotificationV1Reading?,
        beside receipt: VerifiedReceipt,
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Bool {
        var unit = Intake(app: app.name, environment: environment, receivedAt: now)
        unit.evidence = [SignedEvidence(receipt)]
        unit.catalog = app.catalog
        unit.asksApple = app.askable.contains(environment)
        // Any customer can post their own receipt, so it proves no more than one that an app submits.
        unit.isShownByApp = true
        unit.renewals = reading?.renewals ?? []
        let facts = ReceiptFacts(receipt, answer: (reading?.rows ?? [], Instant(receipt.createdAt))) {
            app.catalog.products[$0]?.kind
        }
        var isNew = false
        do {
            for intake in ReceiptUnits(facts.snapshots, submissions: [], like: unit).intakes {
                let recorded = try await self.repository.ingest(intake)
                await self.note(recorded, of: intake, for: app)
                isNew = recorded.isNew || isNew
            }
            try await self.keep(receipt, facts, in: environment, for: app)
            return isNew
        } catch {
            self.outage.note(at: now)
            throw .storage(error)
        }
    }

    /// Logs that Apple asks about a refund and gets no answer.
    func noteUnanswered(_ old: NotificationV1, for app: ServedApp) {
        guard old.type == NotificationV1.consumptionRequest else { return }
        self.logger.warning(
            "Apple asks about a refund in a notification of version 1; the server has no key to answer with.",
            metadata: ["app": "\(app.name)"]
        )
    }
}
