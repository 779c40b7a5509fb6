/// The outermost status of an OCSP response (RFC 6960 section 4.2.1).
///
/// Open: a value that the RFC does not name keeps its number.
public struct OCSPResponseStatus: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int

    /// Wraps a number from the wire.
    ///
    /// - Parameter rawValue: The number on the wire.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The response has valid confirmations.
    public static let successful = Self(rawValue: 0)
    /// The responder could not read the request.
    public static let malformedRequest = Self(rawValue: 1)
    /// The responder has an error inside.
    public static let internalError = Self(rawValue: 2)
    /// The responder cannot answer now.
    public static let tryLater = Self(rawValue: 3)
    /// The responder wants signed requests.
    public static let signatureRequired = Self(rawValue: 5)
    /// The responder does not answer this client, or about this certificate.
    public static let unauthorized = Self(rawValue: 6)
}
