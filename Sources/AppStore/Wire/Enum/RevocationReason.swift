/// Why Apple refunded a transaction.
public struct RevocationReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension RevocationReason {
    /// Another reason, for example an accident.
    public static let other = RevocationReason(rawValue: 0)
    /// A real or perceived problem in the app.
    public static let appIssue = RevocationReason(rawValue: 1)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [RevocationReason] = [.other, .appIssue]
}
