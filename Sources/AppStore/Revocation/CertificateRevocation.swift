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
    public var isInForce: Bool { self.clearedAt.map { $0 <= self.statedAt } ?? true }

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

/// Why a certificate was revoked, in its issuer's words (RFC 5280 section 5.3.1).
///
/// Open: a value that the RFC does not name keeps its number.
public struct CertificateRevocationReason: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// Wraps a number from the wire.
    ///
    /// - Parameter rawValue: The number on the wire.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No reason is given.
    public static let unspecified = Self(rawValue: 0)
    /// The private key is known to somebody else.
    public static let keyCompromise = Self(rawValue: 1)
    /// The private key of the authority is known to somebody else.
    public static let authorityCompromise = Self(rawValue: 2)
    /// The subject's name or other data has changed.
    public static let affiliationChanged = Self(rawValue: 3)
    /// Another certificate has taken its place.
    public static let superseded = Self(rawValue: 4)
    /// It is no longer needed.
    public static let cessationOfOperation = Self(rawValue: 5)
    /// It is on hold and may come back.
    public static let certificateHold = Self(rawValue: 6)
    /// The subject has lost a privilege that it stated.
    public static let privilegeWithdrawn = Self(rawValue: 9)
}
