/// The reason why the revocation status of a certificate is unknown.
///
/// Each case is one that a caller may handle differently and has a stable ``code``. No case contains text of the
/// responder.
public enum RevocationError: Error, Hashable, Sendable {
    /// The responder could not be reached, or the connection failed.
    case unreachable
    /// The responder did not respond in time.
    case timedOut
    /// The responder returned an HTTP status other than 200.
    case httpStatus(Int)
    /// The response is larger than 64 KiB.
    case tooLarge
    /// The certificate names a responder address that is not an HTTP address.
    case addressInvalid
    /// A certificate cannot be read or identified.
    case certificateUnreadable
    /// The response is not a basic OCSP response in DER (RFC 6960 section 4.2.1).
    case malformed
    /// The responder refused to answer.
    case notSuccessful(OCSPResponseStatus)
    /// The response has a version other than v1.
    case versionUnsupported
    /// The response or its signer's certificate has an unsupported critical extension.
    case criticalExtension
    /// The response was signed neither by the issuer nor by a responder that the issuer has authorized.
    case signerNotAuthorized(OCSPSignerFault)
    /// The response was signed with an algorithm that is not accepted, such as SHA-1.
    case signatureAlgorithmRefused
    /// The signature of the response is invalid.
    case signatureInvalid
    /// The response has a nonce other than that of the request.
    case nonceMismatch
    /// The response is about another certificate.
    case wrongCertificate
    /// The response does not state its end of validity (RFC 5019 section 4 requires its refusal).
    case nextUpdateMissing
    /// The response has expired.
    case stale
    /// The response is dated in the future.
    case fromTheFuture
    /// The responder is authorized but does not know the certificate.
    case unknownToResponder
}

extension RevocationError {
    /// The error's name in metrics, logs, and documentation; it never changes.
    public var code: String {
        switch self {
        case .unreachable: "ocsp_unreachable"
        case .timedOut: "ocsp_timed_out"
        case .httpStatus: "ocsp_http_status"
        case .tooLarge: "ocsp_too_large"
        case .addressInvalid: "ocsp_address_invalid"
        case .certificateUnreadable: "ocsp_certificate_unreadable"
        case .malformed: "ocsp_malformed"
        case .notSuccessful: "ocsp_not_successful"
        case .versionUnsupported: "ocsp_version_unsupported"
        case .criticalExtension: "ocsp_critical_extension"
        case .signerNotAuthorized: "ocsp_signer_not_authorized"
        case .signatureAlgorithmRefused: "ocsp_signature_algorithm_refused"
        case .signatureInvalid: "ocsp_signature_invalid"
        case .nonceMismatch: "ocsp_nonce_mismatch"
        case .wrongCertificate: "ocsp_wrong_certificate"
        case .nextUpdateMissing: "ocsp_next_update_missing"
        case .stale: "ocsp_stale"
        case .fromTheFuture: "ocsp_from_the_future"
        case .unknownToResponder: "ocsp_unknown"
        }
    }

    /// Whether the same question may be answered later without any change.
    ///
    /// It is `true` if the responder did not respond or asked to try later, which says nothing about the certificate.
    /// It is `false` if the response was invalid, which an operator should investigate. The checker asks again in both
    /// cases, because an attacker on the network can corrupt a response over plain HTTP.
    public var isRetryable: Bool {
        switch self {
        case .unreachable, .timedOut, .httpStatus:
            true
        case .notSuccessful(let status):
            status == .tryLater || status == .internalError
        case .tooLarge, .addressInvalid, .certificateUnreadable, .malformed, .versionUnsupported, .criticalExtension,
            .signerNotAuthorized, .signatureAlgorithmRefused, .signatureInvalid, .nonceMismatch, .wrongCertificate,
            .nextUpdateMissing, .stale, .fromTheFuture, .unknownToResponder:
            false
        }
    }
}
