/// Why signed data was refused: a typed value, never a text to search in.
///
/// The code is stable and documented; `docs/reference/error-codes.md` says of each what to do. `expected` and `found`
/// name facts such as a bundle id or an algorithm, shortened and without control characters, and never hold a payload,
/// a token or a key.
public struct VerificationError: Error, Hashable, Sendable {
    /// The check that failed.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The data is longer than anything Apple sends.
        case tooLarge = "jws_too_large"
        /// It is not three segments joined by dots (RFC 7515, section 7.1).
        case malformedSegments = "jws_malformed"
        /// A segment is not base64url in its only spelling: padding, another alphabet, white space or left-over bits.
        case malformedBase64URL = "jws_base64url_invalid"
        /// The header or payload is not a JSON object.
        case malformedJSON = "json_invalid"
        /// The header or payload is not valid UTF-8.
        case notUTF8 = "json_not_utf8"
        /// An object in it names a key twice.
        case duplicateKey = "json_duplicate_key"
        /// It is nested deeper than anything Apple sends.
        case nestedTooDeep = "json_too_deep"
        /// It has more members and elements than anything Apple sends.
        case tooManyNodes = "json_too_many_nodes"
        /// A field has another type than Apple documents.
        case wrongType = "json_wrong_type"
        /// A number does not fit its field.
        case numberOutOfRange = "json_number_out_of_range"
        /// The signature holds, but a field has another type than Apple documents, or a number does not fit.
        case unexpectedForm = "signed_form_unexpected"
        /// The algorithm is not ES256, the only one Apple uses.
        case wrongAlgorithm = "jws_algorithm_not_es256"
        /// The header names an extension that must be understood (`crit`, RFC 7515, section 4.1.11).
        case criticalHeader = "jws_critical_header_unsupported"
        /// The header has no `x5c`.
        case chainMissing = "x5c_missing"
        /// `x5c` has not exactly three certificates.
        case chainLength = "x5c_length_not_three"
        /// An entry of `x5c` is not a certificate.
        case malformedCertificate = "certificate_malformed"
        /// A certificate has a critical extension that is not understood.
        case criticalExtension = "certificate_critical_extension_unsupported"
        /// The issuer of the intermediate certificate is not a pinned root.
        case untrustedRoot = "chain_root_not_trusted"
        /// The intermediate bears a pinned root's name but not its signature.
        case intermediateSignature = "chain_intermediate_signature_invalid"
        /// The leaf was not issued by the intermediate: another issuer, or another signature.
        case leafSignature = "chain_leaf_not_issued_by_intermediate"
        /// The intermediate may not issue certificates.
        case intermediateNotAuthority = "chain_intermediate_not_ca"
        /// The intermediate lacks Apple's marker 1.2.840.113635.100.6.2.1.
        case intermediateMarkerMissing = "chain_intermediate_marker_missing"
        /// The leaf lacks Apple's marker 1.2.840.113635.100.6.11.1.
        case leafMarkerMissing = "chain_leaf_marker_missing"
        /// The leaf may issue certificates, which no signer of App Store data may.
        case leafIsAuthority = "chain_leaf_is_ca"
        /// The leaf of a receipt's chain has a key that is not RSA of at least 2048 bits.
        case leafKeyNotRSA = "chain_leaf_key_not_rsa"
        /// The signer is not known yet, and too many unknown ones came from the same address; nothing was checked.
        case unknownSignerMustWait = "unknown_signer_rate_limited"
        /// The leaf's key is not on the curve P-256.
        case leafKeyNotP256 = "chain_leaf_key_not_p256"
        /// A certificate's validity had ended when the data was signed.
        case certificateExpired = "certificate_expired_at_signing"
        /// A certificate's validity had not begun when the data was signed.
        case certificateNotYetValid = "certificate_not_yet_valid_at_signing"
        /// The one certificate is not the configured Xcode certificate, or none is configured.
        case xcodeCertificateNotTrusted = "xcode_certificate_not_trusted"
        /// The signature is not 64 raw bytes, for example because it is DER (RFC 7518, section 3.4).
        case signatureLength = "jws_signature_not_64_bytes"
        /// The signature does not belong to the data and the leaf's key.
        case signatureInvalid = "jws_signature_invalid"
        /// The payload does not say when it was signed.
        case signedDateMissing = "signed_date_missing"
        /// The payload is not of the kind that was asked for.
        case wrongKind = "payload_kind_unexpected"
        /// A part disagrees with its notification about the bundle.
        case nestedBundleMismatch = "nested_bundle_id_mismatch"
        /// A part disagrees with its notification about the App Store's number of the app.
        case nestedAppMismatch = "nested_app_apple_id_mismatch"
        /// A part disagrees with its notification about the environment.
        case nestedEnvironmentMismatch = "nested_environment_mismatch"
        /// The renewal info is about another subscription than the transaction.
        case nestedSubscriptionMismatch = "nested_subscription_mismatch"
        /// A receipt is longer than any that Apple makes.
        case receiptTooLarge = "receipt_too_large"
        /// A receipt is not Base64.
        case receiptNotBase64 = "receipt_not_base64"
        /// It is neither a signed container (PKCS #7) nor an old transaction receipt.
        case notReceipt = "receipt_not_a_receipt"
        /// A receipt ends before it says it does.
        case receiptTruncated = "receipt_truncated"
        /// A receipt breaks the rules of its encoding, or its parts are not where a receipt has them.
        case receiptMalformed = "receipt_malformed"
        /// A receipt's parts nest deeper than those of any receipt.
        case receiptTooDeep = "receipt_too_deep"
        /// A receipt has more parts than any receipt.
        case receiptTooManyParts = "receipt_too_many_parts"
        /// A certificate in a receipt is longer than any of Apple's.
        case receiptCertificateTooLarge = "receipt_certificate_too_large"
        /// A receipt has no signer, or several.
        case receiptSignerCount = "receipt_signer_count_not_one"
        /// A receipt's signature is over other things than its payload.
        case receiptSignedAttributes = "receipt_signed_attributes_unsupported"
        /// A receipt is signed with something else than RSA with SHA-1 or SHA-256.
        case receiptAlgorithm = "receipt_algorithm_unsupported"
        /// The certificate that a receipt's signer names is not in it.
        case receiptSignerMissing = "receipt_signer_certificate_missing"
        /// The certificate that issued the signer's is not in the receipt.
        case receiptIssuerMissing = "receipt_issuer_certificate_missing"
        /// A receipt's signature does not belong to its payload and the signer's key.
        case receiptSignatureInvalid = "receipt_signature_invalid"
        /// What was signed in a receipt is not attributes as Apple writes them.
        case receiptAttributeInvalid = "receipt_attribute_invalid"
        /// A receipt says something twice that can be said once.
        case receiptAttributeTwice = "receipt_attribute_duplicate"
        /// A receipt of an app bought by the volume has ended.
        case receiptExpired = "receipt_expired"
        /// A receipt was made for another device than the one that was named.
        case receiptDeviceMismatch = "receipt_device_mismatch"
        /// Authentic, but of another bundle.
        case bundleMismatch = "bundle_id_mismatch"
        /// Authentic and of Production, but without the App Store's number of the app.
        case appAppleIDMissing = "app_apple_id_missing"
        /// Authentic, but of another number of the app.
        case appAppleIDMismatch = "app_apple_id_mismatch"
        /// Authentic, but a purchase in it has another number of its product.
        case productItemIDMismatch = "product_item_id_mismatch"
        /// Authentic, but of an environment that is not accepted here.
        case environmentMismatch = "environment_mismatch"
    }

    /// The object in which the check failed.
    public enum Part: String, Hashable, Sendable {
        /// A notification.
        case notification
        /// A transaction.
        case transaction
        /// A renewal info.
        case renewalInfo = "renewal-info"
        /// An app transaction.
        case appTransaction = "app-transaction"
        /// A realtime request of the Retention Messaging API.
        case realtimeRequest = "realtime-request"
        /// An app receipt (iOS 7 and later).
        case receipt
        /// A transaction receipt from before iOS 7.
        case transactionReceipt = "transaction-receipt"
    }

    /// The longest text kept of what was expected or found, in characters.
    static let maximumDetail = 120

    /// The check that failed.
    public let code: Code
    /// The object in which it failed.
    public let part: Part
    /// What the check wanted to see.
    public let expected: String
    /// What it saw.
    public let found: String

    /// A refusal by this check, in this part.
    public init(_ code: Code, in part: Part, expected: String, found: String) {
        self.code = code
        self.part = part
        self.expected = Self.shortened(expected)
        self.found = Self.shortened(found)
    }

    /// The refusal to verify the certificates of an unknown signer now.
    static func unknownSignerMustWait(in part: Part) -> Self {
        Self(
            .unknownSignerMustWait,
            in: part,
            expected: "a known signer, or fewer unknown ones",
            found: "an unknown one"
        )
    }

    /// Whether the data is genuinely Apple's and merely belongs elsewhere; it may turn out to be ours once the
    /// configuration is put right, so it is worth keeping and never worth a final refusal.
    public var isAuthentic: Bool {
        switch self.code {
        case .bundleMismatch, .appAppleIDMissing, .appAppleIDMismatch, .productItemIDMismatch, .environmentMismatch:
            true
        default: false
        }
    }

    /// Whether the data is genuinely Apple's and this app's, and merely of a form that this version cannot read.
    ///
    /// A later version may read it, so it is worth keeping. Everything else about it was checked, as far as it is
    /// readable.
    public var isUnreadable: Bool {
        switch self.code {
        case .unexpectedForm: true
        case .signedDateMissing: self.part != .receipt
        default: false
        }
    }

    /// One sentence: where, what was expected, what was found.
    public var detail: String {
        "\(self.part.rawValue): expected \(self.expected), found \(self.found)"
    }

    private static func shortened(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let short = String(String.UnicodeScalarView(visible.prefix(Self.maximumDetail)))
        return visible.count > Self.maximumDetail ? short + "..." : short
    }
}
