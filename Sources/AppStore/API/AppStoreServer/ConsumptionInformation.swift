/// What is told to Apple about a purchase that a customer wants refunded, in a combination that Apple accepts.
///
/// The customer's consent is part of it: without consent nothing may be sent at all. A subscription's consumption is
/// Apple's to compute; what was not delivered was not consumed; and a part of the price can be recommended only for a
/// purchase whose consumed share is known.
public struct ConsumptionInformation: Hashable, Sendable {
    /// What a server recommends of all or nothing.
    public enum Recommendation: Hashable, Sendable {
        /// Not to refund.
        case decline
        /// To refund all.
        case grantFull

        fileprivate var preference: RefundPreference {
            switch self {
            case .decline: .decline
            case .grantFull: .grantFull
            }
        }
    }

    /// What is sent.
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

    /// About an auto-renewable subscription.
    ///
    /// - Parameters:
    ///   - delivery: Whether it was delivered.
    ///   - sampleContentProvided: Whether a sample or a trial was offered before.
    ///   - preference: What the server recommends; a part of the price is allowed.
    /// - Returns: The answer.
    public static func subscription(
        _ delivery: DeliveryStatus,
        sampleContentProvided: Bool,
        preference: RefundPreference? = nil
    ) -> Self {
        Self(delivery, sample: sampleContentProvided, preference: preference)
    }

    /// About anything else that was delivered.
    ///
    /// - Parameters:
    ///   - consumed: Which share was consumed; nil when nobody knows.
    ///   - sampleContentProvided: Whether a sample was offered before.
    ///   - recommendation: What the server recommends.
    /// - Returns: The answer.
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

    /// About anything else that was delivered and partly consumed, recommending to refund the rest; nil for a share of
    /// nothing, of which the rest is all.
    public static func deliveredInPart(consumed: ConsumedShare, sampleContentProvided: Bool) -> Self? {
        guard consumed.milliunits > 0 else { return nil }
        return Self(
            .delivered,
            sample: sampleContentProvided,
            percentage: consumed.milliunits,
            preference: .grantProrated
        )
    }

    /// About anything else that was not delivered; nil for the status that says it was.
    public static func undelivered(
        _ delivery: DeliveryStatus,
        sampleContentProvided: Bool,
        recommendation: Recommendation? = nil
    ) -> Self? {
        guard delivery != .delivered else { return nil }
        return Self(delivery, sample: sampleContentProvided, percentage: 0, preference: recommendation?.preference)
    }
}

/// Which share of a purchase was consumed, in thousandths of a percent.
public struct ConsumedShare: Hashable, Sendable {
    /// 0 for nothing, 100000 for all.
    public let milliunits: Int32

    /// A share; nil outside 0 to 100000.
    public init?(milliunits: Int) {
        guard (0...100_000).contains(milliunits) else { return nil }
        self.milliunits = Int32(milliunits)
    }
}

/// The body of Send Consumption Information, version 2.
///
/// Apple requires all fields but `consumptionPercentage` and `refundPreference`.
public struct ConsumptionRequest: WireObject {
    /// Whether the customer agreed to send this; Apple takes only true.
    public var customerConsented: Bool?
    /// Whether the customer could try, or read about, the content before buying.
    public var sampleContentProvided: Bool?
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatus?
    /// How much was consumed, in thousandths of a percent: half is 50000; never for auto-renewable
    /// subscriptions.
    public var consumptionPercentage: Int32?
    /// What we would have Apple do.
    public var refundPreference: RefundPreference?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ConsumptionRequest> = [
        WireField("customerConsented", \.customerConsented),
        WireField("sampleContentProvided", \.sampleContentProvided),
        WireField("deliveryStatus", \.deliveryStatus),
        WireField("consumptionPercentage", \.consumptionPercentage),
        WireField("refundPreference", \.refundPreference),
    ]
}

/// Whether a purchase was delivered, as Send Consumption Information tells Apple.
public struct DeliveryStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It was delivered and works.
    public static let delivered = DeliveryStatus(rawValue: "DELIVERED")
    /// It was not delivered because of its quality.
    public static let undeliveredQualityIssue = DeliveryStatus(rawValue: "UNDELIVERED_QUALITY_ISSUE")
    /// Another item was delivered.
    public static let undeliveredWrongItem = DeliveryStatus(rawValue: "UNDELIVERED_WRONG_ITEM")
    /// It was not delivered because a server was down.
    public static let undeliveredServerOutage = DeliveryStatus(rawValue: "UNDELIVERED_SERVER_OUTAGE")
    /// It was not delivered for another reason.
    public static let undeliveredOther = DeliveryStatus(rawValue: "UNDELIVERED_OTHER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [DeliveryStatus] = [
        .delivered,
        .undeliveredQualityIssue,
        .undeliveredWrongItem,
        .undeliveredServerOutage,
        .undeliveredOther,
    ]
}

/// What we would have Apple do with a refund request.
public struct RefundPreference: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Refund nothing.
    public static let decline = RefundPreference(rawValue: "DECLINE")
    /// Refund everything.
    public static let grantFull = RefundPreference(rawValue: "GRANT_FULL")
    /// Refund the share that was not consumed.
    public static let grantProrated = RefundPreference(rawValue: "GRANT_PRORATED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [RefundPreference] = [.decline, .grantFull, .grantProrated]
}
