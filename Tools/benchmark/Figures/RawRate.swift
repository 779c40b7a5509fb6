import Crypto

/// The unit of the other figures: P-256 verifications per second of a ready digest by the crypto library on one core.
///
/// It is measured anew beside each figure, because the speed of a shared machine drifts.
enum RawRate {
    /// Verifications per second, the median of three runs.
    static func measure() throws -> Double {
        let key = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: [1, 2, 3])
        let signature = try key.signature(for: digest)
        let publicKey = key.publicKey
        return Rate.median(of: 3) {
            Rate.perSecond(over: 0.2) {
                precondition(publicKey.isValidSignature(signature, for: digest), "It is the key's own signature.")
            }
        }
    }
}
