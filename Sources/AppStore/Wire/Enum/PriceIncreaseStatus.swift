/// Whether the customer has answered a price increase; absent when there is none.
public struct PriceIncreaseStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension PriceIncreaseStatus {
    /// The increase needs consent and has no answer.
    public static let pending = PriceIncreaseStatus(rawValue: 0)
    /// The customer agreed, or was told of an increase that needs no consent.
    public static let accepted = PriceIncreaseStatus(rawValue: 1)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [PriceIncreaseStatus] = [.pending, .accepted]
}
