package import AppStore
import Crypto
import Foundation

extension SigningAuthority {
    /// The header that Apple's signer would send.
    package var header: [UInt8] {
        self.header(x5c: self.x5c)
    }

    /// A header of these certificates, with any other algorithm or further members.
    package func header(x5c: [[UInt8]], algorithm: String = "ES256", further: String = "") -> [UInt8] {
        let certificates = x5c.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        return Array(#"{"alg":"\#(algorithm)","x5c":[\#(certificates)]\#(further)}"#.utf8)
    }

    /// A compact JWS over a payload, signed by the leaf's key.
    package func sign(_ payload: [UInt8], header: [UInt8]? = nil) throws -> [UInt8] {
        guard let leafKey else { throw SigningRefusal.leafKeyNotP256 }
        let input = Base64URL.encode(header ?? self.header) + [UInt8(ascii: ".")] + Base64URL.encode(payload)
        let signature = try leafKey.signature(for: input).rawRepresentation
        return input + [UInt8(ascii: ".")] + Base64URL.encode(Array(signature))
    }

    /// A compact JWS over a payload of Apple's.
    package func sign(_ payload: some SignedPayload) throws -> SignedData {
        SignedData(try self.sign(payload.json()))
    }
}
