/// The whole state of one customer.
struct CustomerFacts: Sendable {
    /// The customer's name.
    let customer: WorldCustomer
    /// When the customer came, in milliseconds since 1970.
    let arrivedAt: Int64
    /// Where the customer is.
    var storefront: WorldStorefront
    /// Whether the card pays.
    var canPay = true
    /// The identifiers of the customer's copies of apps, by the app's place.
    var appTransactionIds: [Int: String] = [:]
    /// The places of the customer's subscriptions.
    var subscriptions: [Int] = []
    /// The places of the customer's transactions.
    var transactions: [Int] = []
}
