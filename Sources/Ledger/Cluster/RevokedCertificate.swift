/// A certificate of Apple's that was reported as revoked, as all nodes know it and every start finds it.
package struct RevokedCertificate: Hashable, Sendable {
    /// What a certificate is named by, as in OCSP: who issued it, and its serial number.
    package struct ID: Hashable, Sendable {
        /// The hash of its issuer's name.
        package let issuerNameHash: [UInt8]
        /// The hash of its issuer's key.
        package let issuerKeyHash: [UInt8]
        /// Its serial number.
        package let serialNumber: [UInt8]

        /// A name of these parts.
        package init(issuerNameHash: [UInt8], issuerKeyHash: [UInt8], serialNumber: [UInt8]) {
            self.issuerNameHash = issuerNameHash
            self.issuerKeyHash = issuerKeyHash
            self.serialNumber = serialNumber
        }
    }

    /// Which certificate.
    package let id: ID
    /// Since when it is revoked.
    package let revokedAt: Instant
    /// When the first node learned of it.
    package let learnedAt: Instant
    /// As of when the newest answer said so.
    package let statedAt: Instant
    /// As of when an answer said that it is good; the revocation is over where that is newer.
    package let clearedAt: Instant?

    /// A revocation of these values.
    package init(id: ID, revokedAt: Instant, learnedAt: Instant, statedAt: Instant, clearedAt: Instant?) {
        self.id = id
        self.revokedAt = revokedAt
        self.learnedAt = learnedAt
        self.statedAt = statedAt
        self.clearedAt = clearedAt
    }

    /// What two nodes know of one certificate together: the earliest of what dates its revocation, and the newest of
    /// what was answered; the same in any order and however often.
    package func joined(with other: Self) -> Self {
        Self(
            id: self.id,
            revokedAt: min(self.revokedAt, other.revokedAt),
            learnedAt: min(self.learnedAt, other.learnedAt),
            statedAt: max(self.statedAt, other.statedAt),
            clearedAt: [self.clearedAt, other.clearedAt].compactMap(\.self).max()
        )
    }
}
