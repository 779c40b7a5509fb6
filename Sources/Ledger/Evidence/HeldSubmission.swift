/// A customer's submission whose evidence is held, without the signed bytes.
package struct HeldSubmission: Hashable, Sendable {
    /// The key of the held evidence.
    package let digest: EvidenceDigest
    /// The reason why it is not applied.
    package let reason: HeldEvidence.Reason
    /// The exact problem, as a stable code.
    package let code: String
    /// The kind of the object.
    package let kind: SignedEvidence.Kind
    /// The submission; its transaction has an empty id if the id cannot be read yet.
    package let submission: Submission
    /// The instant at which the server first received it.
    package let receivedAt: Instant
    /// The instant of the next attempt; `nil` waits for an operator or a change of configuration.
    package let dueAt: Instant?
    /// The number of times that it was submitted again, or that an attempt to apply it failed.
    package let repeats: Int

    /// Creates a held submission of these values.
    package init(
        digest: EvidenceDigest,
        reason: HeldEvidence.Reason,
        code: String,
        kind: SignedEvidence.Kind,
        submission: Submission,
        receivedAt: Instant,
        dueAt: Instant?,
        repeats: Int
    ) {
        self.digest = digest
        self.reason = reason
        self.code = code
        self.kind = kind
        self.submission = submission
        self.receivedAt = receivedAt
        self.dueAt = dueAt
        self.repeats = repeats
    }

    /// The position of the submission among those of its customer.
    package var cursor: HeldSubmissionCursor {
        HeldSubmissionCursor(receivedAt: self.receivedAt, digest: self.digest)
    }
}

/// A position among the held submissions of a customer, ordered by their arrival; those of one instant, by their
/// digests.
package struct HeldSubmissionCursor: Hashable, Comparable, Sendable {
    /// The instant at which the server first received the evidence.
    package let receivedAt: Instant
    /// The key of the evidence.
    package let digest: EvidenceDigest

    /// Creates the position of evidence.
    package init(receivedAt: Instant, digest: EvidenceDigest) {
        self.receivedAt = receivedAt
        self.digest = digest
    }

    /// Parses the position in a text that `text` returned; returns `nil` for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let received = Int64(parts[0]), let digest = EvidenceDigest(hexadecimal: parts[1])
        else {
            return nil
        }
        self.init(receivedAt: Instant(milliseconds: received), digest: digest)
    }

    /// The position as a text that fits into a URL.
    package var text: String { "\(self.receivedAt.milliseconds)_\(self.digest.hexadecimal)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.receivedAt, left.digest) < (right.receivedAt, right.digest)
    }
}
