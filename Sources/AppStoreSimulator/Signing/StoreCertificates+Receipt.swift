import CryptoExtras
import SwiftASN1
import X509

extension StoreCertificates {
    /// Signs receipts below the world's own root, so that who trusts the world's other data trusts them too.
    ///
    /// The shape is Apple's, with two differences: the authorities have elliptic keys, because a root that follows from a
    /// seed cannot be RSA; and the leaf's RSA key is the process's, so that its certificate is another in each process.
    package func receiptSigner() throws -> ReceiptSigner {
        let key = try ReceiptKeys.receiptKey()
        let publicKey = Certificate.PublicKey(key.publicKey)
        let year = CivilDate(milliseconds: self.startMilliseconds).year
        var generator = SeededGenerator(seed: self.seed, purpose: "receipts")
        let issuer = try Certificate(derEncoded: self.intermediate)
        let leaf = try Self.issue(
            serial: generator.bytes(8),
            key: publicKey,
            years: (year - 1)..<(year + 10),
            issuer: issuer.subject,
            subject: try DistinguishedName {
                CommonName("Purser Simulator App Receipt Signing - not Apple")
                OrganizationalUnitName("Seed \(self.seed)")
                OrganizationName("Purser Simulator")
            },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                SubjectKeyIdentifier(hash: publicKey)
                try Self.marker([1, 2, 840, 113635, 100, 6, 11, 1])
            },
            signedBy: self.intermediateKey
        )
        return try ReceiptSigner(key: key, certificates: [leaf, self.intermediate, self.root])
    }
}
