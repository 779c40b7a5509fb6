/// A request of the Advanced Commerce API that goes through the app: signed by the server, carried out by StoreKit.
public enum AdvancedCommerceInAppRequest: Hashable, Sendable {
    /// The version that every request names.
    static let version = "1"

    /// A one-time charge.
    case createOneTimeCharge(AdvancedCommerceOneTimeChargeCreateRequest)
    /// A new subscription.
    case createSubscription(AdvancedCommerceSubscriptionCreateRequest)
    /// Other items, prices or periods for a subscription.
    case modifySubscription(AdvancedCommerceSubscriptionModifyInAppRequest)
    /// A subscription that does not renew is to renew again.
    case reactivateSubscription(AdvancedCommerceSubscriptionReactivateInAppRequest)

    /// The request as JSON, with the operation and version that belong to it, whatever it came with.
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
