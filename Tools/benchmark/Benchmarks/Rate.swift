import Crypto

/// Rates of an operation.
enum Rate {
    /// Returns the rate of an operation per second on one core, measured for about `seconds`.
    static func perSecond(over seconds: Double = 0.5, _ work: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        var count = 0
        var batch = 8
        let started = clock.now
        while (clock.now - started).seconds < seconds {
            for _ in 0..<batch { try work() }
            count += batch
            if batch < 256 { batch *= 2 }
        }
        return Double(count) / (clock.now - started).seconds
    }

    /// Returns the median of several runs, which one noisy moment does not change.
    static func median(of runs: Int, _ measure: () throws -> Double) rethrows -> Double {
        var results: [Double] = []
        for _ in 0..<runs { results.append(try measure()) }
        return results.sorted()[runs / 2]
    }

    /// Returns the unit of the other measurements: P-256 verifications per second of a ready digest by the crypto
    /// library on one core, the median of three runs.
    ///
    /// It is measured again beside each measurement, because the speed of a shared machine drifts.
    static func raw() throws -> Double {
        let key = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: [1, 2, 3])
        let signature = try key.signature(for: digest)
        let publicKey = key.publicKey
        return Self.median(of: 3) {
            Self.perSecond(over: 0.2) {
                precondition(publicKey.isValidSignature(signature, for: digest), "It is the key's own signature.")
            }
        }
    }
}
