/// Why nothing is known about the revocation of a certificate.
///
/// Each case is something a caller may treat differently and has a stable ``code``. No case carries text of the
/// responder's.
public enum RevocationError: Error, Hashable, Sendable {
    /// The responder could not be reached, or the connection broke.
    case unreachable
    /// The responder did not answer in time.
    case timedOut
    /// The responder answered with an HTTP status other than 200.
    case httpStatus(Int)
    /// The answer is larger than 64 KiB.
    case tooLarge
    /// The certificate names a responder whose address is not an HTTP address.
    case addressInvalid
    /// A certificate cannot be read, or cannot be asked about.
    case certificateUnreadable
    /// The answer is not a basic OCSP response in DER (RFC 6960 section 4.2.1).
    case malformed
    /// The responder refused to answer.
    case notSuccessful(OCSPResponseStatus)
    /// The answer has a version other than v1.
    case versionUnsupported
    /// The answer or its signer has a critical extension that is not understood here.
    case criticalExtension
    /// The answer was not signed by the issuer, nor by a responder whom the issuer has appointed.
    case signerNotAuthorized(OCSPSignerFault)
    /// The answer was signed by an algorithm outside the accepted ones; SHA-1 is outside.
    case signatureAlgorithmRefused
    /// The signature over the answer is wrong.
    case signatureInvalid
    /// The answer carries a nonce, and it is not the one that was sent.
    case nonceMismatch
    /// The answer speaks of another certificate.
    case wrongCertificate
    /// The answer does not say until when it holds (RFC 5019 section 4 wants it refused).
    case nextUpdateMissing
    /// The answer has expired.
    case stale
    /// The answer comes from the future.
    case fromTheFuture
    /// The responder is authorized and does not know the certificate.
    case unknownToResponder
}

extension RevocationError {
    /// The error's name in metrics, logs and documentation; it never changes.
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

    /// Whether the same question may be answered later although nobody has changed anything.
    ///
    /// True where the responder was not heard or asked for patience: nothing was learned then, for or against the
    /// certificate. False where an answer came and was wrong: that wants a person's eye. The checker asks again either
    /// way, for an answer over plain HTTP can be spoiled by anybody on the way.
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
