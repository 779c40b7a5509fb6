import AppStore
import Ledger
import Logging

extension Ingest {
    /// Asks Apple about the purchases in a notification.
    ///
    /// Without a key nothing is recorded, and the check of a stored receipt of the purchases is expedited. If no
    /// receipt is stored either, the notification must be sent again.
    func confirm(
        _ old: NotificationV1,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> NotificationV1Outcome {
        guard let environment = old.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) })
        else { return .hint }
        let reports = ReportedRefundReading(old, beside: nil, confirmed: [], at: now, app.catalog).reports
        if !reports.isEmpty, !app.verifier.app.environments.contains(AppStoreEnvironment(environment)) {
            throw .notOurs(
                VerificationError(
                    .environmentMismatch,
                    in: .notification,
                    expected: app.verifier.app.environments.map(\.rawValue).sorted().joined(separator: " or "),
                    found: environment.rawValue
                )
            )
        }
        let isReported = try await self.record(reports, in: environment, at: now, for: app)
        let rows = old.answer.latestRows + old.answer.rows
        var ids = Set(rows.compactMap(\.transactionID).map { TransactionID($0) })
        if ids.isEmpty, let id = old.originalTransactionID { ids = [TransactionID(id)] }
        let renewals = Set(old.answer.renewals.compactMap(\.originalTransactionID).map { OriginalTransactionID($0) })
        guard app.askable.contains(environment) else {
            let named = rows.compactMap { $0.originalTransactionID ?? $0.transactionID }
            let chains = renewals.union(
                (named + [old.originalTransactionID].compactMap(\.self)).map { OriginalTransactionID($0) }
            )
            self.noteUnanswered(old, for: app)
            // Reports are stored and need no confirmation.
            let others = chains.subtracting(reports.map(\.originalTransactionID))
            guard try await self.hasten(chains, in: environment, at: now, for: app) || others.isEmpty else {
                throw .unconfirmed
            }
            return reports.isEmpty ? .hint : .recorded(isNew: isReported)
        }
        // The secret is correct; otherwise Apple is not asked.
        let requestedTransaction = Self.requestedTransaction(in: old, hasSecret: true, of: environment, for: app)
        if let requestedTransaction { ids.remove(TransactionID(requestedTransaction)) }
        let checks = LegacyNotificationChecks(ids, renewals: renewals, in: old)
        var outcome = try await self.confirm(checks, in: environment, at: now, for: app)
        if !reports.isEmpty { outcome = .recorded(isNew: outcome == .recorded(isNew: true) || isReported) }
        guard let requestedTransaction,
            try await self.openRequest(requestedTransaction, in: environment, askedAt: now, at: now, for: app)
        else { return outcome }
        return .recorded(isNew: true)
    }

    /// Asks Apple about the contents of a notification, a few requests at once and the rest soon; without a key, Apple
    /// is asked soon with the stored receipts.
    ///
    /// If Apple does not know a transaction, because restores create several of one purchase, Apple is asked about the
    /// first transaction of its chain.
    func confirm(
        _ checks: LegacyNotificationChecks,
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> NotificationV1Outcome {
        guard let client = app.appStore, app.askable.contains(environment) else { return .hint }
        let place = AppStoreEnvironment(environment)
        if !checks.later.isEmpty {
            do {
                try await self.repository.write { unit in
                    try unit.askAbout(
                        checks.later,
                        of: app.name,
                        environment: environment,
                        at: now
                    )
                }
            } catch {
                self.outage.note(at: now)
                throw .storage(error)
            }
        }
        var isNew: Bool?
        for (id, original) in checks.transactions {
            var names = [id.rawValue]
            if let original, !original.rawValue.hasSameBytes(as: id.rawValue) { names.append(original.rawValue) }
            for name in names {
                let evidence = try await Self.known { () throws(AppStoreError) in
                    let info = try await client.send(
                        .transactionInfo(name),
                        to: place,
                        within: Self.confirmationDeadline
                    )
                    return AnsweredEvidence(
                        transactions: [info.signedTransactionInfo?.bytes].compactMap(\.self),
                        askedAt: now
                    )
                }
                guard let evidence else { continue }
                let answered = try await self.answer(evidence, for: app)
                isNew = answered.isNew || isNew == true
                break
            }
        }
        for id in checks.renewals {
            let evidence = try await Self.known { () throws(AppStoreError) in
                let request = AppStoreRequest.subscriptionStatuses(of: id.rawValue)
                return AnsweredEvidence(
                    try await client.send(request, to: place, within: Self.confirmationDeadline),
                    askedAt: now
                )
            }
            guard let evidence else { continue }
            let answered = try await self.answer(evidence, for: app)
            isNew = answered.isNew || isNew == true
        }
        return isNew.map { .recorded(isNew: $0) } ?? .hint
    }

    /// Expedites the checks of stored receipts of some chains, so that unconfirmed contents are learned nevertheless;
    /// returns whether a receipt is stored.
    func hasten(
        _ chains: Set<OriginalTransactionID>,
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Bool {
        guard app.receiptClient != nil, !chains.isEmpty else { return false }
        do {
            let count = try await self.repository.write { unit in
                try unit.expediteReceipts(
                    of: Array(chains.sorted().prefix(ReceiptStorage.maximumChains)),
                    app: app.name,
                    environment: environment,
                    at: now
                )
            }
            guard count == 0 else { return true }
            self.logger.warning(
                "A notification of version 1 cannot be confirmed: there is neither a key nor a stored receipt.",
                metadata: ["app": "\(app.name)"]
            )
            return false
        } catch {
            self.outage.note(at: now)
            throw .storage(error)
        }
    }

    /// Returns Apple's answer; `nil` for an id that Apple does not know, which is never confirmed.
    static func known(
        _ ask: () async throws(AppStoreError) -> AnsweredEvidence
    ) async throws(IngestError) -> AnsweredEvidence? {
        do throws(AppStoreError) {
            return try await ask()
        } catch {
            // For any other error, a later attempt with the same notification may succeed.
            guard error.isUnknownID else { throw .unconfirmed }
            return nil
        }
    }
}
