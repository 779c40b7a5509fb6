package import Ledger

extension EvidenceDigest {
    /// A digest that stands for a number: different for different numbers, ordered by the number's mixed bits.
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
