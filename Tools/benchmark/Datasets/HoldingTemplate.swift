import Ledger

/// The stored holding of one subscriber, as a template for others that differ in two values.
///
/// The instant at which the subscription began and the id of its transaction are the only values that are stored whole;
/// all other instants are distances from the first.
struct HoldingTemplate {
    private let parts: [[UInt8]]

    /// Creates a template from these bytes, which contain each of the two values once, in this order.
    init(_ bytes: [UInt8], beganAt: Instant, transactionID: UInt64) {
        let rest = Self.cut(bytes, at: Self.packed(UInt64(beganAt.milliseconds) << 1))
        let parts =
            [rest.before]
            + [Self.cut(rest.after, at: Self.packed(transactionID << 1))].flatMap { [$0.before, $0.after] }
        self.parts = parts
    }

    /// Returns the holding of a subscriber whose subscription began at an instant with a transaction.
    func holding(beganAt: Instant, transactionID: UInt64) -> [UInt8] {
        self.parts[0] + Self.packed(UInt64(beganAt.milliseconds) << 1) + self.parts[1]
            + Self.packed(transactionID << 1) + self.parts[2]
    }

    private static func cut(_ bytes: [UInt8], at value: [UInt8]) -> (before: [UInt8], after: [UInt8]) {
        guard let range = bytes.firstRange(of: value) else {
            preconditionFailure("A holding states when its subscription began, and its transaction.")
        }
        return (Array(bytes[..<range.lowerBound]), Array(bytes[range.upperBound...]))
    }

    /// Returns a number in seven bits a byte, least significant first.
    private static func packed(_ number: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(truncatingIfNeeded: rest)]
    }
}
