import Crypto
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

/// The name of one certificate chain: SHA-256 over the leaf's DER followed by the intermediate's.
///
/// The root is left out on purpose: it is pinned, so a chain is told apart by what the sender delivers. DER says its
/// own length, hence two certificates in a row cannot be read as another pair.
public struct CertificateChainID: Hashable, Sendable {
    /// The digest, 32 bytes.
    public let bytes: [UInt8]

    /// Wraps a digest that was computed elsewhere.
    ///
    /// - Parameter bytes: SHA-256 over leaf and intermediate, 32 bytes.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Names the chain of two certificates.
    ///
    /// - Parameters:
    ///   - leaf: The signer's certificate, DER.
    ///   - intermediate: The certificate of the leaf's issuer, DER.
    package init(leaf: [UInt8], intermediate: [UInt8]) {
        var hash = SHA256()
        hash.update(data: leaf)
        hash.update(data: intermediate)
        self.bytes = Array(hash.finalize())
    }
}
