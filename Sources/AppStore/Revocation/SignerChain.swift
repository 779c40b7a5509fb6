import SwiftASN1
package import X509

/// A chain that the verifier has found valid: leaf, intermediate, root.
///
/// A class, because it is handed over on the hot path, where a copy must cost one reference count and not those of
/// three certificates. The revocation checker believes what it is given here: note only chains that lead to a pinned
/// root.
public final class SignerChain: Sendable {
    /// The chain's name.
    public let id: CertificateChainID
    /// The certificate whose key signed the data.
    package let leaf: Certificate
    /// The certificate that issued the leaf.
    package let intermediate: Certificate
    /// The pinned certificate that issued the intermediate.
    package let root: Certificate

    /// Joins three certificates that are already parsed.
    ///
    /// - Parameters:
    ///   - id: The chain's name, computed over the bytes that were delivered.
    ///   - leaf: The certificate whose key signed the data.
    ///   - intermediate: The certificate that issued the leaf.
    ///   - root: The pinned certificate that issued the intermediate.
    package init(id: CertificateChainID, leaf: Certificate, intermediate: Certificate, root: Certificate) {
        self.id = id
        self.leaf = leaf
        self.intermediate = intermediate
        self.root = root
    }

    /// Parses three certificates and names their chain.
    ///
    /// - Parameters:
    ///   - leaf: The certificate whose key signed the data, DER.
    ///   - intermediate: The certificate that issued the leaf, DER.
    ///   - root: The pinned certificate that issued the intermediate, DER.
    /// - Throws: `RevocationError.certificateUnreadable`.
    package convenience init(leaf: [UInt8], intermediate: [UInt8], root: [UInt8]) throws(RevocationError) {
        do {
            self.init(
                id: CertificateChainID(leaf: leaf, intermediate: intermediate),
                leaf: try Certificate(derEncoded: leaf),
                intermediate: try Certificate(derEncoded: intermediate),
                root: try Certificate(derEncoded: root)
            )
        } catch {
            throw .certificateUnreadable
        }
    }
}
