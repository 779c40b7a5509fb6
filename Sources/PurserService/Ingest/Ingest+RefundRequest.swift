import AppStore
import Crypto
import Ledger
import Notation

/// Refund requests in version 1 notifications, which are unsigned and have neither an id nor a date.
extension Ingest {
    /// Returns the transaction of a refund request, if Apple can be asked whether it exists.
    static func requestedTransaction(
        in old: NotificationV1,
        hasSecret: Bool,
        of environment: StoreEnvironment,
        for app: ServedApp
    ) -> String? {
        guard hasSecret, old.type == NotificationV1.consumptionRequest, app.askable.contains(environment) else {
            return nil
        }
        return old.requestedTransactionID
    }

    /// Opens the refund request of a transaction, or joins it, once Apple has confirmed that the purchase exists;
    /// returns whether the request is new.
    ///
    /// `askedAt` is when Apple asked, as far as the notification states it. A repetition while the first request is
    /// open and Apple still accepts an answer is the same request.
    func openRequest(
        _ transaction: String,
        in environment: StoreEnvironment,
        askedAt: Instant,
        at now: Instant,
        for app: ServedApp
    ) async throws(IngestError) -> Bool {
        guard let client = app.appStore else { return false }
        let place = AppStoreEnvironment(environment)
        let evidence = try await Self.known { () throws(AppStoreError) in
            let info = try await client.send(
                .transactionInfo(transaction),
                to: place,
                within: Self.confirmationDeadline
            )
            return AnsweredEvidence(transactions: [info.signedTransactionInfo?.bytes].compactMap(\.self), askedAt: now)
        }
        guard let evidence, let compact = evidence.transactions.first else { return false }
        let isNewTransaction = try await self.answer(evidence, for: app).isNew
        guard let verified = try? app.verifier.transaction(compact),
            let unit = try? Intake(verified, app: app.name, receivedAt: now), unit.environment == environment
        else { throw .unconfirmed }
        let isNewRequest: Bool?
        do {
            isNewRequest = try await self.open(
                unit,
                wantsFirstVersion: verified.payload.advancedCommerceInfo != nil,
                askedAt: askedAt,
                for: app
            )
        } catch {
            self.outage.note(at: now)
            throw .storage(error)
        }
        // A unit of work that had to wait opens no request; the notification must be sent again.
        guard let isNewRequest else { throw .unconfirmed }
        return isNewRequest || isNewTransaction
    }

    /// Records a refund request for the transaction of a unit of work; returns whether it is new, or `nil` if the
    /// ledger does not have the transaction.
    private func open(
        _ transaction: Intake,
        wantsFirstVersion: Bool,
        askedAt: Instant,
        for app: ServedApp
    ) async throws(RepositoryError) -> Bool? {
        var intake = transaction
        guard let snapshot = intake.transactions.first else { return nil }
        let id = RefundID(snapshot.transactionID, in: intake.environment)
        let window = RefundDeadlines(of: intake.environment).answer
        let uuid = Self.requestID(app.verifier.app.bundleID, id, askedAt.milliseconds / window.milliseconds)
        intake.catalog = app.catalog
        intake.asksApple = true
        intake.refund = RefundUpdate(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: uuid, kind: .requested(reason: nil), signedAt: askedAt)],
            wantsFirstVersion: wantsFirstVersion
        )
        // Version 1 has no notification for a declined refund, so the request of a subscription would stay open
        // forever.
        if snapshot.kind != .autoRenewable {
            intake.refundRequests = [
                RefundRequestEvidence(
                    originalTransactionID: snapshot.originalTransactionID,
                    transactionID: snapshot.transactionID,
                    kind: .requested,
                    signedAt: askedAt
                )
            ]
        }
        return try await self.repository.write(recording: intake) { [intake] unit in
            let chain = try unit.chain(of: snapshot.transactionID, app: app.name, environment: intake.environment)
            guard chain != nil else { return nil }
            let requests = try unit.refund(id, of: app.name)?.refundCase.requests ?? []
            let isOpen = requests.contains { $0.decidedAt == nil && $0.signedAt + window > askedAt }
            return try isOpen ? false : unit.ingest(intake).isNew
        }
    }

    /// Returns an id in place of a notification's UUID: the same for repetitions of the request, on every node.
    private static func requestID(_ bundleID: String, _ id: RefundID, _ number: Int64) -> String {
        let text = "\(NotificationV1.consumptionRequest)\n\(bundleID)\n\(id)\n\(number)"
        var bytes = Array(SHA256.hash(data: Array(text.utf8)).prefix(16))
        // A UUID of version 8, which Apple does not use.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return Hexadecimal.uuid(bytes)
    }
}
