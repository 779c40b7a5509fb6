/// An extension of the renewal dates of all subscribers of a product.
///
/// Follows Apple's Extend Subscription Renewal Dates for All Active Subscribers.
struct MassExtensionFacts: Sendable {
    /// The developer's identifier of the request.
    let requestIdentifier: String
    /// The app's and the product's place.
    let product: WorldState.ProductPlace
    /// The storefronts it is for, by alpha-3 code; `nil` for all.
    let storefronts: [String]?
    /// By how many days.
    let days: Int
    /// Why, in Apple's number.
    let reason: Int
    /// How many subscriptions were extended.
    var succeeded = 0
    /// How many could not be.
    var failed = 0
    /// When it was done, in milliseconds since 1970.
    var completedAt: Int64?
}
