import AppStore
import Ledger

/// What one of Apple's answers says, verified and in the ledger's terms.
struct ImportedAnswer: Sendable {
    /// The signed objects.
    private(set) var evidence: [SignedEvidence] = []
    /// What they say of transactions.
    private(set) var transactions: [TransactionSnapshot] = []
    /// What they say of renewals.
    private(set) var renewals: [RenewalSnapshot] = []
    /// What the answer says of statuses, dated by the time of asking.
    private(set) var statuses: [StatusEvidence] = []
    /// What is authentic and cannot be used yet: of a form that this version cannot read, or without a part.
    private(set) var unreadable: [VerifiedAnswer.Unreadable] = []

    /// Why objects that Apple signed for another app are left out; none of them is recorded.
    private(set) var strays: [ImportRow.Failure] = []

    private let app: ServedApp
    private let ingest: Ingest
    private let now: Instant

    /// Nothing said yet.
    init(app: ServedApp, ingest: Ingest, now: Instant) {
        self.app = app
        self.ingest = ingest
        self.now = now
    }

    /// Whether a subscription is among what it is about.
    var hasSubscription: Bool { self.transactions.contains { $0.kind == .autoRenewable } }

    /// The ids of everything it is about, originals included.
    var ids: Set<TransactionID> {
        Set(self.transactions.flatMap { [$0.transactionID, TransactionID($0.originalTransactionID.rawValue)] })
    }

    /// Takes in a page of a history.
    mutating func take(_ history: HistoryResponse) throws(ImportRowError) {
        for signed in history.signedTransactions ?? [] { try self.take(transaction: signed) }
    }

    /// Takes in the statuses of a customer's subscriptions, asked at an instant.
    mutating func take(_ response: StatusResponse, askedAt: Instant) throws(ImportRowError) {
        for item in (response.data ?? []).flatMap({ $0.lastTransactions ?? [] }) {
            let known = self.strays.count
            if let signed = item.signedTransactionInfo { try self.take(transaction: signed) }
            if let signed = item.signedRenewalInfo { try self.take(renewal: signed) }
            // What is of another app has no status here.
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

    /// Takes in one signed transaction.
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

    /// Apple signs its answers when it is asked, so a date ahead of the clock says that the clock is wrong.
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
                        "Apple's answer is dated ahead of the clock, so the clock is wrong. Set it, then go on with retry."
                )
            )
        case .certificateRevoked, .missingPart, .notOurs:
            throw .row(
                ImportRow.Failure(code: hold.code, detail: "The certificate of Apple's answer is revoked.")
            )
        }
    }

    /// What verification answers; `nil` for what is authentic and cannot be read yet, or is of another app.
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
