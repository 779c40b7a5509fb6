/// Why a renewal date is extended.
public struct ExtendReasonCode: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension ExtendReasonCode {
    /// We do not say.
    public static let undeclared = ExtendReasonCode(rawValue: 0)
    /// To satisfy the customer.
    public static let customerSatisfaction = ExtendReasonCode(rawValue: 1)
    /// For another reason.
    public static let other = ExtendReasonCode(rawValue: 2)
    /// After an issue or outage of the service.
    public static let serviceIssue = ExtendReasonCode(rawValue: 3)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExtendReasonCode] = [.undeclared, .customerSatisfaction, .other, .serviceIssue]
}
