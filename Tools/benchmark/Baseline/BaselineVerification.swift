import Crypto
import Foundation
import SwiftASN1
import X509

/// The verification of a notification with common means, as a baseline to compare with.
///
/// Foundation's base64 after replacing characters in strings, a certificate chain built anew for each object, decoding
/// before verifying: what a user would otherwise write, or get from a library.
struct BaselineVerification {
    /// The pinned root certificate, in DER.
    let root: [UInt8]

    /// The reason why an object is refused.
    enum Refusal: Error {
        case malformed
        case untrusted
    }

    /// Verifies a notification and its parts.
    func verify(notification: String) async throws {
        let outer = try await self.verify(object: notification)
        guard let data = outer["data"] as? [String: Any] else { throw Refusal.malformed }
        for name in ["signedTransactionInfo", "signedRenewalInfo"] {
            if let nested = data[name] as? String { _ = try await self.verify(object: nested) }
        }
    }

    private func verify(object: String) async throws -> [String: Any] {
        let segments = object.components(separatedBy: ".")
        guard segments.count == 3, let header = try Self.json(segments[0]), let payload = try Self.json(segments[1]),
            let x5c = header["x5c"] as? [String], x5c.count == 3, let signature = Self.data(segments[2])
        else { throw Refusal.malformed }
        let certificates = try x5c.map { text in
            guard let der = Data(base64Encoded: text) else { throw Refusal.malformed }
            return try Certificate(derEncoded: Array(der))
        }
        var verifier = Verifier(rootCertificates: CertificateStore([try Certificate(derEncoded: self.root)])) {
            RFC5280Policy()
        }
        let result = await verifier.validate(
            leaf: certificates[0],
            intermediates: CertificateStore([certificates[1]])
        )
        guard case .validCertificate = result, let key = P256.Signing.PublicKey(certificates[0].publicKey) else {
            throw Refusal.untrusted
        }
        let ecdsa = try P256.Signing.ECDSASignature(rawRepresentation: signature)
        guard key.isValidSignature(ecdsa, for: Data("\(segments[0]).\(segments[1])".utf8)) else {
            throw Refusal.untrusted
        }
        return payload
    }

    private static func json(_ segment: String) throws -> [String: Any]? {
        guard let data = Self.data(segment) else { return nil }
        return try JSONSerialization.jsonObject(with: data) as? [String: Any]
    }

    private static func data(_ segment: String) -> Data? {
        var text = segment.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while text.count % 4 != 0 { text.append("=") }
        return Data(base64Encoded: text)
    }
}
