package import AppStore
import Crypto
import Ledger
import Logging

extension Ingest {
    /// What became of a notification of version 1.
    package enum OldNotificationOutcome: Hashable, Sendable {
        /// What it says is recorded; whether any of it was new.
        case recorded(isNew: Bool)
        /// It has the app's secret, and nothing in it could be confirmed: it moved nothing.
        case hint
    }

    /// How long Apple may take to confirm; its own notification is waiting for an answer.
    private static var confirmationDeadline: Duration { .seconds(5) }

    /// Takes in a notification of version 1.
    ///
    /// It moves what the receipt in it says, if that is authentic. What stands beside the receipt counts with the right secret
    /// and where the receipt or the ledger knows the same purchase; the rest is asked of Apple, where there is a key, and
    /// moves nothing otherwise. The type decides nothing: the state in it does, as with everything else.
    package func notification(
        _ old: NotificationV1,
        for app: ServedApp
    ) async throws(IngestError) -> OldNotificationOutcome {
        let now = self.ambient.now()
        let hasSecret = old.password.map(app.sharedSecrets.contains) ?? false
        guard let base64 = old.answer.latestReceipt else {
            guard hasSecret else { throw .secretWrong }
            return try await self.confirm(old, at: now, for: app)
        }
        let verified: (receipt: VerifiedReceipt, environment: StoreEnvironment)
        do {
            verified = try self.verified(base64, at: now, for: app)
        } catch {
            guard hasSecret, case .refused = error else { throw error }
            self.logger.warning(
                "A notification of version 1 has the app's secret and a receipt that is refused.",
                metadata: ["app": "\(app.name)", "type": "\(old.type)", "code": "\(error.code)"]
            )
            return try await self.confirm(old, at: now, for: app)
        }
        let (receipt, environment) = verified
        let digest = PayloadDigest(EvidenceDigest(sha256: Array(SHA256.hash(data: receipt.bytes))))
        do {
            var rows: [ReceiptTransaction] = []
            var unit = Intake(app: app.name, environment: environment, receivedAt: now)
            unit.evidence = [SignedEvidence(receipt)]
            unit.catalogue = app.catalogue
            unit.asksApple = app.askable.contains(environment)
            // Anybody can post a receipt that he has, so it vouches for no more than one that an app shows.
            unit.isShownByApp = !hasSecret
            var isUnconfirmed = false
            if hasSecret {
                let reading = NotificationV1Reading(
                    old.answer,
                    beside: receipt,
                    known: try await self.known(old.answer, in: environment, of: app),
                    digest: digest
                )
                rows = reading.rows
                unit.renewals = reading.renewals
                isUnconfirmed = reading.hasUnconfirmed
            }
            let facts = ReceiptFacts(receipt, answer: (rows, Instant(receipt.createdAt))) {
                app.catalogue.products[$0]?.kind
            }
            unit.transactions = facts.snapshots
            let isNew = try await self.repository.record(unit).isNew
            if isNew { await self.noteBooked(unit) }
            if isUnconfirmed { _ = try? await self.confirm(old, at: now, for: app) }
            return .recorded(isNew: isNew)
        } catch {
            self.outage.note(at: now)
            throw .storage(error)
        }
    }

    /// The transactions that it names and the ledger has.
    private func known(
        _ answer: VerifyReceiptAnswer,
        in environment: StoreEnvironment,
        of app: ServedApp
    ) async throws(RepositoryError) -> [String: TransactionSnapshot] {
        var known: [String: TransactionSnapshot] = [:]
        for id in (answer.latestRows + answer.rows).compactMap(\.transactionID) where known[id] == nil {
            let chain = try await self.repository.chain(
                of: TransactionID(id),
                app: app.name,
                environment: environment
            )
            for record in chain?.chain.transactions ?? [] { known[record.transactionID.rawValue] = record.current }
        }
        return known
    }

    /// Asks Apple about the purchases that a notification names; without a key it stays a hint.
    private func confirm(
        _ old: NotificationV1,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> OldNotificationOutcome {
        guard let environment = old.environment.flatMap({ StoreEnvironment(rawValue: $0.rawValue) }),
            let client = app.appStore, app.askable.contains(environment)
        else { return .hint }
        let rows = old.answer.latestRows + old.answer.rows
        guard let id = rows.first?.transactionID ?? old.originalTransactionID else { return .hint }
        let place = AppStoreEnvironment(environment)
        let evidence: AnsweredEvidence
        do throws(AppStoreError) {
            let info = try await client.send(.transactionInfo(id), to: place, within: Self.confirmationDeadline)
            evidence = AnsweredEvidence(
                transactions: [info.signedTransactionInfo?.bytes].compactMap(\.self),
                askedAt: now
            )
        } catch {
            // What Apple does not know is a hint for ever; anything else may be answered when this comes again.
            guard error.isUnknownID else { throw .mustWait(code: "appstore_unavailable") }
            return .hint
        }
        return .recorded(isNew: try await self.answer(evidence, for: app).isNew)
    }
}
