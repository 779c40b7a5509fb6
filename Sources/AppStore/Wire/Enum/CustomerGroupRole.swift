/// What a customer may do in a group, for one product (API 1.22).
public struct CustomerGroupRole: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension CustomerGroupRole {
    /// Nothing but use the seat.
    public static let seatOnly = CustomerGroupRole(rawValue: "NONE")
    /// Administer the group.
    public static let admin = CustomerGroupRole(rawValue: "ADMIN")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [CustomerGroupRole] = [.seatOnly, .admin]
}
