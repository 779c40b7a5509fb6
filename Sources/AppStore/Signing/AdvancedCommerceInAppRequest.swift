/// A request of the Advanced Commerce API that the server signs and StoreKit performs in the app.
public enum AdvancedCommerceInAppRequest: Hashable, Sendable {
    /// The version that every request contains.
    static let version = "1"

    /// A one-time charge.
    case createOneTimeCharge(AdvancedCommerceOneTimeChargeCreateRequest)
    /// A new subscription.
    case createSubscription(AdvancedCommerceSubscriptionCreateRequest)
    /// A change of a subscription's items, prices, or period.
    case modifySubscription(AdvancedCommerceSubscriptionModifyInAppRequest)
    /// A reactivation of a subscription that does not renew.
    case reactivateSubscription(AdvancedCommerceSubscriptionReactivateInAppRequest)

    /// Returns the request as JSON with the operation and version of its case, which replace those that it contains.
    public func json() -> [UInt8] {
        switch self {
        case .createOneTimeCharge(var request):
            request.operation = .createOneTimeCharge
            request.version = Self.version
            return request.json()
        case .createSubscription(var request):
            request.operation = .createSubscription
            request.version = Self.version
            return request.json()
        case .modifySubscription(var request):
            request.operation = .modifySubscription
            request.version = Self.version
            return request.json()
        case .reactivateSubscription(var request):
            request.operation = .reactivateSubscription
            request.version = Self.version
            return request.json()
        }
    }
}
