/// What a responder says about one certificate.
///
/// Instants are milliseconds since 1970 in UTC.
package enum OCSPFinding: Hashable, Sendable {
    /// Not revoked, as far as the responder knows; the answer holds until the instant given.
    case good(until: Int64)
    /// Revoked at the instant given.
    case revoked(at: Int64, reason: CertificateRevocationReason?)
    /// The responder does not know the certificate.
    case unknown
}
