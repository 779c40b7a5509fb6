public import Foundation

/// What the first version of Send Consumption Information tells Apple; what is not said is undeclared.
///
/// The customer's consent is part of it: without consent nothing may be sent at all.
public struct ConsumptionAnswerV1: Hashable, Sendable {
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
