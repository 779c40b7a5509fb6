import AppStore
import Ledger
import Logging

extension Ingest {
    /// Apple's answer about a stored receipt.
    struct AnsweredReceipt {
        /// Whether anything in the answer was new.
        let isNew: Bool
        /// The next check of each of its subscriptions.
        let schedules: [OriginalTransactionID: ReceiptSchedule]
    }

    /// Ingests Apple's answer about a receipt of an app without a key, and stores the newest receipt.
    ///
    /// The rows came from Apple itself, so they count in addition to the receipt. What the ledger knows already is not
    /// recorded again, because Apple creates a new receipt for each answer.
    func answer(
        _ answer: VerifyReceiptResponse,
        about sent: VerifiedReceipt,
        in environment: StoreEnvironment,
        askedAt: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> AnsweredReceipt {
        let receipt = await self.latest(answer, sent, in: environment, at: askedAt, for: app)
        let facts = ReceiptFacts(receipt, answer: (answer.latestRows + answer.rows, askedAt)) {
            app.catalog.products[$0]?.kind
        }
        let renewals = Self.renewals(answer.renewals, facts, beside: receipt, at: askedAt)
        var unit = Intake(app: app.name, environment: environment, receivedAt: askedAt)
        unit.evidence = [SignedEvidence(receipt)]
        unit.catalog = app.catalog
        var isNew = false
        do {
            let known = try await self.known(facts, environment, app)
            let news = facts.snapshots.filter { Self.isNews($0, to: known) }
            let words = renewals.filter { Self.isNews($0, to: known) }
            if !news.isEmpty || !words.isEmpty {
                let chains = Set(news.map(\.originalTransactionID)).union(words.map(\.originalTransactionID))
                let changed = facts.snapshots.filter { chains.contains($0.originalTransactionID) }
                for var intake in ReceiptUnits(changed, submissions: [], like: unit).intakes {
                    intake.renewals = words.filter { word in
                        intake.transactions.contains { $0.originalTransactionID == word.originalTransactionID }
                    }
                    let recorded = try await self.repository.ingest(intake)
                    await self.note(recorded, of: intake, for: app)
                    isNew = recorded.isNew || isNew
                }
            }
            let schedules = ReceiptSchedule.schedules(of: facts.snapshots, renewals: renewals, in: environment)
            try await self.receipts?.keep(receipt, schedules, in: environment, at: askedAt, for: app)
            return AnsweredReceipt(isNew: isNew, schedules: schedules)
        } catch {
            self.outage.note(at: askedAt)
            throw .storage(error)
        }
    }

    /// Stores a submitted receipt for later requests to Apple; does nothing if the app has a key, or no secret.
    func keep(
        _ receipt: VerifiedReceipt,
        _ facts: ReceiptFacts,
        in environment: StoreEnvironment,
        for app: ServedApp
    ) async throws(RepositoryError) {
        let schedules = ReceiptSchedule.schedules(of: facts.snapshots, in: environment)
        try await self.receipts?.keep(receipt, schedules, in: environment, at: self.ambient.now(), for: app)
    }

    /// Returns the receipt in Apple's answer, if it is authentic and of the same environment; otherwise the receipt in
    /// the request.
    private func latest(
        _ answer: VerifyReceiptResponse,
        _ sent: VerifiedReceipt,
        in environment: StoreEnvironment,
        at now: Instant,
        for app: ServedApp
    ) async -> VerifiedReceipt {
        guard let base64 = answer.latestReceipt else { return sent }
        do {
            let latest = try await self.verified(base64, at: now, for: app)
            return latest.environment == environment ? latest.receipt : sent
        } catch {
            self.logger.warning(
                "Apple's newest receipt is refused; the server uses the previous receipt with Apple's answer.",
                metadata: ["app": "\(app.name)", "code": "\(error.code)"]
            )
            return sent
        }
    }

    private static func renewals(
        _ pending: [PendingRenewal],
        _ facts: ReceiptFacts,
        beside receipt: VerifiedReceipt,
        at askedAt: Instant
    ) -> [RenewalSnapshot] {
        let all = pending.compactMap { renewal -> RenewalSnapshot? in
            guard let original = renewal.originalTransactionID, let product = renewal.productID else { return nil }
            let ends = facts.snapshots.filter {
                $0.originalTransactionID.rawValue.hasSameBytes(as: original)
                    && $0.productID.rawValue.hasSameBytes(as: product)
            }
            .compactMap(\.expiresAt)
            guard let end = ends.max() else { return nil }
            var snapshot = RenewalSnapshot(renewal, endsAt: end, statedAt: askedAt, beside: receipt)
            snapshot?.gracePeriodExpiresAt = renewal.graceEndsAt.map { Instant($0) }
            return snapshot
        }
        // After a change of plan a chain may have one per product: the one that lasts longest is used.
        return Dictionary(grouping: all, by: \.originalTransactionID).values.compactMap { words in
            words.max { left, right in
                (left.renewalAt ?? askedAt, left.productID) < (right.renewalAt ?? askedAt, right.productID)
            }
        }
    }

    // MARK: The ledger

    /// Returns the chains of some purchases in the ledger, by transaction.
    private func known(
        _ facts: ReceiptFacts,
        _ environment: StoreEnvironment,
        _ app: ServedApp
    ) async throws(RepositoryError) -> [TransactionID: Chain] {
        let ids = facts.snapshots.map(\.transactionID)
        return try await self.repository.read { view in
            var known: [TransactionID: Chain] = [:]
            for id in ids where known[id] == nil {
                guard let chain = try view.chain(of: id, app: app.name, environment: environment)?.chain else {
                    continue
                }
                for transaction in chain.transactions { known[transaction.transactionID] = chain }
            }
            return known
        }
    }

    /// Returns whether a purchase contains something that the ledger does not have.
    private static func isNews(_ snapshot: TransactionSnapshot, to known: [TransactionID: Chain]) -> Bool {
        let records = known[snapshot.transactionID]?.transactions
        guard let current = records?.first(where: { $0.transactionID == snapshot.transactionID })?.current else {
            return true
        }
        if snapshot.revocation != nil, current.revocation == nil { return true }
        if snapshot.isUpgraded, !current.isUpgraded { return true }
        // A transaction that Apple signed takes precedence over a row, and contains all of its fields.
        guard current.isPartial else { return false }
        return Self.second(current.expiresAt) != Self.second(snapshot.expiresAt)
            || (snapshot.accountToken != nil && current.accountToken == nil)
    }

    /// Returns whole seconds, as in receipts.
    private static func second(_ instant: Instant?) -> Int64? { instant.map { $0.milliseconds / 1000 } }

    /// Returns whether a renewal state contains something that the ledger does not have.
    private static func isNews(_ renewal: RenewalSnapshot, to known: [TransactionID: Chain]) -> Bool {
        let words = known.values.lazy.flatMap(\.renewals)
        guard let current = words.first(where: { $0.originalTransactionID == renewal.originalTransactionID }) else {
            return true
        }
        return current.autoRenew != renewal.autoRenew
            || Self.second(current.renewalAt) != Self.second(renewal.renewalAt)
            || current.productID != renewal.productID || current.autoRenewProductID != renewal.autoRenewProductID
            || current.isInBillingRetry != renewal.isInBillingRetry
            || current.expirationIntent != renewal.expirationIntent
            || current.gracePeriodExpiresAt != renewal.gracePeriodExpiresAt
            || current.priceIncreaseStatus != renewal.priceIncreaseStatus
            || renewal.renewStatusChange.map { $0 != current.renewStatusChange } ?? false
    }
}
