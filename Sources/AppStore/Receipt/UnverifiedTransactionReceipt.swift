import Crypto
import CryptoExtras
import Foundation

/// The contents of a transaction receipt from before iOS 7, which are a hint and never evidence.
///
/// The signature is verified with the certificate in the receipt, but that certificate cannot be verified: its issuer's
/// certificate is not available, and its 1024-bit key and SHA-1 would be too weak anyway. So anyone can create a
/// receipt that passes. Use the contents only to ask Apple about the transaction; never grant anything because of them
/// alone.
public struct UnverifiedTransactionReceipt: Hashable, Sendable {
    /// The fields of the signed part, keyed by Apple's names.
    public let fields: [String: String]
    /// The environment outside the signed part; `nil` in Production.
    public let statedEnvironment: String?
    /// The version of the signature: 2, or 3, which is unconfirmed.
    public let signatureVersion: UInt8
    /// The SHA-256 hash of the certificate in the receipt.
    public let certificateDigest: [UInt8]
    /// The transaction identifier.
    public let transactionID: String
    /// The original transaction identifier of the chain.
    public let originalTransactionID: String?
    /// The product identifier.
    public let productID: String?
    /// The bundle identifier.
    public let bundleID: String?
    /// The time of the payment.
    public let purchasedAt: Timestamp?
    /// The time at which the chain began.
    public let originallyPurchasedAt: Timestamp?
    /// The end of the subscription period.
    public let expiresAt: Timestamp?
    /// The quantity.
    public let quantity: Int64?
    /// The identifier of the subscription's billing period.
    public let webOrderLineItemID: Int64?
    /// The product's identifier in the App Store.
    public let itemID: Int64?
}

