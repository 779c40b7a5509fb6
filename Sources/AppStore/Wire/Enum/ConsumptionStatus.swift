/// How much of a purchase was consumed.
public struct ConsumptionStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension ConsumptionStatus {
    /// We do not say.
    public static let undeclared = ConsumptionStatus(rawValue: 0)
    /// Nothing of it.
    public static let notConsumed = ConsumptionStatus(rawValue: 1)
    /// Some of it.
    public static let partiallyConsumed = ConsumptionStatus(rawValue: 2)
    /// All of it.
    public static let fullyConsumed = ConsumptionStatus(rawValue: 3)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ConsumptionStatus] = [.undeclared, .notConsumed, .partiallyConsumed, .fullyConsumed]
}
