/// Information about a purchase for which a customer requests a refund, in a combination of fields that Apple accepts.
///
/// The customer's consent is a precondition: without it you must not send anything. Apple itself computes the
/// consumption of a subscription. A purchase that was not delivered was not consumed. A partial refund can be
/// recommended only for a purchase with a known consumption percentage.
public struct ConsumptionInformation: Hashable, Sendable {
    /// A recommendation to refund the whole price or to decline the refund.
    public enum Recommendation: Hashable, Sendable {
        /// Apple should not refund the purchase.
        case decline
        /// Apple should refund the whole price.
        case grantFull

        fileprivate var preference: RefundPreference {
            switch self {
            case .decline: .decline
            case .grantFull: .grantFull
            }
        }
    }

    /// The request body.
    public let request: ConsumptionRequest

    private init(
        _ delivery: DeliveryStatus,
        sample: Bool,
        percentage: Int32? = nil,
        preference: RefundPreference? = nil
    ) {
        self.request = ConsumptionRequest.with {
            $0.customerConsented = true
            $0.sampleContentProvided = sample
            $0.deliveryStatus = delivery
            $0.consumptionPercentage = percentage
            $0.refundPreference = preference
        }
    }

    /// Creates the information about an auto-renewable subscription.
    ///
    /// - Parameters:
    ///   - delivery: Whether the subscription was delivered.
    ///   - sampleContentProvided: Whether the customer was offered a sample or a trial before.
    ///   - preference: The recommendation, which may be a prorated refund.
    /// - Returns: The information.
    public static func subscription(
        _ delivery: DeliveryStatus,
        sampleContentProvided: Bool,
        preference: RefundPreference? = nil
    ) -> Self {
        Self(delivery, sample: sampleContentProvided, preference: preference)
    }

    /// Creates the information about any other purchase that was delivered.
    ///
    /// - Parameters:
    ///   - consumed: The consumed share; `nil` if it is unknown.
    ///   - sampleContentProvided: Whether the customer was offered a sample before.
    ///   - recommendation: The recommendation.
    /// - Returns: The information.
    public static func delivered(
        consumed: ConsumedShare?,
        sampleContentProvided: Bool,
        recommendation: Recommendation? = nil
    ) -> Self {
        Self(
            .delivered,
            sample: sampleContentProvided,
            percentage: consumed?.milliunits,
            preference: recommendation?.preference
        )
    }

    /// Creates the information about a purchase, other than an auto-renewable subscription, that was delivered and
    /// partly consumed, with the recommendation to refund the rest.
    ///
    /// The result is `nil` if the consumed share is zero, because a prorated refund would then be a full one.
    public static func deliveredInPart(consumed: ConsumedShare, sampleContentProvided: Bool) -> Self? {
        guard consumed.milliunits > 0 else { return nil }
        return Self(
            .delivered,
            sample: sampleContentProvided,
            percentage: consumed.milliunits,
            preference: .grantProrated
        )
    }

    /// Creates the information about any other purchase that was not delivered; `nil` for the status `DELIVERED`.
    public static func undelivered(
        _ delivery: DeliveryStatus,
        sampleContentProvided: Bool,
        recommendation: Recommendation? = nil
    ) -> Self? {
        guard delivery != .delivered else { return nil }
        return Self(delivery, sample: sampleContentProvided, percentage: 0, preference: recommendation?.preference)
    }
}

/// The consumed share of a purchase, in thousandths of a percent.
public struct ConsumedShare: Hashable, Sendable {
    /// The share in thousandths of a percent, from 0 to 100,000.
    public let milliunits: Int32

    /// Creates a share; `nil` outside 0 to 100,000.
    public init?(milliunits: Int) {
        guard (0...100_000).contains(milliunits) else { return nil }
        self.milliunits = Int32(milliunits)
    }
}

/// The request body of Send Consumption Information, version 2.
///
/// Apple requires all fields except `consumptionPercentage` and `refundPreference`.
public struct ConsumptionRequest: WireObject {
    /// Whether the customer consented to sending this; Apple accepts only `true`.
    public var customerConsented: Bool?
    /// Whether the customer could try the content, or read about it, before the purchase.
    public var sampleContentProvided: Bool?
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatus?
    /// The consumed share in thousandths of a percent, so that half is 50,000; absent for auto-renewable subscriptions.
    public var consumptionPercentage: Int32?
    /// The decision that the server recommends to Apple.
    public var refundPreference: RefundPreference?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<ConsumptionRequest> = [
        WireField("customerConsented", \.customerConsented),
        WireField("sampleContentProvided", \.sampleContentProvided),
        WireField("deliveryStatus", \.deliveryStatus),
        WireField("consumptionPercentage", \.consumptionPercentage),
        WireField("refundPreference", \.refundPreference),
    ]
}

/// Whether a purchase was delivered, in Send Consumption Information.
public struct DeliveryStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The purchase was delivered and works.
    public static let delivered = DeliveryStatus(rawValue: "DELIVERED")
    /// The purchase was not delivered because of a quality issue.
    public static let undeliveredQualityIssue = DeliveryStatus(rawValue: "UNDELIVERED_QUALITY_ISSUE")
    /// The customer received the wrong item.
    public static let undeliveredWrongItem = DeliveryStatus(rawValue: "UNDELIVERED_WRONG_ITEM")
    /// The purchase was not delivered because of a server outage.
    public static let undeliveredServerOutage = DeliveryStatus(rawValue: "UNDELIVERED_SERVER_OUTAGE")
    /// The purchase was not delivered for another reason.
    public static let undeliveredOther = DeliveryStatus(rawValue: "UNDELIVERED_OTHER")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [DeliveryStatus] = [
        .delivered,
        .undeliveredQualityIssue,
        .undeliveredWrongItem,
        .undeliveredServerOutage,
        .undeliveredOther,
    ]
}

/// The decision about a refund request that the server recommends to Apple.
public struct RefundPreference: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple should not refund the purchase.
    public static let decline = RefundPreference(rawValue: "DECLINE")
    /// Apple should refund the whole price.
    public static let grantFull = RefundPreference(rawValue: "GRANT_FULL")
    /// Apple should refund the share that was not consumed.
    public static let grantProrated = RefundPreference(rawValue: "GRANT_PRORATED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [RefundPreference] = [.decline, .grantFull, .grantProrated]
}
