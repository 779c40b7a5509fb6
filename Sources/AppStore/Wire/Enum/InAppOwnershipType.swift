/// How the customer came to a transaction.
public struct InAppOwnershipType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension InAppOwnershipType {
    /// The customer bought it.
    public static let purchased = InAppOwnershipType(rawValue: "PURCHASED")
    /// A family member bought it.
    public static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")
    /// An organization or a group bought it and assigned a seat (API 1.22).
    public static let assigned = InAppOwnershipType(rawValue: "ASSIGNED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [InAppOwnershipType] = [.purchased, .familyShared, .assigned]
}
