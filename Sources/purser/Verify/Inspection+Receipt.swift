import AppStore
import Foundation

extension Inspection {
    /// Returns whether an input begins as a receipt: PKCS #7 or the legacy format, raw or in Base64.
    static func isReceipt(_ input: [UInt8], _ text: [UInt8]) -> Bool {
        Self.isDER(input) || text.first == UInt8(ascii: "{")
            || !text.contains(UInt8(ascii: ".")) && ["MI", "ew"].contains { text.starts(with: $0.utf8) }
    }

    /// Returns the verdict on a receipt of any form.
    ///
    /// - Parameters:
    ///   - input: The input; the bytes of PKCS #7 may end with bytes that are white space in a text.
    ///   - text: The input without surrounding white space.
    /// - Returns: The verified content, or that it cannot be verified.
    /// - Throws: The first check that fails.
    func receipt(_ input: [UInt8], _ text: [UInt8]) throws(VerificationError) -> Verdict {
        let isRaw = Self.isDER(input) || text.first == UInt8(ascii: "{")
        let base64 =
            isRaw
            ? Data(Self.isDER(input) ? input : text).base64EncodedString() : String(decoding: text, as: UTF8.self)
        if Self.isOld(base64) { return try self.oldReceipt(base64) }
        let payload = try self.verifier.receipt(base64, at: self.now, device: self.device).payload
        guard case .object(let members) = payload.json(requestedAt: self.now) else {
            return Verdict(valid: .receipt, .null)
        }
        return Verdict(
            valid: .receipt,
            // These depend on the time of the request; the rest is the same at every verification.
            .object(members.filter { !$0.key.hasPrefix("request_date") }),
            further: [JSONMember(key: "deviceChecked", value: .bool(self.device != nil))]
        )
    }

    /// Returns the verdict on a receipt from before iOS 7, which is never valid: the failed check, or that it cannot be
    /// verified.
    private func oldReceipt(_ base64: String) throws(VerificationError) -> Verdict {
        let hint = try UnverifiedTransactionReceipt(base64: base64)
        if hint.bundleID != self.bundleID {
            throw VerificationError(
                .bundleMismatch,
                in: .transactionReceipt,
                expected: self.bundleID,
                found: hint.bundleID ?? "nothing"
            )
        }
        let environment = hint.statedEnvironment ?? Verify.Environment.production.rawValue
        if environment != self.environment.rawValue {
            throw VerificationError(
                .environmentMismatch,
                in: .transactionReceipt,
                expected: self.environment.rawValue,
                found: environment
            )
        }
        // In the Sandbox 0 means no number.
        if let expected = self.verifier.app.appAppleID, let number = hint.statedIdentity.appAppleID,
            number != expected, number != 0 || self.environment == .production
        {
            throw VerificationError(
                .appAppleIDMismatch,
                in: .transactionReceipt,
                expected: "\(expected)",
                found: "\(number)"
            )
        }
        if let device, let stated = hint.fields["unique-vendor-identifier"],
            DeviceIdentifier.bytes(of: stated) != device
        {
            throw VerificationError(
                .receiptDeviceMismatch,
                in: .transactionReceipt,
                expected: "the named device",
                found: "another"
            )
        }
        let fields = hint.fields.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: .string($0.value)) }
        return Verdict(
            code: "transaction_receipt_unproven",
            "A receipt from before iOS 7 proves nothing offline: its signature matches the certificate in it, but "
                + "that certificate cannot be verified. A server with a key for Apple's API asks Apple: POST "
                + "/v1/purchases",
            further: [
                JSONMember(key: "kind", value: .string(Verify.Kind.receipt.rawValue)),
                JSONMember(key: "payload", value: .object(fields)),
            ]
        )
    }

    /// Returns whether bytes are a sequence of DER or BER, longer than any that begins with letters.
    private static func isDER(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[0] == 0x30 && bytes[1] >= 0x80
    }

    /// Returns whether Base64 begins as the form from before iOS 7, a property list.
    private static func isOld(_ base64: String) -> Bool {
        let letters = base64.utf8.lazy.filter { $0 > 0x20 }.prefix(16)
        guard let head = Data(base64Encoded: Data(letters)) else { return false }
        return head.first { $0 > 0x20 } == UInt8(ascii: "{")
    }
}
