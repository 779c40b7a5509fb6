/// How a group of customers came about (API 1.22).
public struct CustomerGroupType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension CustomerGroupType {
    /// Volume purchasing through Apple Business Manager or Apple School Manager.
    public static let organization = CustomerGroupType(rawValue: "ORGANIZATION")
    /// A group purchase by a subscriber.
    public static let consumer = CustomerGroupType(rawValue: "CONSUMER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [CustomerGroupType] = [.organization, .consumer]
}
