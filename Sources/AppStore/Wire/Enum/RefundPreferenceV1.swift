/// What we would have Apple do with a refund request, in version 1 of Send Consumption Information.
public struct RefundPreferenceV1: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension RefundPreferenceV1 {
    /// We do not say.
    public static let undeclared = RefundPreferenceV1(rawValue: 0)
    /// Refund.
    public static let grant = RefundPreferenceV1(rawValue: 1)
    /// Do not refund.
    public static let decline = RefundPreferenceV1(rawValue: 2)
    /// Either is fine.
    public static let noPreference = RefundPreferenceV1(rawValue: 3)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [RefundPreferenceV1] = [.undeclared, .grant, .decline, .noPreference]
}
