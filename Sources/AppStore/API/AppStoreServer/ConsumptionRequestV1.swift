/// The request body of Send Consumption Information, version 1.
///
/// Apple requires all fields except `refundPreference`.
public struct ConsumptionRequestV1: WireObject {
    /// Whether the customer consented to sending this; Apple accepts only `true`.
    public var customerConsented: Bool?
    /// The degree to which the purchase was consumed.
    public var consumptionStatus: ConsumptionStatus?
    /// The platform on which the purchase was consumed.
    public var platform: ConsumptionPlatform?
    /// Whether the customer could try the content, or read about it, before the purchase.
    public var sampleContentProvided: Bool?
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatusV1?
    /// The app account token of the purchase, a UUID; empty if there is none, but never absent.
    public var appAccountToken: String?
    /// The age of the customer's account.
    public var accountTenure: AccountTenure?
    /// The time for which the customer has used the app.
    public var playTime: PlayTime?
    /// The amount that was refunded to the customer.
    public var lifetimeDollarsRefunded: LifetimeDollarsRefunded?
    /// The amount that the customer has spent.
    public var lifetimeDollarsPurchased: LifetimeDollarsPurchased?
    /// The state of the customer's account.
    public var userStatus: UserStatus?
    /// The decision that the server recommends to Apple.
    public var refundPreference: RefundPreferenceV1?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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

/// The age of the customer's account.
public struct AccountTenure: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
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

    /// The values that this version knows, in the order of Apple's documentation.
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

/// The time for which the customer has used the app.
public struct PlayTime: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
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

    /// The values that this version knows, in the order of Apple's documentation.
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

/// The amount that the customer has spent in the app on all platforms.
public struct LifetimeDollarsPurchased: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
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

    /// The values that this version knows, in the order of Apple's documentation.
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

/// The amount that was refunded to the customer in the app on all platforms.
public struct LifetimeDollarsRefunded: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
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

    /// The values that this version knows, in the order of Apple's documentation.
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

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
    public static let undeclared = UserStatus(rawValue: 0)
    /// The account is active.
    public static let active = UserStatus(rawValue: 1)
    /// The account is suspended.
    public static let suspended = UserStatus(rawValue: 2)
    /// The account is closed.
    public static let terminated = UserStatus(rawValue: 3)
    /// The account has limited access.
    public static let limitedAccess = UserStatus(rawValue: 4)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [UserStatus] = [.undeclared, .active, .suspended, .terminated, .limitedAccess]
}
