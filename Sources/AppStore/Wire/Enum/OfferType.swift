/// The kind of offer that a price came from.
public struct OfferType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension OfferType {
    /// For new subscribers.
    public static let introductory = OfferType(rawValue: 1)
    /// Signed by the developer's server.
    public static let promotional = OfferType(rawValue: 2)
    /// Redeemed by a code.
    public static let offerCode = OfferType(rawValue: 3)
    /// For former subscribers.
    public static let winBack = OfferType(rawValue: 4)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [OfferType] = [.introductory, .promotional, .offerCode, .winBack]
}
