import Crypto
package import Ledger

extension ReconciledDay {
    /// The SHA-256 of the day's statement, which names exactly what a person accepts.
    package var digest: EvidenceDigest {
        EvidenceDigest(sha256: Array(SHA256.hash(data: Array(self.statement.utf8))))
    }
}
