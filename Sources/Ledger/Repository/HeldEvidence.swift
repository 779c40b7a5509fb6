/// Authentic evidence that is kept but not applied, and why.
package struct HeldEvidence: Hashable, Sendable {
    /// Why it is not applied.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Its signed date is ahead of our clock; it is applied when the clock reaches it.
        case signedInFuture = "signed_in_future"
        /// It lacks what its type needs.
        case missingPart = "missing_part"
        /// Its certificate was revoked before it was signed.
        case certificateRevoked = "certificate_revoked"
        /// It belongs to another app or environment than the address it came to. Kept outside the ledger, within
        /// bounds.
        case notOurs = "not_ours"
    }

    /// The most evidence kept for `notOurs` in one app; the oldest makes room.
    package static let maximumNotOurs = 1000
    /// The most evidence kept for any other reason.
    ///
    /// It was acknowledged, so nothing makes room; what comes beyond it is turned away and must come again. A clock
    /// that is wrong by years, or a stolen key, would fill the disk otherwise.
    package static let maximumWaiting = 20_000

    /// What it is held under: the SHA-256 of `body`, or of an object that Apple answered and signs anew with each
    /// answer, the SHA-256 of all that it says but its date.
    package let digest: EvidenceDigest
    /// The address it came to.
    package let app: AppName
    /// Why it is not applied.
    package let reason: Reason
    /// What exactly is wrong, in a stable code.
    package let code: String
    /// The compact form, byte for byte.
    package let body: [UInt8]
    /// What kind of object it is.
    package let kind: SignedEvidence.Kind
    /// Who submitted it, if an app did.
    package let submission: Submission?
    /// Tokens that stand for the submitting customer once it is applied.
    package let customerTokens: [AccountToken]
    /// When it reached us first.
    package let receivedAt: Instant
    /// When to try again; `nil` waits for a person or a change of configuration.
    package let dueAt: Instant?

    /// Held evidence of these values.
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

    /// The same evidence, submitted by somebody of another name.
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

    /// The same evidence, held for another reason or until another instant.
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
