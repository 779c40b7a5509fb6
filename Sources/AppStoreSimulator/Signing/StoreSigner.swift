import AppStore
import Foundation

/// Signs as one simulated store: compact JWS with ES256 and the store's three certificates in the header.
///
/// The header is made once. Signing the same payload twice gives the same bytes.
public struct StoreSigner: Sendable {
    /// The chain in the header, and the root to trust.
    public let certificates: StoreCertificates
    /// The protected header in base64url with its dot.
    private let header: [UInt8]

    /// The signer with this chain.
    init(certificates: StoreCertificates) {
        self.certificates = certificates
        let chain = certificates.chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        self.header = Base64URL.encode(Array("{\"alg\":\"ES256\",\"x5c\":[\(chain)]}".utf8)) + [UInt8(ascii: ".")]
    }

    /// The compact JWS of this payload (RFC 7515, section 3.1).
    public func sign(_ payload: [UInt8]) -> [UInt8] {
        var document = self.header + Base64URL.encode(payload)
        let signature = self.certificates.leafKey.signature(of: document)
        document.append(UInt8(ascii: "."))
        document += Base64URL.encode(signature)
        return document
    }
}
