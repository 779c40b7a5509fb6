/// How much the customer has spent in the app, on all platforms.
public struct LifetimeDollarsPurchased: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension LifetimeDollarsPurchased {
    /// We do not say.
    public static let undeclared = LifetimeDollarsPurchased(rawValue: 0)
    /// Nothing.
    public static let zero = LifetimeDollarsPurchased(rawValue: 1)
    /// 0.01 to 49.99 US dollars.
    public static let upToFiftyDollars = LifetimeDollarsPurchased(rawValue: 2)
    /// 50 to 99.99 US dollars.
    public static let fiftyToOneHundredDollars = LifetimeDollarsPurchased(rawValue: 3)
    /// 100 to 499.99 US dollars.
    public static let oneHundredToFiveHundredDollars = LifetimeDollarsPurchased(rawValue: 4)
    /// 500 to 999.99 US dollars.
    public static let fiveHundredToOneThousandDollars = LifetimeDollarsPurchased(rawValue: 5)
    /// 1000 to 1999.99 US dollars.
    public static let oneThousandToTwoThousandDollars = LifetimeDollarsPurchased(rawValue: 6)
    /// 2000 US dollars or more.
    public static let twoThousandDollarsOrMore = LifetimeDollarsPurchased(rawValue: 7)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [LifetimeDollarsPurchased] = [
        .undeclared,
        .zero,
        .upToFiftyDollars,
        .fiftyToOneHundredDollars,
        .oneHundredToFiveHundredDollars,
        .fiveHundredToOneThousandDollars,
        .oneThousandToTwoThousandDollars,
        .twoThousandDollarsOrMore,
    ]
}
