public import Foundation

extension SignedDataVerifier {
    /// An app receipt of this app (iOS 7 and later).
    ///
    /// - Parameters:
    ///   - base64: The receipt in Base64, as apps send it; white space in it is passed over.
    ///   - now: The instant at which a receipt of an app bought by the volume must not have ended.
    ///   - device: The 16 bytes of `identifierForVendor`, or on a Mac the six of its first network interface, where the
    ///     app sends them; without them the receipt may have been made for any device.
    /// - Returns: The receipt, decoded.
    /// - Throws: First what makes it unauthentic, then that it is of another app or environment
    ///   (`VerificationError.isAuthentic`), then that it has ended or is another device's.
    public func receipt(
        _ base64: String,
        at now: Timestamp = Timestamp(milliseconds: AppStoreTime.live.now()),
        device: [UInt8]? = nil
    ) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try self.signatures.receipt(base64: base64, admission: self.admission)
        try self.check(receipt, at: now, device: device)
        return receipt
    }

    /// An app receipt of this app (iOS 7 and later), from the bytes of the receipt itself.
    ///
    /// - Parameters:
    ///   - bytes: The receipt as the app finds it in its bundle, without Base64 around it.
    ///   - now: The instant at which a receipt of an app bought by the volume must not have ended.
    ///   - device: The 16 bytes of `identifierForVendor`, or on a Mac the six of its first network interface.
    /// - Returns: The receipt, decoded.
    /// - Throws: What the receipt in Base64 would throw.
    public func receipt(
        _ bytes: some DataProtocol,
        at now: Timestamp = Timestamp(milliseconds: AppStoreTime.live.now()),
        device: [UInt8]? = nil
    ) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try self.signatures.receipt(Array(bytes), admission: self.admission)
        try self.check(receipt, at: now, device: device)
        return receipt
    }

    /// Checks whose a receipt is, after its signature.
    private func check(
        _ receipt: VerifiedReceipt,
        at now: Timestamp,
        device: [UInt8]?
    ) throws(VerificationError) {
        let payload = receipt.payload
        try self.checkBundle(payload.bundleID, part: .receipt)
        let appAppleID = payload.appAppleID == 0 ? nil : payload.appAppleID
        // The Sandbox states 0; where it states a number all the same, that is compared too.
        let isStatedInSandbox = payload.environment == .sandbox && appAppleID != nil
        try self.checkAppAppleID(
            appAppleID,
            environment: isStatedInSandbox ? .production : payload.environment,
            part: .receipt
        )
        try self.checkEnvironment(payload.environment, isSignedByXcode: receipt.chain == nil, part: .receipt)
        if let expiresAt = payload.expiresAt, expiresAt <= now {
            throw VerificationError(
                .receiptExpired,
                in: .receipt,
                expected: "an end after \(now.milliseconds) ms",
                found: "\(expiresAt.milliseconds) ms"
            )
        }
        if let device, !payload.isMade(forDevice: device) {
            throw VerificationError(
                .receiptDeviceMismatch,
                in: .receipt,
                expected: "the hash of the named device",
                found: "another"
            )
        }
    }
}

/// A receipt whose signature leads to a trusted signer.
public struct VerifiedReceipt: Hashable, Sendable {
    /// What was signed.
    public let payload: ReceiptPayload
    /// When it was made, by its own word: the instant at which its signer's certificates were looked at.
    public let createdAt: Timestamp
    /// The receipt, decoded from Base64.
    public let bytes: [UInt8]
    /// The SHA-256 of what was signed, 32 bytes: what is around it can be written in other ways and still be the same
    /// receipt.
    public let payloadDigest: [UInt8]
    /// The certificate chain that signed it; nil for the configured Xcode certificate.
    public let chain: CertificateChainID?
}
