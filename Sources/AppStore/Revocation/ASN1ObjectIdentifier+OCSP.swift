import SwiftASN1

extension ASN1ObjectIdentifier {
    /// The type of response that everybody speaks, `id-pkix-ocsp-basic` (RFC 6960 section 4.2.1).
    static let ocspBasicResponse: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
    /// The nonce, `id-pkix-ocsp-nonce` (RFC 8954).
    static let ocspNonce: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 2]
    /// The extension by which an issuer exempts a responder from being asked about, `id-pkix-ocsp-nocheck`.
    static let ocspNoCheck: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]

    /// Reads an `AlgorithmIdentifier` whose parameters are absent or NULL; both mean the same for the hashes and
    /// signatures that are accepted here (RFC 5754 section 2, RFC 4055 section 2.1).
    ///
    /// - Parameter nodes: Where the algorithm comes next.
    /// - Throws: An error of SwiftASN1's or of ours, when the encoding is not what it should be.
    init(algorithmIdentifier nodes: inout ASN1NodeCollection.Iterator) throws {
        guard let node = nodes.next() else {
            throw ASN1Error.invalidASN1Object(reason: "An algorithm is missing")
        }
        self = try DER.sequence(node, identifier: .sequence) { parts in
            let algorithm = try ASN1ObjectIdentifier(derEncoded: &parts)
            if let parameters = parts.next() { _ = try ASN1Null(derEncoded: parameters) }
            return algorithm
        }
    }
}
