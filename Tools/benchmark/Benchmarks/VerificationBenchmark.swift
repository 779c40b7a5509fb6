import AppStore
import PurserTesting

/// The speed of verifying and decoding notifications on one core, beside the signatures that each needs.
enum VerificationBenchmark {
    /// Returns the measurements at one size of certificates.
    static func measure(_ chain: NotificationCorpus.ChainSize, target: Double) async throws -> [Measurement] {
        let corpus = try NotificationCorpus(count: 64, chain: chain)
        guard
            let identity = AppIdentity(
                bundleID: SamplePayloads.bundleID,
                appAppleID: SamplePayloads.appAppleID,
                environments: [.production]
            )
        else { return [] }
        let verifier = SignedDataVerifier(
            signatures: SignatureVerifier(anchors: try TrustAnchors(roots: [corpus.authority.root])),
            app: identity
        )
        var index = 0
        var ratios: [(ratio: Double, perSecond: Double)] = []
        for _ in 0..<5 {
            let unit = try Rate.raw()
            let perSecond = try Rate.perSecond {
                _ = try verifier.notification(corpus.notifications[index & 63])
                index &+= 1
            }
            ratios.append((perSecond / (unit / 3), perSecond))
        }
        let middle = ratios.sorted { $0.ratio < $1.ratio }[2]
        let size = "\(corpus.meanBytes / 100 * 100) B"
        var measurements = [
            Measurement.judged(
                "full notification verified, \(size), per core",
                "\(Int(middle.perSecond))/s = \(middle.ratio.rounded2) raw/3",
                target: ">= \(target.rounded2) raw/3",
                middle.ratio >= target
            )
        ]
        let baseline = BaselineVerification(root: corpus.authority.root)
        let texts = corpus.notifications.map { String(decoding: $0, as: UTF8.self) }
        let clock = ContinuousClock()
        let started = clock.now
        let count = 100
        for round in 0..<count { try await baseline.verify(notification: texts[round & 63]) }
        let baselinePerSecond = Double(count) / (clock.now - started).seconds
        measurements.append(
            .scale(
                "baseline, \(size), per core",
                "\(Int(baselinePerSecond))/s, \((middle.perSecond / baselinePerSecond).rounded1) times slower"
            )
        )
        return measurements
    }
}
