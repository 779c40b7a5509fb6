/// How old the customer's account is.
public struct AccountTenure: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension AccountTenure {
    /// We do not say.
    public static let undeclared = AccountTenure(rawValue: 0)
    /// 0 to 3 days.
    public static let upToThreeDays = AccountTenure(rawValue: 1)
    /// 3 to 10 days.
    public static let threeToTenDays = AccountTenure(rawValue: 2)
    /// 10 to 30 days.
    public static let tenToThirtyDays = AccountTenure(rawValue: 3)
    /// 30 to 90 days.
    public static let thirtyToNinetyDays = AccountTenure(rawValue: 4)
    /// 90 to 180 days.
    public static let ninetyToOneHundredEightyDays = AccountTenure(rawValue: 5)
    /// 180 to 365 days.
    public static let oneHundredEightyToThreeHundredSixtyFiveDays = AccountTenure(rawValue: 6)
    /// More than 365 days.
    public static let overThreeHundredSixtyFiveDays = AccountTenure(rawValue: 7)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AccountTenure] = [
        .undeclared,
        .upToThreeDays,
        .threeToTenDays,
        .tenToThirtyDays,
        .thirtyToNinetyDays,
        .ninetyToOneHundredEightyDays,
        .oneHundredEightyToThreeHundredSixtyFiveDays,
        .overThreeHundredSixtyFiveDays,
    ]
}
