/// What was revoked of a transaction.
public struct RevocationType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension RevocationType {
    /// All of the price was refunded.
    public static let refundFull = RevocationType(rawValue: "REFUND_FULL")
    /// A part of the price was refunded; `revocationPercentage` says how much.
    public static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
    /// Family sharing ended.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
    /// The organization or group took the seat back (API 1.22).
    public static let assignmentRevoke = RevocationType(rawValue: "ASSIGNMENT_REVOKE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [RevocationType] = [.refundFull, .refundProrated, .familyRevoke, .assignmentRevoke]
}
