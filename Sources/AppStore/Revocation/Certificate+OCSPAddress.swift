import X509

extension Certificate {
    /// The first address of an OCSP responder that the certificate names (RFC 5280 section 4.2.2.1).
    ///
    /// - Returns: The address as it stands there, or nothing when it names none.
    /// - Throws: `RevocationError.certificateUnreadable`, `.addressInvalid`.
    func ocspAddress() throws(RevocationError) -> String? {
        let access: AuthorityInformationAccess?
        do {
            access = try self.extensions.authorityInformationAccess
        } catch {
            throw .certificateUnreadable
        }
        for description in access ?? AuthorityInformationAccess() where description.method == .ocspServer {
            guard case .uniformResourceIdentifier(let address) = description.location else { continue }
            guard OCSPTransport.isHTTP(address) else { throw .addressInvalid }
            return address
        }
        return nil
    }
}
