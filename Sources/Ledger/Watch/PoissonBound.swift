import Foundation

/// Upper bounds of the probability that a count, high or low, is only chance.
///
/// They are Chernoff bounds: always at least the true probability, and computed without the sums that lose their
/// precision in the far tails. Events in clumps are as improbable as fewer single ones, so the exponent is divided by
/// the size of a clump.
package enum PoissonBound {
    /// The logarithm below which chance is excluded: 10⁻¹⁰.
    ///
    /// A rule is evaluated half a million times a year, on overlapping windows; a hundred such rules then err once in
    /// several centuries, as far as the expectation is right.
    package static let rare = -23.0

    /// Returns the logarithm of a bound of the probability of `count` or more where `expected` are expected.
    package static func atLeast(_ count: Double, expecting expected: Double, clump: Double = 1) -> Double {
        guard count > expected else { return 0 }
        guard expected > 0 else { return -.infinity }
        return (count - expected - count * log(count / expected)) / clump
    }

    /// Returns the logarithm of a bound of the probability of `count` or fewer where `expected` are expected.
    package static func atMost(_ count: Double, expecting expected: Double, clump: Double = 1) -> Double {
        guard count < expected else { return 0 }
        guard count > 0 else { return -expected / clump }
        return (count - expected - count * log(count / expected)) / clump
    }

    /// Returns the logarithm of a bound of the probability that `count` or more of `total` are hit, each with the
    /// probability `share`.
    package static func atLeast(_ count: Double, of total: Double, share: Double, clump: Double = 1) -> Double {
        guard total > 0, count > total * share else { return 0 }
        guard share > 0 else { return -.infinity }
        let hit = min(1, count / total)
        let missed = hit < 1 ? (1 - hit) * log((1 - hit) / (1 - share)) : 0
        return -total * (hit * log(hit / share) + missed) / clump
    }
}
