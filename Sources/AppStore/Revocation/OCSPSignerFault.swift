/// Why the signer of an OCSP response may not speak for the issuer (RFC 6960 section 4.2.2.2).
public enum OCSPSignerFault: String, Hashable, Sendable, CaseIterable {
    /// Neither the issuer nor a delivered certificate is the responder that the answer names.
    case absent
    /// The signer's certificate was not issued directly by the issuer of the certificate in question.
    case foreign
    /// The signer's certificate is not for signing OCSP responses.
    case purposeMissing
    /// The signer's certificate is not valid now.
    case outsideValidity
}
