package import Ledger

extension PayloadDigest {
    /// A digest for a number, ordered like the numbers.
    package static func number(_ number: UInt64) -> Self { Self(rawValue: number) }
}
