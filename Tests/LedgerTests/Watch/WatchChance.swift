import Foundation
import PurserTesting

/// Random numbers with the distributions of a shop's metrics.
struct WatchChance {
    private var generator: SeededGenerator

    init(seed: UInt64) { self.generator = SeededGenerator(seed: seed) }

    /// A number from 0 up to, but not including, 1.
    mutating func unit() -> Double { Double(self.generator.next() >> 11) / 9_007_199_254_740_992 }

    mutating func happens(_ probability: Double) -> Bool { self.unit() < probability }

    mutating func between(_ least: Double, _ most: Double) -> Double { least + (most - least) * self.unit() }

    mutating func normal() -> Double {
        (-2 * log(1 - self.unit())).squareRoot() * cos(2 * .pi * self.unit())
    }

    /// A factor around 1, of which the logarithm has this deviation.
    mutating func factor(_ deviation: Double) -> Double { exp(deviation * self.normal()) }

    /// The number of events where this number is expected.
    mutating func poisson(_ expected: Double) -> Double {
        guard expected > 0 else { return 0 }
        if expected > 30 { return max(0, (expected + expected.squareRoot() * self.normal()).rounded()) }
        var product = self.unit()
        let end = exp(-expected)
        var count = 0.0
        while product > end {
            product *= self.unit()
            count += 1
        }
        return count
    }

    /// The number of events that occur in clumps of one to `greatest`.
    mutating func clumps(_ expected: Double, upTo greatest: Int) -> Double {
        let groups = self.poisson(expected * 2 / Double(greatest + 1))
        guard groups > 0 else { return 0 }
        if groups > 50 { return (groups * Double(greatest + 1) / 2).rounded() }
        return (0..<Int(groups)).reduce(0) { sum, _ in sum + Double(1 + self.generator.number(below: greatest)) }
    }
}
