package import AppStoreSimulator
import CryptoExtras
import SwiftASN1
import X509

/// A root, an intermediate and a signer of receipts like Apple's, made for tests, with any defect a hostile one could
/// have.
///
/// The RSA keys are made once for each process: the certificates differ, and they decide.
package struct ReceiptAuthority: Sendable {
    /// The defects of the chain; none by default.
    package struct Defects: Sendable {
        /// Leaves Apple's marker out of the intermediate.
        package var lacksIntermediateMarker = false
        /// Leaves Apple's marker out of the leaf.
        package var lacksLeafMarker = false
        /// Makes a leaf that may issue certificates.
        package var leafIsAuthority = false
        /// Signs the leaf with a key that is not the intermediate's.
        package var leafIsSignedByStranger = false
        /// Signs the intermediate with a key that is not the root's, under the root's name.
        package var intermediateIsSignedByStranger = false
        /// Makes an intermediate that may not issue certificates.
        package var intermediateIsNoAuthority = false

        /// No defect.
        package init() {}
    }

    private static let rootKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }
    private static let intermediateKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// The root, for pinning, DER.
    package let root: [UInt8]
    /// Signs with the leaf's key.
    package let signer: ReceiptSigner

    /// An authority whose certificates are signed with SHA-256, or with SHA-1 as Apple's were.
    ///
    /// `leafValidity` is the leaf's alone; the others are valid from 2015 to 2045.
    package init(
        name: String = "Test",
        defects: Defects = Defects(),
        leafValidity: SigningAuthority.Validity = .wide,
        isSHA1: Bool = false
    ) throws {
        let rootKey = try Self.rootKey.get()
        let intermediateKey = try Self.intermediateKey.get()
        let leafKey = try ReceiptKeys.receiptKey()
        let rootName = try TestCertificate.name("\(name) Receipt Root")
        let intermediateName = try TestCertificate.name("\(name) Receipt Intermediate")
        let algorithm: Certificate.SignatureAlgorithm = isSHA1 ? .sha1WithRSAEncryption : .sha256WithRSAEncryption
        func certificate(
            of key: _RSA.Signing.PrivateKey,
            _ subject: DistinguishedName,
            by issuerKey: _RSA.Signing.PrivateKey,
            _ issuer: DistinguishedName,
            validity: SigningAuthority.Validity = .wide,
            _ extensions: [Certificate.Extension]
        ) throws -> [UInt8] {
            try TestCertificate.der(
                of: Certificate.PublicKey(key.publicKey),
                subject: subject,
                issuer: issuer,
                signedBy: Certificate.PrivateKey(issuerKey),
                algorithm,
                validity: validity,
                extensions: Certificate.Extensions(extensions)
            )
        }
        let authority = try Certificate.Extension(
            BasicConstraints.isCertificateAuthority(maxPathLength: nil),
            critical: true
        )
        let usage = try Certificate.Extension(KeyUsage(keyCertSign: true, cRLSign: true), critical: true)
        let none = try Certificate.Extension(BasicConstraints.notCertificateAuthority, critical: true)
        let root = try certificate(of: rootKey, rootName, by: rootKey, rootName, [authority, usage])
        let intermediate = try certificate(
            of: intermediateKey,
            intermediateName,
            by: defects.intermediateIsSignedByStranger ? leafKey : rootKey,
            rootName,
            [defects.intermediateIsNoAuthority ? none : authority, usage]
                + (defects.lacksIntermediateMarker ? [] : [TestCertificate.marker([1, 2, 840, 113635, 100, 6, 2, 1])])
        )
        let leaf = try certificate(
            of: leafKey,
            TestCertificate.name("\(name) Receipt Signing"),
            by: defects.leafIsSignedByStranger ? rootKey : intermediateKey,
            intermediateName,
            validity: leafValidity,
            [
                defects.leafIsAuthority ? authority : none,
                try Certificate.Extension(KeyUsage(digitalSignature: true), critical: true),
            ] + (defects.lacksLeafMarker ? [] : [TestCertificate.marker([1, 2, 840, 113635, 100, 6, 11, 1])])
        )
        self.root = root
        self.signer = try ReceiptSigner(key: leafKey, certificates: [leaf, intermediate, root])
    }

    /// A certificate that signs itself, as Xcode's does, and its signer.
    package static func xcode() throws -> (certificate: [UInt8], signer: ReceiptSigner) {
        let key = try ReceiptKeys.receiptKey()
        let name = try TestCertificate.name("StoreKit")
        let certificate = try TestCertificate.der(
            of: Certificate.PublicKey(key.publicKey),
            subject: name,
            issuer: name,
            signedBy: Certificate.PrivateKey(key),
            .sha256WithRSAEncryption,
            extensions: Certificate.Extensions()
        )
        return (certificate, try ReceiptSigner(key: key, certificates: [certificate]))
    }
}
