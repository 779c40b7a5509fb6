/// That a certificate is revoked: since when, and why.
struct CertificateRevocation: Sendable, Hashable {
    /// Since when, in milliseconds since 1970.
    let since: Int64
    /// Why, as RFC 5280 section 5.3.1 numbers it.
    let reason: UInt8
}

extension StoreCertificates {
    /// A certificate that can be revoked.
    enum Member: String, Sendable, Hashable, CaseIterable {
        /// The one that signs.
        case leaf
        /// Its issuer.
        case intermediate
    }
}
