/// The body of Send Consumption Information, version 1.
///
/// Apple requires all fields but `refundPreference`.
public struct ConsumptionRequestV1: WireObject {
    /// Whether the customer agreed to send this; Apple takes only true.
    public var customerConsented: Bool?
    /// How much was consumed.
    public var consumptionStatus: ConsumptionStatus?
    /// Where it was consumed.
    public var platform: ConsumptionPlatform?
    /// Whether the customer could try, or read about, the content before buying.
    public var sampleContentProvided: Bool?
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatusV1?
    /// The purchase's token, a UUID; empty when there is none, never left out.
    public var appAccountToken: String?
    /// How old the customer's account is.
    public var accountTenure: AccountTenure?
    /// How long the customer has used the app.
    public var playTime: PlayTime?
    /// How much the customer has been refunded.
    public var lifetimeDollarsRefunded: LifetimeDollarsRefunded?
    /// How much the customer has spent.
    public var lifetimeDollarsPurchased: LifetimeDollarsPurchased?
    /// The state of the customer's account.
    public var userStatus: UserStatus?
    /// What we would have Apple do.
    public var refundPreference: RefundPreferenceV1?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ConsumptionRequestV1> = [
        WireField("customerConsented", \.customerConsented),
        WireField("consumptionStatus", \.consumptionStatus),
        WireField("platform", \.platform),
        WireField("sampleContentProvided", \.sampleContentProvided),
        WireField("deliveryStatus", \.deliveryStatus),
        WireField("appAccountToken", \.appAccountToken),
        WireField("accountTenure", \.accountTenure),
        WireField("playTime", \.playTime),
        WireField("lifetimeDollarsRefunded", \.lifetimeDollarsRefunded),
        WireField("lifetimeDollarsPurchased", \.lifetimeDollarsPurchased),
        WireField("userStatus", \.userStatus),
        WireField("refundPreference", \.refundPreference),
    ]
}

/// How old the customer's account is.
public struct AccountTenure: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

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

/// How long the customer has used the app.
public struct PlayTime: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// We do not say.
    public static let undeclared = PlayTime(rawValue: 0)
    /// 0 to 5 minutes.
    public static let upToFiveMinutes = PlayTime(rawValue: 1)
    /// 5 to 60 minutes.
    public static let fiveToSixtyMinutes = PlayTime(rawValue: 2)
    /// 1 to 6 hours.
    public static let oneToSixHours = PlayTime(rawValue: 3)
    /// 6 to 24 hours.
    public static let sixToTwentyFourHours = PlayTime(rawValue: 4)
    /// 1 to 4 days.
    public static let oneToFourDays = PlayTime(rawValue: 5)
    /// 4 to 16 days.
    public static let fourToSixteenDays = PlayTime(rawValue: 6)
    /// More than 16 days.
    public static let overSixteenDays = PlayTime(rawValue: 7)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [PlayTime] = [
        .undeclared,
        .upToFiveMinutes,
        .fiveToSixtyMinutes,
        .oneToSixHours,
        .sixToTwentyFourHours,
        .oneToFourDays,
        .fourToSixteenDays,
        .overSixteenDays,
    ]
}

/// How much the customer has spent in the app, on all platforms.
public struct LifetimeDollarsPurchased: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

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

/// How much the customer has been refunded in the app, on all platforms.
public struct LifetimeDollarsRefunded: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

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

/// The state of the customer's account.
public struct UserStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// We do not say.
    public static let undeclared = UserStatus(rawValue: 0)
    /// The account is active.
    public static let active = UserStatus(rawValue: 1)
    /// The account is suspended.
    public static let suspended = UserStatus(rawValue: 2)
    /// The account is closed.
    public static let terminated = UserStatus(rawValue: 3)
    /// The account has limited access.
    public static let limitedAccess = UserStatus(rawValue: 4)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [UserStatus] = [.undeclared, .active, .suspended, .terminated, .limitedAccess]
}
