/// Whether an order number belongs to the app.
public struct OrderLookupStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension OrderLookupStatus {
    /// It does.
    public static let valid = OrderLookupStatus(rawValue: 0)
    /// It does not.
    public static let invalid = OrderLookupStatus(rawValue: 1)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [OrderLookupStatus] = [.valid, .invalid]
}
