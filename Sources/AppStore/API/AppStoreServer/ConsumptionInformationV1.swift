public import Foundation

/// Information about a purchase in version 1 of Send Consumption Information; fields without a value are undeclared.
///
/// The customer's consent is a precondition: without it you must not send anything.
public struct ConsumptionInformationV1: Hashable, Sendable {
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatusV1
    /// Whether the customer was offered a sample or a trial before.
    public var sampleContentProvided: Bool
    /// The degree to which the purchase was consumed.
    public var consumptionStatus = ConsumptionStatus.undeclared
    /// The platform on which the purchase was consumed.
    public var platform = ConsumptionPlatform.undeclared
    /// The app account token of the purchase.
    public var appAccountToken: UUID?
    /// The age of the customer's account.
    public var accountTenure = AccountTenure.undeclared
    /// The time for which the customer has used the app.
    public var playTime = PlayTime.undeclared
    /// The amount that was refunded to the customer.
    public var lifetimeDollarsRefunded = LifetimeDollarsRefunded.undeclared
    /// The amount that the customer has spent.
    public var lifetimeDollarsPurchased = LifetimeDollarsPurchased.undeclared
    /// The state of the customer's account.
    public var userStatus = UserStatus.undeclared
    /// The recommendation; `nil` to send none.
    public var refundPreference: RefundPreferenceV1?

    /// Creates information with the required fields only.
    public init(deliveryStatus: DeliveryStatusV1, sampleContentProvided: Bool) {
        self.deliveryStatus = deliveryStatus
        self.sampleContentProvided = sampleContentProvided
    }

    /// The request body.
    ///
    /// Without an app account token it contains an empty text, because Apple requires the field.
    public var request: ConsumptionRequestV1 {
        ConsumptionRequestV1.with {
            $0.customerConsented = true
            $0.consumptionStatus = self.consumptionStatus
            $0.platform = self.platform
            $0.sampleContentProvided = self.sampleContentProvided
            $0.deliveryStatus = self.deliveryStatus
            $0.appAccountToken = self.appAccountToken?.uuidString.lowercased() ?? ""
            $0.accountTenure = self.accountTenure
            $0.playTime = self.playTime
            $0.lifetimeDollarsRefunded = self.lifetimeDollarsRefunded
            $0.lifetimeDollarsPurchased = self.lifetimeDollarsPurchased
            $0.userStatus = self.userStatus
            $0.refundPreference = self.refundPreference
        }
    }
}

/// Whether a purchase was delivered, in version 1 of Send Consumption Information.
public struct DeliveryStatusV1: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The purchase was delivered and works.
    public static let delivered = DeliveryStatusV1(rawValue: 0)
    /// The purchase was not delivered because of a quality issue.
    public static let undeliveredQualityIssue = DeliveryStatusV1(rawValue: 1)
    /// The customer received the wrong item.
    public static let undeliveredWrongItem = DeliveryStatusV1(rawValue: 2)
    /// The purchase was not delivered because of a server outage.
    public static let undeliveredServerOutage = DeliveryStatusV1(rawValue: 3)
    /// The purchase was not delivered because the game's currency changed.
    public static let undeliveredCurrencyChange = DeliveryStatusV1(rawValue: 4)
    /// The purchase was not delivered for another reason.
    public static let undeliveredOther = DeliveryStatusV1(rawValue: 5)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [DeliveryStatusV1] = [
        .delivered,
        .undeliveredQualityIssue,
        .undeliveredWrongItem,
        .undeliveredServerOutage,
        .undeliveredCurrencyChange,
        .undeliveredOther,
    ]
}

/// The decision about a refund request that the server recommends to Apple, in version 1 of Send Consumption
/// Information.
public struct RefundPreferenceV1: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
    public static let undeclared = RefundPreferenceV1(rawValue: 0)
    /// Apple should refund the purchase.
    public static let grant = RefundPreferenceV1(rawValue: 1)
    /// Apple should not refund the purchase.
    public static let decline = RefundPreferenceV1(rawValue: 2)
    /// The server has no preference.
    public static let noPreference = RefundPreferenceV1(rawValue: 3)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [RefundPreferenceV1] = [.undeclared, .grant, .decline, .noPreference]
}

/// The degree to which a purchase was consumed.
public struct ConsumptionStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
    public static let undeclared = ConsumptionStatus(rawValue: 0)
    /// The purchase was not consumed.
    public static let notConsumed = ConsumptionStatus(rawValue: 1)
    /// The purchase was partly consumed.
    public static let partiallyConsumed = ConsumptionStatus(rawValue: 2)
    /// The purchase was fully consumed.
    public static let fullyConsumed = ConsumptionStatus(rawValue: 3)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ConsumptionStatus] = [.undeclared, .notConsumed, .partiallyConsumed, .fullyConsumed]
}

/// The platform on which a purchase was consumed.
public struct ConsumptionPlatform: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The server does not declare it.
    public static let undeclared = ConsumptionPlatform(rawValue: 0)
    /// An Apple platform.
    public static let apple = ConsumptionPlatform(rawValue: 1)
    /// A platform that is not Apple's.
    public static let nonApple = ConsumptionPlatform(rawValue: 2)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ConsumptionPlatform] = [.undeclared, .apple, .nonApple]
}
