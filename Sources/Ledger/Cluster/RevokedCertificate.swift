/// A certificate of Apple's that was reported as revoked, shared by all nodes and across restarts.
package struct RevokedCertificate: Hashable, Sendable {
    /// The identifier of a certificate, as in OCSP: its issuer and its serial number.
    package struct ID: Hashable, Sendable {
        /// The hash of the issuer's name.
        package let issuerNameHash: [UInt8]
        /// The hash of the issuer's key.
        package let issuerKeyHash: [UInt8]
        /// The serial number.
        package let serialNumber: [UInt8]

        /// Creates an identifier from these parts.
        package init(issuerNameHash: [UInt8], issuerKeyHash: [UInt8], serialNumber: [UInt8]) {
            self.issuerNameHash = issuerNameHash
            self.issuerKeyHash = issuerKeyHash
            self.serialNumber = serialNumber
        }
    }

    /// The identifier of the certificate.
    package let id: ID
    /// The instant from which on it is revoked.
    package let revokedAt: Instant
    /// The instant at which the first node learned of the revocation.
    package let learnedAt: Instant
    /// The time of the newest answer that states the revocation.
    package let statedAt: Instant
    /// The time of the newest answer that states the certificate is good.
    ///
    /// The revocation ends when it is later than `statedAt`.
    package let clearedAt: Instant?

    /// Creates a revocation with these values.
    package init(id: ID, revokedAt: Instant, learnedAt: Instant, statedAt: Instant, clearedAt: Instant?) {
        self.id = id
        self.revokedAt = revokedAt
        self.learnedAt = learnedAt
        self.statedAt = statedAt
        self.clearedAt = clearedAt
    }

    /// Returns the combined knowledge of two nodes about one certificate: the earliest dates of the revocation and the
    /// newest answers.
    ///
    /// The result is the same in any order and with any number of repetitions.
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

/// Loads and saves the certificates that were reported as revoked.
package protocol RevokedCertificateStorage: CustomerStorage {
    /// Returns what is known of a revoked certificate; `nil` where it was not reported as revoked.
    func revokedCertificate(_ id: RevokedCertificate.ID) throws -> RevokedCertificate?

    /// Saves what is known of a revoked certificate.
    func put(_ revoked: RevokedCertificate) throws
}

extension LedgerStorage {
    /// Joins a node's knowledge of a revoked certificate with what is stored, and stores the result.
    package func keep(_ revoked: RevokedCertificate) throws {
        let known = try self.revokedCertificate(revoked.id)
        let joined = known?.joined(with: revoked) ?? revoked
        guard joined != known else { return }
        self.note(.revocations, dueAt: DueWork.atOnce)
        try self.put(joined)
    }
}
