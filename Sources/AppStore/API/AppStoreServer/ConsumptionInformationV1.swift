public import Foundation

/// What the first version of Send Consumption Information tells Apple; what is not said is undeclared.
///
/// The customer's consent is part of it: without consent nothing may be sent at all.
public struct ConsumptionInformationV1: Hashable, Sendable {
    /// Whether it was delivered.
    public var deliveryStatus: DeliveryStatusV1
    /// Whether a sample or a trial was offered before.
    public var sampleContentProvided: Bool
    /// How much was consumed.
    public var consumptionStatus = ConsumptionStatus.undeclared
    /// Where it was consumed.
    public var platform = ConsumptionPlatform.undeclared
    /// The account token of the purchase.
    public var appAccountToken: UUID?
    /// How long the customer has had the account.
    public var accountTenure = AccountTenure.undeclared
    /// How long the customer has used the app.
    public var playTime = PlayTime.undeclared
    /// How much was refunded to the customer.
    public var lifetimeDollarsRefunded = LifetimeDollarsRefunded.undeclared
    /// How much the customer has spent.
    public var lifetimeDollarsPurchased = LifetimeDollarsPurchased.undeclared
    /// How the account stands.
    public var userStatus = UserStatus.undeclared
    /// What the server recommends; nothing is sent of it when nil.
    public var refundPreference: RefundPreferenceV1?

    /// An answer that says only what it must.
    public init(deliveryStatus: DeliveryStatusV1, sampleContentProvided: Bool) {
        self.deliveryStatus = deliveryStatus
        self.sampleContentProvided = sampleContentProvided
    }

    /// What is sent: without an account token an empty text, because Apple wants the field.
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

/// Whether a purchase was delivered, as version 1 of Send Consumption Information tells Apple.
public struct DeliveryStatusV1: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// It was delivered and works.
    public static let delivered = DeliveryStatusV1(rawValue: 0)
    /// It was not delivered because of its quality.
    public static let undeliveredQualityIssue = DeliveryStatusV1(rawValue: 1)
    /// Another item was delivered.
    public static let undeliveredWrongItem = DeliveryStatusV1(rawValue: 2)
    /// It was not delivered because a server was down.
    public static let undeliveredServerOutage = DeliveryStatusV1(rawValue: 3)
    /// It was not delivered because the game's currency changed.
    public static let undeliveredCurrencyChange = DeliveryStatusV1(rawValue: 4)
    /// It was not delivered for another reason.
    public static let undeliveredOther = DeliveryStatusV1(rawValue: 5)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [DeliveryStatusV1] = [
        .delivered,
        .undeliveredQualityIssue,
        .undeliveredWrongItem,
        .undeliveredServerOutage,
        .undeliveredCurrencyChange,
        .undeliveredOther,
    ]
}

/// What we would have Apple do with a refund request, in version 1 of Send Consumption Information.
public struct RefundPreferenceV1: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

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

/// How much of a purchase was consumed.
public struct ConsumptionStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

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

/// Where a purchase was consumed.
public struct ConsumptionPlatform: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// We do not say.
    public static let undeclared = ConsumptionPlatform(rawValue: 0)
    /// On an Apple platform.
    public static let apple = ConsumptionPlatform(rawValue: 1)
    /// On another platform.
    public static let nonApple = ConsumptionPlatform(rawValue: 2)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ConsumptionPlatform] = [.undeclared, .apple, .nonApple]
}
