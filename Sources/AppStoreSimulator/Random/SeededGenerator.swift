import Notation

/// A stream of pseudo-random numbers that a seed and a purpose determine completely (xoshiro256**, initialized by
/// SplitMix64).
///
/// Every purpose has its own stream, so that an additional identifier never changes a key. The stream is suitable for
/// identifiers and keys of a simulated store, and never for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Creates the stream of this seed for this purpose, a fixed string such as `"uuid"`.
    public init(seed: UInt64, purpose: String) {
        // FNV-1a of the purpose separates the streams of one seed; SplitMix64 then fills the state, never with zeros
        // only.
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

    /// Returns the next 64 bits of the stream.
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

    /// Returns the next bytes of the stream.
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

    /// Returns a number below this bound, which must be positive; the small bias of the remainder is acceptable.
    public mutating func number(below bound: UInt64) -> UInt64 {
        precondition(bound > 0, "The bound must be positive.")
        return self.next() % bound
    }

    /// Returns a version 4 UUID in lower case, as Apple writes it.
    public mutating func uuid() -> String {
        var bytes = self.bytes(16)
        bytes[6] = (bytes[6] & 0x0F) | 0x40
        bytes[8] = (bytes[8] & 0x3F) | 0x80
        return Hexadecimal.uuid(bytes)
    }
}
