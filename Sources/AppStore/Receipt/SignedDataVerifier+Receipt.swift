public import Foundation

extension SignedDataVerifier {
    /// Returns a verified app receipt (iOS 7 and later) of this app.
    ///
    /// - Parameters:
    ///   - base64: The receipt in Base64, as apps send it; whitespace is ignored.
    ///   - now: The time at which a receipt from the Volume Purchase Program must not have expired.
    ///   - device: The 16 bytes of `identifierForVendor`, or on a Mac the six bytes of its first network interface, if
    ///     the app sends them; without them, a receipt of any device is accepted.
    /// - Returns: The decoded receipt.
    /// - Throws: The first check that fails, in this order: that the receipt is authentic; that it belongs to the app
    ///   and an accepted environment (`VerificationError.isAuthentic`); that it has not expired and belongs to the
    ///   device.
    public func receipt(
        _ base64: String,
        at now: Timestamp = Timestamp(milliseconds: AppStoreTime.live.now()),
        device: [UInt8]? = nil
    ) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try self.signatures.receipt(base64: base64, admission: self.admission)
        try self.check(receipt, at: now, device: device)
        return receipt
    }

    /// Returns a verified app receipt (iOS 7 and later) of this app from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: The receipt from the app's bundle, not encoded in Base64.
    ///   - now: The time at which a receipt from the Volume Purchase Program must not have expired.
    ///   - device: The 16 bytes of `identifierForVendor`, or on a Mac the six bytes of its first network interface.
    /// - Returns: The decoded receipt.
    /// - Throws: The same errors as for a receipt in Base64.
    public func receipt(
        _ bytes: some DataProtocol,
        at now: Timestamp = Timestamp(milliseconds: AppStoreTime.live.now()),
        device: [UInt8]? = nil
    ) throws(VerificationError) -> VerifiedReceipt {
        let receipt = try self.signatures.receipt(Array(bytes), admission: self.admission)
        try self.check(receipt, at: now, device: device)
        return receipt
    }

    /// Checks which app, environment, and device a receipt belongs to, after its signature.
    private func check(
        _ receipt: VerifiedReceipt,
        at now: Timestamp,
        device: [UInt8]?
    ) throws(VerificationError) {
        let payload = receipt.payload
        try self.checkBundle(payload.bundleID, part: .receipt)
        let appAppleID = payload.appAppleID == 0 ? nil : payload.appAppleID
        // The Sandbox states 0. If it states another number, that number is compared too.
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

/// A receipt whose signature is verified and leads to a trusted signer.
public struct VerifiedReceipt: Hashable, Sendable {
    /// The signed payload.
    public let payload: ReceiptPayload
    /// The creation date that the receipt states, at which the signer's certificates were checked.
    public let createdAt: Timestamp
    /// The receipt, decoded from Base64.
    public let bytes: [UInt8]
    /// The SHA-256 hash of the signed payload, 32 bytes.
    ///
    /// The container around the payload can be encoded in different ways without a change of the receipt, so compare
    /// receipts by this hash and not by `bytes`.
    public let payloadDigest: [UInt8]
    /// The certificate chain of the signature; `nil` for the configured Xcode certificate.
    public let chain: CertificateChainID?
}
