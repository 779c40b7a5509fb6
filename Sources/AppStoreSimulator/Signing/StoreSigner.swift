import AppStore
import Foundation

/// A signer for one simulated store: compact JWS with ES256 and the store's three certificates in the header.
///
/// The header is created once. Signing the same payload twice produces the same bytes.
public struct StoreSigner: Sendable {
    /// The chain in the header, with the root to trust.
    public let certificates: StoreCertificates
    /// The protected header in base64url with a trailing dot.
    private let header: [UInt8]

    /// Creates a signer with this chain.
    init(certificates: StoreCertificates) {
        self.init(certificates: certificates, algorithm: "ES256", chain: certificates.chain)
    }

    private init(certificates: StoreCertificates, algorithm: String, chain: [[UInt8]]) {
        self.certificates = certificates
        let entries = chain.map { "\"\(Data($0).base64EncodedString())\"" }.joined(separator: ",")
        let header = Array("{\"alg\":\"\(algorithm)\",\"x5c\":[\(entries)]}".utf8)
        self.header = Base64URL.encode(header) + [UInt8(ascii: ".")]
    }

    /// Returns the compact JWS of this payload (RFC 7515, section 3.1).
    public func sign(_ payload: [UInt8]) -> [UInt8] {
        var document = self.header + Base64URL.encode(payload)
        let signature = self.certificates.leafKey.signature(of: document)
        document.append(UInt8(ascii: "."))
        document += Base64URL.encode(signature)
        return document
    }

    /// Returns the compact JWS of this payload with a defect, for tests of code that must refuse it.
    public func sign(_ payload: [UInt8], defect: SigningDefect) -> [UInt8] {
        let seed = self.certificates.seed
        let start = self.certificates.startMilliseconds
        switch defect {
        case .changedByte:
            var document = self.sign(payload)
            let last = document.count - 10
            document[last] = document[last] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            return document
        case .noAlgorithm:
            let signer = StoreSigner(
                certificates: self.certificates,
                algorithm: "none",
                chain: self.certificates.chain
            )
            let document = signer.sign(payload)
            return Array(document[...(document.lastIndex(of: UInt8(ascii: ".")) ?? 0)])
        case .shortChain:
            let chain = Array(self.certificates.chain.prefix(2))
            return StoreSigner(certificates: self.certificates, algorithm: "ES256", chain: chain).sign(payload)
        case .foreignRoot, .expiredLeaf, .noMarker:
            let other = try? StoreCertificates(
                seed: defect == .foreignRoot ? ~seed : seed,
                startingAtMilliseconds: start,
                flaw: defect
            )
            return (other.map { StoreSigner(certificates: $0) } ?? self).sign(payload)
        }
    }
}

/// A defect of signed data, by forgery or by mistake.
public enum SigningDefect: String, Hashable, Sendable, CaseIterable {
    /// One byte of the signature is changed.
    case changedByte
    /// The chain leads to another root.
    case foreignRoot
    /// The leaf has expired.
    case expiredLeaf
    /// The chain has two certificates.
    case shortChain
    /// The leaf lacks Apple's marker.
    case noMarker
    /// The header states that the data is unsigned.
    case noAlgorithm
}
