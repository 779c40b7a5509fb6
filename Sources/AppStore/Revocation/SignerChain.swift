import Crypto
import SwiftASN1
package import X509

/// A chain that the verifier has found valid: leaf, intermediate, root.
///
/// It is a class because it is passed around for every request, where a copy must cost one reference count and not
/// those of three certificates. The revocation checker does not verify it: pass only chains that lead to a pinned root.
public final class SignerChain: Sendable {
    /// The identifier of the chain.
    public let id: CertificateChainID
    /// The certificate whose key signed the data.
    package let leaf: Certificate
    /// The certificate that issued the leaf.
    package let intermediate: Certificate
    /// The pinned certificate that issued the intermediate.
    package let root: Certificate

    /// Creates a chain from three parsed certificates.
    ///
    /// - Parameters:
    ///   - id: The identifier of the chain, computed over the original bytes.
    ///   - leaf: The certificate whose key signed the data.
    ///   - intermediate: The certificate that issued the leaf.
    ///   - root: The pinned certificate that issued the intermediate.
    package init(id: CertificateChainID, leaf: Certificate, intermediate: Certificate, root: Certificate) {
        self.id = id
        self.leaf = leaf
        self.intermediate = intermediate
        self.root = root
    }

    /// Creates a chain by parsing three certificates.
    ///
    /// - Parameters:
    ///   - leaf: The certificate whose key signed the data, in DER.
    ///   - intermediate: The certificate that issued the leaf, in DER.
    ///   - root: The pinned certificate that issued the intermediate, in DER.
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

/// The identifier of a certificate chain: SHA-256 over the leaf's DER followed by the intermediate's.
///
/// It excludes the root, which is pinned, so that the sender's certificates alone identify the chain. DER contains its
/// own length, so that the concatenation of two certificates is unambiguous.
public struct CertificateChainID: Hashable, Sendable {
    /// The digest, 32 bytes.
    public let bytes: [UInt8]

    /// Creates an identifier from a digest.
    ///
    /// - Parameter bytes: SHA-256 over leaf and intermediate, 32 bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates the identifier of the chain of two certificates.
    ///
    /// - Parameters:
    ///   - leaf: The signer's certificate in DER.
    ///   - intermediate: The certificate of the leaf's issuer in DER.
    package init(leaf: [UInt8], intermediate: [UInt8]) {
        var hash = SHA256()
        hash.update(data: leaf)
        hash.update(data: intermediate)
        self.bytes = Array(hash.finalize())
    }
}
