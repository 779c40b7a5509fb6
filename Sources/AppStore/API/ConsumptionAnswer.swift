/// What is told to Apple about a purchase that a customer wants refunded, in a combination that Apple accepts.
///
/// The customer's consent is part of it: without consent nothing may be sent at all. A subscription's consumption is
/// Apple's to compute; what was not delivered was not consumed; and a part of the price can be recommended only for a
/// purchase whose consumed share is known.
public struct ConsumptionAnswer: Hashable, Sendable {
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
