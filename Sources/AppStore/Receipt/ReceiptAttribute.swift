/// An attribute of a receipt as it stands there, for types whose meaning is not known.
public struct ReceiptAttribute: Hashable, Sendable {
    /// What it is: Apple numbers the kinds.
    public let type: Int64
    /// Its value, which may be DER and need not be.
    public let value: [UInt8]
}
