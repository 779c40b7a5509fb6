extension VerificationError {
    /// Creates the error for a receipt that cannot be read.
    init(_ error: ReceiptError, in part: Part) {
        let (code, expected): (Code, String) =
            switch error {
            case .tooLarge: (.receiptTooLarge, "at most \(ReceiptContents.maximumByteCount) bytes")
            case .notBase64: (.receiptNotBase64, "Base64")
            case .notReceipt: (.notReceipt, "a signed container (PKCS #7) or an old transaction receipt")
            case .truncated: (.receiptTruncated, "a whole receipt")
            case .malformed: (.receiptMalformed, "BER as receipts have it")
            case .tooDeep: (.receiptTooDeep, "at most \(BERElement.maximumDepth) levels")
            case .tooMany: (.receiptTooManyParts, "as many parts as a receipt has")
            // Only the reader of identifiers refuses a receipt without purchases; the verifier accepts it.
            case .empty: (.receiptMalformed, "a purchase")
            }
        self.init(code, in: part, expected: expected, found: error.code)
    }

    /// Throws an error for a certificate that is larger than any of Apple's, before it is parsed.
    static func check(certificateByteCount count: Int, in part: Part) throws(VerificationError) {
        guard count > ReceiptContainer.maximumCertificateByteCount else { return }
        throw VerificationError(
            .receiptCertificateTooLarge,
            in: part,
            expected: "certificates of at most \(ReceiptContainer.maximumCertificateByteCount) bytes",
            found: "\(count)"
        )
    }

    /// Creates the error for a signed attribute that cannot be read.
    init(attribute type: Int64, _ error: ReceiptError) {
        self.init(
            .receiptAttributeInvalid,
            in: .receipt,
            expected: "an attribute \(type) as Apple writes it",
            found: error.code
        )
    }

    /// Returns the error for signed data that contains an attribute twice that may occur once.
    static func attributeTwice(_ type: Int64) -> Self {
        Self(.receiptAttributeTwice, in: .receipt, expected: "one attribute \(type)", found: "a second one")
    }

    /// Reads a part of the signed data, and names the part in the error if it cannot be read.
    static func reading<Value>(
        _ what: String,
        _ read: () throws(ReceiptError) -> Value
    ) throws(VerificationError) -> Value {
        do throws(ReceiptError) {
            return try read()
        } catch .tooMany {
            throw VerificationError(.tooMany, in: .receipt)
        } catch {
            throw VerificationError(.receiptAttributeInvalid, in: .receipt, expected: what, found: error.code)
        }
    }
}
