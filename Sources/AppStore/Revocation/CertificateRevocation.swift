/// What has been learned about the revocation of one certificate, in the form in which it outlasts the process.
///
/// Instants are milliseconds since 1970 in UTC.
public struct CertificateRevocation: Hashable, Sendable {
    /// The certificate.
    public let certificateID: OCSPCertificateID
    /// Since when it is revoked.
    public let revokedAt: Int64
    /// When its revocation was learned of first.
    public let learnedAt: Int64
    /// As of when the newest answer said so (`thisUpdate`).
    public let statedAt: Int64
    /// As of when a later answer said that it is good; nil where none did.
    public let clearedAt: Int64?

    /// Joins the parts.
    public init(
        certificateID: OCSPCertificateID,
        revokedAt: Int64,
        learnedAt: Int64,
        statedAt: Int64,
        clearedAt: Int64? = nil
    ) {
        self.certificateID = certificateID
        self.revokedAt = revokedAt
        self.learnedAt = learnedAt
        self.statedAt = statedAt
        self.clearedAt = clearedAt
    }

    /// Whether it stands: no answer that is newer than the newest report has said that the certificate is good.
    public var stands: Bool { self.clearedAt.map { $0 <= self.statedAt } ?? true }

    /// What both say together, in whichever order they were learned.
    ///
    /// - Parameter other: What was learned of the same certificate elsewhere or at another time.
    /// - Returns: The earliest revocation, the newest report of it and the newest report of its end.
    func joined(with other: Self) -> Self {
        Self(
            certificateID: self.certificateID,
            revokedAt: min(self.revokedAt, other.revokedAt),
            learnedAt: min(self.learnedAt, other.learnedAt),
            statedAt: max(self.statedAt, other.statedAt),
            clearedAt: [self.clearedAt, other.clearedAt].compactMap(\.self).max()
        )
    }
}
