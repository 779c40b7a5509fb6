package import Ledger

/// Chance that a seed repeats exactly: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The sequence of this seed.
    package init(seed: UInt64) {
        self.state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        self.state &+= 0x9E37_79B9_7F4A_7C15
        var word = self.state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number from 0 up to, but not including, a bound that is positive.
    package mutating func number(below bound: Int) -> Int {
        Int(self.next() % UInt64(bound))
    }

    /// Whether something happens that happens so many times in a hundred.
    package mutating func happens(percent: Int) -> Bool {
        self.number(below: 100) < percent
    }

    /// One of several, none of them likelier.
    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[self.number(below: elements.count)]
    }
}

extension EvidenceDigest {
    /// A digest derived from a number: different for different numbers, ordered by the number's mixed bits.
    package static func number(_ number: UInt64) -> Self {
        var generator = SeededGenerator(seed: number)
        var bytes: [UInt8] = []
        for _ in 0..<(Self.byteCount / 8) {
            let word = generator.next()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        guard let digest = Self(bytes) else { preconditionFailure("A digest is made of four words.") }
        return digest
    }
}

extension PayloadDigest {
    /// A digest for a number, ordered like the numbers.
    package static func number(_ number: UInt64) -> Self { Self(rawValue: number) }
}
