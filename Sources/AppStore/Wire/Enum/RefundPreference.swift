/// What we would have Apple do with a refund request.
public struct RefundPreference: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension RefundPreference {
    /// Refund nothing.
    public static let decline = RefundPreference(rawValue: "DECLINE")
    /// Refund everything.
    public static let grantFull = RefundPreference(rawValue: "GRANT_FULL")
    /// Refund the share that was not consumed.
    public static let grantProrated = RefundPreference(rawValue: "GRANT_PRORATED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [RefundPreference] = [.decline, .grantFull, .grantProrated]
}
