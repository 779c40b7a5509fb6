import Crypto
package import CryptoExtras
import Foundation

/// A signer of transaction receipts from before iOS 7: property lists with 1024-bit RSA and SHA-1.
package struct TransactionReceiptSigner: Sendable {
    /// 1.2.840.113549.1.1.5, RSA with SHA-1.
    private static let sha1WithRSA: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x05]
    /// 1.2.840.113635.100.6.5.1, Apple's marker of these certificates.
    package static let marker: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x05, 0x01]

    /// The certificate in a receipt, DER.
    package let certificate: [UInt8]
    private let key: _RSA.Signing.PrivateKey

    /// Creates a signer with a key of 1024 bits (or of 2048, which is version 3) and a self-issued certificate.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - marker: The extension of the certificate.
    ///   - notAfter: The end of the certificate's validity, in UTCTime format.
    /// - Throws: An error when the key cannot sign.
    package init(
        key: _RSA.Signing.PrivateKey,
        marker: [UInt8] = Self.marker,
        notAfter: String = "491231235959Z"
    ) throws {
        self.key = key
        let name = DEREncoder.sequence([
            DEREncoder.set([
                DEREncoder.sequence([
                    DEREncoder.object([0x55, 0x04, 0x03]),
                    DEREncoder.utf8("Purser Simulator Purchase Receipt - not Apple"),
                ])
            ])
        ])
        let validity = DEREncoder.sequence([
            DEREncoder.element(0x17, Array("090615000000Z".utf8)), DEREncoder.element(0x17, Array(notAfter.utf8)),
        ])
        let extensions = DEREncoder.sequence([
            DEREncoder.sequence([DEREncoder.object(marker), DEREncoder.octetString([0x05, 0x00])])
        ])
        let body = DEREncoder.sequence([
            DEREncoder.element(0xA0, DEREncoder.integer(2)), DEREncoder.integer(1),
            DEREncoder.algorithm(Self.sha1WithRSA), name,
            validity, name, Array(key.publicKey.derRepresentation), DEREncoder.element(0xA3, extensions),
        ])
        let signature = try key.signature(for: Insecure.SHA1.hash(data: body), padding: .insecurePKCS1v1_5)
        self.certificate = DEREncoder.sequence([
            body, DEREncoder.algorithm(Self.sha1WithRSA),
            DEREncoder.element(0x03, [0] + Array(signature.rawRepresentation)),
        ])
    }

    /// Returns a receipt with these fields, in the given order.
    package func receipt(_ fields: [(name: String, value: String)], environment: String?) throws -> [UInt8] {
        let info = Array(Self.list(fields).utf8)
        let version: UInt8 = self.key.keySizeInBits == 1024 ? 2 : 3
        let signature = try self.key.signature(
            for: Insecure.SHA1.hash(data: [version] + info),
            padding: .insecurePKCS1v1_5
        )
        let count = stride(from: 24, through: 0, by: -8).map { shift in
            UInt8(truncatingIfNeeded: self.certificate.count >> shift)
        }
        let blob = [version] + Array(signature.rawRepresentation) + count + self.certificate
        var outer = [("signature", Data(blob).base64EncodedString())]
        outer.append(("purchase-info", Data(info).base64EncodedString()))
        if let environment { outer.append(("environment", environment)) }
        outer += [("pod", "100"), ("signing-status", "0")]
        return Array(Self.list(outer.map { (name: $0.0, value: $0.1) }).utf8)
    }

    /// Returns a property list in its legacy format.
    private static func list(_ fields: [(name: String, value: String)]) -> String {
        "{\n" + fields.map { "\t\"\($0.name)\" = \"\($0.value)\";\n" }.joined() + "}"
    }
}
