import SwiftASN1
import X509

/// By what an OCSP response names its signer (RFC 6960 section 4.2.1, `ResponderID`).
enum OCSPResponderID: Hashable, Sendable, DERParseable {
    /// By the subject's name.
    case name(DistinguishedName)
    /// By SHA-1 over the bits of the public key.
    case keyHash([UInt8])

    /// Reads a `ResponderID`.
    ///
    /// - Parameter node: The node.
    /// - Throws: An error of SwiftASN1's or of ours, when the encoding is not what it should be.
    init(derEncoded node: ASN1Node) throws {
        switch node.identifier {
        case ASN1Identifier(tagWithNumber: 1, tagClass: .contextSpecific):
            self = try DER.explicitlyTagged(node, tagNumber: 1, tagClass: .contextSpecific) { name in
                .name(try DistinguishedName(derEncoded: name))
            }
        case ASN1Identifier(tagWithNumber: 2, tagClass: .contextSpecific):
            self = try DER.explicitlyTagged(node, tagNumber: 2, tagClass: .contextSpecific) { key in
                .keyHash(Array(try ASN1OctetString(derEncoded: key).bytes))
            }
        default:
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
    }

    /// Whether this names a certificate.
    ///
    /// - Parameter certificate: The certificate that may be meant.
    /// - Returns: True when name or key are the same.
    func names(_ certificate: Certificate) -> Bool {
        switch self {
        case .name(let name): certificate.subject == name
        case .keyHash(let hash): certificate.publicKey.identifierHash == hash
        }
    }
}
