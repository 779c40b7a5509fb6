/// A signed request that a customer's app has handed to the store, with who and what it is about.
struct CommerceOrder: Sendable {
    /// The request's JSON.
    let bytes: [UInt8]
    /// The id of the request.
    let reference: String
    /// The generic product.
    let product: WorldState.ProductPlace
    /// The customer's place in the world.
    let customer: Int
    /// The app's token for the customer.
    let token: String?
    /// When, in milliseconds since 1970.
    let start: Int64
    /// The token that the request echoes.
    let consistencyToken: String?
}
