/// Where a purchase was consumed.
public struct ConsumptionPlatform: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension ConsumptionPlatform {
    /// We do not say.
    public static let undeclared = ConsumptionPlatform(rawValue: 0)
    /// On an Apple platform.
    public static let apple = ConsumptionPlatform(rawValue: 1)
    /// On another platform.
    public static let nonApple = ConsumptionPlatform(rawValue: 2)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ConsumptionPlatform] = [.undeclared, .apple, .nonApple]
}
