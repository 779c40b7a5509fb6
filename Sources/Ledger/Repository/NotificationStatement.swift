/// A notification's own identity: what it was called and when Apple signed it.
package struct NotificationStatement: Hashable, Sendable {
    /// Apple's `notificationUUID`, the same in every retry.
    package let uuid: String
    /// Apple's `notificationType`, known or not.
    package let type: String
    /// Apple's `subtype`.
    package let subtype: String?
    /// When Apple signed it.
    package let signedAt: Instant
    /// The notification as evidence.
    package let evidence: EvidenceDigest
    /// The transaction it is about.
    package let transactionID: TransactionID?

    /// The type, and the subtype after a dot if there is one.
    package var name: String { self.subtype.map { "\(self.type).\($0)" } ?? self.type }

    /// A notification of these values.
    package init(
        uuid: String,
        type: String,
        subtype: String?,
        signedAt: Instant,
        evidence: EvidenceDigest,
        transactionID: TransactionID?
    ) {
        self.uuid = uuid
        self.type = type
        self.subtype = subtype
        self.signedAt = signedAt
        self.evidence = evidence
        self.transactionID = transactionID
    }
}
