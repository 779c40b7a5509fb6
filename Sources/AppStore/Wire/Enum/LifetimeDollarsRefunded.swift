/// How much the customer has been refunded in the app, on all platforms.
public struct LifetimeDollarsRefunded: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension LifetimeDollarsRefunded {
    /// We do not say.
    public static let undeclared = LifetimeDollarsRefunded(rawValue: 0)
    /// Nothing.
    public static let zero = LifetimeDollarsRefunded(rawValue: 1)
    /// 0.01 to 49.99 US dollars.
    public static let upToFiftyDollars = LifetimeDollarsRefunded(rawValue: 2)
    /// 50 to 99.99 US dollars.
    public static let fiftyToOneHundredDollars = LifetimeDollarsRefunded(rawValue: 3)
    /// 100 to 499.99 US dollars.
    public static let oneHundredToFiveHundredDollars = LifetimeDollarsRefunded(rawValue: 4)
    /// 500 to 999.99 US dollars.
    public static let fiveHundredToOneThousandDollars = LifetimeDollarsRefunded(rawValue: 5)
    /// 1000 to 1999.99 US dollars.
    public static let oneThousandToTwoThousandDollars = LifetimeDollarsRefunded(rawValue: 6)
    /// 2000 US dollars or more.
    public static let twoThousandDollarsOrMore = LifetimeDollarsRefunded(rawValue: 7)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [LifetimeDollarsRefunded] = [
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
