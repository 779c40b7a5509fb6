/// The reason why signed data was refused, as typed values that a program can handle.
///
/// The code is stable and documented; `docs/reference/error-codes.md` has the remedy for each. `expected` and `found`
/// are facts such as a bundle identifier or an algorithm, shortened and without control characters. They never contain
/// a payload, a token, or a key.
public struct VerificationError: Error, Hashable, Sendable {
    /// The check that failed.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The data is longer than any that Apple sends.
        case tooLarge = "jws_too_large"
        /// The data is not three segments joined by dots (RFC 7515, section 7.1).
        case malformedSegments = "jws_malformed"
        /// A segment is not exact base64url: it has padding, another alphabet, whitespace, or unused bits that are not
        /// zero.
        case malformedBase64URL = "jws_base64url_invalid"
        /// The header or payload is not a JSON object.
        case malformedJSON = "json_invalid"
        /// The header or payload is not valid UTF-8.
        case notUTF8 = "json_not_utf8"
        /// An object contains a key twice.
        case duplicateKey = "json_duplicate_key"
        /// The JSON is nested more deeply than any that Apple sends.
        case nestedTooDeep = "json_too_deep"
        /// The JSON has more members and elements than any that Apple sends.
        case tooManyNodes = "json_too_many_nodes"
        /// A field has another type than Apple documents.
        case wrongType = "json_wrong_type"
        /// A number does not fit its field.
        case numberOutOfRange = "json_number_out_of_range"
        /// The signature is valid, but a field has another type than Apple documents, or a number does not fit.
        case unexpectedForm = "signed_form_unexpected"
        /// The algorithm is not ES256, the only one Apple uses.
        case wrongAlgorithm = "jws_algorithm_not_es256"
        /// The header has a critical extension (`crit`, RFC 7515, section 4.1.11).
        case criticalHeader = "jws_critical_header_unsupported"
        /// The header has no `x5c`.
        case chainMissing = "x5c_missing"
        /// `x5c` does not have exactly three certificates.
        case chainLength = "x5c_length_not_three"
        /// An entry of `x5c` is not a certificate.
        case malformedCertificate = "certificate_malformed"
        /// A certificate has an unsupported critical extension.
        case criticalExtension = "certificate_critical_extension_unsupported"
        /// The issuer of the intermediate certificate is not a pinned root.
        case untrustedRoot = "chain_root_not_trusted"
        /// The intermediate has a pinned root's name as its issuer, but not that root's signature.
        case intermediateSignature = "chain_intermediate_signature_invalid"
        /// The leaf was not issued by the intermediate: the issuer's name or the signature does not match.
        case leafSignature = "chain_leaf_not_issued_by_intermediate"
        /// The intermediate is not a certification authority.
        case intermediateNotAuthority = "chain_intermediate_not_ca"
        /// The intermediate lacks Apple's marker 1.2.840.113635.100.6.2.1.
        case intermediateMarkerMissing = "chain_intermediate_marker_missing"
        /// The leaf lacks Apple's marker 1.2.840.113635.100.6.11.1.
        case leafMarkerMissing = "chain_leaf_marker_missing"
        /// The leaf is a certification authority, which a signer of App Store data must not be.
        case leafIsAuthority = "chain_leaf_is_ca"
        /// The leaf of a receipt's chain has a key that is not RSA of at least 2048 bits.
        case leafKeyNotRSA = "chain_leaf_key_not_rsa"
        /// The signer is unknown, and the ``UnknownSignerAdmission`` did not permit the check of its certificates, for
        /// example because too many unknown signers came from the same address. Nothing was checked.
        case unknownSignerMustWait = "unknown_signer_rate_limited"
        /// The leaf's key is not on the curve P-256.
        case leafKeyNotP256 = "chain_leaf_key_not_p256"
        /// The certificate of the signer had expired when the data was signed; those above it had not.
        ///
        /// It is no proof of forgery: a device may have an outdated copy, so refresh it and submit it again.
        case signerExpired = "signer_expired_at_signing"
        /// The certificate of an authority, or the only certificate, had expired when the data was signed.
        case certificateExpired = "certificate_expired_at_signing"
        /// A certificate was not valid yet when the data was signed.
        case certificateNotYetValid = "certificate_not_yet_valid_at_signing"
        /// The only certificate is not the configured Xcode certificate, or none is configured.
        case xcodeCertificateNotTrusted = "xcode_certificate_not_trusted"
        /// The signature is not 64 raw bytes, for example because it is DER (RFC 7518, section 3.4).
        case signatureLength = "jws_signature_not_64_bytes"
        /// The signature does not match the data and the leaf's key.
        case signatureInvalid = "jws_signature_invalid"
        /// The payload does not state its signing date.
        case signedDateMissing = "signed_date_missing"
        /// The payload is not of the requested kind.
        case wrongKind = "payload_kind_unexpected"
        /// A part and its notification have different bundle identifiers.
        case nestedBundleMismatch = "nested_bundle_id_mismatch"
        /// A part and its notification have different App Store identifiers of the app.
        case nestedAppMismatch = "nested_app_apple_id_mismatch"
        /// A part and its notification have different environments.
        case nestedEnvironmentMismatch = "nested_environment_mismatch"
        /// The renewal information and the transaction are about different subscriptions.
        case nestedSubscriptionMismatch = "nested_subscription_mismatch"
        /// The receipt is longer than any that Apple creates.
        case receiptTooLarge = "receipt_too_large"
        /// The receipt is not Base64.
        case receiptNotBase64 = "receipt_not_base64"
        /// The data is neither a signed container (PKCS #7) nor a transaction receipt.
        case notReceipt = "receipt_not_a_receipt"
        /// The receipt ends too early.
        case receiptTruncated = "receipt_truncated"
        /// The receipt violates the rules of its encoding, or its parts are not where a receipt has them.
        case receiptMalformed = "receipt_malformed"
        /// The receipt's parts nest more deeply than those of any genuine receipt.
        case receiptTooDeep = "receipt_too_deep"
        /// The receipt has more parts than any genuine receipt.
        case receiptTooManyParts = "receipt_too_many_parts"
        /// A certificate in the receipt is larger than any of Apple's.
        case receiptCertificateTooLarge = "receipt_certificate_too_large"
        /// The receipt has no signer or several.
        case receiptSignerCount = "receipt_signer_count_not_one"
        /// The receipt's signature does not cover the payload directly.
        case receiptSignedAttributes = "receipt_signed_attributes_unsupported"
        /// The receipt is not signed with RSA and SHA-1 or SHA-256.
        case receiptAlgorithm = "receipt_algorithm_unsupported"
        /// The receipt does not contain the certificate of its signer.
        case receiptSignerMissing = "receipt_signer_certificate_missing"
        /// The receipt does not contain the certificate that issued the signer's.
        case receiptIssuerMissing = "receipt_issuer_certificate_missing"
        /// The receipt's signature does not match its payload and the signer's key.
        case receiptSignatureInvalid = "receipt_signature_invalid"
        /// The signed content of the receipt does not consist of attributes as Apple writes them.
        case receiptAttributeInvalid = "receipt_attribute_invalid"
        /// The receipt has an attribute twice that may occur once.
        case receiptAttributeTwice = "receipt_attribute_duplicate"
        /// The receipt, from the Volume Purchase Program, has expired.
        case receiptExpired = "receipt_expired"
        /// The receipt was created for another device.
        case receiptDeviceMismatch = "receipt_device_mismatch"
        /// The data is authentic but belongs to another bundle identifier.
        case bundleMismatch = "bundle_id_mismatch"
        /// The data is authentic and from Production, but does not state the app's identifier in the App Store.
        case appAppleIDMissing = "app_apple_id_missing"
        /// The data is authentic but states another App Store identifier of the app.
        case appAppleIDMismatch = "app_apple_id_mismatch"
        /// The data is authentic, but a purchase states another App Store identifier of its product.
        case productItemIDMismatch = "product_item_id_mismatch"
        /// The data is authentic but from an environment that is not accepted.
        case environmentMismatch = "environment_mismatch"
    }

    /// The object in which the check failed.
    public enum Part: String, Hashable, Sendable {
        /// A notification.
        case notification
        /// A transaction.
        case transaction
        /// Renewal information.
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

    /// The maximum length of `expected` and `found`, in characters.
    static let maximumDetail = 120

    /// The check that failed.
    public let code: Code
    /// The object in which it failed.
    public let part: Part
    /// The value that the check expected.
    public let expected: String
    /// The value that the check found.
    public let found: String

    /// Creates an error for a check in a part.
    public init(_ code: Code, in part: Part, expected: String, found: String) {
        self.code = code
        self.part = part
        self.expected = Self.shortened(expected)
        self.found = Self.shortened(found)
    }

    /// Returns the error for an unknown signer whose certificates must not be verified now.
    static func unknownSignerMustWait(in part: Part) -> Self {
        Self(
            .unknownSignerMustWait,
            in: part,
            expected: "a known signer, or fewer unknown ones",
            found: "an unknown one"
        )
    }

    /// Whether the data is authentic but does not match the configured app.
    ///
    /// It may match after the configuration is corrected, so keep it and do not refuse it permanently.
    public var isAuthentic: Bool {
        switch self.code {
        case .bundleMismatch, .appAppleIDMissing, .appAppleIDMismatch, .productItemIDMismatch, .environmentMismatch:
            true
        default: false
        }
    }

    /// Whether the data is authentic and belongs to the app, but has a form that this version cannot read.
    ///
    /// A later version may read it, so keep it. All other checks passed, as far as the data is readable.
    public var isUnreadable: Bool {
        switch self.code {
        case .unexpectedForm: true
        case .signedDateMissing: self.part != .receipt
        default: false
        }
    }

    /// A sentence with the part, the expected value, and the value found.
    public var detail: String {
        "\(self.part.rawValue): expected \(self.expected), found \(self.found)"
    }

    private static func shortened(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let short = String(String.UnicodeScalarView(visible.prefix(Self.maximumDetail)))
        return visible.count > Self.maximumDetail ? short + "..." : short
    }
}
