import Foundation
import X509

/// The time in which a certificate, or all of a chain, is valid; both ends belong to it (RFC 5280, section 4.1.2.5).
struct CertificateValidity: Hashable, Sendable {
    /// The first valid instant.
    let notBefore: Timestamp
    /// The last valid instant.
    let notAfter: Timestamp

    /// The validity of one certificate.
    init(_ certificate: Certificate) {
        self.notBefore = Timestamp(milliseconds: Int64(certificate.notValidBefore.timeIntervalSince1970) * 1000)
        // The date names a whole second, all of which is valid.
        self.notAfter = Timestamp(milliseconds: Int64(certificate.notValidAfter.timeIntervalSince1970) * 1000 + 999)
    }

    /// The time in which several certificates are valid at once.
    init(_ first: Self, _ others: Self...) {
        self.notBefore = others.reduce(first.notBefore) { max($0, $1.notBefore) }
        self.notAfter = others.reduce(first.notAfter) { min($0, $1.notAfter) }
    }
}
