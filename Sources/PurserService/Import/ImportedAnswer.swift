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
    private(set) var statuses: [StatusStatement] = []

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
    var ids: Set<String> {
        Set(self.transactions.flatMap { [$0.transactionID.rawValue, $0.originalTransactionID.rawValue] })
    }

    /// Takes in a page of a history.
    mutating func take(_ history: HistoryResponse) throws(ImportTrouble) {
        for signed in history.signedTransactions ?? [] { try self.take(transaction: signed) }
    }

    /// Takes in the statuses of a customer's subscriptions, asked at an instant.
    mutating func take(_ response: StatusResponse, askedAt: Instant) throws(ImportTrouble) {
        for item in (response.data ?? []).flatMap({ $0.lastTransactions ?? [] }) {
            if let signed = item.signedTransactionInfo { try self.take(transaction: signed) }
            if let signed = item.signedRenewalInfo { try self.take(renewal: signed) }
            guard let original = item.originalTransactionId,
                let status = item.status.flatMap({ StatusStatement.Status(rawValue: Int($0.rawValue)) })
            else { continue }
            self.statuses.append(
                StatusStatement(
                    originalTransactionID: OriginalTransactionID(original),
                    status: status,
                    statedAt: askedAt
                )
            )
        }
    }

    /// Takes in one signed transaction.
    mutating func take(transaction signed: SignedData) throws(ImportTrouble) {
        let verified = try Self.checked { () throws(VerificationError) in
            try self.app.verifier.transaction(signed.bytes)
        }
        try self.check(verified.object, signedAt: Instant(verified.signedAt))
        self.transactions.append(
            try Self.complete { () throws(MissingPartError) in try TransactionSnapshot(verified, isReversal: false) }
        )
        self.evidence.append(SignedEvidence(verified, kind: .transaction))
    }

    private mutating func take(renewal signed: SignedData) throws(ImportTrouble) {
        let verified = try Self.checked { () throws(VerificationError) in
            try self.app.verifier.renewalInfo(signed.bytes)
        }
        try self.check(verified.object, signedAt: Instant(verified.signedAt))
        self.renewals.append(
            try Self.complete { () throws(MissingPartError) in try RenewalSnapshot(verified) }
        )
        self.evidence.append(SignedEvidence(verified, kind: .renewal))
    }

    /// Apple signs its answers when it is asked, so a date ahead of the clock says that the clock is wrong.
    private func check(_ object: SignedObject, signedAt: Instant) throws(ImportTrouble) {
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

    private static func checked<Value>(
        _ verify: () throws(VerificationError) -> Value
    ) throws(ImportTrouble) -> Value {
        do throws(VerificationError) {
            return try verify()
        } catch {
            throw .row(
                ImportRow.Failure(code: error.code.rawValue, detail: "Apple's answer was refused. \(error.detail).")
            )
        }
    }

    private static func complete<Value>(
        _ map: () throws(MissingPartError) -> Value
    ) throws(ImportTrouble) -> Value {
        do throws(MissingPartError) {
            return try map()
        } catch {
            throw .row(
                ImportRow.Failure(code: error.code, detail: "Apple's answer lacks what a transaction needs.")
            )
        }
    }
}
