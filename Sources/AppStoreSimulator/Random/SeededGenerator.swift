import Notation

/// A stream of pseudo-random numbers that a seed and a purpose decide entirely (xoshiro256**, filled by SplitMix64).
///
/// Every purpose has a stream of its own, so that drawing one identifier more never changes a key. Good for identifiers
/// and keys of a simulated store, and for nothing that must be secret.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// The stream of this seed for this purpose; the purpose is a fixed word such as `"uuid"`.
    public init(seed: UInt64, purpose: String) {
        // FNV-1a of the purpose sets streams of one seed apart; SplitMix64 then fills the state, never with zeros only.
        var word: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in purpose.utf8 {
            word = (word ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        var mixed = seed ^ word
        func next() -> UInt64 {
            mixed &+= 0x9E37_79B9_7F4A_7C15
            var z = mixed
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
        self.state = (next(), next(), next(), next())
    }

    /// The next 64 bits of the stream.
    public mutating func next() -> UInt64 {
        let product = self.state.1 &* 5
        let result = ((product << 7) | (product >> 57)) &* 9
        let shifted = self.state.1 << 17
        self.state.2 ^= self.state.0
        self.state.3 ^= self.state.1
        self.state.1 ^= self.state.2
        self.state.0 ^= self.state.3
        self.state.2 ^= shifted
        self.state.3 = (self.state.3 << 45) | (self.state.3 >> 19)
        return result
    }

    /// The next so many bytes of the stream.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 7)
        while bytes.count < count {
            var word = self.next()
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// A number below this bound, which must be above zero; the tiny bias of the remainder does not matter here.
    public mutating func number(below bound: UInt64) -> UInt64 {
        precondition(bound > 0, "A bound of zero leaves no number to draw.")
        return self.next() % bound
    }

    /// A version 4 UUID in lower case, as Apple writes its own.
    public mutating func uuid() -> String {
        var bytes = self.bytes(16)
        bytes[6] = (bytes[6] & 0x0F) | 0x40
        bytes[8] = (bytes[8] & 0x3F) | 0x80
        return Hexadecimal.uuid(bytes)
    }
}
