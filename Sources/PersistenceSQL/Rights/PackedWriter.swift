import Ledger

/// Writes values into as few bytes as they need.
///
/// Whole numbers take seven bits to a byte, least first (LEB128); signed ones alternate around zero (zigzag). The first
/// instant is written whole and each later one as the distance from it.
struct PackedWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []
    private var firstInstant: Int64?

    /// Writes one byte.
    mutating func write(byte: UInt8) {
        self.bytes.append(byte)
    }

    /// Writes a whole number that is not negative.
    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            self.bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        self.bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Writes a whole number.
    mutating func write(signed number: Int64) {
        self.write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// Writes an instant.
    mutating func write(_ instant: Instant) {
        if let firstInstant {
            // Wraps around where two instants are further apart than numbers reach, and back when read.
            self.write(signed: instant.milliseconds &- firstInstant)
        } else {
            self.firstInstant = instant.milliseconds
            self.write(signed: instant.milliseconds)
        }
    }

    /// Writes the ids of transactions: those that are numbers as such, the others as text.
    mutating func write(_ ids: [TransactionID]) {
        self.write(UInt64(ids.count))
        for id in ids { self.write(id) }
    }

    /// Writes the id of a transaction.
    ///
    /// One bit says whether it is a number; Apple's have at most 19 digits and mostly 15 or 16.
    mutating func write(_ id: TransactionID) {
        if case .integer(let number) = SQLValue.identifier(id.rawValue), number < Int64.max / 2 {
            self.write(UInt64(number) << 1)
        } else {
            let text = Array(id.rawValue.utf8)
            self.write(UInt64(text.count) << 1 | 1)
            self.bytes += text
        }
    }
}
