import AppStore
import Ledger

/// The contents of one of Apple's answers, verified and in the ledger's types.
struct ImportedAnswer: Sendable {
    /// The signed objects.
    private(set) var evidence: [SignedEvidence] = []
    /// The transactions in them.
    private(set) var transactions: [TransactionSnapshot] = []
    /// The renewal states in them.
    private(set) var renewals: [RenewalSnapshot] = []
    /// The statuses in the answer, dated by the time of the request.
    private(set) var statuses: [StatusEvidence] = []
    /// The authentic objects that cannot be used yet: they have a form that this version cannot read, or lack a part.
    private(set) var unreadable: [VerifiedAnswer.Unreadable] = []

    /// The failures for objects that Apple signed for another app; none of these objects is recorded.
    private(set) var strays: [ImportRow.Failure] = []

    private let app: ServedApp
    private let ingest: Ingest
    private let now: Instant

    /// Creates an empty answer.
    init(app: ServedApp, ingest: Ingest, now: Instant) {
        self.app = app
        self.ingest = ingest
        self.now = now
    }

    /// Whether a subscription is among the transactions.
    var hasSubscription: Bool { self.transactions.contains { $0.kind == .autoRenewable } }

    /// The ids of all transactions, including original ids.
    var ids: Set<TransactionID> {
        Set(self.transactions.flatMap { [$0.transactionID, TransactionID($0.originalTransactionID.rawValue)] })
    }

    /// Adds a page of a history.
    mutating func take(_ history: HistoryResponse) throws(ImportRowError) {
        for signed in history.signedTransactions ?? [] { try self.take(transaction: signed) }
    }

    /// Adds the statuses of a customer's subscriptions, requested at an instant.
    mutating func take(_ response: StatusResponse, askedAt: Instant) throws(ImportRowError) {
        for item in (response.data ?? []).flatMap({ $0.lastTransactions ?? [] }) {
            let known = self.strays.count
            if let signed = item.signedTransactionInfo { try self.take(transaction: signed) }
            if let signed = item.signedRenewalInfo { try self.take(renewal: signed) }
            // The status of an object of another app is ignored.
            guard self.strays.count == known else { continue }
            guard let original = item.originalTransactionId,
                let status = item.status.flatMap({ StatusEvidence.Status(rawValue: Int($0.rawValue)) })
            else { continue }
            self.statuses.append(
                StatusEvidence(
                    originalTransactionID: OriginalTransactionID(original),
                    status: status,
                    statedAt: askedAt
                )
            )
        }
    }

    /// Adds one signed transaction.
    mutating func take(transaction signed: SignedData) throws(ImportRowError) {
        let verifier = self.app.verifier
        let verified = try self.checked(signed, .transaction) { (compact) throws(VerificationError) in
            try verifier.transaction(compact)
        }
        guard let verified else { return }
        try self.check(verified.object, signedAt: Instant(verified.signedAt))
        do throws(MissingPartError) {
            self.transactions.append(try TransactionSnapshot(verified, isReversal: false))
            self.evidence.append(SignedEvidence(verified, kind: .transaction))
        } catch {
            self.leaveOut(signed, .transaction, Ingest.Hold(error))
        }
    }

    private mutating func take(renewal signed: SignedData) throws(ImportRowError) {
        let verifier = self.app.verifier
        let verified = try self.checked(signed, .renewal) { (compact) throws(VerificationError) in
            try verifier.renewalInfo(compact)
        }
        guard let verified else { return }
        try self.check(verified.object, signedAt: Instant(verified.signedAt))
        do throws(MissingPartError) {
            self.renewals.append(try RenewalSnapshot(verified))
            self.evidence.append(SignedEvidence(verified, kind: .renewal))
        } catch {
            self.leaveOut(signed, .renewal, Ingest.Hold(error))
        }
    }

    private mutating func leaveOut(_ signed: SignedData, _ kind: SignedEvidence.Kind, _ hold: Ingest.Hold) {
        self.unreadable.append(VerifiedAnswer.Unreadable(compact: signed.bytes, kind: kind, hold: hold))
    }

    /// Checks the date and the signer of an object.
    ///
    /// Apple signs its answers when it is asked, so a date ahead of the clock means that the clock is wrong.
    private func check(_ object: SignedObject, signedAt: Instant) throws(ImportRowError) {
        guard
            let hold = self.ingest.reasonToHold([object], signedAt: signedAt, now: self.now, releasing: nil)
        else { return }
        switch hold.reason {
        case .signedInFuture:
            throw .job(
                ImportJob.Pause(
                    code: hold.code,
                    detail:
                        "Apple's answer is dated ahead of the clock, so the clock is wrong. Set it, then use retry."
                )
            )
        case .certificateRevoked, .missingPart, .notOurs:
            throw .row(
                ImportRow.Failure(code: hold.code, detail: "The certificate of Apple's answer is revoked.")
            )
        }
    }

    /// Returns the verified object; `nil` for an authentic object that cannot be read yet, or that belongs to another
    /// app.
    private mutating func checked<Value>(
        _ signed: SignedData,
        _ kind: SignedEvidence.Kind,
        _ verify: ([UInt8]) throws(VerificationError) -> Value
    ) throws(ImportRowError) -> Value? {
        do throws(VerificationError) {
            return try verify(signed.bytes)
        } catch {
            if let hold = Ingest.Hold(error) {
                self.leaveOut(signed, kind, hold)
                return nil
            }
            let failure = ImportRow.Failure(
                code: error.code.rawValue,
                detail: "Apple's answer was refused. \(error.detail)."
            )
            guard error.code == .bundleMismatch else { throw .row(failure) }
            self.strays.append(failure)
            return nil
        }
    }
}
