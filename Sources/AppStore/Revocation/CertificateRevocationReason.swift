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
