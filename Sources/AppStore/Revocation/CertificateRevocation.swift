/// The knowledge about the revocation of one certificate, in a form that can be stored.
///
/// Instants are milliseconds since 1970 in UTC.
public struct CertificateRevocation: Hashable, Sendable {
    /// The certificate's identifier in OCSP.
    public let certificateID: OCSPCertificateID
    /// The time of the revocation.
    public let revokedAt: Int64
    /// The time at which the revocation was first learned.
    public let learnedAt: Int64
    /// The `thisUpdate` of the latest answer that reports the revocation.
    public let statedAt: Int64
    /// The `thisUpdate` of a later good answer; `nil` if there is none.
    public let clearedAt: Int64?

    /// Creates the knowledge from its parts.
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

    /// Whether the revocation is in force: no good answer is newer than the latest report.
    public var isInForce: Bool { self.clearedAt.map { $0 <= self.statedAt } ?? true }

    /// Returns the combined knowledge, independent of the order in which it was learned.
    ///
    /// - Parameter other: Knowledge about the same certificate from elsewhere or another time.
    /// - Returns: The earliest revocation, the latest report of it, and the latest report of its end.
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

/// The reason why an issuer revoked a certificate (RFC 5280 section 5.3.1).
///
/// A value that the RFC does not define keeps its number.
public struct CertificateRevocationReason: RawRepresentable, Hashable, Sendable {
    /// The number in the encoding.
    public let rawValue: Int

    /// Creates a reason from its number.
    ///
    /// - Parameter rawValue: The number in the encoding.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// No reason is given.
    public static let unspecified = Self(rawValue: 0)
    /// The private key was compromised.
    public static let keyCompromise = Self(rawValue: 1)
    /// The private key of the certification authority was compromised.
    public static let authorityCompromise = Self(rawValue: 2)
    /// The subject's name or other data has changed.
    public static let affiliationChanged = Self(rawValue: 3)
    /// Another certificate has replaced this one.
    public static let superseded = Self(rawValue: 4)
    /// The certificate is no longer needed.
    public static let cessationOfOperation = Self(rawValue: 5)
    /// The certificate is on hold and may become valid again.
    public static let certificateHold = Self(rawValue: 6)
    /// A privilege that the certificate states was withdrawn.
    public static let privilegeWithdrawn = Self(rawValue: 9)
}
