/// Authentic evidence that is stored but not applied, and the reason.
package struct HeldEvidence: Hashable, Sendable {
    /// The reason why evidence is not applied.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Its signed date is ahead of the server's clock; the server applies it when the clock reaches that date.
        case signedInFuture = "signed_in_future"
        /// It lacks a part that its type requires.
        case missingPart = "missing_part"
        /// Its certificate was revoked before it was signed.
        case certificateRevoked = "certificate_revoked"
        /// It belongs to another app or environment than the address that received it.
        ///
        /// It is stored outside the ledger, up to a limit.
        case notOurs = "not_ours"
    }

    /// The maximum number of pieces of evidence stored for `notOurs` in one app; a new one replaces the oldest.
    package static let maximumNotOurs = 1000
    /// The maximum number of pieces of evidence stored for any other reason.
    ///
    /// It was acknowledged, so it is never replaced; the server rejects evidence beyond the limit, and Apple has to
    /// send it again. Without the limit, a clock that is wrong by years, or a stolen key, would fill the disk.
    package static let maximumWaiting = 20_000

    /// The key of the held evidence: the SHA-256 of `body`, or, for an object of an answer that Apple signs anew each
    /// time, the SHA-256 of its content without the date.
    package let digest: EvidenceDigest
    /// The app whose address received it.
    package let app: AppName
    /// The reason why it is not applied.
    package let reason: Reason
    /// The exact problem, as a stable code.
    package let code: String
    /// The compact form, byte for byte.
    package let body: [UInt8]
    /// The kind of the object.
    package let kind: SignedEvidence.Kind
    /// The submission, if an app submitted it.
    package let submission: Submission?
    /// Tokens that identify the submitting customer once it is applied.
    package let customerTokens: [AccountToken]
    /// The instant at which the server first received it.
    package let receivedAt: Instant
    /// The instant of the next attempt; `nil` waits for an operator or a change of configuration.
    package let dueAt: Instant?

    /// Creates held evidence of these values.
    package init(
        digest: EvidenceDigest,
        app: AppName,
        reason: Reason,
        code: String,
        body: [UInt8],
        kind: SignedEvidence.Kind,
        submission: Submission? = nil,
        customerTokens: [AccountToken] = [],
        receivedAt: Instant,
        dueAt: Instant?
    ) {
        self.digest = digest
        self.app = app
        self.reason = reason
        self.code = code
        self.body = body
        self.kind = kind
        self.submission = submission
        self.customerTokens = customerTokens
        self.receivedAt = receivedAt
        self.dueAt = dueAt
    }

    /// Returns the same evidence, submitted by the customer under another id.
    package func submitted(by customer: CustomerID) -> Self {
        Self(
            digest: self.digest,
            app: self.app,
            reason: self.reason,
            code: self.code,
            body: self.body,
            kind: self.kind,
            submission: self.submission?.by(customer),
            customerTokens: self.customerTokens,
            receivedAt: self.receivedAt,
            dueAt: self.dueAt
        )
    }

    /// Returns the same evidence, held for another reason or until another instant.
    package func judged(_ reason: Reason, code: String, dueAt: Instant?) -> Self {
        Self(
            digest: self.digest,
            app: self.app,
            reason: reason,
            code: code,
            body: self.body,
            kind: self.kind,
            submission: self.submission,
            customerTokens: self.customerTokens,
            receivedAt: self.receivedAt,
            dueAt: dueAt
        )
    }
}
