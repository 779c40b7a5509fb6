/// What a customer orders when he subscribes or changes plan.
struct SubscriptionOrder: Sendable {
    /// The app's and the product's place.
    let product: WorldState.ProductPlace
    /// The offers taken, by their places among the product's, in the order they set prices.
    let offers: [Int]
    /// How the term is billed.
    let plan: WorldBillingPlan.Kind?
    /// The app's token for the customer.
    let appAccountToken: String?
    /// When, in milliseconds since 1970.
    let start: Int64
    /// What it holds, of a generic product.
    var commerce: CommerceContent?
}
