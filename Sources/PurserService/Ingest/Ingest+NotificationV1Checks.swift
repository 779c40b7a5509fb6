import AppStore
import Ledger
import Logging

extension Ingest {
    /// Asks Apple about the purchases that a notification names.
    ///
    /// Without a key it stays a hint, and hastens the question about whatever receipt is kept of them. Where there is
    /// none either, it is to come again.
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
            // What is reported is kept, and needs nobody who confirms it.
            let others = chains.subtracting(reports.map(\.originalTransactionID))
            guard try await self.hasten(chains, in: environment, at: now, for: app) || others.isEmpty else {
                throw .unconfirmed
            }
            return reports.isEmpty ? .hint : .recorded(isNew: isReported)
        }
        // The secret is right, or nobody would ask.
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

    /// Asks Apple about what a notification says, a few things at once and the rest soon; without a key it stays a
    /// hint, and Apple is asked soon with what receipts are kept.
    ///
    /// Where Apple does not know a transaction, which restores have several of, it is asked about the first of its
    /// chain.
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
                try await self.repository.askAbout(
                    checks.later,
                    of: app.name,
                    environment: environment,
                    at: now
                )
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

    /// Has Apple asked soon about what is kept of some chains, so that what nobody can confirm now is learned all the
    /// same; whether anything is kept of them.
    func hasten(
        _ chains: Set<OriginalTransactionID>,
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Bool {
        guard app.receiptClient != nil, !chains.isEmpty else { return false }
        do {
            let count = try await self.repository.expediteReceipts(
                of: Array(chains.sorted().prefix(ReceiptStorage.maximumChains)),
                app: app.name,
                environment: environment,
                at: now
            )
            guard count == 0 else { return true }
            self.logger.warning(
                "A notification of version 1 names what nobody can confirm: there is no key, and no receipt of it.",
                metadata: ["app": "\(app.name)"]
            )
            return false
        } catch {
            self.outage.note(at: now)
            throw .storage(error)
        }
    }

    /// What Apple answers; `nil` for what it does not know, which stays a hint for ever.
    static func known(
        _ ask: () async throws(AppStoreError) -> AnsweredEvidence
    ) async throws(IngestError) -> AnsweredEvidence? {
        do throws(AppStoreError) {
            return try await ask()
        } catch {
            // Anything else may be answered when this comes again.
            guard error.isUnknownID else { throw .unconfirmed }
            return nil
        }
    }
}