extension UnverifiedTransactionReceipt {
    /// 1.2.840.113635.100.6.5.1, Apple's marker in certificates that sign transaction receipts.
    private static let marker: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x05, 0x01]
    /// The length of the signature of each version, in bytes.
    private static let signatureByteCounts: [UInt8: Int] = [2: 128, 3: 256]

    /// Reads a transaction receipt in Base64, as apps send it.
    ///
    /// - Throws: ``VerificationError`` if it is not a transaction receipt, or if its signature does not match the
    ///   certificate in it.
    public init(base64: String) throws(VerificationError) {
        let outer: [String: [UInt8]]
        let signed: [UInt8]
        let blob: [UInt8]
        let inner: [String: [UInt8]]
        do throws(ReceiptError) {
            let bytes = try ReceiptContents.decoded(Array(base64.utf8))
            guard bytes.first(where: { !ReceiptContents.isSpace($0) }) == UInt8(ascii: "{") else { throw .notReceipt }
            outer = try ReceiptContents.fields(of: bytes)
            guard let info = outer["purchase-info"], let signature = outer["signature"] else { throw .notReceipt }
            signed = try ReceiptContents.decoded(info)
            blob = try ReceiptContents.decoded(signature)
            inner = try ReceiptContents.fields(of: signed)
        } catch {
            throw VerificationError(error, in: .transactionReceipt)
        }
        let signature = try Signature(blob)
        let certificate = try signature.verified(over: signed)
        self.signatureVersion = signature.version
        self.certificateDigest = Array(SHA256.hash(data: signature.certificate))
        self.statedEnvironment = outer["environment"].map { String(decoding: $0, as: UTF8.self) }
        let fields = inner.mapValues { String(decoding: $0, as: UTF8.self) }
        self.fields = fields
        do throws(ReceiptError) {
            guard let transactionID = try Self.identifier("transaction-id", inner) else { throw .malformed }
            self.transactionID = transactionID
            self.originalTransactionID = try Self.identifier("original-transaction-id", inner)
            self.productID = try Self.identifier("product-id", inner)
            self.bundleID = try Self.identifier("bid", inner)
            self.purchasedAt = try Self.instant("purchase-date", inner)
            self.originallyPurchasedAt = try Self.instant("original-purchase-date", inner)
            self.expiresAt = try Self.instant("expires-date", inner)
            self.quantity = try Self.number("quantity", fields)
            self.webOrderLineItemID = try Self.number("web-order-line-item-id", fields)
            self.itemID = try Self.number("item-id", fields)
        } catch {
            throw VerificationError(
                .receiptAttributeInvalid,
                in: .transactionReceipt,
                expected: "fields as Apple writes them",
                found: error.code
            )
        }
        // A purchase after the certificate's expiration was not signed while it was valid.
        if let purchasedAt, purchasedAt.milliseconds > certificate.notAfter {
            throw VerificationError(
                .certificateExpired,
                in: .transactionReceipt,
                expected: "a purchase up to \(certificate.notAfter) ms",
                found: "\(purchasedAt.milliseconds) ms"
            )
        }
    }

    private static func identifier(_ name: String, _ fields: [String: [UInt8]]) throws(ReceiptError) -> String? {
        guard let value = fields[name], !value.isEmpty else { return nil }
        return try ReceiptContents.identifier(value)
    }

    private static func number(_ name: String, _ fields: [String: String]) throws(ReceiptError) -> Int64? {
        guard let text = fields[name], !text.isEmpty else { return nil }
        guard let number = Int64(text) else { throw .malformed }
        return number
    }

    /// Returns an instant from its milliseconds if the receipt contains them, or else from its text, which for the end
    /// of a period also contains milliseconds.
    private static func instant(_ name: String, _ fields: [String: [UInt8]]) throws(ReceiptError) -> Timestamp? {
        guard let value = fields["\(name)-ms"] ?? fields[name], !value.isEmpty else { return nil }
        if let milliseconds = Int64(String(decoding: value, as: UTF8.self)) {
            guard ReceiptInstant.range.contains(milliseconds) else { throw .malformed }
            return Timestamp(milliseconds: milliseconds)
        }
        guard let instant = ReceiptInstant.read(value, in: value.indices) else { throw .malformed }
        return instant
    }

    /// The signature of a transaction receipt: version, signature, length of the certificate, certificate.
    private struct Signature {
        let version: UInt8
        let signature: [UInt8]
        let certificate: [UInt8]

        init(_ blob: [UInt8]) throws(VerificationError) {
            guard let version = blob.first, let length = signatureByteCounts[version] else {
                throw VerificationError(
                    .receiptAlgorithm,
                    in: .transactionReceipt,
                    expected: "a signature of version 2 or 3",
                    found: blob.first.map { "version \($0)" } ?? "nothing"
                )
            }
            guard blob.count >= 5 + length else { throw VerificationError(.truncated, in: .transactionReceipt) }
            let stated = blob[(1 + length)..<(5 + length)].reduce(0) { $0 << 8 | Int($1) }
            guard stated <= blob.count - 5 - length else {
                throw VerificationError(.truncated, in: .transactionReceipt)
            }
            guard stated == blob.count - 5 - length else {
                throw VerificationError(.malformed, in: .transactionReceipt)
            }
            try VerificationError.check(certificateByteCount: stated, in: .transactionReceipt)
            self.version = version
            self.signature = Array(blob[1..<(1 + length)])
            self.certificate = Array(blob[(5 + length)...])
        }

        /// Returns the certificate if its key made the signature over the purchase.
        func verified(over signed: [UInt8]) throws(VerificationError) -> CertificateOutline {
            let outline: CertificateOutline
            do throws(ReceiptError) {
                outline = try CertificateOutline(self.certificate, in: self.certificate.indices)
            } catch {
                throw VerificationError(
                    .malformedCertificate,
                    in: .transactionReceipt,
                    expected: "a certificate",
                    found: "other bytes"
                )
            }
            guard outline.extensions.contains(where: { self.certificate[$0] == marker[...] }) else {
                throw VerificationError(
                    .leafMarkerMissing,
                    in: .transactionReceipt,
                    expected: "the extension 1.2.840.113635.100.6.5.1",
                    found: "none"
                )
            }
            guard let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: self.certificate[outline.key]) else {
                throw VerificationError(
                    .leafKeyNotRSA,
                    in: .transactionReceipt,
                    expected: "an RSA key",
                    found: "another key"
                )
            }
            var hash = Insecure.SHA1()
            hash.update(data: [self.version])
            hash.update(data: signed)
            let isValid = key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: self.signature),
                for: hash.finalize(),
                padding: .insecurePKCS1v1_5
            )
            guard isValid else {
                throw VerificationError(
                    .receiptSignatureInvalid,
                    in: .transactionReceipt,
                    expected: "a signature by the key of its certificate",
                    found: "another"
                )
            }
            return outline
        }
    }
}
